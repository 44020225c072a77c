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
	  "timetctxsw2: this op, of which it says that it is one context "
	  "switch; on one CPU it is half of one, elsewhere none" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "contextswitch/thread-yield",
	.summary = "two threads that yield, as timetctxsw2 has it",
	.op = "half yield",
	.description =
		"Two threads call sched_yield(2) and nothing else, also on "
		"several CPUs, where they never displace each other. It is "
		"the loop of tsuna's timetctxsw2, under the name and in the "
		"unit of the figures that were published for many machines, "
		"so that compare sets it beside them (the files in "
		"Documentation/reference).\n\n"
		"An op is half a yield, which the program takes for a context "
		"switch: it divides by twice as many as there are yields. On "
		"one CPU an op makes half a switch; with a CPU for each "
		"thread it makes none, and is a quarter of what two yields "
		"take at the same time. The report has the switches that an "
		"op really made.\n\n"
		"The number does not include any sleeping and waking, nor, "
		"unlike the program's, the start of the second thread. "
		"sched/yield counts a yield as one op, and refuses to run on "
		"several CPUs. The control is one thread that yields alone. "
		"The program asks for fifo and goes on without it; -s fifo:1 "
		"does that.",
	.flags = BENCH_THREADS,
	.nr_tasks = 2,
	.peers = yield_peers,
	.expect = { { 0.5, 0.5 }, { 0.5, 0.5 }, BENCH_REPORTED },
	.setup = yield_setup,
	.task = yield_task,
	.baseline = yield_task,
);
