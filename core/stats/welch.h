/* SPDX-License-Identifier: MIT */
/*
 * core/stats/welch.h - Welch's t test, and what change a design can
 * detect. Pure.
 *
 * Errors are those of rank.h.
 */
#ifndef CORE_STATS_WELCH_H
#define CORE_STATS_WELCH_H

#include <stddef.h>

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

/* struct welch_part - a variance and its degrees of freedom; INFINITY: known */
struct welch_part {
	long double v;
	double df;
};

/**
 * welch_parts_df - degrees of freedom of a sum of variances
 *
 * Welch and Satterthwaite: (sum of v)^2 / sum of (v^2 / df); INFINITY where
 * all is known or nothing varies.
 */
double welch_parts_df(const struct welch_part *parts, size_t nr);

/* rank_welch - see struct welch; @n and @m at least 2 (else -EINVAL) */
int rank_welch(const double *a, size_t n, const double *b, size_t m,
	       double level, struct welch *w);

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
