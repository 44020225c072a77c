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
	  "its number is a thousand microseconds and the timer's slack" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "uprobe/baseline",
	.summary = "a function call without a probe",
	.op = "call",
	.description =
		"One task calls an empty function: what uprobe/empty and "
		"uprobe/empty-ret probe, without a probe. Their time minus "
		"this is the price of a probe.\n\n"
		"perf bench uprobe baseline calls usleep(1000) instead, in "
		"whose slack a probe is hard to see. There is no system call "
		"and no context switch in it.",
	.nr_tasks = 1,
	.peers = baseline_peers,
	.task = baseline_task,
);
