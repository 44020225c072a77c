/* SPDX-License-Identifier: MIT */
/*
 * core/stats/rank.h - is there a difference, and how large is it?
 *
 * Rank methods for paired values (log ratios of an A/B comparison) and for
 * two independent sets of runs, Welch's t, corrections for many tests, and
 * what a design can see. Pure: no I/O, no state.
 *
 * Functions that return int return 0, -EINVAL (a value is not finite, an array
 * is empty, a level is not inside 0 .. 1), -E2BIG (more than RANK_MAX_PAIRS
 * pairs) or -ENOMEM, and then leave their result alone.
 */
#ifndef CORE_STATS_RANK_H
#define CORE_STATS_RANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Most pairs (Walsh averages, ratios) that are formed: 128 MiB of them. */
#define RANK_MAX_PAIRS ((size_t)1 << 24)

/* Up to here null distributions are exact, above they are normal. */
#define RANK_EXACT_PAIRED 400
#define RANK_EXACT_BOTH 60

/**
 * struct rank_result - an estimate, its interval and the test that goes with it
 * @estimate:	Hodges-Lehmann estimate
 * @lo, @hi:	interval around it; NaN where there are too few values for the
 *		level asked for
 * @level:	confidence that the interval reaches, at least what was asked
 *		for; NaN without an interval
 * @p:		two-sided p-value of "no difference"
 * @exact:	@p and @level come from the exact null distribution
 */
struct rank_result {
	double estimate;
	double lo, hi, level;
	double p;
	bool exact;
};

/**
 * rank_order - the order of values, without moving them
 * @x:		@n finite values
 * @order:	@n results: index of the smallest first, ties by index
 */
void rank_order(const double *x, size_t n, size_t *order);

/**
 * rank_mid - doubled mid-ranks, so that ties keep whole numbers
 * @x:		@n finite values
 * @rank2:	@n results: 2 for the smallest alone, the sum of first and last
 *		rank for ties
 *
 * Return: 0 or -ENOMEM.
 */
int rank_mid(const double *x, size_t n, uint64_t *rank2);

/**
 * rank_signed - one-sample Wilcoxon signed-rank test of centre 0
 * @d:		@n differences or log ratios
 * @level:	confidence asked for, 0.95
 *
 * Zeros are treated as Pratt does: ranked with the others, then left out. The
 * p-value comes from all sign patterns of the ranks as they are, ties
 * included. The interval runs between order statistics of the Walsh averages
 * (mean of every pair, each value also with itself), the estimate is their
 * median. With ties the interval is on the safe side.
 */
int rank_signed(const double *d, size_t n, double level, struct rank_result *r);

/**
 * rank_signed_index - which Walsh average bounds the interval
 * @n:		1 or more values
 * @level:	confidence asked for
 * @reached:	confidence of the interval from the k-th smallest to the k-th
 *		largest; NaN for k = 0
 *
 * Return: k; 0 if no interval reaches @level, or -EINVAL, -ENOMEM.
 */
int64_t rank_signed_index(size_t n, double level, double *reached);

/**
 * rank_sum - Mann-Whitney test, two-sided
 * @a:	@n values
 * @b:	@m values
 * @u:	number of pairs with a > b, ties counted half; may be NULL
 * @p:	probability, over all ways to deal the values out to two sets of these
 *	sizes, of a rank sum at least as far from the expected one. Exact, ties
 *	included, for @n + @m <= RANK_EXACT_BOTH, else normal with corrections
 *	for ties and continuity
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

/**
 * struct welch - Welch's t test of mean(b) - mean(a)
 * @diff:	the difference
 * @lo, @hi:	its t interval
 * @t, @df, @p:	statistic, degrees of freedom, two-sided p-value; NaN like
 *		the interval if neither set varies
 */
struct welch {
	double diff, lo, hi;
	double t, df, p;
};

/* rank_welch - see struct welch; @n and @m at least 2 (else -EINVAL) */
int rank_welch(const double *a, size_t n, const double *b, size_t m,
	       double level, struct welch *w);

/**
 * rank_holm - p-values corrected for testing @n things at once (family-wise)
 * @p:		@n p-values, 0 to 1 (else -EINVAL); @n may be 0
 * @adjusted:	@n results in the same order; may be @p itself
 */
int rank_holm(const double *p, size_t n, double *adjusted);

/* rank_bh - as rank_holm(), false discovery rate (Benjamini and Hochberg) */
int rank_bh(const double *p, size_t n, double *adjusted);

/**
 * rank_visible - smallest relative change seen with 80 % power at 5 %
 * @rsd_a, @rsd_b: relative standard deviations
 * @n, @m:	runs a side, at least 2
 *
 * Return: (t_.975 + t_.80) sqrt(rsd_a^2 / n + rsd_b^2 / m), with Welch's
 * degrees of freedom; NaN for arguments outside.
 */
double rank_visible(double rsd_a, size_t n, double rsd_b, size_t m);

/**
 * rank_runs_needed - runs a side to see a relative change
 * @rsd:	relative standard deviation of one run
 * @change:	the change to be seen, > 0
 *
 * Return: ceil(2 (z_.975 + z_.80)^2 rsd^2 / change^2), but at least 4, since
 * rank_sum() cannot reach 5 % with fewer; NaN for arguments outside.
 */
double rank_runs_needed(double rsd, double change);

#endif
