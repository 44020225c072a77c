/* SPDX-License-Identifier: MIT */
/*
 * bench/contextswitch/thread-futex.c - timetctxsw of tsuna/contextswitch: two
 * threads and a futex; an op is a quarter of an iteration.
 */
#include "handover.h"

static const struct bench_peer thread_peers[] = {
	{ "tsuna", "ns/ctxsw", 1,
	  "timetctxsw: this op, which it reports as one context switch" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "contextswitch/thread-futex",
	.summary = "two threads and a futex, like timetctxsw",
	.op = "quarter iteration",
	.description = HANDOVER_TEXT("tsuna's timetctxsw"),
	.flags = BENCH_THREADS,
	.nr_tasks = 2,
	.state_size = sizeof(struct handover),
	.peers = thread_peers,
	.expect = { BENCH_REPORTED, BENCH_REPORTED, BENCH_REPORTED },
	.setup = handover_setup,
	.task = handover_task,
	.baseline = handover_baseline,
);
