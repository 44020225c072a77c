/* SPDX-License-Identifier: MIT */
/*
 * core/compare/read.h - many files into one comparison. Never prints.
 */
#ifndef CORE_COMPARE_READ_H
#define CORE_COMPARE_READ_H

#include "compare/compare.h"

/* So many files are a column each with COMPARE_BY_AUTO. */
#define COMPARE_MOST_COLUMNS 8

/**
 * compare_read - read files and add them
 * @paths:	@nr files, the base first
 * @starts:	whether a column starts with each of them; NULL: @by says
 * @by:		enum compare_by
 * @why:	on error one line: which file, and what is wrong with it
 *
 * Files are read on all CPUs that may be used and added in their order; of
 * more than COMPARE_MOST_COLUMNS only the parts that a comparison uses.
 *
 * Return: 0; -ENOMEM; another negative errno: that file cannot be read.
 */
int compare_read(struct compare *c, const char *const *paths, size_t nr,
		 const bool *starts, int by, char *why, size_t len);

#endif
