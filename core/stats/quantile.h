/* SPDX-License-Identifier: MIT */
/*
 * core/stats/quantile.h - values in order: quantiles and the median. Pure.
 */
#ifndef CORE_STATS_QUANTILE_H
#define CORE_STATS_QUANTILE_H

#include <stddef.h>

/* Sorts ascending, in place; values must be finite. */
void stats_sort(double *x, size_t n);

/**
 * stats_quantile - type 7 (R's default) of sorted data
 * @sorted:	@n values, ascending
 * @p:		0 to 1; the value at place (n - 1) p, counted from 0, between
 *		two neighbours in proportion
 *
 * Return: the quantile; NaN for @n = 0 or @p outside.
 */
double stats_quantile(const double *sorted, size_t n, double p);

/**
 * stats_select - the value that sorting would put in one place
 * @x:		@n finite values, at least one; reordered so that those before
 *		@k are not greater than @x[@k] and those behind are not less
 * @k:		the place, below @n
 *
 * Return: @x[@k].
 */
double stats_select(double *x, size_t n, size_t k);

/* Median of unsorted data; reorders @x. NaN for @n = 0. */
double stats_median(double *x, size_t n);

#endif
