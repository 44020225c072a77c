/* SPDX-License-Identifier: MIT */
/*
 * bench/mem/huge.h - whether transparent huge pages can be had where they are
 * asked for.
 */
#ifndef BENCH_MEM_HUGE_H
#define BENCH_MEM_HUGE_H

#include <harness/bench.h>

#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>

#define HUGE_MODE "/sys/kernel/mm/transparent_hugepage/enabled"

/* Whether the kernel says that nobody gets any, or has no such pages. */
static inline bool huge_never(void)
{
	int fd = open(HUGE_MODE, O_RDONLY | O_CLOEXEC);
	char text[64] = "";
	ssize_t n;

	if (fd < 0)
		return true;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	return n <= 0 || strstr(text, "[never]");
}

/* Numbers for small pages must not be taken for those of huge ones. */
static inline int huge_check(struct bench_task *t, bool wanted)
{
	if (!wanted)
		return 0;
	if (prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0) > 0)
		return bench_error(t, EOPNOTSUPP,
				   "huge pages: PR_SET_THP_DISABLE is on");
	if (huge_never())
		return bench_error(t, EOPNOTSUPP, "huge pages: see " HUGE_MODE);
	return 0;
}

#endif
