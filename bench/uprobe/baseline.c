/* SPDX-License-Identifier: MIT */
/*
 * bench/uprobe/baseline.c - a call of the function that uprobe/empty and
 * uprobe/empty-ret probe, without a probe; an op is one call.
 */
#include "probe.h"

static int baseline_task(struct bench_task *t, uint64_t loops)
{
	return probe_calls(t, loops, PROBE_NONE);
}

static const struct bench_peer baseline_peers[] = {
	{ "perf", "usecs/op", 1e-3,
	  "uprobe baseline: usleep(1000) instead of an empty function, so "
	  "its number is a thousand microseconds plus timer slack" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "uprobe/baseline",
	.summary = "a function call without a probe",
	.op = "call",
	.description =
		"One task calls an empty function: the one that uprobe/empty "
		"and uprobe/empty-ret probe, without a probe. The difference "
		"to their time is the cost of a probe.\n\n"
		"perf bench uprobe baseline calls usleep(1000) instead, and a "
		"probe is hard to see in its timer slack. There is no system "
		"call and no context switch.",
	.nr_tasks = 1,
	.peers = baseline_peers,
	.task = baseline_task,
);
