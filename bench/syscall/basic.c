/* SPDX-License-Identifier: MIT */
/*
 * bench/syscall/basic.c - getppid(2) again and again; an op is one call.
 */
#include <harness/bench.h>

static int basic_task(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops) {
		if (t->libc)
			getppid();
		else
			bench_sys(t, SYS_getppid);
	}
	return 0;
}

static const struct bench_peer basic_peers[] = {
	{ "perf", "usecs/op", 1e-3,
	  "syscall basic: the same call; one clock reading before and one "
	  "after the loop, no warm-up" },
	{ "lmbench", "microseconds", 1e-3,
	  "lat_syscall null: the same call, minus the time of an empty loop" },
	{ "will-it-scale", "ops/s", BENCH_RATE(1),
	  "getppid1: the same call, of one of its tasks" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "syscall/basic",
	.summary = "getppid, a system call that does almost nothing",
	.op = "system call",
	.description =
		"One task calls getppid(2). The kernel looks up one number and "
		"returns, so the number is the cost of entering and leaving "
		"the kernel, including mitigations of CPU bugs.\n\n"
		"There is no context switch: it is the lower bound for every "
		"benchmark that makes system calls. The number does not "
		"include the copying and locking of a useful call. "
		"syscall/null has even cheaper calls.\n\n"
		"Comparable with perf bench syscall basic and with lmbench's "
		"lat_syscall null.",
	.nr_tasks = 1,
	.peers = basic_peers,
	.task = basic_task,
);
