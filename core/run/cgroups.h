/* SPDX-License-Identifier: MIT */
/*
 * core/run/cgroups.h - control groups made for the tasks of a team (--cgroups).
 *
 * Below the group that the harness is in: "harness-PID-N" with one child for
 * each group asked for, PID being the runner's. They are in the hierarchy that
 * perf's cgroup events go by: version 1's perf_event, else version 2, which
 * then has that controller always; without either, version 1's cpu.
 *
 * The runner makes them, and they are removed as soon as the last task is
 * gone: by the runner, or by the harness when the runner failed or was killed,
 * or by the runner when the harness was killed. What is left when both were
 * killed, the next session that makes some removes.
 */
#ifndef CORE_RUN_CGROUPS_H
#define CORE_RUN_CGROUPS_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/cgroup.h"

/* Groups that tasks can be divided among. */
#define CGROUPS_MAX 2
#define CGROUPS_PATH (CGROUP_DIR_LEN + 64)

/**
 * struct cgroups - the groups of one team; all zero: none
 * @nr_dirs:	directories made and not removed yet
 * @dir:	the common parent, then the groups
 * @v2:		in a version 2 hierarchy
 * @threads:	threads of one process are to be in different groups
 */
struct cgroups {
	uint32_t nr_dirs;
	char dir[1 + CGROUPS_MAX][CGROUPS_PATH];
	bool v2, threads;
};

/**
 * cgroups_make - make @nr groups, and remove what dead runners have left
 * @root:	as in core/machine/procfs.h
 * @nr:		1 to CGROUPS_MAX
 * @threads:	they are for threads of one process
 * @c:		all zero; also after an error to be given to cgroups_remove()
 *
 * Return: 0; -ENODEV when there is no hierarchy that would do; another
 * negative errno, @c->dir[0] then says below what.
 */
int cgroups_make(const char *root, uint32_t nr, bool threads,
		 struct cgroups *c);

/**
 * cgroups_admit - put the calling process into the groups' common parent
 *
 * What version 2 wants before the first cgroups_enter() where groups are for
 * threads; otherwise nothing happens.
 *
 * Return: 0 or a negative errno.
 */
int cgroups_admit(const struct cgroups *c);

/* Puts the calling task into group @i. Return: 0 or a negative errno. */
int cgroups_enter(const struct cgroups *c, uint32_t i);

/* "control group FILE" in @buf: what cgroups_enter() writes to. */
void cgroups_name(const struct cgroups *c, uint32_t i, char *buf, size_t len);

/**
 * cgroups_remove - remove the groups once their last task is gone
 * @bound_ns:	how long to wait for that
 *
 * May be called from a signal handler, and again.
 *
 * Return: 0; -EBUSY: a task is in one of them; another negative errno.
 */
int cgroups_remove(struct cgroups *c, uint64_t bound_ns);

#endif
