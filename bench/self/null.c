/* SPDX-License-Identifier: MIT */
/*
 * bench/self/null.c - an op that does nothing: the price of the harness.
 *
 * The smallest complete benchmark; copy it to start one.
 */
#include <harness/bench.h>

static int null_task(struct bench_task *t, uint64_t loops)
{
	uint64_t n = 0;

	bench_loop (t, loops)
		bench_keep(n);
	return 0;
}

BENCH(
	.name = "self/null",
	.summary = "an empty loop: what the harness itself adds to an op",
	.op = "empty loop",
	.description =
		"One task runs a loop without a body. Its time per op is what "
		"the loop of every other benchmark costs, and its counters are "
		"what reading counters adds to theirs.\n\n"
		"It includes one clock read in each slice of half a "
		"millisecond, and no system call.",
	.nr_tasks = 1,
	.task = null_task,
);
