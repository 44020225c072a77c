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
		"sleeps until the child has ended, and reaps it. Against "
		"syscall/fork no page tables are copied and no page faults "
		"follow: the difference is what the copy costs.\n\n"
		"The switches that are reported are the parent's alone: one, "
		"to sleep, and another where it wakes before the child can be "
		"reaped. vfork is libc's whatever --calls says: between it and "
		"the child's end both run on one stack.",
	.flags = BENCH_CHILDREN,
	.nr_tasks = 1,
	.expect = { { 1, 2 }, { 1, 3 }, BENCH_REPORTED },
	.task = vfork_task,
);
