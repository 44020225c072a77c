/* SPDX-License-Identifier: MIT */
/*
 * core/stats/mann_whitney.h - two independent sets of values: the exact
 * Mann-Whitney test, the Hodges-Lehmann ratio or difference and its Moses interval.
 * Pure.
 *
 * Errors are those of rank.h.
 */
#ifndef CORE_STATS_MANN_WHITNEY_H
#define CORE_STATS_MANN_WHITNEY_H

#include "stats/rank.h"

/*
 * Whether the null distribution for sides of @n and @m values is exact: up to
 * RANK_EXACT_BOTH values together, and with one small side up to some hundred.
 */
bool rank_sum_exact(size_t n, size_t m);

/**
 * rank_sum - Mann-Whitney test, two-sided
 * @a:	@n values
 * @b:	@m values
 * @u:	number of pairs with a > b, ties counted half; may be NULL
 * @p:	probability, over all ways to deal the values out to two sets of these
 *	sizes, of a rank sum at least as far from the expected one. Exact, ties
 *	included, if rank_sum_exact(), else normal with corrections for ties and
 *	continuity
 */
int rank_sum(const double *a, size_t n, const double *b, size_t m, double *u,
	     double *p);

/**
 * rank_sum_index - which ratio bounds Moses' interval
 * @n, @m:	1 or more values a side
 * @level:	confidence asked for
 * @reached:	confidence of the interval from the k-th smallest to the k-th
 *		largest; NaN for k = 0
 *
 * Return: k; 0 if no interval reaches @level, or -EINVAL, -ENOMEM.
 */
int64_t rank_sum_index(size_t n, size_t m, double level, double *reached);

/**
 * rank_ratio - how many times larger b is than a
 * @a:		@n values, all > 0 (else -EINVAL)
 * @b:		@m values, all > 0
 * @level:	confidence asked for
 *
 * Estimate: median of all b_j / a_i; interval: Moses' order statistics of
 * them; p: rank_sum().
 */
int rank_ratio(const double *a, size_t n, const double *b, size_t m,
	       double level, struct rank_result *r);

/* rank_shift - how much larger b is than a: likewise of all b_j - a_i */
int rank_shift(const double *a, size_t n, const double *b, size_t m,
	       double level, struct rank_result *r);

#endif
