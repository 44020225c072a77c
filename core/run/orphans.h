/* SPDX-License-Identifier: MIT */
/*
 * core/run/orphans.h - processes that a benchmark has left behind.
 */
#ifndef CORE_RUN_ORPHANS_H
#define CORE_RUN_ORPHANS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/**
 * orphans_end - kill and reap all children of the calling process
 * @pgid:	process group that most of them are in, or 0
 * @bound_ns:	longest time it may take
 *
 * May be called from a signal handler. As a subreaper the caller inherits what its descendants leave: also a child
 * that a benchmark took out of the group, and the children of that.
 */
void orphans_end(pid_t pgid, uint64_t bound_ns);

/**
 * orphans_name - which children of the calling process are alive
 * @text:	@len bytes: "sleep (process 4711), sh (process 4712)", or ""
 */
void orphans_name(char *text, size_t len);

#endif
