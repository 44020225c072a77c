/* SPDX-License-Identifier: MIT */
/*
 * core/compare/ratio.h - is there a difference between two sets of values?
 */
#ifndef CORE_COMPARE_RATIO_H
#define CORE_COMPARE_RATIO_H

#include "compare/types.h"
#include "stats/rank.h"

/**
 * compare_ratio - rank_ratio() of any number of values
 * @a:	@n values, > 0, ascending
 * @b:	@m values, > 0, ascending
 */
int compare_ratio(const double *a, size_t n, const double *b, size_t m,
		  double level, struct rank_result *r);

/**
 * compare_rank - ratio of two sets, its interval and p-value
 * @a, @b:	at least COMPARE_MIN_RUNS values, > 0; fewer: Welch's t
 *
 * The same numbers, or their inverses, whichever side is called the base.
 *
 * Return: 0; -EINVAL: no number that fits; -ENOMEM.
 */
int compare_rank(const struct compare_values *a, const struct compare_values *b,
		 struct rank_result *r);

/* b / a, which are > 0; the exact inverse for the sides exchanged. */
double compare_bare_ratio(double a, double b);

/**
 * compare_test - ratio, interval, p-value and cross-check of two sets
 * @r:	sides, number of values, by_session are set
 *
 * Return: 0 or -ENOMEM.
 */
int compare_test(struct compare_row *r, const struct compare_values *a,
		 const struct compare_values *b);

#endif
