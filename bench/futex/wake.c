/* SPDX-License-Identifier: MIT */
/*
 * bench/futex/wake.c - one task wakes many that sleep on one futex; an op is
 * the waking of all.
 */
#include "crowd.h"

/**
 * struct wake_state - shared by the tasks
 * @waiters:	tasks that sleep; task 0 wakes them
 * @wakes:	waiters that one call wakes
 * @crowd:	the futex
 */
struct wake_state {
	uint64_t waiters;
	uint64_t wakes;
	struct crowd crowd;
};

static const struct bench_option wake_options[] = {
	BENCH_OPTION(struct wake_state, waiters, BENCH_COUNT, 8, 1,
		     CROWD_WAITERS_MAX, "sleeping tasks"),
	BENCH_OPTION(struct wake_state, wakes, BENCH_COUNT, 1, 1,
		     CROWD_WAITERS_MAX, "waiters woken per call"),
	BENCH_END
};

static uint32_t wake_tasks(const void *state)
{
	const struct wake_state *s = state;

	return (uint32_t)s->waiters + 1;
}

static int wake_all(struct bench_task *t, uint64_t loops)
{
	struct wake_state *s = t->state;

	bench_loop (t, loops) {
		int ret = crowd_gather(t, &s->crowd, s->waiters);
		uint64_t begin;
		int64_t woken;

		if (ret)
			return ret;
		begin = bench_now(t);
		woken = crowd_wake(t, &s->crowd.bed, s->waiters, s->wakes);
		if (woken < 0)
			return (int)woken;
		if ((uint64_t)woken == s->waiters)
			bench_record(t, bench_now(t) - begin);
	}
	return 0;
}

static int wake_task(struct bench_task *t, uint64_t loops)
{
	struct wake_state *s = t->state;

	return t->id == 0 ? wake_all(t, loops) :
			    crowd_wait(t, &s->crowd, loops);
}

static const struct bench_peer wake_peers[] = {
	{ "perf", "ms", 1e-6,
	  "futex wake: the same time; perf waits a tenth of a second and "
	  "assumes that all threads sleep by then, wakes them once, and "
	  "creates new ones for each of its -r runs" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "futex/wake",
	.summary = "wake many tasks that sleep on one futex",
	.op = "waking of all",
	.description =
		"Many tasks sleep on one futex and one task wakes them, by "
		"default one per FUTEX_WAKE. The recorded value is the time "
		"from the first of these calls to the return of the last: the "
		"waker's part of the wake-ups. The waker first makes sure that "
		"all are asleep, which is not included.\n\n"
		"The number does not include the time until the woken tasks "
		"run. Under the default policy on one CPU, it does include "
		"what they do if they preempt the waker. The switches reported "
		"include those to fall asleep again.\n\n"
		"Comparable with perf bench futex wake -t 8, which pins the "
		"threads to the CPUs round robin, like -c apart. perf's "
		"default is one thread per CPU.",
	.flags = BENCH_RECORDS,
	.state_size = sizeof(struct wake_state),
	.options = wake_options,
	.peers = wake_peers,
	.expect = { BENCH_REPORTED, BENCH_REPORTED, BENCH_REPORTED },
	.tasks = wake_tasks,
	.task = wake_task,
);
