/* SPDX-License-Identifier: MIT */
/*
 * core/run/failure.c - what a person can do about an error of a task.
 */
#include "run/failure.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static void policy_hint(const struct variant *variant, char *buf, size_t len)
{
	if (variant->policy == SCHED_FIFO || variant->policy == SCHED_RR)
		snprintf(
			buf, len,
			"; real-time policies need CAP_SYS_NICE or RLIMIT_RTPRIO of at least %d, and a cgroup with a real-time budget",
			variant->prio);
	else
		snprintf(buf, len, "; this policy is not allowed here");
}

static const char *cgroup_hint(int err)
{
	switch (err) {
	case -EACCES:
	case -EPERM:
		if (!geteuid())
			return "";
		return "; needs root, or a control group delegated to this user: systemd-run --user --scope -p Delegate=yes harness ...";
	case -EROFS:
		return "; the hierarchy is mounted read-only, as in most containers";
	case -ENODEV:
		return "; no hierarchy is mounted, neither version 2 nor version 1 with perf_event or cpu";
	case -EAGAIN:
		return "; cgroup.max.descendants or cgroup.max.depth is reached";
	case -EBUSY:
		return "; a group with controllers in its cgroup.subtree_control holds no processes itself: start the harness in a group without";
	case -EOPNOTSUPP:
		return "; cgroup.type of the group that the harness is in is threaded or invalid, and no group below it can be for what these tasks are: start the harness in a group of type domain";
	default:
		return "";
	}
}

bool failure_is_refusal(int err)
{
	return err == -EPERM || err == -EACCES || err == -ENOSYS ||
	       err == -EOPNOTSUPP;
}

/* Only where there is one: other causes are as common. */
static void filter_hint(char *buf, size_t len)
{
	if (prctl(PR_GET_SECCOMP) == 2)
		snprintf(
			buf, len,
			"; a seccomp filter is in force, as in most containers");
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
	if (!buf[0] && failure_is_refusal(err))
		filter_hint(buf, len);
	return buf;
}
