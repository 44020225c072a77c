/* SPDX-License-Identifier: MIT */
/*
 * tests/plugins/planted/liar/time.c - does the same work however many ops are
 * asked for.
 */
#include <harness/bench.h>

#define STEPS 4000000

static int time_task(struct bench_task *t, uint64_t loops)
{
	uint64_t n = 0;

	bench_loop (t, loops) {
		/* All of it in the first. */
		for (; n < STEPS; n++)
			bench_keep(n);
	}
	return 0;
}

BENCH(
	.name = "liar/time",
	.summary = "takes no longer for more ops",
	.op = "lie",
	.description = "The first op does the work of all.",
	.nr_tasks = 1,
	.task = time_task,
);
