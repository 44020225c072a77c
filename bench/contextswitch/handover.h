/* SPDX-License-Identifier: MIT */
/*
 * bench/contextswitch/handover.h - the futex protocol of tsuna/contextswitch:
 * nobody goes on before the other one has been asleep and was woken, and who
 * would have to wait for that yields.
 */
#ifndef BENCH_CONTEXTSWITCH_HANDOVER_H
#define BENCH_CONTEXTSWITCH_HANDOVER_H

#include <harness/bench.h>

#include <linux/futex.h>

enum { TURN_OF_1 = 0xa, TURN_OF_0 = 0xb };

/* struct handover - @word: whose turn it is */
struct handover {
	_Alignas(128) uint32_t word;
};

static inline void handover_yield(struct bench_task *t)
{
	bench_sys(t, SYS_sched_yield);
}

/* Wakes the other task, which must sleep for it. */
static inline int handover_wake(struct bench_task *t)
{
	struct handover *h = t->state;
	long n;

	while (!(n = bench_sys(t, SYS_futex, &h->word, FUTEX_WAKE, 1)))
		handover_yield(t);
	return n < 0 ? bench_error(t, (int)n, "FUTEX_WAKE") : 0;
}

/* Sleeps on @turn until it is woken. */
static inline int handover_sleep(struct bench_task *t, uint32_t turn)
{
	struct handover *h = t->state;
	long n;

	while ((n = bench_sys(t, SYS_futex, &h->word, FUTEX_WAIT, turn,
			      NULL))) {
		if (n != -EAGAIN && n != -EINTR)
			return bench_error(t, (int)n, "FUTEX_WAIT");
		handover_yield(t);
	}
	return 0;
}

static inline void handover_set(struct bench_task *t, uint32_t turn)
{
	struct handover *h = t->state;

	__atomic_store_n(&h->word, turn, __ATOMIC_RELEASE);
}

static inline int handover_first(struct bench_task *t)
{
	int ret;

	handover_set(t, TURN_OF_1);
	ret = handover_wake(t);
	handover_yield(t);
	return ret ? ret : handover_sleep(t, TURN_OF_0);
}

static inline int handover_second(struct bench_task *t)
{
	int ret;

	handover_yield(t);
	ret = handover_sleep(t, TURN_OF_1);
	handover_set(t, TURN_OF_0);
	return ret ? ret : handover_wake(t);
}

/* A loop is an iteration, and an op a quarter of it. */
static int handover_setup(struct bench_task *t)
{
	t->group->ops_per_loop = 4;
	return 0;
}

static int handover_task(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops) {
		int ret = t->id ? handover_second(t) : handover_first(t);

		if (ret)
			return ret;
		bench_work(t);
	}
	return 0;
}

/* The same calls: nobody to wake, and the wait finds another turn. */
static int handover_baseline(struct bench_task *t, uint64_t loops)
{
	struct handover *h = t->state;

	bench_loop (t, loops) {
		for (uint32_t turn = TURN_OF_1; turn <= TURN_OF_0; turn++) {
			long n;

			handover_set(t, turn);
			n = bench_sys(t, SYS_futex, &h->word, FUTEX_WAKE, 1);
			if (n < 0)
				return bench_error(t, (int)n, "FUTEX_WAKE");
			handover_yield(t);
			n = bench_sys(t, SYS_futex, &h->word, FUTEX_WAIT, 0,
				      NULL);
			if (n != -EAGAIN)
				return bench_error(t, n < 0 ? (int)n : EIO,
						   "FUTEX_WAIT");
			bench_work(t);
		}
	}
	return 0;
}

#define HANDOVER_TEXT(program)						\
	"Two tasks alternate through a shared futex: each wakes the "	\
	"other, repeatedly until it was asleep, yields, and sleeps "	\
	"until it is woken, with sched_yield(2) between two "		\
	"attempts. It is the loop of " program				\
	", with the name and unit of the figures published for many "	\
	"machines, so that compare works with them (see "		\
	"Documentation/reference).\n\n"					\
	"An op is a quarter of an iteration, which the program takes "	\
	"for a context switch. On one CPU an iteration makes 6 "	\
	"switches under fifo, 10 under the default policy of recent "	\
	"kernels, and 6 or 10 under batch. The report has the real "	\
	"number of switches per op.\n\n"				\
	"The number includes the yields and the failed attempts but, "	\
	"unlike the program's, not the start of the second task. "	\
	"sched/futex alternates with two switches and nothing else. "	\
	"The control makes one attempt at each call, and nothing "	\
	"sleeps."

#endif
