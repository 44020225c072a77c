/* SPDX-License-Identifier: MIT */
/*
 * core/stats/multiple_tests.c - p-values of many tests at once.
 */
#include "stats/multiple_tests.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "stats/rank.h"

/* Order of the p-values, malloc'ed. */
static int p_order(const double *p, size_t n, size_t **order)
{
	size_t *o;

	for (size_t i = 0; i < n; i++)
		if (!(p[i] >= 0 && p[i] <= 1))
			return -EINVAL;
	o = calloc(n ? n : 1, sizeof(*o));
	if (!o)
		return -ENOMEM;
	rank_order(p, n, o);
	*order = o;
	return 0;
}

int rank_holm(const double *p, size_t n, double *adjusted)
{
	size_t *order = NULL;
	double highest = 0;
	int ret;

	ret = p_order(p, n, &order);
	if (ret)
		return ret;
	for (size_t i = 0; i < n; i++) {
		highest = fmax(highest, p[order[i]] * (double)(n - i));
		adjusted[order[i]] = fmin(1, highest);
	}
	free(order);
	return 0;
}

int rank_bh(const double *p, size_t n, double *adjusted)
{
	size_t *order = NULL;
	double lowest = 1;
	int ret;

	ret = p_order(p, n, &order);
	if (ret)
		return ret;
	for (size_t i = n; i > 0; i--) {
		size_t at = order[i - 1];

		lowest = fmin(lowest, p[at] * (double)n / (double)i);
		adjusted[at] = lowest;
	}
	free(order);
	return 0;
}
