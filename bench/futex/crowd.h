/* SPDX-License-Identifier: MIT */
/*
 * bench/futex/crowd.h - many tasks asleep on one futex, for certain.
 *
 * A waker cannot see who sleeps. So it moves the waiters from the word on which
 * they go to sleep to another: the kernel says how many it has moved, and who
 * was moved was asleep. It may have been disturbed since, by a signal or by the
 * tail of its last wake-up, and gone to sleep on the first word again; then
 * fewer than all are found in the bed, and the round is not recorded.
 */
#ifndef BENCH_FUTEX_CROWD_H
#define BENCH_FUTEX_CROWD_H

#include <harness/bench.h>

#include <limits.h>
#include <linux/futex.h>

#define CROWD_WAITERS_MAX 4096
#define CROWD_TASKS_MAX 4352

/**
 * struct crowd - shared by waker and waiters
 * @round:	the number of the round, and where waiters go to sleep
 * @bed:	where they are moved to
 * @rounds:	that each task has slept through
 */
struct crowd {
	_Alignas(128) uint32_t round;
	_Alignas(128) uint32_t bed;
	_Alignas(128) uint32_t rounds[CROWD_TASKS_MAX];
};

static inline long crowd_call(const struct bench_task *t, uint32_t *word,
			      int op, uint64_t value)
{
	if (t->group->threads)
		op |= FUTEX_PRIVATE_FLAG;
	return bench_sys(t, SYS_futex, word, op, value, NULL);
}

/* Moves up to @nr sleepers on. Return: how many, or a negative errno. */
static inline long crowd_move(const struct bench_task *t, uint32_t *from,
			      uint32_t *to, uint64_t nr)
{
	int op = FUTEX_CMP_REQUEUE;

	if (t->group->threads)
		op |= FUTEX_PRIVATE_FLAG;
	return bench_sys(t, SYS_futex, from, op, 0, nr, to, *from);
}

/* Sleeps on @word as long as it says @round. */
static inline int crowd_sleep(struct bench_task *t, uint32_t *word,
			      uint32_t round)
{
	while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == round) {
		long n = crowd_call(t, word, FUTEX_WAIT, round);

		if (n < 0 && n != -EAGAIN && n != -EINTR)
			return bench_error(t, (int)n, "FUTEX_WAIT");
	}
	return 0;
}

/* Waits until all @nr waiters have gone to bed, and begins the next round. */
static inline int crowd_gather(struct bench_task *t, struct crowd *c,
			       uint64_t nr)
{
	for (uint64_t moved = 0; moved < nr;) {
		long n = crowd_move(t, &c->round, &c->bed, INT_MAX);

		if (n < 0 && n != -EAGAIN)
			return bench_error(t, (int)n, "FUTEX_CMP_REQUEUE");
		moved += n > 0 ? (uint64_t)n : 0;
		if (moved < nr)
			bench_sys(t, SYS_sched_yield);
	}
	__atomic_fetch_add(&c->round, 1, __ATOMIC_RELEASE);
	return 0;
}

/*
 * Wakes up to @nr of those on @word, @at_once with a call. Who is not there any
 * more sees the new round by itself. Return: how many, or a negative errno.
 */
static inline int64_t crowd_wake(struct bench_task *t, uint32_t *word,
				 uint64_t nr, uint64_t at_once)
{
	uint64_t woken = 0;
	long n = 1;

	while (woken < nr && n > 0) {
		uint64_t left = nr - woken;

		n = crowd_call(t, word, FUTEX_WAKE,
			       left < at_once ? left : at_once);
		if (n < 0)
			return bench_error(t, (int)n, "FUTEX_WAKE");
		woken += (uint64_t)n;
	}
	return (int64_t)woken;
}

/* The whole task of a waiter. */
static inline int crowd_wait(struct bench_task *t, struct crowd *c,
			     uint64_t loops)
{
	uint32_t round = c->rounds[t->id];

	c->rounds[t->id] += (uint32_t)loops;
	bench_loop (t, loops) {
		int ret = crowd_sleep(t, &c->round, round++);

		if (ret)
			return ret;
	}
	return 0;
}

#endif
