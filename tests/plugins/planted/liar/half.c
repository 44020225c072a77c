/* SPDX-License-Identifier: MIT */
/*
 * tests/plugins/planted/liar/half.c - promises two switches and makes one.
 */
#define harness_bench ring
#include "../../../../bench/sched/ring.c"
#undef harness_bench

static uint32_t two_tasks(const void *state)
{
	(void)state;
	return 2;
}

/* sched/ring corrects its promise in set-up; this one insists on its own. */
static int half_setup(struct bench_task *t)
{
	struct bench_group *g = t->group;
	int ret = ring_setup(t);

	for (int i = 0; i < BENCH_NR_REGIMES; i++)
		g->expect[i] = (struct bench_expect){ 2, 2 };
	return ret;
}

static const struct bench_option half_options[] = {
	BENCH_OPTION(struct ring_state, tasks, BENCH_COUNT, 2, 2, 2,
		     "tasks in the ring"),
	BENCH_END
};

BENCH(
	.name = "liar/half",
	.summary = "promises two switches and makes one",
	.op = "hop",
	.description = "A hop of sched/ring, promised to be a round trip.",
	.state_size = sizeof(struct ring_state),
	.options = half_options,
	.expect = { { 2, 2 }, { 2, 2 }, { 2, 2 } },
	.tasks = two_tasks,
	.setup = half_setup,
	.prepare = ring_prepare,
	.task = ring_task,
);
