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

/* ", at most ... of memory" where that is limited, else nothing. */
static const char *memory_text(char *buf, size_t len)
{
	static const struct {
		int resource;
		const char *what;
	} limits[] = {
		{ RLIMIT_AS, "address space (ulimit -v)" },
		{ RLIMIT_DATA, "data (ulimit -d)" },
	};
	size_t used = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++) {
		struct rlimit rl;

		if (!getrlimit(limits[i].resource, &rl) &&
		    rl.rlim_cur != RLIM_INFINITY && used < len)
			used += (size_t)snprintf(
				buf + used, len - used,
				"; at most %llu bytes of %s",
				(unsigned long long)rl.rlim_cur,
				limits[i].what);
	}
	return buf;
}

static void policy_hint(const struct arm *arm, char *buf, size_t len)
{
	if (arm->policy == SCHED_FIFO || arm->policy == SCHED_RR)
		snprintf(
			buf, len,
			"; real-time needs CAP_SYS_NICE or RLIMIT_RTPRIO of at least %d, and a cgroup with a real-time budget",
			arm->prio);
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

const char *failure_hint(int err, const char *what, const struct arm *arm,
			 char *buf)
{
	const size_t len = FAILURE_HINT;
	char limit[32], memory[112];

	buf[0] = '\0';
	if (arm && !strcmp(what, "scheduling policy"))
		policy_hint(arm, buf, len);
	else if (!strncmp(what, "control group", 13))
		snprintf(buf, len, "%s", cgroup_hint(err));
	else if (err == -EMFILE)
		snprintf(buf, len, "; at most %s open files (ulimit -n)",
			 limit_text(RLIMIT_NOFILE, limit, sizeof(limit)));
	else if (err == -EAGAIN && !strncmp(what, "creating", 8))
		snprintf(
			buf, len,
			"; at most %s processes and threads of this user (ulimit -u), or the limit of the cgroup%s",
			limit_text(RLIMIT_NPROC, limit, sizeof(limit)),
			memory_text(memory, sizeof(memory)));
	else if (err == -ENOMEM)
		snprintf(buf, len, "%s", memory_text(memory, sizeof(memory)));
	return buf;
}
