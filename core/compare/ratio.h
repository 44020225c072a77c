/* SPDX-License-Identifier: MIT */
/*
 * core/compare/ratio.h - is there a difference between two sets of values?
 */
#ifndef CORE_COMPARE_RATIO_H
#define CORE_COMPARE_RATIO_H

#include "stats/rank.h"

/**
 * compare_ratio - rank_ratio() of any number of values
 * @a:	@n values, > 0, ascending
 * @b:	@m values, > 0, ascending
 */
int compare_ratio(const double *a, size_t n, const double *b, size_t m,
		  double level, struct rank_result *r);

/* b / a, which are > 0; the exact inverse for the sides exchanged. */
double compare_bare_ratio(double a, double b);

#endif
