/* SPDX-License-Identifier: MIT */
/*
 * bench/futex/wake-parallel.c - several tasks wake many that sleep on one futex,
 * a share each and at the same time; an op is the waking of all.
 */
#include "crowd.h"

#define WAKERS_MAX (CROWD_TASKS_MAX - CROWD_WAITERS_MAX)

/**
 * struct parallel_state - shared by the tasks
 * @waiters:	tasks that sleep
 * @wakers:	tasks 0 to @wakers - 1, which wake them
 * @crowd:	the futex
 * @go:		round that the wakers may begin
 * @ready:	wakers that are at the start line
 * @done:	wakers that have done their share
 */
struct parallel_state {
	uint64_t waiters;
	uint64_t wakers;
	struct crowd crowd;
	_Alignas(128) uint32_t go;
	_Alignas(128) uint32_t ready;
	_Alignas(128) uint32_t done;
};

static const struct bench_option parallel_options[] = {
	BENCH_OPTION(struct parallel_state, waiters, BENCH_COUNT, 8, 1,
		     CROWD_WAITERS_MAX, "sleeping tasks"),
	BENCH_OPTION(struct parallel_state, wakers, BENCH_COUNT, 2, 1,
		     WAKERS_MAX, "waking tasks"),
	BENCH_END
};

static uint32_t parallel_tasks(const void *state)
{
	const struct parallel_state *s = state;

	return (uint32_t)(s->waiters + s->wakers);
}

static const char *parallel_accepts(const void *state,
				    const struct bench_group *g)
{
	const struct parallel_state *s = state;

	(void)g;
	if (s->waiters % s->wakers)
		return "every waker has the same share: the waiters must be a "
		       "multiple of the wakers";
	return NULL;
}

/* Waits until @count wakers have arrived; they are few and near. */
static void await_all(const struct bench_task *t, const uint32_t *arrived,
		      uint64_t count)
{
	while (__atomic_load_n(arrived, __ATOMIC_ACQUIRE) < count)
		bench_sys(t, SYS_sched_yield);
}

/* Task 0 calls the others to the start line when the crowd sleeps. */
static int call_others(struct bench_task *t)
{
	struct parallel_state *s = t->state;
	int ret = crowd_gather(t, &s->crowd, s->waiters);
	long n;

	if (ret)
		return ret;
	s->ready = s->done = 0;
	__atomic_fetch_add(&s->go, 1, __ATOMIC_RELEASE);
	n = crowd_call(t, &s->go, FUTEX_WAKE, INT_MAX);
	return n < 0 ? bench_error(t, (int)n, "FUTEX_WAKE") : 0;
}

/* The others wait for the call; the crowd counts their rounds too. */
static int await_call(struct bench_task *t)
{
	struct parallel_state *s = t->state;

	return crowd_sleep(t, &s->go, s->crowd.rounds[t->id]++);
}

static int wake_share(struct bench_task *t)
{
	struct parallel_state *s = t->state;
	uint64_t share = s->waiters / s->wakers, begin;
	int ret = t->id == 0 ? call_others(t) : await_call(t);
	int64_t woken;

	if (ret)
		return ret;
	__atomic_fetch_add(&s->ready, 1, __ATOMIC_ACQ_REL);
	await_all(t, &s->ready, s->wakers);
	begin = bench_now(t);
	woken = crowd_wake(t, &s->crowd.bed, share, share);
	if (woken == (int64_t)share)
		bench_record(t, bench_now(t) - begin);
	__atomic_fetch_add(&s->done, 1, __ATOMIC_ACQ_REL);
	if (t->id == 0)
		await_all(t, &s->done, s->wakers);
	return woken < 0 ? (int)woken : 0;
}

static int parallel_task(struct bench_task *t, uint64_t loops)
{
	struct parallel_state *s = t->state;

	if (t->id >= s->wakers)
		return crowd_wait(t, &s->crowd, loops);
	bench_loop (t, loops) {
		int ret = wake_share(t);

		if (ret)
			return ret;
	}
	return 0;
}

static const struct bench_peer parallel_peers[] = {
	{ "perf", "ms", 1e-6,
	  "futex wake-parallel: the same average over the waking threads" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "futex/wake-parallel",
	.summary = "several tasks wake the sleepers of one futex at once",
	.op = "waking of all",
	.description =
		"Many tasks sleep on one futex. Several others, released "
		"together, each wake an equal share of them with one "
		"FUTEX_WAKE call. The recorded value is the duration of that "
		"call, for every waker. Compared with futex/wake with the same "
		"-p wakes, it shows contention for the lock of the shared "
		"bucket.\n\n"
		"The number does not include making sure that all are asleep, "
		"or the time until the woken tasks run. On one CPU the wakers "
		"run one after another and there is no contention.\n\n"
		"Comparable with perf bench futex wake-parallel -t 8 -w 2.",
	.flags = BENCH_RECORDS | BENCH_APART,
	.state_size = sizeof(struct parallel_state),
	.options = parallel_options,
	.peers = parallel_peers,
	.expect = { BENCH_REPORTED, BENCH_REPORTED, BENCH_REPORTED },
	.tasks = parallel_tasks,
	.accepts = parallel_accepts,
	.task = parallel_task,
);
