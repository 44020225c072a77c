/* SPDX-License-Identifier: MIT */
/*
 * core/machine/checks_kernel.c - checks of the kernel's settings.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

#include "machine/checks.h"
#include "machine/procfs.h"

/*
 * struct knob - a setting that is one number
 * @good:	its only value in order
 * @absent:	state where the kernel does not have it
 */
struct knob {
	const char *id;
	const char *path;
	int64_t good;
	int absent;
	const char *text_good;
	const char *text_bad;
	const char *text_absent;
};

static const struct knob aslr = {
	"aslr",
	"/proc/sys/kernel/randomize_va_space",
	2,
	CHECK_UNKNOWN,
	"each process gets another memory layout, so that layout is noise "
	"and not a bias",
	"all runs may share one memory layout, which biases them alike: "
	"sysctl kernel.randomize_va_space=2",
	"whether memory layout is randomised cannot be seen here"
};

static const struct knob knobs[] = {
	{ "sched.numa_balancing", "/proc/sys/kernel/numa_balancing", 0,
	  CHECK_NA, "the kernel does not unmap pages to see who uses them",
	  "the kernel unmaps pages to see who uses them, which faults in "
	  "runs: sysctl kernel.numa_balancing=0",
	  "this kernel does not balance memory between nodes" },
	{ "sched.schedstats", "/proc/sys/kernel/sched_schedstats", 0, CHECK_NA,
	  "the scheduler keeps no extra statistics",
	  "the scheduler keeps statistics, which makes every switch dearer: "
	  "sysctl kernel.sched_schedstats=0",
	  "this kernel keeps no extra statistics of the scheduler" },
	{ "pmu.watchdog", "/proc/sys/kernel/nmi_watchdog", 0, CHECK_NA,
	  "the NMI watchdog is off and leaves all counters free",
	  "the NMI watchdog occupies a counter and interrupts runs: sysctl "
	  "kernel.nmi_watchdog=0",
	  "this kernel has no NMI watchdog" },
};

static void check_knob(struct checker *c, const struct knob *k)
{
	char value[24];
	int64_t v;

	if (procfs_number(c->root, &v, "%s", k->path)) {
		check_add(c, k->id, k->absent, NULL, k->path, "%s",
			  k->text_absent);
		return;
	}
	snprintf(value, sizeof(value), "%" PRId64, v);
	check_add(c, k->id, v == k->good ? CHECK_OK : CHECK_WARN, value,
		  k->path, "%s", v == k->good ? k->text_good : k->text_bad);
}

static void check_paranoid(struct checker *c)
{
	const char *path = "/proc/sys/kernel/perf_event_paranoid";
	char value[24];
	int64_t v;

	if (procfs_number(c->root, &v, "%s", path)) {
		check_add(c, "pmu.paranoid", CHECK_NA, NULL, path,
			  "this kernel has no performance events");
		return;
	}
	snprintf(value, sizeof(value), "%" PRId64, v);
	if (v > 1 && geteuid())
		check_add(c, "pmu.paranoid", CHECK_WARN, value, path,
			  "the kernel's part of a switch cannot be counted: "
			  "sysctl kernel.perf_event_paranoid=1");
	else
		check_add(c, "pmu.paranoid", CHECK_OK, value, path,
			  "events may be counted in the kernel too");
}

static void check_mitigations(struct checker *c)
{
	const char *path = "/sys/devices/system/cpu/vulnerabilities";
	char line[4096];

	if (!check_fact(c, "mitigations", fact_mitigations, line, sizeof(line)))
		check_add(c, "mitigations", CHECK_UNKNOWN, NULL, path,
			  "mitigations of CPU bugs cannot be seen here, and "
			  "they decide much of what a switch costs");
	else
		check_add(c, "mitigations", CHECK_OK, "recorded", path,
			  "mitigations of CPU bugs are recorded: compare only "
			  "machines that agree in them");
}

