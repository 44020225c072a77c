/* SPDX-License-Identifier: MIT */
/*
 * core/machine/cgroup.h - which control groups this process is in, where they are
 * mounted, and what they limit.
 */
#ifndef CORE_MACHINE_CGROUP_H
#define CORE_MACHINE_CGROUP_H

#include <stdbool.h>

#include "machine/procfs.h"

#define CGROUP_DIR_LEN (2 * PROCFS_PATH_LEN)

/**
 * struct cgroup_where - the process's group in one hierarchy
 * @point:	where the hierarchy is mounted
 * @dir:	directory of the group, @point or below; without the root
 * @v2:		a version 2 hierarchy
 */
struct cgroup_where {
	char point[PROCFS_PATH_LEN];
	char dir[CGROUP_DIR_LEN];
	bool v2;
};

/**
 * cgroup_where - the calling process's group in the hierarchy with a controller
 * @root:	as in core/machine/procfs.h
 * @controller:	"cpu"
 *
 * Version 1 goes before version 2: where both are mounted, a controller is in
 * one of them only, and a version 1 mount names it. A version 2 hierarchy is
 * not asked whether it has the controller.
 *
 * Return: 0; -ENOENT when there is no such hierarchy; another negative errno.
 */
int cgroup_where(const char *root, const char *controller,
		 struct cgroup_where *out);

/**
 * struct cgroup - the control groups that may limit this process's CPU time
 * @nr:		directories, from its own group up to the root that it sees
 * @dir:	without @root; owned
 * @v2:		unified hierarchy: other file names
 *
 * {0} is an empty one.
 */
struct cgroup {
	size_t nr;
	char **dir;
	bool v2;
};

/**
 * cgroup_open - find the groups of the calling process
 * @out:	to be freed with cgroup_close(); empty on error
 *
 * Return: 0; -ENOENT: no cpu controller is mounted where this process can
 * see it; or a negative errno.
 */
int cgroup_open(const char *root, struct cgroup *out);

void cgroup_close(struct cgroup *c);

/**
 * cgroup_throttled_ns - time for which the groups were throttled so far
 * @ns:		sum over the groups; untouched on error
 *
 * A group that keeps no such count (the root, or where the cpu controller is
 * not enabled) cannot be throttled and adds nothing.
 *
 * Return: 0; -ENODATA: no group could be read; or a negative errno.
 */
int cgroup_throttled_ns(const char *root, const struct cgroup *c, int64_t *ns);

/**
 * cgroup_quota - CPUs' worth of time that the tightest group allows
 * @cpus:	1.5 for 150 ms in 100 ms; INFINITY where there is no limit;
 *		untouched on error
 * @dir:	the tightest group, borrowed from @c; NULL where none limits
 *
 * Return: 0; -ENODATA: no group could be read; or a negative errno.
 */
int cgroup_quota(const char *root, const struct cgroup *c, double *cpus,
		 const char **dir);

/**
 * cgroup_tasks_max - processes and threads that the tightest group allows
 * @max:	its pids.max
 * @dir:	@len bytes for its directory, without @root
 *
 * Return: 0; -ENODATA: none limits them; or a negative errno.
 */
int cgroup_tasks_max(const char *root, int64_t *max, char *dir, size_t len);

/**
 * struct cgroup_memory - what the memory of this process is held to
 * @limit:	bytes that the tightest group allows; INT64_MAX: no limit
 * @kills:	processes of its own group that were killed for want of memory
 * @dir:	the tightest group, without the root; "" where none limits
 * @file:	of it that says so: "memory.max"
 */
struct cgroup_memory {
	int64_t limit, kills;
	char dir[CGROUP_DIR_LEN];
	const char *file;
};

/* Return: 0; -ENOENT: no memory controller; or a negative errno. */
int cgroup_memory(const char *root, struct cgroup_memory *out);

#endif
