/* SPDX-License-Identifier: MIT */
/* tests/plugins/good/demo/elsewhere.c - cannot run on this machine. */
#include "../../plugin.h"

static const char *never(void)
{
	return "needs a machine\nfrom the future";
}

BENCH(.name = "demo/elsewhere", .supported = never, .nr_tasks = BENCH_PER_CPU,
      .flags = BENCH_APART | BENCH_PROCESSES,
      .summary = "a benchmark for another machine", .op = "turn",
      .description = "Does nothing.", .task = empty_task,
      .expect = { { 2, 2.5 }, BENCH_REPORTED, { 1, 1 } }, );
