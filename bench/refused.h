/* SPDX-License-Identifier: MIT */
/*
 * bench/refused.h - what a benchmark says of a system call that it needs and
 * may not make: the call, the error, and what there is to look at.
 */
#ifndef BENCH_REFUSED_H
#define BENCH_REFUSED_H

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

/* What perf_event_open goes by. */
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

#endif
