/* SPDX-License-Identifier: MIT */
/*
 * bench/contextswitch/syscall.c - gettid as tsuna/contextswitch measures it; an
 * op is one call.
 */
#include <harness/bench.h>

static int syscall_task(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops) {
		long ret = bench_sys(t, SYS_gettid);

		if (ret < 0)
			return bench_error(t, (int)ret, "gettid");
	}
	return 0;
}

static const struct bench_peer syscall_peers[] = {
	{ "tsuna", "ns/syscall", 1,
	  "timesyscall: the average of one run of ten million calls" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "contextswitch/syscall",
	.summary = "gettid, like timesyscall of tsuna/contextswitch",
	.op = "call",
	.description =
		"One task calls gettid(2) through syscall(3). There is no "
		"context switch: it is what the other tests of the collection "
		"pay for each system call.\n\n"
		"The number includes the check of each result. It is the same "
		"call as syscall/null -p call=gettid, with the name and unit "
		"of the figures published for many machines, so that compare "
		"works with them (see Documentation/reference).",
	.nr_tasks = 1,
	.peers = syscall_peers,
	.task = syscall_task,
);
