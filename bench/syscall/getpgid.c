/* SPDX-License-Identifier: MIT */
/*
 * bench/syscall/getpgid.c - getpgid(0) again and again; an op is one call.
 */
#include <harness/bench.h>

static int getpgid_task(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops) {
		pid_t group = t->libc ? getpgid(0) :
					(pid_t)bench_sys(t, SYS_getpgid, 0);

		if (group < 0)
			return bench_error(t, t->libc ? errno : group,
					   "getpgid");
	}
	return 0;
}

static const struct bench_peer getpgid_peers[] = {
	{ "perf", "usecs/op", 1e-3,
	  "syscall getpgid: the same call; one clock reading before and one "
	  "after the loop, no warm-up" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "syscall/getpgid",
	.summary = "getpgid, a system call that consults the security modules",
	.op = "system call",
	.description =
		"One task calls getpgid(0). In addition to entering and "
		"leaving the kernel, this asks the security modules for "
		"permission, and takes and drops the RCU read lock: the "
		"difference to syscall/basic is that work.\n\n"
		"There is no context switch. Comparable with perf bench "
		"syscall getpgid.",
	.nr_tasks = 1,
	.peers = getpgid_peers,
	.task = getpgid_task,
);
