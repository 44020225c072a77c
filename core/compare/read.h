/* SPDX-License-Identifier: MIT */
/*
 * core/compare/read.h - many files into one comparison. Never prints.
 */
#ifndef CORE_COMPARE_READ_H
#define CORE_COMPARE_READ_H

#include "compare/compare.h"

/* enum compare_auto - what --by auto stands for, behind enum compare_by */
enum compare_auto {
	/* each file by itself, many by machine and configuration, but the
	 * first, which is the base, alone */
	COMPARE_BY_AUTO = COMPARE_BY_MACHINE + 1,
};

/* So many files are a column each with COMPARE_BY_AUTO. */
#define COMPARE_MOST_COLUMNS 8

/**
 * compare_read - read files and add them
 * @paths:	@nr files, the base first
 * @by:		enum compare_by or COMPARE_BY_AUTO
 * @why:	on error one line: which file, and what is wrong with it
 *
 * Files are read on all CPUs that may be used and added in their order; more
 * than COMPARE_MOST_COLUMNS by result_read_quick(), which passes over what a
 * comparison does not use.
 *
 * Return: 0; -ENOMEM; another negative errno: that file cannot be read.
 */
int compare_read(struct compare *c, const char *const *paths, size_t nr, int by,
		 char *why, size_t len);

/**
 * compare_read_floors - read a file of noise floors
 * @floors:	@nr of them, malloc'ed; to be freed with compare_free_floors()
 *
 * {"schema": "harness.noise", "schema_version": "1.0",
 *  "floors": [{"benchmark": "sched/pipe", "floor_pct": 1.5}]}
 *
 * Return: 0; -ENOMEM; -EINVAL: no such file, or not of this kind.
 */
int compare_read_floors(const char *path, struct compare_floor **floors,
			size_t *nr, char *why, size_t len);

void compare_free_floors(struct compare_floor *floors, size_t nr);

#endif
