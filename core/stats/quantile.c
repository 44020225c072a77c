/* SPDX-License-Identifier: MIT */
/*
 * core/stats/quantile.c - values in order: quantiles and the median.
 */
#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

void stats_sort(double *x, size_t n)
{
	if (n)
		qsort(x, n, sizeof(*x), compare_doubles);
}

double stats_quantile(const double *sorted, size_t n, double p)
{
	double place;
	size_t i;

	if (!n || !(p >= 0 && p <= 1))
		return NAN;
	place = p * (double)(n - 1);
	i = (size_t)place;
	if (i + 1 >= n)
		return sorted[n - 1];
	return sorted[i] +
	       ((long double)sorted[i + 1] - sorted[i]) * (place - (double)i);
}

double stats_median(double *x, size_t n)
{
	stats_sort(x, n);
	return stats_quantile(x, n, 0.5);
}
