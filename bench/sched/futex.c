/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/futex.c - the turn passed between two tasks through one shared
 * word and futex(2); an op is one round trip.
 */
#include "turns.h"

#include <linux/futex.h>

/**
 * struct futex_state - shared by the two tasks
 * @scope:	0 shared between processes, 1 private to one
 * @spin:	looks at the word before blocking
 * @turn:	the task whose turn it is
 */
struct futex_state {
	uint64_t scope;
	uint64_t spin;
	_Alignas(128) uint32_t turn;
};

static const struct bench_option futex_options[] = {
	BENCH_CHOICE(struct futex_state, scope, 0,
		     "who may share the futex; private needs threads", "shared",
		     "private"),
	BENCH_OPTION(struct futex_state, spin, BENCH_COUNT, 0, 0, 1000000,
		     "polls of the word before a task blocks"),
	BENCH_END
};

static const char *futex_accepts(const void *state, const struct bench_group *g)
{
	const struct futex_state *s = state;

	if (s->scope && !g->threads)
		return "a private futex works between threads only: add -T";
	return NULL;
}

static inline int op_of(const struct futex_state *s, int op)
{
	return s->scope ? op | FUTEX_PRIVATE_FLAG : op;
}

/* Hands the turn from task @id to the other and wakes it. */
static inline int hand_over(struct bench_task *t, uint32_t id, uint64_t seq)
{
	struct futex_state *s = t->state;
	long n;

	(void)seq;
	__atomic_store_n(&s->turn, !id, __ATOMIC_RELEASE);
	n = bench_sys(t, SYS_futex, &s->turn, op_of(s, FUTEX_WAKE), 1);
	return n < 0 ? bench_error(t, (int)n, "FUTEX_WAKE") : 0;
}

static inline bool is_turn(struct futex_state *s, uint32_t id)
{
	for (uint64_t i = 0; i < s->spin; i++) {
		if (__atomic_load_n(&s->turn, __ATOMIC_ACQUIRE) == id)
			return true;
		bench_pause();
	}
	return __atomic_load_n(&s->turn, __ATOMIC_ACQUIRE) == id;
}

static inline int await_turn(struct bench_task *t, uint32_t id, uint64_t seq)
{
	struct futex_state *s = t->state;

	(void)seq;
	while (!is_turn(s, id)) {
		long n = bench_sys(t, SYS_futex, &s->turn, op_of(s, FUTEX_WAIT),
				   !id, NULL);

		if (n < 0 && n != -EAGAIN && n != -EINTR)
			return bench_error(t, (int)n, "FUTEX_WAIT");
	}
	return 0;
}

static int futex_task(struct bench_task *t, uint64_t loops)
{
	return turns_task(t, loops, hand_over, await_turn);
}

/* Waits in vain: the word has changed, so that the call returns at once. */
static inline int look_at_turn(struct bench_task *t, uint32_t id, uint64_t seq)
{
	struct futex_state *s = t->state;
	long n = bench_sys(t, SYS_futex, &s->turn, op_of(s, FUTEX_WAIT), !id,
			   NULL);

	(void)seq;
	if (n == -EAGAIN)
		return 0;
	return bench_error(t, n < 0 ? (int)n : EIO, "FUTEX_WAIT");
}

/* The same calls: nobody to wake, and nothing to wait for. */
static int futex_baseline(struct bench_task *t, uint64_t loops)
{
	return turns_baseline(t, loops, hand_over, look_at_turn);
}

static const struct bench_peer futex_peers[] = {
	{ "tsuna", "ns/ctxsw", 0.25,
	  "timectxsw, timetctxsw: a quarter of a round trip with additional "
	  "sched_yield calls; on one CPU its round trip really makes 6 "
	  "(fifo) to 10 switches (other), not 4: contextswitch/process-futex "
	  "is its own loop" },
	{ "context_switch", "switches per second", BENCH_RATE(2),
	  "the kernel's selftest for powerpc, --test=futex: counts two per "
	  "round trip" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "sched/futex",
	.summary = "two tasks alternate through a futex",
	.op = "round trip",
	.description =
		"Two tasks alternate: each writes the other's number into a "
		"shared word, wakes it with FUTEX_WAKE and blocks in "
		"FUTEX_WAIT until the word has its own number. On one CPU an "
		"op is two context switches and two wake calls.\n\n"
		"The wake call is made whether or not the other task sleeps. "
		"On two CPUs a task may see its number before it has gone to "
		"sleep, more often with -p spin=N: the op then makes fewer "
		"than two switches, as the report shows.\n\n"
		"The number includes the system calls and the wake-up. The "
		"control makes the same calls; none of them finds a sleeper or "
		"a reason to sleep. tsuna's timectxsw is the same with "
		"sched_yield in every loop, divided by four.",
	.nr_tasks = 2,
	.state_size = sizeof(struct futex_state),
	.options = futex_options,
	.peers = futex_peers,
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.accepts = futex_accepts,
	.task = futex_task,
	.baseline = futex_baseline,
	.calls = 4,
);
