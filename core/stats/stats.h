/* SPDX-License-Identifier: MIT */
/*
 * core/stats/stats.h - statistics of one set of samples, one number per run.
 *
 * Pure: no I/O, no state. A statistic that is not defined for the data is
 * NaN, never 0; stats.flags says what is remarkable.
 */
#ifndef CORE_STATS_STATS_H
#define CORE_STATS_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/quantile.h"

/**
 * stats_long_mean - mean with the digits of long double
 * @x:	@n values, at least one
 *
 * A sum of many equal values may round; their mean is that value all the same.
 */
/**
 * stats_lag1 - lag-1 autocorrelation
 * @x:	@n values in run order
 *
 * Return: sum (x_i - m)(x_{i+1} - m) / sum (x_i - m)^2; NaN for @n < 2 or
 * constant data.
 */
double stats_lag1(const double *x, size_t n);

/**
 * stats_n_eff - number of independent values that say as much
 * @n:		number of values, at least 2
 * @lag1:	their lag-1 autocorrelation
 */
double stats_n_eff(size_t n, double lag1);

/**
 * stats_trend - Spearman's rank correlation with the run index
 * @x:		@n values in run order
 * @rho:	result; NaN for @n < 2 or constant data
 *
 * Return: 0 or -ENOMEM.
 */
int stats_trend(const double *x, size_t n, double *rho);

/**
 * stats_series - what the order of runs shows besides a trend
 * @x:		@n values in run order, not all the same
 * @lag1:	their lag-1 autocorrelation
 * @flags:	STATS_CORRELATED or STATS_ALTERNATING, STATS_WARMUP; none of
 *		fewer than 10 values
 * @warmup:	leading runs that look like warm-up, or 0
 *
 * Return: 0 or -ENOMEM.
 */
int stats_series(const double *x, size_t n, double lag1, uint32_t *flags,
		 size_t *warmup);

/**
 * stats_mser - truncation point of the marginal standard error rule (White)
 * @x:	@n values in run order
 *
 * Return: the d in 0 .. @n / 2 that minimises
 * sum over i >= d of (x_i - m_d)^2 / (n - d)^2, the smallest if several do.
 */
size_t stats_mser(const double *x, size_t n);

/**
 * stats_clusters - whether the values fall into two clusters
 * @sorted:	@n values, ascending
 * @lo, @hi:	centres of the two, if so
 *
 * Best split in two (least squares within, each at least a tenth); two
 * clusters if @n >= 30 and Ashman's D = sqrt(2) |m1 - m2| / sqrt(v1 + v2) > 5.
 */
bool stats_clusters(const double *sorted, size_t n, double *lo, double *hi);

/**
 * struct stats_fences - beyond these a value is a severe outlier
 * @lo:	Q1 - 3 IQR
 * @hi:	Q3 + 3 IQR; both infinite if there is no such rule (@n < 6, IQR 0)
 */
struct stats_fences {
	double lo, hi;
};

/**
 * enum stats_flag - what a reader should be told
 * @STATS_INVALID:	a value is not finite: nothing was computed
 * @STATS_CONSTANT:	all values are equal (n >= 2)
 * @STATS_OUTLIERS:	severe outliers, see nr_outliers
 * @STATS_CORRELATED:	neighbouring runs are alike: lag1 > 1.96 / sqrt(n)
 * @STATS_ALTERNATING:	neighbouring runs differ: lag1 < -1.96 / sqrt(n)
 * @STATS_TREND:	values drift with the run index: |trend| sqrt(n - 1) > 1.96
 * @STATS_WARMUP:	the first warmup_runs look like warm-up (n >= 10)
 * @STATS_MULTIMODAL:	two clusters (n >= 30, Ashman's D > 5)
 *
 * With ten runs the absence of a warning means little: these tests see a
 * strong correlation in one of ten such sets.
 */
enum stats_flag {
	STATS_INVALID = 1 << 0,
	STATS_CONSTANT = 1 << 1,
	STATS_OUTLIERS = 1 << 2,
	STATS_CORRELATED = 1 << 3,
	STATS_ALTERNATING = 1 << 4,
	STATS_TREND = 1 << 5,
	STATS_WARMUP = 1 << 6,
	STATS_MULTIMODAL = 1 << 7,
};

/**
 * struct stats - summary of x[0..n-1], in run order
 * @n:		number of values
 * @flags:	enum stats_flag
 * @mean:	arithmetic
 * @stddev:	sample standard deviation (n - 1); NaN for n < 2
 * @sem:	stddev / sqrt(n)
 * @rsd:	stddev / |mean|; NaN for mean 0
 * @ci_lo, @ci_hi: 95 % t-interval of the mean; with STATS_CORRELATED it uses
 *		n_eff in place of n, and is NaN for n_eff < 2
 * @median:	midpoint rule
 * @median_lo, @median_hi: exact order-statistic interval; NaN for n < 6
 * @median_level: the confidence that it reaches, at least 95 %
 * @mad:	1.482602218505602 * median |x - median|
 * @min, @max, @q1, @q3: extremes and quartiles (type 7)
 * @lag1:	lag-1 autocorrelation; NaN for n < 10 or constant data
 * @n_eff:	n (1 - r) / (1 + r), effective number of values under that
 *		correlation, with r = lag1 + (1 + 3 lag1) / (n - 1) held in
 *		0 .. 0.99; NaN where lag1 is
 * @trend:	Spearman's rho with the run index; NaN for n < 10 or constant
 *		data
 * @nr_outliers: beyond Q1 - 3 IQR or Q3 + 3 IQR (n >= 6, IQR > 0)
 * @outliers:	malloc'ed array of nr_outliers run indices, ascending, or NULL
 * @warmup_runs: leading runs that MSER would drop; 0 without STATS_WARMUP
 * @cluster_lo, @cluster_hi: centres of the two clusters if multimodal
 */
struct stats {
	size_t n;
	uint32_t flags;
	double mean, stddev, sem, rsd;
	double ci_lo, ci_hi;
	double median, median_lo, median_hi, median_level;
	double mad, min, max, q1, q3;
	double lag1, n_eff, trend;
	size_t nr_outliers;
	size_t *outliers;
	size_t warmup_runs;
	double cluster_lo, cluster_hi;
};

/**
 * stats_compute - all of the above
 * @x:	@n values in run order; may be NULL if @n is 0
 *
 * Return: 0, or -ENOMEM.
 */
int stats_compute(struct stats *s, const double *x, size_t n);

/* Frees what @s owns and clears it; a zeroed or computed @s, any number of
 * times. */
void stats_free(struct stats *s);

/* Mean of unsorted data. NaN for @n = 0 or a value that is not finite. */
double stats_mean(const double *x, size_t n);

/* Sample standard deviation. NaN for @n < 2 or a value that is not finite. */
double stats_stddev(const double *x, size_t n);

#endif
