/* SPDX-License-Identifier: MIT */
/*
 * bench/task/spawn.c - posix_spawn of /bin/true and wait; an op is one program.
 */
#include "child.h"

#include <spawn.h>

#define PROGRAM "/bin/true"

static const char *spawn_supported(void)
{
	return access(PROGRAM, X_OK) ? PROGRAM " is not there" : NULL;
}

static int spawn_task(struct bench_task *t, uint64_t loops)
{
	char *argv[] = { (char *)PROGRAM, NULL };
	char *envp[] = { NULL };

	bench_loop (t, loops) {
		pid_t child;
		int ret = posix_spawn(&child, PROGRAM, NULL, NULL, argv, envp);

		if (ret)
			return bench_error(t, ret, "creating a child");
		ret = child_reap(t, child, ECHILD,
				 PROGRAM " did not exit with 0");
		if (ret)
			return ret;
	}
	return 0;
}

static const struct bench_peer spawn_peers[] = {
	{ "lmbench", "microseconds", 1e-3,
	  "lat_proc exec: fork and execve of a small program of its own" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "task/spawn",
	.summary = "posix_spawn of /bin/true and wait",
	.op = "program",
	.description =
		"One task starts /bin/true with an empty environment through "
		"posix_spawn(3) and waits for it. An op is all of that, most "
		"of it the dynamic linker and the page faults of the new "
		"program. syscall/execve does the same with fork, which copies "
		"page tables: the difference is the cost of that copy.\n\n"
		"The switches reported are those of the parent only: one until "
		"the program has started, and another until it has ended, if "
		"it has not yet. The number depends on the C library and the "
		"file system. libc's functions are called regardless of "
		"--calls.",
	.flags = BENCH_CHILDREN | BENCH_FAULTS,
	.nr_tasks = 1,
	.peers = spawn_peers,
	.expect = { { 1, 3 }, { 1, 4 }, BENCH_REPORTED },
	.supported = spawn_supported,
	.task = spawn_task,
);
