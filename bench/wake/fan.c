/* SPDX-License-Identifier: MIT */
/*
 * bench/wake/fan.c - one task wakes many that sleep on one futex; an op is one
 * of them woken, a loop wakes all.
 */
#include <harness/bench.h>

#include <limits.h>
#include <linux/futex.h>
#include <sched.h>

#define SLEEPERS_MAX 4096

enum { METHOD_WAKE, METHOD_REQUEUE };

/**
 * struct fan_state - shared by the tasks
 * @sleepers:	tasks that are woken
 * @method:	wake them, or requeue them first and wake them there
 * @round:	what the sleepers wait on: changes when they may go on
 * @awake:	sleepers that have not yet answered in this round
 * @second:	where they are requeued to
 * @seen:	the round that task i has seen last
 */
struct fan_state {
	uint64_t sleepers;
	uint64_t method;
	_Alignas(128) uint32_t round;
	_Alignas(128) uint32_t awake;
	_Alignas(128) uint32_t second;
	uint32_t seen[SLEEPERS_MAX + 1];
};

static const struct bench_option fan_options[] = {
	BENCH_OPTION(struct fan_state, sleepers, BENCH_COUNT, 8, 1,
		     SLEEPERS_MAX, "sleeping tasks"),
	BENCH_CHOICE(struct fan_state, method, METHOD_WAKE,
		     "wake all, or requeue all to another futex and wake there",
		     "wake", "requeue"),
	BENCH_END
};

static uint32_t fan_tasks(const void *state)
{
	const struct fan_state *s = state;

	return (uint32_t)s->sleepers + 1;
}

/* Each sleeper blocks once in a round, and so does the waker. */
static int fan_setup(struct bench_task *t)
{
	struct fan_state *s = t->state;
	struct bench_expect *e = t->group->expect;
	double n = (double)s->sleepers, all = (n + 1) / n;

	t->group->ops_per_loop = (uint32_t)s->sleepers;
	e[BENCH_FORCED].min = all;
	e[BENCH_FORCED].max = all + (n > 1);
	if (t->group->policy == SCHED_FIFO || t->group->policy == SCHED_RR)
		e[BENCH_FORCED].max = all;
	e[BENCH_PREEMPT].min = n > 1 ? 1 : all;
	e[BENCH_PREEMPT].max = all + (n > 1);
	e[BENCH_SPREAD].max = all;
	return 0;
}

static inline int wait_on(struct bench_task *t, uint32_t *word, uint32_t value)
{
	long n = bench_sys(t, SYS_futex, word, FUTEX_WAIT, value, NULL);

	if (n < 0 && n != -EAGAIN && n != -EINTR)
		return bench_error(t, (int)n, "FUTEX_WAIT");
	return 0;
}

static inline int wake(struct bench_task *t, uint32_t *word, int nr)
{
	long n = bench_sys(t, SYS_futex, word, FUTEX_WAKE, nr);

	return n < 0 ? bench_error(t, (int)n, "FUTEX_WAKE") : 0;
}

static inline int wake_all(struct bench_task *t, uint32_t round)
{
	struct fan_state *s = t->state;
	long n;

	if (s->method == METHOD_WAKE)
		return wake(t, &s->round, INT_MAX);
	n = bench_sys(t, SYS_futex, &s->round, FUTEX_CMP_REQUEUE, 0, INT_MAX,
		      &s->second, round);
	if (n < 0)
		return bench_error(t, (int)n, "FUTEX_CMP_REQUEUE");
	return wake(t, &s->second, INT_MAX);
}

static int waker(struct bench_task *t, uint64_t loops)
{
	struct fan_state *s = t->state;

	bench_loop (t, loops) {
		uint32_t left, round = s->round + 1;
		int ret;

		__atomic_store_n(&s->awake, (uint32_t)s->sleepers,
				 __ATOMIC_RELAXED);
		__atomic_store_n(&s->round, round, __ATOMIC_RELEASE);
		ret = wake_all(t, round);
		while (!ret &&
		       (left = __atomic_load_n(&s->awake, __ATOMIC_ACQUIRE)))
			ret = wait_on(t, &s->awake, left);
		if (ret)
			return ret;
		bench_work(t);
	}
	return 0;
}

/* The last sleeper of a round wakes the waker. */
static int sleeper(struct bench_task *t, uint64_t loops)
{
	struct fan_state *s = t->state;
	uint32_t *seen = &s->seen[t->id];

	bench_loop (t, loops) {
		int ret = 0;

		while (!ret &&
		       __atomic_load_n(&s->round, __ATOMIC_ACQUIRE) == *seen)
			ret = wait_on(t, &s->round, *seen);
		if (ret)
			return ret;
		bench_work(t);
		++*seen;
		if (!__atomic_sub_fetch(&s->awake, 1, __ATOMIC_ACQ_REL))
			ret = wake(t, &s->awake, 1);
		if (ret)
			return ret;
	}
	return 0;
}

static int fan_task(struct bench_task *t, uint64_t loops)
{
	return t->id == 0 ? waker(t, loops) : sleeper(t, loops);
}

BENCH(
	.name = "wake/fan",
	.summary = "one task wakes many that sleep on one futex",
	.op = "wake-up",
	.description =
		"One task wakes N others that sleep on one futex, with one "
		"FUTEX_WAKE, or with FUTEX_CMP_REQUEUE and then a wake on the "
		"second futex (-p method=requeue), as condition variables once "
		"did for a broadcast. The last sleeper to run wakes the waker, "
		"which continues when all are asleep again or about to be.\n\n"
		"An op is one sleeper woken. On one CPU it makes N+1 switches "
		"for N ops, and a few more if the scheduler preempts a task "
		"that is about to sleep. The number includes the sleeper's way "
		"to sleep and a share of the waker's own wake-up.\n\n"
		"perf bench futex wake, wake-parallel and requeue time only "
		"the wake calls, with one value for all threads, and do not "
		"pin the waker.",
	.state_size = sizeof(struct fan_state),
	.options = fan_options,
	.expect = { { 1.125, 2.125 }, { 1, 2.125 }, { 0, 1.125 } },
	.tasks = fan_tasks,
	.setup = fan_setup,
	.task = fan_task,
);
