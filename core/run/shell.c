/* SPDX-License-Identifier: MIT */
/*
 * core/run/shell.c - commands that a person has the harness perform, in a runner
 * of their own: it has their bound, and ends what they leave.
 */
#include "run/shell.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/runner.h"
#include "util/signals.h"

static void become(const char *command)
{
	signal(SIGPIPE, SIG_DFL);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

static int judge(struct runner *r, int status)
{
	char name[24];

	if (WIFSIGNALED(status))
		return runner_fail(r, -ECHILD, "was killed by %s",
				   signals_name(WTERMSIG(status), name,
						sizeof(name)));
	if (WEXITSTATUS(status))
		return runner_fail(r, -ECHILD, "failed with status %d",
				   WEXITSTATUS(status));
	return 0;
}

/* Runs in the runner. */
static int perform(struct runner *r, void *data)
{
	const struct shell_job *job = data;
	pid_t pid = runner_fork_task(r);
	int status;

	if (pid < 0)
		return (int)pid;
	if (pid == 0)
		become(job->command);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return judge(r, status);
}

int shell_run(const struct shell_job *job, char *why, size_t len)
{
	struct runner_job rj = {
		.work = perform,
		.data = (void *)job,
		.place = job->place,
		.limit_ns = job->timeout_ns ? job->timeout_ns : SHELL_LIMIT_NS,
		.sheltered = job->undoes,
	};
	struct runner_outcome how;
	int ret = runner_call(&rj, &how);

	if (ret && ret != -EINTR)
		snprintf(why, len, "%s", how.text);
	return !ret && how.interrupted ? -EINTR : ret;
}
