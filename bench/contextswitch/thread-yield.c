/* SPDX-License-Identifier: MIT */
/*
 * bench/contextswitch/thread-yield.c - timetctxsw2 of tsuna/contextswitch: two
 * threads that yield, wherever they run; an op is half a yield.
 */
#include <harness/bench.h>

/* A loop is one yield of each task. */
static int yield_setup(struct bench_task *t)
{
	t->group->ops_per_loop = t->group->control ? 2 : 4;
	return 0;
}

static int yield_task(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops) {
		bench_sys(t, SYS_sched_yield);
		bench_work(t);
	}
	return 0;
}

static const struct bench_peer yield_peers[] = {
	{ "tsuna", "ns/ctxsw", 1,
	  "timetctxsw2: this op, which it reports as one context switch; on "
	  "one CPU it is half of one, on several none" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "contextswitch/thread-yield",
	.summary = "two threads that yield, like timetctxsw2",
	.op = "half yield",
	.description =
		"Two threads only call sched_yield(2), also on several CPUs, "
		"where they never preempt each other. It is the loop of "
		"tsuna's timetctxsw2, with the name and unit of the figures "
		"published for many machines, so that compare works with them "
		"(see Documentation/reference).\n\n"
		"An op is half a yield, which the program takes for a context "
		"switch: it divides by twice the number of yields. On one CPU "
		"an op makes half a switch. With a CPU per thread it makes "
		"none, and is a quarter of the time of two parallel yields. "
		"The report has the real number of switches per op.\n\n"
		"The number does not include sleeping and waking or, unlike "
		"the program's, the start of the second thread. sched/yield "
		"counts a yield as one op, and refuses several CPUs. The "
		"control is a single thread that yields. The program requests "
		"fifo and continues without it if refused; -s fifo:1 requests "
		"it here.",
	.flags = BENCH_THREADS,
	.nr_tasks = 2,
	.peers = yield_peers,
	.expect = { { 0.5, 0.5 }, { 0.5, 0.5 }, BENCH_REPORTED },
	.setup = yield_setup,
	.task = yield_task,
	.baseline = yield_task,
);
