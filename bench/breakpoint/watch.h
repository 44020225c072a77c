/* SPDX-License-Identifier: MIT */
/*
 * bench/breakpoint/watch.h - hardware breakpoints on words that nobody touches.
 */
#ifndef BENCH_BREAKPOINT_WATCH_H
#define BENCH_BREAKPOINT_WATCH_H

#include <harness/bench.h>

#include "../refused.h"

#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>

/*
 * Sets a breakpoint on @word for the calling thread and those that it will
 * create. Return: a descriptor, or a negative errno.
 */
static inline int watch_open(const char *word)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_BREAKPOINT,
		.size = sizeof(attr),
		.inherit = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.bp_addr = (uintptr_t)word,
		.bp_type = HW_BREAKPOINT_RW,
		.bp_len = HW_BREAKPOINT_LEN_1,
	};
	long fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1,
			  PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : (int)fd;
}

static inline const char *watch_supported(void)
{
	static const char word;
	int fd = watch_open(&word);

	if (fd >= 0) {
		close(fd);
		return NULL;
	}
	switch (-fd) {
	case EACCES:
	case EPERM:
	case ENOSYS:
		return refused_perf("perf_event_open", -fd);
	case EMFILE:
	case ENFILE:
		return "perf_event_open: too many open files";
	case ENOMEM:
		return "perf_event_open: out of memory";
	case ENOSPC:
		return "all hardware breakpoints are in use";
	default:
		return "this machine has no hardware breakpoints";
	}
}

#endif
