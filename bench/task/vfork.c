/* SPDX-License-Identifier: MIT */
/*
 * bench/task/vfork.c - vfork, a child that ends at once, wait; an op is one
 * child.
 */
#include "child.h"

/* A function of its own: the child runs on the caller's stack. */
static __attribute__((noinline)) pid_t create(void)
{
	pid_t child = vfork();

	if (child == 0)
		_exit(0);
	return child < 0 ? -errno : child;
}

static int vfork_task(struct bench_task *t, uint64_t loops)
{
	bench_loop (t, loops) {
		pid_t child = create();
		int ret;

		if (child < 0)
			return bench_error(t, child, "creating a child");
		ret = child_reap(t, child, ECHILD,
				 "the child did not exit with 0");
		if (ret)
			return ret;
	}
	return 0;
}

BENCH(
	.name = "task/vfork",
	.summary = "vfork, exit and wait",
	.op = "child",
	.description =
		"One task creates a child that borrows its memory (vfork), "
		"sleeps until the child has exited, and reaps it. Compared "
		"with syscall/fork, no page tables are copied and no page "
		"faults follow: the difference is the cost of the copy.\n\n"
		"The switches reported are those of the parent only: one, to "
		"sleep, and another if it wakes before the child can be "
		"reaped. libc's vfork is called regardless of --calls: until "
		"the child exits, both run on one stack.",
	.flags = BENCH_CHILDREN,
	.nr_tasks = 1,
	.expect = { { 1, 2 }, { 1, 3 }, BENCH_REPORTED },
	.task = vfork_task,
);
