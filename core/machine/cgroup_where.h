/* SPDX-License-Identifier: MIT */
/*
 * core/machine/cgroup_where.h - which control group this process is in, and where
 * that is mounted.
 */
#ifndef CORE_MACHINE_CGROUP_WHERE_H
#define CORE_MACHINE_CGROUP_WHERE_H

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

#endif
