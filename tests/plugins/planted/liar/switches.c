/* SPDX-License-Identifier: MIT */
/*
 * tests/plugins/planted/liar/switches.c - promises two switches and makes none.
 */
#include <harness/bench.h>

static int idle_task(struct bench_task *t, uint64_t loops)
{
	uint64_t n = 0;

	bench_loop (t, loops)
		bench_keep(n);
	return 0;
}

BENCH(
	.name = "liar/switches",
	.summary = "promises switches that it does not make",
	.op = "lie",
	.description = "Its two tasks never meet.",
	.nr_tasks = 2,
	.expect = { { 2, 2 }, { 2, 2 }, { 2, 2 } },
	.task = idle_task,
);
