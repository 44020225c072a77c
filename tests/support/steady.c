/* SPDX-License-Identifier: MIT */
/*
 * tests/support/steady.c - runs that come out alike whatever else the machine
 * does.
 */
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "steady.h"
#include "tests.h"

/* In a process of its own, so that nothing has to be put back. */
static bool may_be_real_time(void)
{
	const struct sched_param fifo = { .sched_priority = 1 };
	int status;
	pid_t pid = fork();

	if (!pid)
		_exit(sched_setscheduler(0, SCHED_FIFO, &fifo) ? 1 : 0);
	return pid > 0 && waitpid(pid, &status, 0) == pid && !status;
}

void steady_prepare(void)
{
	setenv("STEADY", may_be_real_time() ? "-s fifo:1" : "-s batch", 1);
}

bool is_steady(void)
{
	return !strcmp(getenv("STEADY"), "-s fifo:1");
}

/* Whether that is all that it says is wrong. */
static bool is_disturbed(const struct cli *c)
{
	return c->status == 1 &&
	       (strstr(c->out, "E-SWOP") || strstr(c->err, "E-SWOP"));
}

void steady_expect(struct cli *c, const char *fmt, ...)
{
	char *command;
	va_list ap;

	va_start(ap, fmt);
	ck_assert_int_ge(vasprintf(&command, fmt, ap), 0);
	va_end(ap);
	cli_run(c, "%s", command);
	if (!is_steady() && is_disturbed(c)) {
		printf("not tested: %s (others took the CPU, and no right to "
		       "SCHED_FIFO)\n",
		       command);
		fflush(stdout);
		_exit(0);
	}
	ck_assert_msg(c->status == 0, "status %d: %s\n%.600s%.600s", c->status,
		      command, c->out, c->err);
	free(command);
}
