/* SPDX-License-Identifier: MIT */
/*
 * bench/mem/turns.h - two tasks that take turns through a futex, and walk their
 * working sets each time they get the CPU.
 */
#ifndef BENCH_MEM_TURNS_H
#define BENCH_MEM_TURNS_H

#include "walk.h"

#include <linux/futex.h>

static inline int walk_pass(struct bench_task *t, uint32_t to)
{
	struct walk_state *s = t->state;
	long n;

	__atomic_store_n(&s->turn, to, __ATOMIC_RELEASE);
	n = bench_sys(t, SYS_futex, &s->turn, FUTEX_WAKE, 1);
	return n < 0 ? bench_error(t, (int)n, "FUTEX_WAKE") : 0;
}

static int walk_task(struct bench_task *t, uint64_t loops)
{
	struct walk_state *s = t->state;
	int ret;

	bench_loop (t, loops) {
		while (__atomic_load_n(&s->turn, __ATOMIC_ACQUIRE) != t->id) {
			long n = bench_sys(t, SYS_futex, &s->turn, FUTEX_WAIT,
					   !t->id, NULL);

			if (n < 0 && n != -EAGAIN && n != -EINTR)
				return bench_error(t, (int)n, "FUTEX_WAIT");
		}
		walk(t);
		ret = walk_pass(t, !t->id);
		if (ret)
			return ret;
	}
	return 0;
}

/* The same calls and walks by task 0 alone: nobody displaces its set. */
static int walk_baseline(struct bench_task *t, uint64_t loops)
{
	struct walk_state *s = t->state;

	bench_loop (t, loops) {
		for (int i = 0; i < 2; i++) {
			int ret = walk_pass(t, 0);

			if (ret)
				return ret;
			bench_sys(t, SYS_futex, &s->turn, FUTEX_WAIT, 1, NULL);
			walk(t);
		}
	}
	return 0;
}

#endif
