/* SPDX-License-Identifier: MIT */
/*
 * core/machine/checks_kernel.c - checks of the kernel's settings.
 */
#include "machine/checks_kernel.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

#include "machine/check.h"
#include "machine/kernel_config.h"
#include "machine/procfs.h"

/*
 * Checks of what makes every system call and switch
 * more expensive: filters, tracing, kernels for debugging.
 */

#define TRACING "/sys/kernel/tracing/"

static void check_seccomp(struct checker *c)
{
	const char *path = "/proc/self/status";
	char text[4096], mode[16];

	if (procfs_read(c->root, text, sizeof(text), "%s", path) <= 0 ||
	    procfs_field(text, "Seccomp", mode, sizeof(mode)) <= 0)
		check_add(
			c, "seccomp", CHECK_UNKNOWN, NULL, path,
			"whether a seccomp filter is in force cannot be seen");
	else if (!strcmp(mode, "0"))
		check_add(c, "seccomp", CHECK_OK, mode, path,
			  "no seccomp filter is in force");
	else
		check_add(
			c, "seccomp", CHECK_WARN, mode, path,
			"a seccomp filter slows every system call, as in most containers: start the container with seccomp=unconfined");
}

/* What is on for this task and not for every task. */
static bool is_forced(const char *state)
{
	static const char *const forced[] = {
		"thread mitigated",
		"thread force mitigated",
		"conditional disabled",
		"conditional force disabled",
	};

	for (size_t i = 0; i < sizeof(forced) / sizeof(*forced); i++)
		if (strstr(state, forced[i]))
			return true;
	return false;
}

/* Apart from the filter: this is what a filter may have switched on. */
static void check_task_mitigations(struct checker *c)
{
	const char *path = "/proc/self/status";
	char state[160];

	if (!check_fact(c, "task_mitigations", fact_task_mitigations, state,
			sizeof(state)))
		check_add(
			c, "mitigations.task", CHECK_UNKNOWN, NULL, path,
			"this kernel does not show the mitigations of single tasks");
	else if (is_forced(state))
		check_add(
			c, "mitigations.task", CHECK_WARN, state, path,
			"a mitigation is on for these tasks only and slows them apart from any filter; a seccomp filter switches it on before Linux 5.16 or with spec_store_bypass_disable=seccomp or spectre_v2_user=seccomp: boot with =prctl, or run without a filter");
	else
		check_add(c, "mitigations.task", CHECK_OK, state, path,
			  "no mitigation is on for these tasks only");
}

/* A tracer, or single events. Return: 1, 0, or a negative errno: not seen. */
static int find_tracer(const struct checker *c, char *buf, size_t len)
{
	char event[64];
	int n;

	n = procfs_line(c->root, buf, len, TRACING "current_tracer");
	if (n <= 0)
		return n ? n : -ENODATA;
	if (strcmp(buf, "nop"))
		return 1;
	if (procfs_line(c->root, event, sizeof(event), TRACING "set_event") <=
	    0)
		return 0;
	snprintf(buf, len, "%s", event);
	return 1;
}

static void check_tracer(struct checker *c)
{
	const char *path = TRACING "current_tracer";
	char tracer[64];
	int ret = find_tracer(c, tracer, sizeof(tracer));

	if (ret < 0)
		check_add(
			c, "kernel.tracer", CHECK_UNKNOWN, NULL, path,
			"whether kernel tracing is on cannot be seen without root");
	else if (ret)
		check_add(
			c, "kernel.tracer", CHECK_WARN, tracer, path,
			"kernel tracing is on, which slows switches and system calls: write nop to %scurrent_tracer, and 0 to %sevents/enable",
			TRACING, TRACING);
	else
		check_add(c, "kernel.tracer", CHECK_OK, tracer, path,
			  "kernel tracing is off");
}

/* This one can be seen without privilege in every kernel. */
static void check_lockdep(struct checker *c)
{
	char path[PROCFS_PATH_LEN];

	snprintf(path, sizeof(path), "%s/proc/lockdep", c->root);
	if (!access(path, F_OK))
		check_add(
			c, "kernel.lockdep", CHECK_WARN, "on", "/proc/lockdep",
			"lock debugging is on (CONFIG_LOCKDEP): this is a debug kernel; boot another one");
	else
		check_add(c, "kernel.lockdep", CHECK_OK, "off", "/proc/lockdep",
			  "lock debugging is off");
}

