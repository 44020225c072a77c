/* SPDX-License-Identifier: MIT */
/*
 * core/stats/quantile.c - values in order: quantiles and the median.
 */
#include "stats/quantile.h"

#include <math.h>
#include <stdint.h>

#include "util/rng.h"

/*
 * The next smaller gap of a shell sort: Gonnet and Baeza-Yates, Handbook of
 * Algorithms and Data Structures, 1991, section 4.1.4.
 */
static size_t next_gap(size_t gap)
{
	return gap < 5 ? gap > 1 : (gap * 5 - 1) / 11;
}

/* Most sets have ten values: a call for each comparison would cost the most. */
void stats_sort(double *x, size_t n)
{
	for (size_t gap = next_gap(n); gap; gap = next_gap(gap)) {
		for (size_t i = gap; i < n; i++) {
			double value = x[i];
			size_t at = i;

			for (; at >= gap && x[at - gap] > value; at -= gap)
				x[at] = x[at - gap];
			x[at] = value;
		}
	}
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

/* Below this, sorting is the quickest way to select. */
#define SELECT_LEAST 48

/* Hoare's partition of @x[from .. to] around @pivot, which is one of them. */
static void partition(double *x, double pivot, size_t *from, size_t *to)
{
	size_t i = *from, j = *to;

	while (i <= j) {
		while (x[i] < pivot)
			i++;
		while (x[j] > pivot)
			j--;
		if (i <= j) {
			double value = x[i];

			x[i++] = x[j];
			x[j] = value;
			if (!j--)
				break;
		}
	}
	*from = i;
	*to = j;
}

double stats_select(double *x, size_t n, size_t k)
{
	size_t low = 0, high = n - 1;
	struct rng rng;

	/* At random: no order of the values is a bad one. */
	rng_seed(&rng, n);
	while (high - low >= SELECT_LEAST) {
		size_t i = low, j = high;

		partition(x, x[low + rng_below(&rng, high - low + 1)], &i, &j);
		if (k >= i)
			low = i;
		else if (j + 1 && k <= j)
			high = j;
		else
			return x[k];
	}
	stats_sort(x + low, high - low + 1);
	return x[k];
}

double stats_median(double *x, size_t n)
{
	size_t k = (n - 1) / 2;
	double lower, upper = INFINITY;

	if (!n)
		return NAN;
	lower = stats_select(x, n, k);
	if (n % 2)
		return lower;
	for (size_t i = k + 1; i < n; i++)
		upper = fmin(upper, x[i]);
	return lower + ((long double)upper - lower) * 0.5;
}
