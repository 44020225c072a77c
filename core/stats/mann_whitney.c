/* SPDX-License-Identifier: MIT */
/*
 * core/stats/mann_whitney.c - two independent sets: Mann-Whitney test, Moses interval.
 */
#include "stats/mann_whitney.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/dist.h"
#include "stats/rank.h"

/* Most additions for one distribution: some hundredths of a second. */
#define MOST_WORK 3e7

/* The normal approximation is poor where one side has no more than so many. */
#define SMALL_SIDE 10

static size_t least(size_t n, size_t m)
{
	return n < m ? n : m;
}

bool rank_sum_exact(size_t n, size_t m)
{
	double k = (double)least(n, m), all = (double)n + (double)m;

	if (all <= RANK_EXACT_BOTH)
		return true;
	return k <= SMALL_SIDE && 2 * k * k * all * all <= MOST_WORK;
}

/**
 * struct deals - null distribution of a rank sum
 * @sums:	possible sums: 0 to @sums - 1
 * @ways:	per sum, the ways to deal out; points into @table
 * @table:	malloc'ed
 * @all:	ways in total
 *
 * Ways are whole numbers; beyond 2^53 they are so to sixteen digits.
 */
struct deals {
	size_t sums;
	const double *ways;
	double *table;
	double all;
};

/*
 * Counts for every sum the choices of @n out of @nr doubled ranks that have
 * it. ways[k][s] grows rank by rank: either a rank is chosen or not.
 */
