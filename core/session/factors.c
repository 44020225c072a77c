/* SPDX-License-Identifier: MIT */
/*
 * core/session/factors.c - which factors there are, and what they do to an op.
 */
#include "session/factors.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/procfs.h"
#include "result/summary.h"
#include "run/event_set.h"
#include "session/paired.h"
#include "session/session.h"
#include "util/clock.h"
#include "util/memory.h"

/* One that takes longer is given up. */
#define LIMIT_NS (10 * NS_PER_SEC)

static const struct {
	const char *name, *words;
} known[] = {
	{ "threads", "-T" },
	{ "no wake-up preemption", "-s batch" },
	{ "real-time policy", "-s fifo:1" },
	{ "nice 19", "--nice 19" },
	{ "a CPU for each task", "-c apart" },
	{ "one control group", "--cgroups one" },
	{ "a control group each", "--cgroups two" },
	{ "1 seccomp filter", "--seccomp 1" },
	{ "3 seccomp filters", "--seccomp 3" },
	{ "no store bypass", "--mitigate ssbd" },
	{ "indirect branches apart", "--mitigate ib" },
	{ "flush of the L1D", "--mitigate l1d" },
	{ "dirty fp registers", "--touch fp" },
	{ "dirty 256-bit registers", "--touch vec256" },
	{ "dirty 512-bit registers", "--touch vec512" },
	{ "dirty AMX tiles", "--touch amx" },
	{ "dirty SVE registers", "--touch sve" },
	{ "working set 32 KiB", "--ws 32k" },
	{ "working set 256 KiB", "--ws 256k" },
	{ "working set 2 MiB", "--ws 2M" },
	{ "working set 8 MiB", "--ws 8M" },
	{ "a software counter", "-e context-switches --scope pair" },
	{ "one in each task", "-e context-switches --scope task" },
	{ "a hardware counter", "-e cycles --scope pair" },
	{ "hardware, each task", "-e cycles --scope task" },
	{ "inline calls", "--calls inline" },
	{ "timer slack 1 ns", "--timer-slack 1ns" },
};

int factors_list(struct factors *all)
{
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		struct factor *f = ARRAY_ADD(all->v, all->nr);

		if (!f)
			return -ENOMEM;
		*f = (struct factor){
			.name = known[i].name,
			.words = known[i].words,
			.paired = { .ratio = NAN,
				    .lo = NAN,
				    .hi = NAN,
				    .level = NAN,
				    .p = NAN },
		};
	}
	return 0;
}

/* What adds to, or takes from, a switch while the system runs. */
static const char *const settings[FACTOR_SETTINGS_MAX] = {
	"kernel/task_delayacct",     "kernel/sched_schedstats",
	"kernel/numa_balancing",     "kernel/sched_autogroup_enabled",
	"kernel/timer_migration",    "kernel/nmi_watchdog",
	"kernel/sched_energy_aware", "net/core/bpf_jit_enable",
};

size_t factors_settings(struct factor_setting *out)
{
	size_t nr = 0;

	for (size_t i = 0; i < FACTOR_SETTINGS_MAX; i++) {
		int64_t is;

		if (!procfs_number("", &is, "/proc/sys/%s", settings[i]) &&
		    (is == 0 || is == 1))
			out[nr++] =
				(struct factor_setting){ settings[i], is == 1 };
	}
	return nr;
}

int factors_headline(const struct run_opts *o, struct plan *p,
		     struct factors *all)
{
	struct session s = { .complete = true };
	struct summary sum = { 0 };
	int ret = session_describe(p, &s);

	all->ns_per_op = all->switches = NAN;
	if (!ret)
		ret = session_run(o, p, &s);
	if (!ret)
		ret = summarize(&s.entries[0], &sum);
	if (!ret) {
		all->ns_per_op = sum.time.median;
		all->switches = sum.switches_per_op;
		summary_free(&sum);
	}
	session_free(&s);
	return ret;
}

/* Whether what is to be counted can be; else @f gets the reason. */
static int check_events(const struct plan_entry *pe, struct factor *f)
{
	struct entry e = { 0 };
	const char *why = "no such event here";
	int ret;

	event_set_plan(pe->event_set);
	if (event_set_any(pe->event_set))
		return 0;
	ret = event_set_describe(pe->event_set, &e);
	if (!ret && e.nr_counters && e.counters[0].reason)
		why = e.counters[0].reason;
	if (!ret)
		f->reason = strdup(why);
	entry_free(&e);
	return ret || !f->reason ? -ENOMEM : 0;
}

int factors_try(struct factor *f, const struct plan_entry *without,
		const struct plan_entry *with, const struct factors_job *job)
{
	struct paired_job paired = {
		.name = f->name,
		.a = &without->variant,
		.b_over_a = true,
		.nr_pairs = job->nr_samples > PAIRED_SAMPLES ? job->nr_samples :
							       PAIRED_SAMPLES,
		.nr_slices = job->nr_slices,
		.timeout_ns = job->timeout_ns,
		.limit_ns = LIMIT_NS,
		.progress = job->progress,
	};
	const char *why = with->reason;
	int ret = 0;

	/* With -e the tasks are counted while they are timed. */
	paired.b = with->event_set ? &with->counted : &with->variant;
	if (!why && with->event_set)
		ret = check_events(with, f);
	if (!why && !ret && !f->reason) {
		ret = paired_run(&paired, &f->paired);
		why = ret == -ETIME ? "it takes too long" : f->paired.reason;
		ret = ret == -ETIME ? 0 : ret;
	}
	if (ret || !why)
		return ret;
	f->reason = strdup(why);
	return f->reason ? 0 : -ENOMEM;
}
