/* SPDX-License-Identifier: MIT */
/*
 * core/stats/stats_shape.c - correlation, drift, warm-up, outliers, clusters.
 */
#include "stats/stats_shape.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "stats/rank.h"
#include "stats/stats.h"

#define MIN_FENCES 6
#define MIN_WARMUP 10
#define MIN_CLUSTERS 30
#define CLUSTERS_APART 5

/* struct moments - of values added one by one (Welford) */
struct moments {
	size_t n;
	long double mean, squares;
};

static void moments_add(struct moments *m, long double v)
{
	long double delta = v - m->mean;

	m->n++;
	m->mean += delta / m->n;
	m->squares += delta * (v - m->mean);
}

static bool all_equal(const double *x, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (x[i] != x[0])
			return false;
	return true;
}

long double stats_long_mean(const double *x, size_t n)
{
	long double sum = 0;

	if (all_equal(x, n))
		return x[0];
	for (size_t i = 0; i < n; i++)
		sum += x[i];
	return sum / n;
}

double stats_lag1(const double *x, size_t n)
{
	long double mean, products = 0, squares = 0;

	if (n < 2)
		return NAN;
	mean = stats_long_mean(x, n);
	for (size_t i = 0; i < n; i++) {
		squares += (x[i] - mean) * (x[i] - mean);
		if (i + 1 < n)
			products += (x[i] - mean) * (x[i + 1] - mean);
	}
	return squares > 0 ? products / squares : NAN;
}

double stats_n_eff(size_t n, double lag1)
{
	double r = lag1 + (1 + 3 * lag1) / ((double)n - 1);

	r = fmin(0.99, fmax(0, r));
	return (double)n * (1 - r) / (1 + r);
}

/* Correlation of doubled ranks with 2, 4, ..., 2n; both have mean n + 1. */
static double rank_correlation(const uint64_t *rank2, size_t n)
{
	double products = 0, squares = 0, index_squares = 0;

	for (size_t i = 0; i < n; i++) {
		double dev = (double)rank2[i] - (double)(n + 1);
		double index_dev = 2 * (double)(i + 1) - (double)(n + 1);

		products += dev * index_dev;
		squares += dev * dev;
		index_squares += index_dev * index_dev;
	}
	if (squares == 0 || index_squares == 0)
		return NAN;
	return products / sqrt(squares * index_squares);
}

int stats_trend(const double *x, size_t n, double *rho)
{
	uint64_t *rank2 = calloc(n ? n : 1, sizeof(*rank2));
	int ret;

	if (!rank2)
		return -ENOMEM;
	ret = rank_mid(x, n, rank2);
	if (!ret)
		*rho = rank_correlation(rank2, n);
	free(rank2);
	return ret;
}

size_t stats_mser(const double *x, size_t n)
{
	struct moments m = { 0 };
	long double least = INFINITY;
	size_t best = 0;

	for (size_t d = n; d-- > 0;) {
		long double mser;

		moments_add(&m, x[d]);
		if (d > n / 2)
			continue;
		mser = m.squares / ((long double)m.n * m.n);
		if (mser <= least) {
			least = mser;
			best = d;
		}
	}
	return best;
}

struct stats_fences stats_fences(const double *sorted, size_t n)
{
	struct stats_fences f = { -INFINITY, INFINITY };
	double q1 = stats_quantile(sorted, n, 0.25);
	double q3 = stats_quantile(sorted, n, 0.75);

	if (n >= MIN_FENCES && q3 > q1) {
		f.lo = q1 - 3 * (q3 - q1);
		f.hi = q3 + 3 * (q3 - q1);
	}
	return f;
}

int stats_warmup(const double *x, size_t n, size_t *warmup)
{
	size_t dropped = n < MIN_WARMUP ? 0 : stats_mser(x, n);
	struct stats_fences f;
	double *kept;

	*warmup = 0;
	if (!dropped)
		return 0;
	kept = calloc(n - dropped, sizeof(*kept));
	if (!kept)
		return -ENOMEM;
	memcpy(kept, x + dropped, (n - dropped) * sizeof(*kept));
	stats_sort(kept, n - dropped);
	f = stats_fences(kept, n - dropped);
	if (x[0] < f.lo || x[0] > f.hi)
		*warmup = dropped;
	free(kept);
	return 0;
}

/*
 * Number of values in the lower part: the split with the largest variance
 * between the parts, which is the one with the smallest within. 0: none.
 */
static size_t best_split(const double *sorted, size_t n)
{
	long double mean = stats_long_mean(sorted, n), sum = 0, most = 0;
	size_t tenth = (n + 9) / 10, best = 0;

	for (size_t k = 1; k < n; k++) {
		long double between;

		sum += sorted[k - 1] - mean;
		if (k < tenth || n - k < tenth || sorted[k - 1] == sorted[k])
			continue;
		between = sum * sum / ((long double)k * (n - k));
		if (between > most) {
			most = between;
			best = k;
		}
	}
	return best;
}

static struct moments moments_of(const double *x, size_t n)
{
	struct moments m = { 0 };

	for (size_t i = 0; i < n; i++)
		moments_add(&m, x[i]);
	return m;
}

bool stats_clusters(const double *sorted, size_t n, double *lo, double *hi)
{
	struct moments a, b;
	long double apart, spread;
	size_t k;

	if (n < MIN_CLUSTERS)
		return false;
	k = best_split(sorted, n);
	if (!k)
		return false;
	a = moments_of(sorted, k);
	b = moments_of(sorted + k, n - k);
	apart = b.mean - a.mean;
	spread = a.squares / (a.n - 1) + b.squares / (b.n - 1);
	if (2 * apart * apart <= CLUSTERS_APART * CLUSTERS_APART * spread)
		return false;
	*lo = a.mean;
	*hi = b.mean;
	return true;
}
