/* SPDX-License-Identifier: MIT */
/*
 * tests/plugins/planted/planted/spin.c - sched/pipe with a spin in each op:
 * a difference whose size is known.
 */
#define harness_bench piped
#include "../../../../bench/sched/pipe.c"
#undef harness_bench

struct spin_state {
	struct pipe_state pipe;
	uint64_t spin;
};

static const struct bench_option spin_options[] = {
	BENCH_OPTION(struct spin_state, spin, BENCH_COUNT, 0, 0, 1000000,
		     "serialised additions in each op"),
	{ "msg", "length of a message", offsetof(struct spin_state, pipe.msg),
	  BENCH_BYTES, 4, 1, MSG_MAX, NULL },
	{ "tokens", "tokens under way",
	  offsetof(struct spin_state, pipe.tokens), BENCH_COUNT, 1, 1, 1,
	  NULL },
	BENCH_END
};

static inline void spin(uint64_t n)
{
	uint64_t v = 1;

	while (n--) {
		v += n;
		bench_keep(v);
	}
}

static int spin_task(struct bench_task *t, uint64_t loops)
{
	struct spin_state *s = t->state;
	int out = s->pipe.fd[0][1];
	uint64_t seq = 0;
	int ret;

	if (t->id)
		return pong(t, loops);
	bench_loop (t, loops) {
		spin(s->spin);
		ret = put(t, out, s->pipe.buf[0], seq);
		if (ret)
			return ret;
		ret = get(t, 1, s->pipe.buf[0], seq++);
		if (ret)
			return ret;
	}
	return 0;
}

BENCH(
	.name = "planted/spin",
	.summary = "sched/pipe with a spin in each op",
	.op = "round trip",
	.description = "A difference whose size is known.",
	.nr_tasks = 2,
	.state_size = sizeof(struct spin_state),
	.options = spin_options,
	.expect = { { 2, 2 }, { 2, 2 }, { 2, 2 } },
	.setup = pipe_setup,
	.teardown = pipe_teardown,
	.prepare = pipe_prepare,
	.task = spin_task,
);
