/* SPDX-License-Identifier: MIT */
/*
 * pmu/status.c - words and sentences.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "internal.h"

/* struct status - how a status is written, and whether the event is to blame */
struct status {
	const char *word;
	const char *label;
	bool of_event;
};

static const struct status statuses[PMU_NR_STATUS] = {
	[PMU_OK] = { "ok", "", false },
	[PMU_OTHER_RUN] = { "other_run", "<other run>", true },
	[PMU_NO_LIBRARY] = { "no_library", "<no libpfm4>", false },
	[PMU_NO_TABLE] = { "no_table", "<no table>", false },
	[PMU_NO_TRACEFS] = { "no_tracefs", "<no tracefs>", false },
	[PMU_NO_PMU] = { "no_pmu", "<no pmu>", false },
	[PMU_NO_EVENT] = { "no_event", "<no event>", true },
	[PMU_NO_FILTER] = { "no_filter", "<no filter>", true },
	[PMU_NO_CPU] = { "no_cpu", "<not per cpu>", true },
	[PMU_WRONG_CPU_TYPE] = { "wrong_cpu_type", "<other core>", true },
	[PMU_NO_ACCESS_KERNEL] = { "no_access_kernel", "<no access>", false },
	[PMU_NO_ACCESS_CPU] = { "no_access_cpu", "<no access>", false },
	[PMU_NO_ACCESS] = { "no_access", "<no access>", false },
	[PMU_BLOCKED] = { "blocked", "<blocked>", false },
	[PMU_NO_SYSCALL] = { "no_syscall", "<no syscall>", false },
	[PMU_BUSY] = { "busy", "<busy>", true },
	[PMU_NO_FDS] = { "no_fds", "<no fds>", false },
	[PMU_GROUP_TOO_BIG] = { "group_too_big", "<no room>", true },
	[PMU_NOT_COUNTED] = { "not_counted", "<not counted>", false },
	[PMU_MULTIPLEXED] = { "multiplexed", "<partly>", true },
	[PMU_DEAD] = { "dead", "<dropped>", false },
	[PMU_IMPLAUSIBLE] = { "implausible", "<implausible>", false },
	[PMU_ONLY_ZERO] = { "only_zero", "<only zero>", true },
	[PMU_ERROR] = { "error", "<error>", true },
};

static const struct status *find(int status)
{
	return &statuses[status >= 0 && status < PMU_NR_STATUS ? status :
								 PMU_ERROR];
}

const char *pmu_status_word(int status)
{
	return find(status)->word;
}

const char *pmu_status_label(int status)
{
	return find(status)->label;
}

bool pmu_status_of_event(int status)
{
	return find(status)->of_event;
}

const char *pmu_class_word(int class)
{
	static const char *const words[] = {
		[PMU_SEMANTIC] = "semantic",
		[PMU_ISA] = "isa",
		[PMU_TIME] = "time",
		[PMU_MICRO] = "micro-architectural",
	};

	return words[class];
}

const char *pmu_scope_word(int scope)
{
	static const char *const words[] = {
		[PMU_PAIR] = "pair",
		[PMU_CPU] = "cpu",
		[PMU_TASK] = "task",
	};

	return words[scope];
}

bool pmu_comparable(int class_a, const char *kind_a, const char *pmu_a,
		    int class_b, const char *kind_b, const char *pmu_b)
{
	if (class_a != class_b || strcmp(kind_a, kind_b))
		return false;
	return class_a != PMU_MICRO || !strcmp(pmu_a, pmu_b);
}

/* What lies in the machine or in the user's rights. */
static void explain_machine(const struct pmu *p, int status, int err, char *buf,
			    size_t len)
{
	const struct pmu_caps *c = &p->caps;

	switch (status) {
	case PMU_NO_LIBRARY:
		snprintf(buf, len,
			 "libpfm4 cannot be loaded (%s): install it "
			 "(see scripts/install-deps)",
			 p->pfm_why);
		break;
	case PMU_NO_TABLE:
		snprintf(buf, len,
			 "libpfm4 has no events for this CPU (%s): "
			 "cycles, instructions, raw codes and sysfs "
			 "notation work without",
			 p->model);
		break;
	case PMU_NO_TRACEFS:
		snprintf(buf, len,
			 "tracepoints cannot be looked up: tracefs "
			 "is not mounted, or not readable for this "
			 "user (as root: mount -t tracefs tracefs "
			 "/sys/kernel/tracing)");
		break;
	case PMU_NO_PMU:
		snprintf(
			buf, len,
			c->hypervisor ?
				"no hardware counters: this kernel has no CPU PMU, "
				"it runs in a virtual machine; enable a virtual PMU "
				"in the hypervisor, or use bare metal" :
				"no hardware counters: the kernel has no PMU driver "
				"for this CPU (see dmesg | grep -i perf), or runs in "
				"a virtual machine without PMU");
		break;
	case PMU_NO_SYSCALL:
		snprintf(buf, len,
			 "there is no perf_event_open here: a "
			 "kernel without CONFIG_PERF_EVENTS, or a "
			 "sandbox");
		break;
	case PMU_BLOCKED:
		snprintf(buf, len,
			 "perf_event_open was refused (%s), and not "
			 "by perf_event_paranoid: a seccomp profile "
			 "or a security module; in a container try "
			 "--cap-add PERFMON",
			 strerror(err));
		break;
	default:
		snprintf(buf, len,
			 "no file descriptors left for counters: "
			 "raise ulimit -n, or ask for fewer events");
		break;
	}
}

