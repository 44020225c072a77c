/* SPDX-License-Identifier: MIT */
/*
 * core/stats/stats_shape.h - how samples lie in time and in clusters.
 *
 * The parts of stats_compute() that decide its flags. Values are finite.
 */
#ifndef CORE_STATS_STATS_SHAPE_H
#define CORE_STATS_STATS_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

/**
 * stats_long_mean - mean with the digits of long double
 * @x:	@n values, at least one
 *
 * A sum of many equal values may round; their mean is that value all the same.
 */
long double stats_long_mean(const double *x, size_t n);

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
 * stats_mser - truncation point of the marginal standard error rule (White)
 * @x:	@n values in run order
 *
 * Return: the d in 0 .. @n / 2 that minimises
 * sum over i >= d of (x_i - m_d)^2 / (n - d)^2, the smallest if several do.
 */
size_t stats_mser(const double *x, size_t n);

/**
 * stats_warmup - leading runs that look like warm-up
 * @x:		@n values in run order
 * @warmup:	stats_mser(), if the first run is a severe outlier among the
 *		runs that are kept; else, and for @n < 10, 0
 *
 * MSER alone drops something in half of all undisturbed sessions.
 *
 * Return: 0 or -ENOMEM.
 */
int stats_warmup(const double *x, size_t n, size_t *warmup);

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

struct stats_fences stats_fences(const double *sorted, size_t n);

#endif
