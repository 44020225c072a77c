/* SPDX-License-Identifier: MIT */
/*
 * bench/syscall/execve.c - a child is created, becomes /bin/true and is reaped;
 * an op is one program.
 */
#include "../task/child.h"

#define PROGRAM "/bin/true"

static const char *execve_supported(void)
{
	return access(PROGRAM, X_OK) ? PROGRAM " is not there" : NULL;
}

/* The child's part; the status is what a shell would give. */
static void become_program(void)
{
	char *argv[] = { (char *)PROGRAM, NULL };
	char *envp[] = { NULL };

	execve(PROGRAM, argv, envp);
	_exit(127);
}

static int execve_task(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops) {
		pid_t child = fork();
		int ret;

		if (child == 0)
			become_program();
		if (child < 0)
			return bench_error(t, errno, "creating a child");
		ret = child_reap(t, child, ENOEXEC, "execve of " PROGRAM);
		if (ret)
			return ret;
	}
	return 0;
}

static const struct bench_peer execve_peers[] = {
	{ "perf", "usecs/op", 1e-3,
	  "syscall execve: the same program, at most 10000 times regardless "
	  "of -l" },
	{ "lmbench", "microseconds", 1e-3,
	  "lat_proc exec: a small program of its own instead of /bin/true" },
	{ NULL, NULL, 0, NULL }
};

BENCH(
	.name = "syscall/execve",
	.summary = "fork, execve of /bin/true, exit and wait",
	.op = "program",
	.description =
		"One task forks; the child executes /bin/true with an empty "
		"environment; the parent waits for it. An op is all of that, "
		"most of it the dynamic linker and the page faults of the new "
		"program.\n\n"
		"The switches reported are those of the parent only. The "
		"number depends on the C library and the file system, so "
		"compare it only between kernels on one machine. The "
		"difference to syscall/fork is the start of a program. libc's "
		"fork and execve are called regardless of --calls.\n\n"
		"Comparable with perf bench syscall execve.",
	.flags = BENCH_CHILDREN | BENCH_FAULTS,
	.nr_tasks = 1,
	.peers = execve_peers,
	.expect = { { 1, 2 }, { 1, 3 }, BENCH_REPORTED },
	.supported = execve_supported,
	.task = execve_task,
);
