/* SPDX-License-Identifier: MIT */
/*
 * bench/refused.h - what a benchmark says of a system call that it needs and
 * may not make: the call, the error, and what there is to look at.
 */
#ifndef BENCH_REFUSED_H
#define BENCH_REFUSED_H

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* What perf_event_open goes by: the first locks out root, too. */
#define REFUSED_LOCKDOWN "/sys/kernel/security/lockdown"
#define REFUSED_PARANOID "/proc/sys/kernel/perf_event_paranoid"

/* Not for want of something, which may be there at the next try. */
static inline bool is_refusal(int err)
{
	return err == EPERM || err == EACCES || err == ENOSYS ||
	       err == EOPNOTSUPP;
}

/*
 * "mq_open: Operation not permitted; see SETTING; a seccomp filter is in
 * force". @setting may be NULL. Return: static memory.
 */
static inline const char *refused(const char *call, int err,
				  const char *setting)
{
	static char text[256];

	snprintf(
		text, sizeof(text), "%s: %s%s%s%s", call, strerror(err),
		setting ? "; see " : "", setting ? setting : "",
		prctl(PR_GET_SECCOMP) == 2 ?
			"; a seccomp filter is in force, as in most containers" :
			"");
	return text;
}

/* The same of perf_event_open. */
static inline const char *refused_perf(const char *call, int err)
{
	int fd = open(REFUSED_LOCKDOWN, O_RDONLY | O_CLOEXEC);
	char mode[64] = "";

	if (fd >= 0) {
		if (read(fd, mode, sizeof(mode) - 1) < 0)
			mode[0] = '\0';
		close(fd);
	}
	return refused(call, err,
		       strstr(mode, "[confidentiality]") ? REFUSED_LOCKDOWN :
							   REFUSED_PARANOID);
}

#endif