static int count_deals(struct deals *d, const uint64_t *rank2, size_t nr,
		       size_t n)
{
	size_t sums = n * (2 * nr - n + 1) + 1;
	double *ways = calloc((n + 1) * sums, sizeof(*ways));

	if (!ways)
		return -ENOMEM;
	ways[0] = 1;
	for (size_t i = 0; i < nr; i++) {
		for (size_t k = i < n ? i + 1 : n; k > 0; k--) {
			double *to = ways + k * sums + rank2[i];
			const double *from = ways + (k - 1) * sums;

			for (size_t s = 0; s + rank2[i] < sums; s++)
				to[s] += from[s];
		}
	}
	d->table = ways;
	d->ways = ways + n * sums;
	d->sums = sums;
	d->all = 0;
	for (size_t s = 0; s < sums; s++)
		d->all += d->ways[s];
	return 0;
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* @sum: doubled rank sum of the first @n of @nr. */
static int exact_p(const uint64_t *rank2, size_t nr, size_t n, uint64_t sum,
		   double *p)
{
	uint64_t expected = n * (nr + 1);
	uint64_t far = distance(sum, expected);
	double as_far = 0;
	struct deals d;
	int ret;

	ret = count_deals(&d, rank2, nr, n);
	if (ret)
		return ret;
	for (size_t s = 0; s < d.sums; s++)
		if (distance(s, expected) >= far)
			as_far += d.ways[s];
	*p = as_far / d.all;
	free(d.table);
	return 0;
}

/* The variance is that of sampling without replacement from the mid-ranks. */
static double normal_p(const uint64_t *rank2, size_t nr, size_t n, double sum2)
{
	double total = (double)nr, share = (double)n;
	double mean_rank = (total + 1) / 2, squares = 0;
	double sd, off;

	for (size_t i = 0; i < nr; i++) {
		double dev = (double)rank2[i] / 2 - mean_rank;

		squares += dev * dev;
	}
	sd = sqrt(share * (total - share) / (total * (total - 1)) * squares);
	off = fabs(sum2 / 2 - share * mean_rank) - 0.5;
	if (off <= 0 || sd == 0)
		return 1;
	return 2 * dist_normal_cdf(-off / sd);
}

static int joint_ranks(const double *a, size_t n, const double *b, size_t m,
		       uint64_t **rank2)
{
	double *x = calloc(n + m, sizeof(*x));
	uint64_t *rank = calloc(n + m, sizeof(*rank));
	int ret = -ENOMEM;

	if (!x || !rank)
		goto out_free;
	memcpy(x, a, n * sizeof(*x));
	memcpy(x + n, b, m * sizeof(*x));
	ret = rank_mid(x, n + m, rank);
out_free:
	free(x);
	if (ret)
		free(rank);
	else
		*rank2 = rank;
	return ret;
}

int rank_sum(const double *a, size_t n, const double *b, size_t m, double *u,
	     double *p)
{
	uint64_t *rank2 = NULL, sum = 0, others = 0;
	int ret;

	if (!rank_values_ok(a, n) || !rank_values_ok(b, m))
		return -EINVAL;
	ret = joint_ranks(a, n, b, m, &rank2);
	if (ret)
		return ret;
	for (size_t i = 0; i < n; i++)
		sum += rank2[i];
	for (size_t i = n; i < n + m; i++)
		others += rank2[i];
	if (!rank_sum_exact(n, m))
		*p = normal_p(rank2, n + m, n, (double)sum);
	else if (n <= m)
		ret = exact_p(rank2, n + m, n, sum, p);
	else
		ret = exact_p(rank2, n + m, m, others, p);
	if (!ret && u)
		*u = (double)sum / 2 - (double)n * ((double)n + 1) / 2;
	free(rank2);
	return ret;
}

/* @n: the smaller of the two. */
static int64_t exact_index(size_t n, size_t m, double level, double *reached)
{
	uint64_t *rank2 = calloc(n + m, sizeof(*rank2));
	size_t lowest = n * (n + 1);
	struct deals d;
	double tails = 0;
	int64_t k = 0;
	int ret;

	if (!rank2)
		return -ENOMEM;
	for (size_t i = 0; i < n + m; i++)
		rank2[i] = 2 * (i + 1);
	ret = count_deals(&d, rank2, n + m, n);
	free(rank2);
	if (ret)
		return ret;
	*reached = NAN;
	for (size_t u = 0; 2 * u < n * m; u++) {
		tails += 2 * d.ways[lowest + 2 * u];
		if (tails > rank_alpha(level) * d.all)
			break;
		*reached = 1 - tails / d.all;
		k = (int64_t)u + 1;
	}
	free(d.table);
	return k;
}

int64_t rank_sum_index(size_t n, size_t m, double level, double *reached)
{
	double x = (double)n, y = (double)m;

	if (!n || !m || !rank_level_ok(level))
		return -EINVAL;
	if (rank_sum_exact(n, m))
		return exact_index(least(n, m), n < m ? m : n, level, reached);
	return rank_normal_index(x * y / 2, sqrt(x * y * (x + y + 1) / 12),
				 level, reached);
}

static double ratio(double a, double b)
{
	return b / a;
}

static double difference(double a, double b)
{
	return b - a;
}

/* @of all a_i and b_j, malloc'ed. */
static int all_pairs(const double *a, size_t n, const double *b, size_t m,
		     double (*of)(double, double), double **out)
{
	double *r = calloc(n * m, sizeof(*r));

	if (!r)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < m; j++)
			r[i * m + j] = of(a[i], b[j]);
	if (!rank_values_ok(r, n * m)) {
		free(r);
		return -EINVAL;
	}
	*out = r;
	return 0;
}

static bool all_positive(const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(x[i] > 0))
			return false;
	return true;
}

/* Estimate and interval of what @of tells about b and a. */
static int estimate(const double *a, size_t n, const double *b, size_t m,
		    double level, double (*of)(double, double),
		    struct rank_result *r)
{
	struct rank_result result = { .exact = rank_sum_exact(n, m) };
	double *pairs = NULL;
	int64_t k;
	int ret = rank_sum(a, n, b, m, NULL, &result.p);

	if (ret)
		return ret;
	if (n > RANK_MAX_PAIRS / m)
		return -E2BIG;
	k = rank_sum_index(n, m, level, &result.level);
	if (k < 0)
		return (int)k;
	ret = all_pairs(a, n, b, m, of, &pairs);
	if (ret)
		return ret;
	rank_bounds(pairs, n * m, (size_t)k, &result);
	free(pairs);
	*r = result;
	return 0;
}

int rank_ratio(const double *a, size_t n, const double *b, size_t m,
	       double level, struct rank_result *r)
{
	if (!all_positive(a, n) || !all_positive(b, m))
		return -EINVAL;
	return estimate(a, n, b, m, level, ratio, r);
}

int rank_shift(const double *a, size_t n, const double *b, size_t m,
	       double level, struct rank_result *r)
{
	return estimate(a, n, b, m, level, difference, r);
}
