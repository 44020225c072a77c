/* SPDX-License-Identifier: MIT */
/*
 * bench/uprobe/empty-ret.c - a call of a function whose return is probed; an
 * op is one call.
 */
#include "probe.h"

static const char *ret_supported(void)
{
	return probe_supported(PROBE_RETURN);
}

static int ret_setup(struct bench_task *t)
{
	struct probe_state *s = t->state;

	s->fd = probe_open(PROBE_RETURN);
	return s->fd < 0 ? bench_error(t, s->fd, "perf_event_open") : 0;
}

static int ret_teardown(struct bench_task *t)
{
	const struct probe_state *s = t->state;

	close(s->fd);
	return 0;
}

static int ret_task(struct bench_task *t, uint64_t loops)
{
	const struct probe_state *s = t->state;

	return probe_calls(t, loops, s->fd);
}

static const struct bench_peer ret_peers[] = {
	{ "perf", "usecs/op", 1e-3,
	  "uprobe empty_ret: around usleep(1000), and with an empty BPF program; "
	  "compare its difference from baseline" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "uprobe/empty-ret",
	.summary = "a function call with a probe on its return",
	.op = "call",
	.description =
		"One task calls an empty function with a return probe "
		"(uretprobe): a breakpoint on the entry makes the kernel "
		"replace the return address, and the return leads through a "
		"trampoline into the kernel once more. A hit does the least "
		"possible: an event counts it.\n\n"
		"The difference to uprobe/empty is the cost of the return. The "
		"probe is created with perf_event_open, without BPF; perf "
		"bench uprobe empty_ret runs an empty BPF program at each hit, "
		"and calls usleep(1000). Every call is checked to have hit the "
		"probe. Needs root or CAP_PERFMON.",
	.nr_tasks = 1,
	.state_size = sizeof(struct probe_state),
	.peers = ret_peers,
	.supported = ret_supported,
	.setup = ret_setup,
	.teardown = ret_teardown,
	.task = ret_task,
);