static void explain_access(const struct pmu *p, int status, char *buf,
			   size_t len)
{
	int level = p->caps.paranoid;

	switch (status) {
	case PMU_NO_ACCESS_KERNEL:
		snprintf(buf, len,
			 "counting in the kernel is not allowed "
			 "(perf_event_paranoid is %d): run as root, "
			 "give CAP_PERFMON, or set "
			 "kernel.perf_event_paranoid to 1; :u counts "
			 "user mode alone",
			 level);
		break;
	case PMU_NO_ACCESS_CPU:
		snprintf(buf, len,
			 "counting whole CPUs is not allowed "
			 "(perf_event_paranoid is %d): run as root, "
			 "give CAP_PERFMON, or set "
			 "kernel.perf_event_paranoid to 0; scope "
			 "pair needs less",
			 level);
		break;
	default:
		snprintf(buf, len,
			 "perf_event_open is off for this user "
			 "(perf_event_paranoid is %d): run as root, "
			 "or set kernel.perf_event_paranoid to 1; "
			 "CAP_PERFMON is not enough for that on "
			 "Debian and Ubuntu",
			 level);
		break;
	}
}

/* What is about one event. */
static void explain_event(const struct pmu_event *e, int status, int err,
			  char *buf, size_t len)
{
	switch (status) {
	case PMU_OTHER_RUN:
		snprintf(buf, len,
			 "%s: counted in other runs, its group "
			 "takes turns",
			 e->name);
		break;
	case PMU_NO_EVENT:
		snprintf(buf, len,
			 "%s: there is no such event on this "
			 "machine (%s)",
			 e->name, e->pmu);
		break;
	case PMU_NO_FILTER:
		snprintf(buf, len,
			 "%s: cannot be divided into user and "
			 "kernel; ask for it without :u and :k",
			 e->name);
		break;
	case PMU_NO_CPU:
		snprintf(buf, len,
			 "%s: its PMU counts whole packages, not "
			 "CPUs or tasks",
			 e->name);
		break;
	case PMU_WRONG_CPU_TYPE:
		snprintf(buf, len,
			 "%s: an event of one type of core only, and "
			 "tasks run on another type of core",
			 e->name);
		break;
	case PMU_BUSY:
		snprintf(buf, len, "%s: held by another program", e->name);
		break;
	case PMU_GROUP_TOO_BIG:
		snprintf(buf, len,
			 "%s: no counter left for it beside the "
			 "others of its group",
			 e->name);
		break;
	case PMU_ONLY_ZERO:
		snprintf(buf, len,
			 "%s: read 0 in every run: this PMU does not "
			 "count it, or it never happens here",
			 e->name);
		break;
	default:
		snprintf(buf, len, "%s: counting failed (%s)", e->name,
			 err ? strerror(err) : "unknown reason");
		break;
	}
}

/* What went wrong while it was counted. */
static void explain_reading(const struct pmu *p, const struct pmu_event *e,
			    const struct pmu_reading *r, char *buf, size_t len)
{
	switch (r->status) {
	case PMU_NOT_COUNTED:
		snprintf(
			buf, len,
			p->caps.nmi_watchdog ?
				"opened, but never ran: the NMI watchdog holds one "
				"counter (sysctl kernel.nmi_watchdog=0 frees it)" :
				"opened, but never ran: another program holds the "
				"counters, or these do not run together");
		break;
	case PMU_MULTIPLEXED:
		snprintf(buf, len,
			 "%s: counted for %.0f %% of the time only, "
			 "since others use the counters: discarded",
			 e->name,
			 100. * (double)r->running_ns /
				 (double)(r->enabled_ns ? r->enabled_ns : 1));
		break;
	case PMU_DEAD:
		snprintf(buf, len,
			 "the kernel dropped the group: it could "
			 "not be put on the PMU");
		break;
	default:
		snprintf(buf, len,
			 "hardware counts that cannot be true (%s "
			 "%" PRIu64 " in %" PRIu64 " us): this PMU "
			 "does not count, as in virtual machines "
			 "with half a PMU; discarded",
			 e->name, r->value, r->enabled_ns / 1000);
		break;
	}
}

const char *pmu_explain(const struct pmu *p, const struct pmu_event *e,
			const struct pmu_reading *r, char *buf, size_t len)
{
	const struct pmu_reading none = { .status = e->status, .err = e->err };
	const struct pmu_reading *why = r ? r : &none;

	buf[0] = '\0';
	switch (why->status) {
	case PMU_OK:
		break;
	case PMU_NO_LIBRARY:
	case PMU_NO_TABLE:
	case PMU_NO_TRACEFS:
	case PMU_NO_PMU:
	case PMU_NO_SYSCALL:
	case PMU_BLOCKED:
	case PMU_NO_FDS:
		explain_machine(p, why->status, why->err, buf, len);
		break;
	case PMU_NO_ACCESS_KERNEL:
	case PMU_NO_ACCESS_CPU:
	case PMU_NO_ACCESS:
		explain_access(p, why->status, buf, len);
		break;
	case PMU_NOT_COUNTED:
	case PMU_MULTIPLEXED:
	case PMU_DEAD:
	case PMU_IMPLAUSIBLE:
		explain_reading(p, e, why, buf, len);
		break;
	default:
		explain_event(e, why->status, why->err, buf, len);
		break;
	}
	return buf;
}
