/* SPDX-License-Identifier: MIT */
/*
 * bench/contextswitch/process-futex.c - timectxsw of tsuna/contextswitch: two
 * processes and a futex; an op is a quarter of an iteration.
 */
#include "handover.h"

static const struct bench_peer process_peers[] = {
	{ "tsuna", "ns/ctxsw", 1,
	  "timectxsw: this op, which it reports as one context switch" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "contextswitch/process-futex",
	.summary = "two processes and a futex, like timectxsw",
	.op = "quarter iteration",
	.description = HANDOVER_TEXT("tsuna's timectxsw"),
	.flags = BENCH_PROCESSES,
	.nr_tasks = 2,
	.state_size = sizeof(struct handover),
	.peers = process_peers,
	.expect = { BENCH_REPORTED, BENCH_REPORTED, BENCH_REPORTED },
	.setup = handover_setup,
	.task = handover_task,
	.baseline = handover_baseline,
);
