/* SPDX-License-Identifier: MIT */
/*
 * core/report/waterfall.h - where the time of an op goes, as text.
 */
#ifndef CORE_REPORT_WATERFALL_H
#define CORE_REPORT_WATERFALL_H

#include <stdio.h>

#include "result/waterfall.h"

/**
 * report_waterfall - the parts of an op, with bars
 *
 * Return: 0 or -ENOMEM.
 */
int report_waterfall(FILE *out, const struct waterfall *w);

/**
 * report_waterfalls - the parts of two side by side, and which differ
 * @name_a, @name_b: what they are called
 *
 * Return: 0, -EINVAL, -ENOMEM.
 */
int report_waterfalls(FILE *out, const struct waterfall *a, const char *name_a,
		      const struct waterfall *b, const char *name_b);

#endif
