/* SPDX-License-Identifier: MIT */
/*
 * core/compare/profile.h - counter profiles side by side: rows are metrics,
 * columns are CPUs or machines.
 */
#ifndef CORE_COMPARE_PROFILE_H
#define CORE_COMPARE_PROFILE_H

#include <stdio.h>

#include "compare/types.h"

/* "op", "switch", "alone": enum compare_per; ended by NULL. */
extern const char *const compare_pers[];

/**
 * compare_profile - print a table for each benchmark of the files
 * @c:		judged; @per and @by_place were set before anything was added
 * @format:	enum compare_format. CSV has a line for each column and a column
 *		for each metric
 *
 * Return: 0 or -ENOMEM.
 */
int compare_profile(FILE *out, const struct compare *c, int format);

#endif
