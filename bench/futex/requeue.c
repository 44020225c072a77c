/* SPDX-License-Identifier: MIT */
/*
 * bench/futex/requeue.c - one task moves many that sleep on a futex to another
 * futex without waking them; an op is the moving of all.
 */
#include "crowd.h"

/**
 * struct requeue_state - shared by the tasks
 * @waiters:	tasks that sleep; task 0 moves them
 * @moves:	waiters that one call moves
 * @crowd:	the futex that they are moved from
 * @target:	the futex that they are moved to
 */
struct requeue_state {
	uint64_t waiters;
	uint64_t moves;
	struct crowd crowd;
	_Alignas(128) uint32_t target;
};

static const struct bench_option requeue_options[] = {
	BENCH_OPTION(struct requeue_state, waiters, BENCH_COUNT, 8, 1,
		     CROWD_WAITERS_MAX, "sleeping tasks"),
	BENCH_OPTION(struct requeue_state, moves, BENCH_COUNT, 1, 1,
		     CROWD_WAITERS_MAX, "waiters moved per call"),
	BENCH_END
};

static uint32_t requeue_tasks(const void *state)
{
	const struct requeue_state *s = state;

	return (uint32_t)s->waiters + 1;
}

/* Return: how many were moved, or a negative errno. */
static int64_t move_all(struct bench_task *t)
{
	struct requeue_state *s = t->state;
	uint64_t moved = 0;
	long n = 1;

	while (moved < s->waiters && n > 0) {
		n = crowd_move(t, &s->crowd.bed, &s->target, s->moves);
		if (n < 0)
			return bench_error(t, (int)n, "FUTEX_CMP_REQUEUE");
		moved += (uint64_t)n;
	}
	return (int64_t)moved;
}

static int requeue_all(struct bench_task *t, uint64_t loops)
{
	struct requeue_state *s = t->state;

	bench_loop (t, loops) {
		int ret = crowd_gather(t, &s->crowd, s->waiters);
		int64_t nr;
		uint64_t begin;

		if (ret)
			return ret;
		begin = bench_now(t);
		nr = move_all(t);
		if (nr == (int64_t)s->waiters)
			bench_record(t, bench_now(t) - begin);
		if (nr >= 0)
			nr = crowd_wake(t, &s->target, s->waiters, INT_MAX);
		if (nr < 0)
			return (int)nr;
	}
	return 0;
}

static int requeue_task(struct bench_task *t, uint64_t loops)
{
	struct requeue_state *s = t->state;

	return t->id == 0 ? requeue_all(t, loops) :
			    crowd_wait(t, &s->crowd, loops);
}

static const struct bench_peer requeue_peers[] = {
	{ "perf", "ms", 1e-6,
	  "futex requeue: the same time; perf waits a tenth of a second and "
	  "assumes that all threads sleep by then, and creates new ones for "
	  "each of its -r runs" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "futex/requeue",
	.summary = "move many sleepers from one futex to another",
	.op = "moving of all",
	.description =
		"Many tasks sleep on one futex. One task moves them to another "
		"with FUTEX_CMP_REQUEUE, by default one per call, without "
		"waking any, as a condition variable does in a broadcast to "
		"avoid a thundering herd. The recorded value is the time from "
		"the first of these calls to the return of the last.\n\n"
		"The number does not include falling asleep and waking, which "
		"follow each round; the switches reported are only from "
		"these.\n\n"
		"Comparable with perf bench futex requeue -t 8. perf's default "
		"is one thread per CPU; its -p (PI futexes) has no counterpart.",
	.flags = BENCH_RECORDS,
	.state_size = sizeof(struct requeue_state),
	.options = requeue_options,
	.peers = requeue_peers,
	.expect = { BENCH_REPORTED, BENCH_REPORTED, BENCH_REPORTED },
	.tasks = requeue_tasks,
	.task = requeue_task,
);
