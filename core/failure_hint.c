/* SPDX-License-Identifier: MIT */
/*
 * core/failure_hint.c - what a person can do about an error of a task.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "runner_watch.h"

static const char *limit_text(int resource, char *buf, size_t len)
{
	struct rlimit rl;

	if (getrlimit(resource, &rl) || rl.rlim_cur == RLIM_INFINITY)
		snprintf(buf, len, "unlimited");
	else
		snprintf(buf, len, "%llu", (unsigned long long)rl.rlim_cur);
	return buf;
}

static void policy_hint(const struct arm *arm, char *buf, size_t len)
{
	if (arm->policy == SCHED_FIFO || arm->policy == SCHED_RR)
		snprintf(buf, len,
			 "; real-time needs CAP_SYS_NICE or RLIMIT_RTPRIO of at least %d, and a cgroup with a real-time budget",
			 arm->prio);
	else
		snprintf(buf, len, "; this policy is not allowed here");
}

const char *failure_hint(int err, const char *what, const struct arm *arm,
			 char *buf, size_t len)
{
	char limit[32];

	buf[0] = '\0';
	if (!strcmp(what, "scheduling policy"))
		policy_hint(arm, buf, len);
	else if (err == -EMFILE)
		snprintf(buf, len, "; at most %s open files (ulimit -n)",
			 limit_text(RLIMIT_NOFILE, limit, sizeof(limit)));
	else if (err == -EAGAIN && !strncmp(what, "creating", 8))
		snprintf(buf, len,
			 "; at most %s processes and threads of this user (ulimit -u), or the limit of the cgroup",
			 limit_text(RLIMIT_NPROC, limit, sizeof(limit)));
	return buf;
}
