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
 * Files are read on all CPUs that may be used and added in their order; of
 * more than COMPARE_MOST_COLUMNS only the parts that a comparison uses.
 *
 * Return: 0; -ENOMEM; another negative errno: that file cannot be read.
 */
int compare_read(struct compare *c, const char *const *paths, size_t nr, int by,
		 char *why, size_t len);

#endif
