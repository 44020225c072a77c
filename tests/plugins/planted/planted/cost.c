/* SPDX-License-Identifier: MIT */
/*
 * tests/plugins/planted/planted/cost.c - sched/pipe with costs whose size and
 * place are known.
 */
#define harness_bench piped
#include "../../../../bench/sched/pipe.c"
#undef harness_bench

#include "../../../../bench/sched/turns.h"

#include <time.h>

#define CALIBRATE_NS 2000000u

/**
 * struct cost_state - of the group
 * @call:	ns burnt beside each write, in the control too
 * @wake:	ns burnt after each read that another task has waited for
 * @work:	user instructions executed there as well
 * @ticks:	of bench_now() in a nanosecond
 */
struct cost_state {
	struct pipe_state pipe;
	uint64_t call, wake, work;
	double ticks;
};

static const struct bench_option cost_options[] = {
	BENCH_OPTION(struct cost_state, call, BENCH_NS, 0, 0, 1000000,
		     "time burnt beside each of the two writes"),
	BENCH_OPTION(struct cost_state, wake, BENCH_NS, 0, 0, 1000000,
		     "time burnt after each of the two switches"),
	BENCH_OPTION(struct cost_state, work, BENCH_COUNT, 0, 0, 1000000,
		     "user instructions after each of the two switches"),
	{ "msg", "length of a message", offsetof(struct cost_state, pipe.msg),
	  BENCH_BYTES, 4, 1, MSG_MAX, NULL },
	{ "tokens", "tokens under way",
	  offsetof(struct cost_state, pipe.tokens), BENCH_COUNT, 1, 1, 1,
	  NULL },
	BENCH_END
};

static void burn(struct bench_task *t, uint64_t ns)
{
	const struct cost_state *s = t->state;
	uint64_t begin = bench_now(t);
	uint64_t ticks = (uint64_t)((double)ns * s->ticks);

	while (ns && bench_now(t) - begin < ticks)
		;
}

/* Two instructions a turn: a subtraction and a branch. */
static void execute(uint64_t instructions)
{
	for (uint64_t i = instructions / 2; i; i--)
		__asm__ volatile("" : "+r"(i));
}

static uint64_t raw_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static int cost_setup(struct bench_task *t)
{
	struct cost_state *s = t->state;
	uint64_t ticks = bench_now(t), ns = raw_ns(), now;

	do
		now = raw_ns();
	while (now - ns < CALIBRATE_NS);
	s->ticks = (double)(bench_now(t) - ticks) / (double)(now - ns);
	return pipe_setup(t);
}

static inline int cost_give(struct bench_task *t, uint32_t id, uint64_t seq)
{
	struct cost_state *s = t->state;

	burn(t, s->call);
	return put(t, s->pipe.fd[id][1], s->pipe.buf[id], seq);
}

static inline int cost_take(struct bench_task *t, uint32_t id, uint64_t seq)
{
	struct cost_state *s = t->state;
	int ret = get(t, !id, s->pipe.buf[id], seq);

	if (!t->group->control) {
		burn(t, s->wake);
		execute(s->work);
	}
	return ret;
}

static int cost_task(struct bench_task *t, uint64_t loops)
{
	return turns_task(t, loops, cost_give, cost_take);
}

static int cost_baseline(struct bench_task *t, uint64_t loops)
{
	return turns_baseline(t, loops, cost_give, cost_take);
}

BENCH(
	.name = "planted/cost",
	.summary = "sched/pipe with costs in known places",
	.op = "round trip",
	.description = "Costs whose size and place are known.",
	.nr_tasks = 2,
	.state_size = sizeof(struct cost_state),
	.options = cost_options,
	.expect = { { 2, 2 }, { 2, 2 }, { 2, 2 } },
	.setup = cost_setup,
	.teardown = pipe_teardown,
	.prepare = pipe_prepare,
	.task = cost_task,
	.baseline = cost_baseline,
	.calls = 4,
);
