/* SPDX-License-Identifier: MIT */
/*
 * bench/user/call.c - a function called through a pointer; an op is one call.
 */
#include <harness/bench.h>

static __attribute__((noinline)) uint64_t callee(uint64_t n)
{
	bench_keep(n);
	return n + 1;
}

static int call_task(struct bench_task *t, uint64_t loops)
{
	uint64_t (*function)(uint64_t n) = callee;
	uint64_t n = 0;

	bench_loop (t, loops) {
		bench_keep(function);
		n = function(n);
	}
	if (n != loops)
		return bench_error(t, EBADMSG, "a call was not made");
	return 0;
}

static const struct bench_peer call_peers[] = {
	{ "lmbench", "microseconds", 1e-3,
	  "lat_proc procedure: a call of a function that adds to its "
	  "argument, minus the time of an empty loop" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "user/call",
	.summary = "an indirect function call and its return",
	.op = "call",
	.description =
		"One task calls a function through a pointer that is opaque to "
		"the compiler; the function adds one and returns. An op is the "
		"call, well predicted, with the loop around it (self/null is "
		"the loop alone).\n\n"
		"It is the minimum cost of any transfer of control, at the "
		"other end of the scale from sched/pipe. Comparable with "
		"lmbench's lat_proc procedure.",
	.nr_tasks = 1,
	.peers = call_peers,
	.task = call_task,
);
