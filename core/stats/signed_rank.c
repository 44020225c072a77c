/* SPDX-License-Identifier: MIT */
/*
 * core/stats/signed_rank.c - paired values: Wilcoxon signed-rank test and interval.
 */
#include "stats/signed_rank.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "stats/dist.h"
#include "stats/rank.h"

/*
 * Probabilities that the ranks with a positive sign add up to 0, 1, ...,
 * @limit, each sign being a fair coin. Malloc'ed; NULL without memory.
 */
static double *sign_sums(const uint64_t *rank, size_t n, uint64_t limit)
{
	double *prob = calloc(limit + 1, sizeof(*prob));

	if (!prob)
		return NULL;
	prob[0] = 1;
	for (size_t i = 0; i < n; i++) {
		for (uint64_t s = limit; s >= rank[i]; s--)
			prob[s] = (prob[s] + prob[s - rank[i]]) / 2;
		for (uint64_t s = 0; s < rank[i] && s <= limit; s++)
			prob[s] /= 2;
	}
	return prob;
}

/*
 * @rank: of the @n values that are not zero; @sum: of the positive ones;
 * @total: of all. The distribution is symmetric: the far tail is as heavy.
 */
static int exact_p(const uint64_t *rank, size_t n, uint64_t sum, uint64_t total,
		   double *p)
{
	uint64_t near_end = sum < total - sum ? sum : total - sum;
	double *prob = sign_sums(rank, n, near_end);
	double tail = 0;

	if (!prob)
		return -ENOMEM;
	for (uint64_t s = 0; s <= near_end; s++)
		tail += prob[s];
	*p = fmin(1, 2 * tail);
	free(prob);
	return 0;
}

/* Ranks are doubled here, hence the factors. */
static double normal_p(const uint64_t *rank2, size_t n, uint64_t sum2,
		       uint64_t total2)
{
	double squares = 0, off;

	for (size_t i = 0; i < n; i++)
		squares += (double)rank2[i] * (double)rank2[i];
	off = fabs((double)sum2 / 2 - (double)total2 / 4) - 0.5;
	if (off <= 0)
		return 1;
	return 2 * dist_normal_cdf(-off / sqrt(squares / 16));
}

/* Leaves in @rank2 the ranks of the values that are not zero. */
static int signed_p(const double *d, double *size, uint64_t *rank2, size_t n,
		    double *p)
{
	uint64_t sum = 0, total = 0;
	size_t kept = 0;
	int ret;

	for (size_t i = 0; i < n; i++)
		size[i] = fabs(d[i]);
	ret = rank_mid(size, n, rank2);
	if (ret)
		return ret;
	for (size_t i = 0; i < n; i++) {
		if (d[i] == 0)
			continue;
		total += rank2[i];
		sum += d[i] > 0 ? rank2[i] : 0;
		rank2[kept++] = rank2[i];
	}
	if (n <= RANK_EXACT_PAIRED)
		return exact_p(rank2, kept, sum, total, p);
	*p = normal_p(rank2, kept, sum, total);
	return 0;
}

static int test_centre(const double *d, size_t n, double *p)
{
	double *size = calloc(n, sizeof(*size));
	uint64_t *rank2 = calloc(n, sizeof(*rank2));
	int ret = -ENOMEM;

	if (size && rank2)
		ret = signed_p(d, size, rank2, n, p);
	free(rank2);
	free(size);
	return ret;
}

static int64_t exact_index(size_t n, double level, double *reached)
{
	uint64_t rank[RANK_EXACT_PAIRED];
	uint64_t half = n * (n + 1) / 4;
	double tails = 0, *prob;
	int64_t k = 0;

	for (size_t i = 0; i < n; i++)
		rank[i] = i + 1;
	prob = sign_sums(rank, n, half);
	if (!prob)
		return -ENOMEM;
	*reached = NAN;
	for (uint64_t s = 0; s <= half; s++) {
		tails += 2 * prob[s];
		if (tails > rank_alpha(level))
			break;
		*reached = 1 - tails;
		k = (int64_t)s + 1;
	}
	free(prob);
	return k;
}

int64_t rank_signed_index(size_t n, double level, double *reached)
{
	double x = (double)n;

	if (!n || !rank_level_ok(level))
		return -EINVAL;
	if (n <= RANK_EXACT_PAIRED)
		return exact_index(n, level, reached);
	return rank_normal_index(x * (x + 1) / 4,
				 sqrt(x * (x + 1) * (2 * x + 1) / 24), level,
				 reached);
}

/* Means of all pairs, each value also with itself; malloc'ed. */
static double *walsh_averages(const double *d, size_t n)
{
	double *w = calloc(n * (n + 1) / 2, sizeof(*w));
	size_t nr = 0;

	if (!w)
		return NULL;
	for (size_t i = 0; i < n; i++)
		for (size_t j = i; j < n; j++)
			w[nr++] = ((long double)d[i] + d[j]) / 2;
	return w;
}

int rank_signed(const double *d, size_t n, double level, struct rank_result *r)
{
	struct rank_result result = { .exact = n <= RANK_EXACT_PAIRED };
	double *pairs;
	int64_t k;
	int ret;

	if (!rank_values_ok(d, n))
		return -EINVAL;
	if (n > RANK_MAX_PAIRS || n * (n + 1) / 2 > RANK_MAX_PAIRS)
		return -E2BIG;
	k = rank_signed_index(n, level, &result.level);
	if (k < 0)
		return (int)k;
	ret = test_centre(d, n, &result.p);
	if (ret)
		return ret;
	pairs = walsh_averages(d, n);
	if (!pairs)
		return -ENOMEM;
	rank_bounds(pairs, n * (n + 1) / 2, (size_t)k, &result);
	free(pairs);
	*r = result;
	return 0;
}
