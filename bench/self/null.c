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
	.summary = "an empty loop: the overhead of harness per op",
	.op = "empty loop",
	.description =
		"One task runs a loop without a body. Its time per op is the "
		"cost of the loop of every other benchmark, and its counts are "
		"the cost of reading counters in theirs.\n\n"
		"The number includes one clock reading per slice of half a "
		"millisecond, and no system call.",
	.nr_tasks = 1,
	.task = null_task,
);
