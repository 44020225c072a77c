/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/turns.h - two tasks that pass a token back and forth, and one
 * that makes the calls of both.
 *
 * A benchmark says how a task gives the token away and how it takes it. Both
 * are compiled into the loops, as if they were written there.
 */
#ifndef BENCH_SCHED_TURNS_H
#define BENCH_SCHED_TURNS_H

#include <harness/bench.h>

#define TURNS_INLINE static inline __attribute__((always_inline))

/**
 * turn_fn - half of a hand-over
 * @id:		the task that gives the token away, or takes it from the other
 * @seq:	number of the round trip, from 0 on
 *
 * Return: 0 or bench_error().
 */
typedef int turn_fn(struct bench_task *t, uint32_t id, uint64_t seq);

TURNS_INLINE int turns_ping(struct bench_task *t, uint64_t loops, turn_fn *give,
			    turn_fn *take)
{
	uint64_t seq = 0;
	int ret;

	bench_loop (t, loops) {
		ret = give(t, 0, seq);
		if (ret)
			return ret;
		ret = take(t, 0, seq++);
		if (ret)
			return ret;
		bench_work(t);
	}
	return 0;
}

TURNS_INLINE int turns_pong(struct bench_task *t, uint64_t loops, turn_fn *give,
			    turn_fn *take)
{
	uint64_t seq = 0;
	int ret;

	bench_loop (t, loops) {
		ret = take(t, 1, seq);
		if (ret)
			return ret;
		bench_work(t);
		ret = give(t, 1, seq++);
		if (ret)
			return ret;
	}
	return 0;
}

/* The task of a benchmark of two: task 0 has the token first. */
TURNS_INLINE int turns_task(struct bench_task *t, uint64_t loops, turn_fn *give,
			    turn_fn *take)
{
	return t->id == 0 ? turns_ping(t, loops, give, take) :
			    turns_pong(t, loops, give, take);
}

/* Its control: what both do, done by one, who finds what it has given. */
TURNS_INLINE int turns_baseline(struct bench_task *t, uint64_t loops,
				turn_fn *give, turn_fn *take)
{
	uint64_t seq = 0;
	int ret;

	bench_loop (t, loops) {
		for (uint32_t id = 0; id < 2; id++) {
			ret = give(t, id, seq);
			if (ret)
				return ret;
			ret = take(t, !id, seq);
			if (ret)
				return ret;
			bench_work(t);
		}
		seq++;
	}
	return 0;
}

#endif