/* The class of schedulers loaded at run time. */
static void check_sched_ext(struct checker *c)
{
	const char *path = "/sys/kernel/sched_ext/state";
	char state[32], ops[64];

	if (procfs_line(c->root, state, sizeof(state), "%s", path) <= 0) {
		check_add(c, "sched.ext", CHECK_NA, NULL, path,
			  "this kernel cannot load schedulers");
	} else if (!strcmp(state, "disabled")) {
		check_add(c, "sched.ext", CHECK_OK, state, path,
			  "the kernel's own scheduler is at work");
	} else {
		procfs_line(c->root, ops, sizeof(ops),
			    "/sys/kernel/sched_ext/root/ops");
		check_add(c, "sched.ext", CHECK_WARN, *ops ? ops : state, path,
			  "a loaded scheduler decides: what is measured is "
			  "not the kernel's own");
	}
}

/* Whether a benchmark of the session is to run so; none does in "info". */
static bool is_real_time(const struct checker *c)
{
	for (size_t i = 0; i < c->s->nr_entries; i++) {
		const char *policy = c->s->entries[i].policy;

		if (policy &&
		    (!strncmp(policy, "fifo", 4) || !strncmp(policy, "rr", 2)))
			return true;
	}
	return false;
}

static void check_rt_limit(struct checker *c)
{
	const char *path = "/proc/sys/kernel/sched_rt_runtime_us";
	int64_t runtime, period;
	char value[48];

	if (procfs_number(c->root, &runtime, "%s", path) ||
	    procfs_number(c->root, &period,
			  "/proc/sys/kernel/sched_rt_period_us") ||
	    period <= 0) {
		check_add(c, "sched.rt_limit", CHECK_NA, NULL, path,
			  "this kernel does not limit real-time tasks");
		return;
	}
	snprintf(value, sizeof(value), "%" PRId64 "/%" PRId64, runtime, period);
	if (runtime < 0 || runtime >= period)
		check_add(c, "sched.rt_limit", CHECK_OK, value, path,
			  "real-time tasks are not limited");
	else if (is_real_time(c))
		check_add(c, "sched.rt_limit", CHECK_WARN, value, path,
			  "the kernel may pause real-time tasks, as these are, "
			  "for %.3g %% of each second: sysctl "
			  "kernel.sched_rt_runtime_us=-1",
			  100.0 - 100.0 * (double)runtime / (double)period);
	else
		check_add(c, "sched.rt_limit", CHECK_OK, value, path,
			  "SCHED_FIFO and SCHED_RR tasks that never sleep are "
			  "paused for %.3g %% of the time; other policies are "
			  "not concerned",
			  100.0 - 100.0 * (double)runtime / (double)period);
}

static void check_autogroup(struct checker *c)
{
	const char *path = "/proc/sys/kernel/sched_autogroup_enabled";
	char value[24];

	if (procfs_line(c->root, value, sizeof(value), "%s", path) <= 0)
		check_add(c, "sched.autogroup", CHECK_NA, NULL, path,
			  "this kernel does not group tasks by terminal");
	else
		check_add(c, "sched.autogroup", CHECK_OK, value, path,
			  "with 1, the tasks of a terminal share CPUs as one "
			  "against those of others; compare only machines that "
			  "agree in it");
}

/* setarch -R switches it off for a process and its children. */
static void check_aslr(struct checker *c)
{
	int persona = *c->root ? 0 : personality(0xffffffff);

	if (persona >= 0 && persona & ADDR_NO_RANDOMIZE)
		check_add(c, "aslr", CHECK_WARN, "off", NULL,
			  "memory layout is not randomised for this process, "
			  "so that all runs may be biased alike: start the "
			  "harness without setarch -R");
	else
		check_knob(c, &aslr);
}

void checks_kernel(struct checker *c)
{
	check_aslr(c);
	for (size_t i = 0; i < sizeof(knobs) / sizeof(*knobs); i++)
		check_knob(c, &knobs[i]);
	check_sched_ext(c);
	check_rt_limit(c);
	if (c->quick)
		return;
	check_paranoid(c);
	check_mitigations(c);
	check_autogroup(c);
}
