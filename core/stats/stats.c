/* SPDX-License-Identifier: MIT */
/*
 * core/stats/stats.c - summary of one set of samples.
 */
#include "stats/stats.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "stats/dist.h"
#include "stats/rank.h"

/*
 * Correlation, drift, warm-up, outliers, clusters.
 */

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

static long double stats_long_mean(const double *x, size_t n)
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
	return fmax((double)n * (1 - r) / (1 + r), 1);
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

/*
 * Where most values are the same, as on a coarse clock, the quartiles are, too:
 * the spread that fences go by is at least this share of the middle.
 */
#define FENCE_MIN_SHARE 1e-3

static struct stats_fences stats_fences(const double *sorted, size_t n)
{
	struct stats_fences f = { -INFINITY, INFINITY };
	double q1 = stats_quantile(sorted, n, 0.25);
	double q3 = stats_quantile(sorted, n, 0.75);
	double width = fmax(q3 - q1, FENCE_MIN_SHARE * fabs(q1 + q3) / 2);

	if (n >= MIN_FENCES) {
		f.lo = q1 - 3 * width;
		f.hi = q3 + 3 * width;
	}
	return f;
}

/*
 * leading runs that look like warm-up
 * @x:		@n values in run order
 * @warmup:	stats_mser(), if the first run is a severe outlier among the
 *		runs that are kept; else, and for @n < 10, 0
 *
 * MSER alone drops something in half of all undisturbed sessions.
 *
 * Return: 0 or -ENOMEM.
 */
static int stats_warmup(const double *x, size_t n, size_t *warmup)
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

#define LEVEL 0.95
#define Z_975 1.959963984540054
#define MAD_TO_SIGMA 1.482602218505602
#define MIN_SERIES 10

static bool all_finite(const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return false;
	return true;
}

double stats_mean(const double *x, size_t n)
{
	return n && all_finite(x, n) ? stats_long_mean(x, n) : NAN;
}

/* The sum of deviations, zero but for rounding, corrects that of squares. */
double stats_stddev(const double *x, size_t n)
{
	long double mean, sum = 0, squares = 0;

	if (n < 2 || !all_finite(x, n))
		return NAN;
	mean = stats_long_mean(x, n);
	for (size_t i = 0; i < n; i++) {
		long double dev = x[i] - mean;

		sum += dev;
		squares += dev * dev;
	}
	return sqrtl((squares - sum * sum / n) / (n - 1));
}