static void check_debug(struct checker *c)
{
	static const char *const options[] = {
		"CONFIG_KASAN",		"CONFIG_KCSAN",
		"CONFIG_PROVE_LOCKING", "CONFIG_DEBUG_PREEMPT",
		"CONFIG_SLUB_DEBUG_ON", "CONFIG_DEBUG_PAGEALLOC",
	};
	char value[24];
	int ret;

	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++) {
		ret = kernel_config(c->root, options[i], value, sizeof(value));
		if (ret < 0) {
			check_add(
				c, "kernel.debug", CHECK_UNKNOWN, NULL, NULL,
				"whether this is a debug kernel cannot be seen: its /boot/config is missing");
			return;
		}
		if (!ret)
			continue;
		check_add(c, "kernel.debug", CHECK_WARN, options[i], NULL,
			  "this is a debug kernel: boot another one");
		return;
	}
	check_add(c, "kernel.debug", CHECK_OK, "none", NULL,
		  "this is no debug kernel");
}

void checks_calls(struct checker *c)
{
	check_seccomp(c);
	check_task_mitigations(c);
	check_tracer(c);
	check_lockdep(c);
	if (!c->quick)
		check_debug(c);
}

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
	"each process gets a random memory layout, so layout is noise and not bias",
	"all runs may share one memory layout, which biases them all: sysctl kernel.randomize_va_space=2",
	"whether memory layout is randomised cannot be seen here"
};

static const struct knob knobs[] = {
	{ "sched.numa_balancing", "/proc/sys/kernel/numa_balancing", 0,
	  CHECK_NA, "automatic NUMA balancing is off",
	  "automatic NUMA balancing causes page faults in runs: sysctl kernel.numa_balancing=0",
	  "this kernel has no automatic NUMA balancing" },
	{ "sched.schedstats", "/proc/sys/kernel/sched_schedstats", 0, CHECK_NA,
	  "scheduler statistics are off",
	  "scheduler statistics slow every switch: sysctl kernel.sched_schedstats=0",
	  "this kernel has no scheduler statistics" },
	{ "pmu.watchdog", "/proc/sys/kernel/nmi_watchdog", 0, CHECK_NA,
	  "the NMI watchdog is off, all counters are free",
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
		check_add(
			c, "mitigations", CHECK_UNKNOWN, NULL, path,
			"mitigations of CPU bugs cannot be seen here, and they account for much of the cost of a switch");
	else
		check_add(
			c, "mitigations", CHECK_OK, "recorded", path,
			"mitigations of CPU bugs are recorded: compare only machines with the same ones");
}

/* The class of schedulers loaded at run time. */
static void check_sched_ext(struct checker *c)
{
	const char *path = "/sys/kernel/sched_ext/state";
	char state[32], ops[64];

	if (procfs_line(c->root, state, sizeof(state), "%s", path) <= 0) {
		check_add(c, "sched.ext", CHECK_NA, NULL, path,
			  "this kernel has no sched_ext");
	} else if (!strcmp(state, "disabled")) {
		check_add(c, "sched.ext", CHECK_OK, state, path,
			  "no BPF scheduler is loaded");
	} else {
		procfs_line(c->root, ops, sizeof(ops),
			    "/sys/kernel/sched_ext/root/ops");
		check_add(
			c, "sched.ext", CHECK_WARN, *ops ? ops : state, path,
			"a BPF scheduler (sched_ext) is loaded: results are not those of the kernel's own scheduler");
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
		check_add(
			c, "sched.rt_limit", CHECK_WARN, value, path,
			"the kernel may throttle real-time tasks such as these for %.3g %% of each second: sysctl kernel.sched_rt_runtime_us=-1",
			100.0 - 100.0 * (double)runtime / (double)period);
	else
		check_add(
			c, "sched.rt_limit", CHECK_OK, value, path,
			"SCHED_FIFO and SCHED_RR tasks that never sleep are throttled for %.3g %% of the time; other policies are not affected",
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
		check_add(
			c, "sched.autogroup", CHECK_OK, value, path,
			"with autogroup, tasks are scheduled in one group per terminal; compare only machines with the same setting");
}

/* setarch -R switches it off for a process and its children. */
static void check_aslr(struct checker *c)
{
	int persona = *c->root ? 0 : personality(0xffffffff);

	if (persona >= 0 && persona & ADDR_NO_RANDOMIZE)
		check_add(
			c, "aslr", CHECK_WARN, "off", NULL,
			"memory layout is not randomised for this process, which biases all runs: start the harness without setarch -R");
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
