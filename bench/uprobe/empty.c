/* SPDX-License-Identifier: MIT */
/*
 * bench/uprobe/empty.c - a call of a function whose entry is probed; an
 * op is one call.
 */
#include "probe.h"

static const char *empty_supported(void)
{
	return probe_supported(PROBE_ENTRY);
}

static int empty_setup(struct bench_task *t)
{
	struct probe_state *s = t->state;

	s->fd = probe_open(PROBE_ENTRY);
	return s->fd < 0 ? bench_error(t, s->fd, "perf_event_open") : 0;
}

static int empty_teardown(struct bench_task *t)
{
	const struct probe_state *s = t->state;

	close(s->fd);
	return 0;
}

static int empty_task(struct bench_task *t, uint64_t loops)
{
	const struct probe_state *s = t->state;

	return probe_calls(t, loops, s->fd);
}

static const struct bench_peer empty_peers[] = {
	{ "perf", "usecs/op", 1e-3,
	  "uprobe empty: around usleep(1000), and with an empty BPF program; "
	  "compare its difference from baseline" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "uprobe/empty",
	.summary = "a function call with a probe on its entry",
	.op = "call",
	.description =
		"One task calls an empty function whose first instruction the "
		"kernel has replaced with a breakpoint (uprobe). A hit does "
		"the least possible: an event counts it. An op is one call: "
		"trap, look-up of the probe, count, emulation of the "
		"instruction, return.\n\n"
		"The difference to uprobe/baseline is the cost of a probe. The "
		"probe is created with perf_event_open, without BPF; perf "
		"bench uprobe empty runs an empty BPF program at each hit, and "
		"calls usleep(1000). Every call is checked to have hit the "
		"probe. Needs root or CAP_PERFMON.",
	.nr_tasks = 1,
	.state_size = sizeof(struct probe_state),
	.peers = empty_peers,
	.supported = empty_supported,
	.setup = empty_setup,
	.teardown = empty_teardown,
	.task = empty_task,
);
