/* SPDX-License-Identifier: MIT */
/*
 * bench/task/child.h - the end of a child that an op has created.
 */
#ifndef BENCH_TASK_CHILD_H
#define BENCH_TASK_CHILD_H

#include <harness/bench.h>

#include <sys/wait.h>

/* Waits for @child; unless it exits with 0, that is error @err, @what. */
static inline int child_reap(struct bench_task *t, pid_t child, int err,
			     const char *what)
{
	int status;
	pid_t ret;

	do
		ret = waitpid(child, &status, 0);
	while (ret < 0 && errno == EINTR);
	if (ret < 0)
		return bench_error(t, errno, "waitpid");
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		return bench_error(t, err, what);
	return 0;
}

#endif
