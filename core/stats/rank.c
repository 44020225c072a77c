/* SPDX-License-Identifier: MIT */
/*
 * core/stats/rank.c - ranks, and what the rank methods share.
 */
#include "stats/rank.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "stats/dist.h"
#include "stats/quantile.h"

double rank_alpha(double level)
{
	return (1 - level) * (1 + 1e-12);
}

bool rank_level_ok(double level)
{
	return level > 0 && level < 1;
}

bool rank_values_ok(const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return false;
	return n > 0;
}

int64_t rank_normal_index(double mean, double sd, double level, double *reached)
{
	double z = dist_normal_quantile((1 + level) / 2);
	double k = floor(mean - z * sd + 0.5);

	if (k < 1) {
		*reached = NAN;
		return 0;
	}
	*reached = 1 - 2 * dist_normal_cdf((k - 0.5 - mean) / sd);
	return (int64_t)k;
}

void rank_bounds(double *pairs, size_t nr, size_t k, struct rank_result *r)
{
	size_t middle = (nr - 1) / 2;

	/* In the middle place now, so that each bound is in its half. */
	r->estimate = stats_median(pairs, nr);
	r->lo = k ? stats_select(pairs, middle + 1, k - 1) : NAN;
	r->hi = k ? stats_select(pairs + middle, nr - middle, nr - k - middle) :
		    NAN;
}

static int compare_indirect(const void *a, const void *b, void *values)
{
	const double *x = values;
	size_t i = *(const size_t *)a, j = *(const size_t *)b;

	if (x[i] != x[j])
		return x[i] < x[j] ? -1 : 1;
	return i < j ? -1 : i > j;
}

void rank_order(const double *x, size_t n, size_t *order)
{
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	qsort_r(order, n, sizeof(*order), compare_indirect, (void *)x);
}

int rank_mid(const double *x, size_t n, uint64_t *rank2)
{
	size_t *order = calloc(n ? n : 1, sizeof(*order));
	size_t first, next;

	if (!order)
		return -ENOMEM;
	rank_order(x, n, order);
	for (first = 0; first < n; first = next) {
		next = first + 1;
		while (next < n && x[order[next]] == x[order[first]])
			next++;
		for (size_t i = first; i < next; i++)
			rank2[order[i]] = first + 1 + next;
	}
	free(order);
	return 0;
}
