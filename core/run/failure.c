/* SPDX-License-Identifier: MIT */
/*
 * core/run/failure.c - what a person can do about an error of a task.
 */
#include "run/failure.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

static void policy_hint(const struct variant *variant, char *buf, size_t len)
{
	if (variant->policy == SCHED_FIFO || variant->policy == SCHED_RR)
		snprintf(
			buf, len,
			"; real-time needs CAP_SYS_NICE or RLIMIT_RTPRIO of at least %d, and a cgroup with a real-time budget",
			variant->prio);
	else
		snprintf(buf, len, "; this policy is not allowed here");
}

static const char *cgroup_hint(int err)
{
	switch (err) {
	case -EACCES:
	case -EPERM:
		return "; needs root, or a control group delegated to this user: systemd-run --user --scope -p Delegate=yes harness ...";
	case -EROFS:
		return "; the hierarchy is mounted read-only, as in most containers";
	case -ENODEV:
		return "; no hierarchy is mounted, neither version 2 nor version 1 with perf_event or cpu";
	case -EAGAIN:
		return "; cgroup.max.descendants or cgroup.max.depth is reached";
	case -EBUSY:
	case -EOPNOTSUPP:
		return "; the group that the harness is in allows no such group below it, start the harness in another one";
	default:
		return "";
	}
}

const char *failure_hint(int err, const char *what,
			 const struct variant *variant, char *buf)
{
	const size_t len = FAILURE_HINT;

	buf[0] = '\0';
	if (variant && !strcmp(what, "scheduling policy"))
		policy_hint(variant, buf, len);
	else if (!strncmp(what, "control group", 13))
		snprintf(buf, len, "%s", cgroup_hint(err));
	else
		limits_text(err, what, buf);
	return buf;
}