static void fill_nan(struct stats *s)
{
	double *const all[] = {
		&s->mean,      &s->stddev,	 &s->sem,	 &s->rsd,
		&s->ci_lo,     &s->ci_hi,	 &s->median,	 &s->median_lo,
		&s->median_hi, &s->median_level, &s->mad,	 &s->min,
		&s->max,       &s->q1,		 &s->q3,	 &s->lag1,
		&s->n_eff,     &s->trend,	 &s->cluster_lo, &s->cluster_hi,
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		*all[i] = NAN;
}

static void centre_and_spread(struct stats *s, const double *x)
{
	s->mean = stats_mean(x, s->n);
	s->stddev = stats_stddev(x, s->n);
	s->sem = s->stddev / sqrt((double)s->n);
	if (s->mean != 0)
		s->rsd = s->stddev / fabs(s->mean);
	if (s->stddev == 0)
		s->flags |= STATS_CONSTANT;
}

/* After run_order(), which says how many values there really are. */
static void mean_interval(struct stats *s)
{
	double n = s->flags & STATS_CORRELATED ? s->n_eff : (double)s->n;
	double half;

	if (n < 2)
		return;
	half = dist_t_quantile((1 + LEVEL) / 2, n - 1) * s->stddev / sqrt(n);
	s->ci_lo = s->mean - half;
	s->ci_hi = s->mean + half;
}

/* Chance that the true median lies outside x_(l) .. x_(n + 1 - l). */
static double outside(size_t l, size_t n)
{
	return 2 * dist_binomial_cdf((int64_t)l - 1, n, 0.5);
}

static void median_interval(struct stats *s, const double *sorted)
{
	size_t l = 0, beyond = s->n / 2 + 1;

	while (beyond - l > 1) {
		size_t mid = l + (beyond - l) / 2;

		if (outside(mid, s->n) <= 1 - LEVEL)
			l = mid;
		else
			beyond = mid;
	}
	if (!l)
		return;
	s->median_lo = sorted[l - 1];
	s->median_hi = sorted[s->n - l];
	s->median_level = 1 - outside(l, s->n);
}

static void order_statistics(struct stats *s, const double *sorted)
{
	s->min = sorted[0];
	s->max = sorted[s->n - 1];
	s->q1 = stats_quantile(sorted, s->n, 0.25);
	s->q3 = stats_quantile(sorted, s->n, 0.75);
	s->median = stats_quantile(sorted, s->n, 0.5);
	median_interval(s, sorted);
	if (stats_clusters(sorted, s->n, &s->cluster_lo, &s->cluster_hi))
		s->flags |= STATS_MULTIMODAL;
}

static int find_outliers(struct stats *s, const double *x, const double *sorted)
{
	struct stats_fences f = stats_fences(sorted, s->n);
	size_t nr = 0;

	for (size_t i = 0; i < s->n; i++)
		nr += x[i] < f.lo || x[i] > f.hi;
	if (!nr)
		return 0;
	s->outliers = calloc(nr, sizeof(*s->outliers));
	if (!s->outliers)
		return -ENOMEM;
	for (size_t i = 0; i < s->n; i++)
		if (x[i] < f.lo || x[i] > f.hi)
			s->outliers[s->nr_outliers++] = i;
	s->flags |= STATS_OUTLIERS;
	return 0;
}

static uint32_t correlation_flags(double lag1, size_t n)
{
	double limit = Z_975 / sqrt((double)n);

	if (n < MIN_SERIES || fabs(lag1) <= limit)
		return 0;
	return lag1 > 0 ? STATS_CORRELATED : STATS_ALTERNATING;
}

int stats_series(const double *x, size_t n, double lag1, uint32_t *flags,
		 size_t *warmup)
{
	int ret;

	*flags = correlation_flags(lag1, n);
	*warmup = 0;
	if (n < MIN_SERIES)
		return 0;
	ret = stats_warmup(x, n, warmup);
	if (*warmup)
		*flags |= STATS_WARMUP;
	return ret;
}

static int run_order(struct stats *s, const double *x)
{
	double n = (double)s->n;
	uint32_t flags;
	int ret;

	if (s->n < MIN_SERIES || s->flags & STATS_CONSTANT)
		return 0;
	s->lag1 = stats_lag1(x, s->n);
	s->n_eff = stats_n_eff(s->n, s->lag1);
	ret = stats_trend(x, s->n, &s->trend);
	if (ret)
		return ret;
	if (fabs(s->trend) * sqrt(n - 1) > Z_975)
		s->flags |= STATS_TREND;
	ret = stats_series(x, s->n, s->lag1, &flags, &s->warmup_runs);
	s->flags |= flags;
	return ret;
}

/* Median distance from the median; @scratch holds the sorted values. */
static double scaled_mad(double *scratch, size_t n, double median)
{
	for (size_t i = 0; i < n; i++)
		scratch[i] = fabs(scratch[i] - median);
	return MAD_TO_SIGMA * stats_median(scratch, n);
}

static int compute(struct stats *s, const double *x, double *scratch)
{
	int ret;

	centre_and_spread(s, x);
	ret = run_order(s, x);
	if (ret)
		return ret;
	mean_interval(s);
	memcpy(scratch, x, s->n * sizeof(*x));
	stats_sort(scratch, s->n);
	order_statistics(s, scratch);
	ret = find_outliers(s, x, scratch);
	if (ret)
		return ret;
	s->mad = scaled_mad(scratch, s->n, s->median);
	return 0;
}

int stats_compute(struct stats *s, const double *x, size_t n)
{
	double *scratch;
	int ret;

	memset(s, 0, sizeof(*s));
	fill_nan(s);
	s->n = n;
	if (!n)
		return 0;
	if (!all_finite(x, n)) {
		s->flags = STATS_INVALID;
		return 0;
	}
	scratch = calloc(n, sizeof(*scratch));
	if (!scratch)
		return -ENOMEM;
	ret = compute(s, x, scratch);
	free(scratch);
	if (ret)
		stats_free(s);
	return ret;
}

void stats_free(struct stats *s)
{
	free(s->outliers);
	memset(s, 0, sizeof(*s));
}
