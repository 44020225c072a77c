/* SPDX-License-Identifier: MIT */
/*
 * bench/sched/futex.c - the turn passed between two tasks through one shared
 * word and futex(2); an op is one round trip.
 */
#include <harness/bench.h>

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
		     "looks at the word before a task blocks"),
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

/* Hands the turn to task @to and wakes it. */
static inline int hand_over(struct bench_task *t, uint32_t to)
{
	struct futex_state *s = t->state;
	long n;

	__atomic_store_n(&s->turn, to, __ATOMIC_RELEASE);
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

static inline int await_turn(struct bench_task *t, uint32_t id)
{
	struct futex_state *s = t->state;

	while (!is_turn(s, id)) {
		long n = bench_sys(t, SYS_futex, &s->turn, op_of(s, FUTEX_WAIT),
				   !id, NULL);

		if (n < 0 && n != -EAGAIN && n != -EINTR)
			return bench_error(t, (int)n, "FUTEX_WAIT");
	}
	return 0;
}

static int ping(struct bench_task *t, uint64_t loops)
{
	int ret;

	bench_loop (t, loops) {
		ret = hand_over(t, 1);
		if (ret)
			return ret;
		ret = await_turn(t, 0);
		if (ret)
			return ret;
		bench_work(t);
	}
	return 0;
}

static int pong(struct bench_task *t, uint64_t loops)
{
	int ret;

	bench_loop (t, loops) {
		ret = await_turn(t, 1);
		if (ret)
			return ret;
		bench_work(t);
		ret = hand_over(t, 0);
		if (ret)
			return ret;
	}
	return 0;
}

static int futex_task(struct bench_task *t, uint64_t loops)
{
	return t->id == 0 ? ping(t, loops) : pong(t, loops);
}

/* The same calls: nobody to wake, and the wait finds the word changed. */
static int futex_baseline(struct bench_task *t, uint64_t loops)
{
	struct futex_state *s = t->state;
	int ret;

	bench_loop (t, loops) {
		for (uint32_t to = 2; to-- > 0;) {
			long n;

			ret = hand_over(t, to);
			if (ret)
				return ret;
			n = bench_sys(t, SYS_futex, &s->turn,
				      op_of(s, FUTEX_WAIT), !to, NULL);
			if (n != -EAGAIN)
				return bench_error(t, n < 0 ? (int)n : EIO,
						   "FUTEX_WAIT");
			bench_work(t);
		}
	}
	return 0;
}

static const struct bench_peer futex_peers[] = {
	{ "tsuna", "ns/ctxsw", 0.25,
	  "timectxsw, timetctxsw: a quarter of a round trip to which sched_yield "
	  "calls were added; on one CPU its round trip really makes 6 (batch) "
	  "to 10 switches (other), not 4" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "sched/futex",
	.summary = "the turn passed between two tasks through a futex",
	.op = "round trip",
	.description =
		"Two tasks pass the turn back and forth: each writes the other's "
		"number into a shared word, wakes it with FUTEX_WAKE and blocks "
		"in FUTEX_WAIT until the word names itself. On one CPU an op is "
		"two context switches and two wakes.\n\n"
		"The wake call is made whether or not somebody sleeps. On two "
		"CPUs a task may see its turn before it has gone to sleep, the "
		"more so with -p spin=N: the op then makes fewer switches than "
		"two, which the result reports.\n\n"
		"The number includes the system calls and the wake-up; the "
		"control makes the same calls, of which none finds anybody "
		"asleep or a reason to sleep. tsuna's timectxsw is this with "
		"sched_yield in every loop, divided by four.",
	.nr_tasks = 2,
	.state_size = sizeof(struct futex_state),
	.options = futex_options,
	.peers = futex_peers,
	.expect = { { 2, 2 }, { 2, 2 }, { 0, 2 } },
	.accepts = futex_accepts,
	.task = futex_task,
	.baseline = futex_baseline,
);
