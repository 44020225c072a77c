/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/stats/test_stats.c - the summary on known sets, certified ones,
 * and at its edges; outliers, drift, warm-up, clusters.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stats/dist.h"
#include "stats/stats.h"
#include "tests.h"
#include "util/rng.h"

/* @digits: -log10 of the relative error. */
static void ck_digits(double got, double want, double digits)
{
	ck_assert_double_eq_tol(got, want, pow(10, -digits) * fabs(want));
}

START_TEST(a_huge_offset_leaves_the_deviation_alone)
{
	double x[10];

	for (size_t i = 0; i < 10; i++)
		x[i] = 1e9 + (i % 2 ? 0.5 : -0.5);
	ck_digits(stats_stddev(x, 10), sqrt(2.5 / 9), 14);
	ck_assert_double_eq(stats_mean(x, 10), 1e9);
}
END_TEST

static const double a10[] = { 10.12, 10.05, 9.97,  10.31, 10.08,
			      10.22, 9.91,  10.17, 10.02, 10.26 };

START_TEST(published_set_a_is_reproduced)
{
	struct stats s;

	ck_assert_int_eq(stats_compute(&s, a10, 10), 0);
	ck_assert_uint_eq(s.n, 10);
	ck_assert_uint_eq(s.flags & ~(uint32_t)STATS_ALTERNATING, 0);
	ck_digits(s.mean, 10.111, 15);
	ck_digits(s.stddev, 0.129310135377, 11.4);
	ck_digits(s.sem, 0.129310135377 / sqrt(10), 11.4);
	ck_digits(s.rsd, 0.129310135377 / 10.111, 11.4);
	ck_digits(s.ci_lo, 10.111 - 2.2621571628 * 0.129310135377 / sqrt(10),
		  11);
	ck_digits(s.ci_hi, 10.111 + 2.2621571628 * 0.129310135377 / sqrt(10),
		  11);
	ck_digits(s.median, 10.1, 15);
	ck_digits(s.median_lo, 9.97, 15);
	ck_digits(s.median_hi, 10.26, 15);
	ck_digits(s.median_level, 0.978515625, 15);
	ck_digits(s.mad, 0.1482602218505602, 13);
	ck_digits(s.q1, 10.0275, 15);
	ck_digits(s.q3, 10.2075, 15);
	ck_assert_double_eq(s.min, 9.91);
	ck_assert_double_eq(s.max, 10.31);
	stats_free(&s);
}
END_TEST

START_TEST(median_interval_has_the_published_ranks)
{
	static const struct {
		size_t n, lo, hi;
		double level;
	} rows[] = {
		{ 6, 1, 6, 0.9688 },	{ 7, 1, 7, 0.9844 },
		{ 8, 1, 8, 0.9922 },	{ 9, 2, 8, 0.9609 },
		{ 10, 2, 9, 0.9785 },	{ 12, 3, 10, 0.9614 },
		{ 15, 4, 12, 0.9648 },	{ 20, 6, 15, 0.9586 },
		{ 25, 8, 18, 0.9567 },	{ 30, 10, 21, 0.9572 },
		{ 40, 14, 27, 0.9615 },
	};
	double x[40];
	struct stats s;

	for (size_t i = 0; i < rows[_i].n; i++)
		x[i] = (double)(rows[_i].n - i);
	ck_assert_int_eq(stats_compute(&s, x, rows[_i].n), 0);
	ck_assert_double_eq(s.median_lo, (double)rows[_i].lo);
	ck_assert_double_eq(s.median_hi, (double)rows[_i].hi);
	ck_assert_double_eq_tol(s.median_level, rows[_i].level, 5e-5);
	stats_free(&s);
}
END_TEST

START_TEST(fewer_than_six_values_have_no_median_interval)
{
	struct stats s;

	for (size_t n = 1; n <= 5; n++) {
		ck_assert_int_eq(stats_compute(&s, a10, n), 0);
		ck_assert(isfinite(s.median));
		ck_assert_double_nan(s.median_lo);
		ck_assert_double_nan(s.median_hi);
		ck_assert_double_nan(s.median_level);
		stats_free(&s);
	}
}
END_TEST

static void ck_all_nan(const struct stats *s)
{
	const double all[] = {
		s->mean,      s->stddev,       s->sem,	      s->rsd,
		s->ci_lo,     s->ci_hi,	       s->median,     s->median_lo,
		s->median_hi, s->median_level, s->mad,	      s->min,
		s->max,	      s->q1,	       s->q3,	      s->lag1,
		s->n_eff,     s->trend,	       s->cluster_lo, s->cluster_hi,
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		ck_assert_double_nan(all[i]);
	ck_assert_uint_eq(s->nr_outliers, 0);
	ck_assert_ptr_null(s->outliers);
	ck_assert_uint_eq(s->warmup_runs, 0);
}

START_TEST(no_value_gives_no_number)
{
	struct stats s;

	ck_assert_int_eq(stats_compute(&s, NULL, 0), 0);
	ck_assert_uint_eq(s.n, 0);
	ck_assert_uint_eq(s.flags, 0);
	ck_all_nan(&s);
	stats_free(&s);
}
END_TEST

START_TEST(a_value_that_is_not_finite_gives_no_number)
{
	static const double bad[] = { NAN, INFINITY, -INFINITY };
	double x[12];
	struct stats s;

	for (size_t i = 0; i < 12; i++)
		x[i] = (double)i;
	x[_i * 5] = bad[_i];
	ck_assert_int_eq(stats_compute(&s, x, 12), 0);
	ck_assert_uint_eq(s.n, 12);
	ck_assert_uint_eq(s.flags, STATS_INVALID);
	ck_all_nan(&s);
	ck_assert_double_nan(stats_mean(x, 12));
	ck_assert_double_nan(stats_stddev(x, 12));
	stats_free(&s);
}
END_TEST

START_TEST(one_value_has_no_spread)
{
	struct stats s;

	ck_assert_int_eq(stats_compute(&s, a10, 1), 0);
	ck_assert_double_eq(s.mean, 10.12);
	ck_assert_double_eq(s.median, 10.12);
	ck_assert_double_eq(s.min, 10.12);
	ck_assert_double_eq(s.max, 10.12);
	ck_assert_double_eq(s.q1, 10.12);
	ck_assert_double_nan(s.stddev);
	ck_assert_double_nan(s.sem);
	ck_assert_double_nan(s.rsd);
	ck_assert_double_nan(s.ci_lo);
	ck_assert_double_nan(s.ci_hi);
	ck_assert_uint_eq(s.flags, 0);
	stats_free(&s);
}
END_TEST

START_TEST(two_values_have_an_interval)
{
	static const double x[] = { 3, 1 };
	struct stats s;

	ck_assert_int_eq(stats_compute(&s, x, 2), 0);
	ck_assert_double_eq(s.mean, 2);
	ck_assert_double_eq(s.median, 2);
	ck_digits(s.stddev, sqrt(2), 15);
	ck_digits(s.ci_hi, 2 + 12.7062047361747, 12);
	ck_assert_double_nan(s.lag1);
	ck_assert_double_nan(s.trend);
	stats_free(&s);
}
END_TEST

START_TEST(equal_values_are_constant_and_nothing_else)
{
	static const size_t sizes[] = { 2, 3, 6, 10, 50, 5121 };
	size_t n = sizes[_i];
	double *x = calloc(n, sizeof(*x));
	struct stats s;

	ck_assert_ptr_nonnull(x);
	for (size_t i = 0; i < n; i++)
		x[i] = 0.1;
	ck_assert_int_eq(stats_compute(&s, x, n), 0);
	ck_assert_uint_eq(s.flags, STATS_CONSTANT);
	ck_assert_double_eq(s.mean, 0.1);
	ck_assert_double_eq(s.stddev, 0);
	ck_assert_double_eq(s.rsd, 0);
	ck_assert_double_eq(s.ci_lo, 0.1);
	ck_assert_double_eq(s.ci_hi, 0.1);
	ck_assert_double_eq(s.median, 0.1);
	ck_assert_double_eq(s.mad, 0);
	ck_assert_double_nan(s.lag1);
	ck_assert_double_nan(s.n_eff);
	ck_assert_double_nan(s.trend);
	stats_free(&s);
	free(x);
}
END_TEST

START_TEST(a_mean_of_zero_has_no_relative_deviation)
{
	static const double x[] = { -1, 1, -2, 2 };
	struct stats s;

	ck_assert_int_eq(stats_compute(&s, x, 4), 0);
	ck_assert_double_eq(s.mean, 0);
	ck_assert(s.stddev > 0);
	ck_assert_double_nan(s.rsd);
	stats_free(&s);
}
END_TEST

START_TEST(a_negative_mean_has_a_positive_relative_deviation)
{
	static const double x[] = { -9, -11 };
	struct stats s;

	ck_assert_int_eq(stats_compute(&s, x, 2), 0);
	ck_digits(s.rsd, sqrt(2) / 10, 15);
	stats_free(&s);
}
END_TEST

START_TEST(more_than_half_equal_gives_mad_zero)
{
	static const double x[] = { 5, 5, 5, 5, 5, 5, 9, 1 };
	struct stats s;

	ck_assert_int_eq(stats_compute(&s, x, 8), 0);
	ck_assert_double_eq(s.mad, 0);
	ck_assert(s.stddev > 0);
	ck_assert_uint_eq(s.nr_outliers, 2);
	stats_free(&s);
}
END_TEST

START_TEST(values_at_the_ends_of_double_work)
{
	static const double big[] = { 1.7e308, -1.7e308, 1.6e308,
				      1.7e308, 1.5e308,	 1.7e308 };
	static const double tiny[] = { 5e-324, 1e-323, 5e-324 };
	struct stats s;

	ck_assert_int_eq(stats_compute(&s, big, 6), 0);
	ck_digits(s.mean, 6.5 / 6 * 1e308, 14);
	ck_assert_double_eq(s.max, 1.7e308);
	ck_assert(isfinite(s.median) && isfinite(s.q1));
	stats_free(&s);
	ck_assert_int_eq(stats_compute(&s, tiny, 3), 0);
	ck_assert_double_eq(s.median, 5e-324);
	ck_assert_uint_eq(s.flags & STATS_CONSTANT, 0);
	stats_free(&s);
}
END_TEST

START_TEST(freeing_twice_is_harmless)
{
	double x[] = { 1, 2, 3, 2, 1, 2, 3, 900 };
	struct stats s;

	ck_assert_int_eq(stats_compute(&s, x, 8), 0);
	ck_assert_ptr_nonnull(s.outliers);
	stats_free(&s);
	stats_free(&s);
	ck_assert_ptr_null(s.outliers);
}
END_TEST

START_TEST(quantile_is_type_7)
{
	static const double x[] = { 9.91,  9.97,  10.02, 10.05, 10.08,
				    10.12, 10.17, 10.22, 10.26, 10.31 };

	ck_assert_double_eq_tol(stats_quantile(x, 10, 0.25), 10.0275, 1e-14);
	ck_assert_double_eq_tol(stats_quantile(x, 10, 0.75), 10.2075, 1e-14);
	ck_assert_double_eq_tol(stats_quantile(x, 10, 0.9), 10.265, 1e-14);
	ck_assert_double_eq(stats_quantile(x, 10, 0), 9.91);
	ck_assert_double_eq(stats_quantile(x, 10, 1), 10.31);
	ck_assert_double_eq(stats_quantile(x, 1, 0.3), 9.91);
}
END_TEST

START_TEST(quantile_outside_or_of_nothing_is_nan)
{
	static const double x[] = { 1, 2 };

	ck_assert_double_nan(stats_quantile(x, 0, 0.5));
	ck_assert_double_nan(stats_quantile(NULL, 0, 0.5));
	ck_assert_double_nan(stats_quantile(x, 2, -0.01));
	ck_assert_double_nan(stats_quantile(x, 2, 1.01));
	ck_assert_double_nan(stats_quantile(x, 2, NAN));
}
END_TEST

START_TEST(one_percent_of_two_thousand_slices)
{
	double x[2001];
	size_t order[2001];
	struct rng g;

	rng_seed(&g, 41);
	for (size_t i = 0; i < 2001; i++)
		order[i] = i;
	rng_shuffle(&g, order, 2001);
	for (size_t i = 0; i < 2001; i++)
		x[i] = (double)order[i];
	stats_sort(x, 2001);
	ck_assert_double_eq_tol(stats_quantile(x, 2001, 0.01), 20, 1e-12);
	ck_assert_double_eq_tol(stats_quantile(x, 2000, 0.01), 19.99, 1e-12);
}
END_TEST

START_TEST(median_takes_the_middle)
{
	double odd[] = { 3, -1, 2 }, even[] = { 4, 1, 3, 2 };

	ck_assert_double_eq(stats_median(odd, 3), 2);
	ck_assert_double_eq(stats_median(even, 4), 2.5);
	ck_assert_double_nan(stats_median(NULL, 0));
}
END_TEST

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Of each size up to 200, with few different values and with many. */
START_TEST(sorting_and_selecting_agree_with_the_library)
{
	double x[200], sorted[200], all[200];
	struct rng rng;

	rng_seed(&rng, 7);
	for (size_t n = 1; n <= 200; n++) {
		size_t k = rng_below(&rng, n);

		for (size_t i = 0; i < n; i++)
			all[i] = (double)rng_below(&rng, n % 2 ? 5 : 1000);
		memcpy(x, all, n * sizeof(*x));
		memcpy(sorted, all, n * sizeof(*sorted));
		qsort(sorted, n, sizeof(*sorted), by_value);
		ck_assert_double_eq(stats_select(x, n, k), sorted[k]);
		for (size_t i = 0; i < n; i++)
			ck_assert(i < k ? x[i] <= x[k] : x[i] >= x[k]);
		ck_assert_double_eq(stats_median(x, n),
				    stats_quantile(sorted, n, 0.5));
		stats_sort(x, n);
		ck_assert_mem_eq(x, sorted, n * sizeof(*x));
	}
}
END_TEST

/* --- outliers, drift, warm-up, clusters --- */

static double uniform(struct rng *g)
{
	return (double)(rng_u64(g) >> 11) * 0x1p-53;
}

/* Near enough to normal, and without extremes. */
static double normal(struct rng *g)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += uniform(g);
	return sum;
}

static void fill_normal(double *x, size_t n, double mean, uint64_t seed)
{
	struct rng g;

	rng_seed(&g, seed);
	for (size_t i = 0; i < n; i++)
		x[i] = mean + normal(&g);
}

static uint32_t flags_of(const double *x, size_t n)
{
	struct stats s;
	uint32_t flags;

	ck_assert_int_eq(stats_compute(&s, x, n), 0);
	flags = s.flags;
	stats_free(&s);
	return flags;
}

START_TEST(severe_outliers_are_named_by_run)
{
	double x[] = { 10, 11, 900, 10, 12, 11, 10, 11, 12, -700, 11, 13 };
	struct stats s;

	ck_assert_int_eq(stats_compute(&s, x, 12), 0);
	ck_assert_uint_eq(s.flags & STATS_OUTLIERS, STATS_OUTLIERS);
	ck_assert_uint_eq(s.nr_outliers, 2);
	ck_assert_uint_eq(s.outliers[0], 2);
	ck_assert_uint_eq(s.outliers[1], 9);
	stats_free(&s);
}
END_TEST

/* Quartiles 1 and 3, so the fences are at -5 and 9. */
START_TEST(a_value_on_the_fence_is_no_outlier)
{
	double x[] = { 1, 1, 1, 2, 2, 3, 3, 3, 9 };
	struct stats s;

	ck_assert_int_eq(stats_compute(&s, x, 9), 0);
	ck_assert_uint_eq(s.nr_outliers, 0);
	x[8] = 9.001;
	stats_free(&s);
	ck_assert_int_eq(stats_compute(&s, x, 9), 0);
	ck_assert_uint_eq(s.nr_outliers, 1);
	stats_free(&s);
}
END_TEST

START_TEST(no_outlier_rule_below_six_values)
{
	double few[] = { 1, 2, 1, 2, 9000 };

	ck_assert_uint_eq(flags_of(few, 5) & STATS_OUTLIERS, 0);
}
END_TEST

/* Three thousandths of the middle are no outlier where the rest is alike. */
START_TEST(values_that_are_alike_do_not_hide_one_that_is_not)
{
	double far[] = { 100, 100, 100, 100, 100, 100,
			 100, 100, 100, 100, 100, 300 };
	double near[] = { 100, 100, 100, 100, 100, 100,
			  100, 100, 100, 100, 100, 100.29 };

	ck_assert_uint_ne(flags_of(far, 12) & STATS_OUTLIERS, 0);
	ck_assert_uint_eq(flags_of(near, 12) & STATS_OUTLIERS, 0);
}
END_TEST

START_TEST(lag1_needs_ten_values)
{
	double x[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
	struct stats s;

	ck_assert_int_eq(stats_compute(&s, x, 9), 0);
	ck_assert_double_nan(s.lag1);
	ck_assert_double_nan(s.n_eff);
	ck_assert_double_nan(s.trend);
	ck_assert_int_eq(stats_compute(&s, x, 10), 0);
	ck_assert_double_eq_tol(s.lag1, 0.7, 1e-14);
	ck_assert_double_eq_tol(s.trend, 1, 1e-14);
	ck_assert_uint_eq(s.flags, STATS_CORRELATED | STATS_TREND);
	stats_free(&s);
}
END_TEST

START_TEST(lag1_and_spearman_match_r)
{
	static const double x[] = { 5, 3, 8, 1, 9, 9, 2, 7, 4, 6, 12, 10 };
	double rho = NAN;

	ck_assert_double_eq_tol(stats_lag1(x, 12), -0.104490500863558, 1e-14);
	ck_assert_int_eq(stats_trend(x, 12, &rho), 0);
	ck_assert_double_eq_tol(rho, 0.465850101445, 1e-12);
}
END_TEST

START_TEST(series_without_variation_have_no_correlation)
{
	double x[5121], rho = 0;

	for (size_t i = 0; i < 5121; i++)
		x[i] = 0.1;
	ck_assert_double_nan(stats_lag1(x, 5121));
	ck_assert_double_nan(stats_lag1(x, 1));
	ck_assert_double_nan(stats_lag1(NULL, 0));
	ck_assert_int_eq(stats_trend(x, 5121, &rho), 0);
	ck_assert_double_nan(rho);
	ck_assert_int_eq(stats_trend(x, 1, &rho), 0);
	ck_assert_double_nan(rho);
}
END_TEST

START_TEST(correlation_lowers_the_effective_number)
{
	/* r = 0.5 + 2.5 / 20 */
	ck_assert_double_eq_tol(stats_n_eff(21, 0.5), 21 * 0.375 / 1.625,
				1e-13);
	/* Never less than one: 100 * 0.01 / 1.99 would be. */
	ck_assert_double_eq(stats_n_eff(100, 0.999), 1);
	ck_assert_double_eq(stats_n_eff(50, -0.4), 50);
}
END_TEST

START_TEST(correlation_widens_the_interval)
{
	double x[60], half;
	struct stats s;

	fill_normal(x, 60, 0, 42);
	for (size_t i = 1; i < 60; i++)
		x[i] += 0.4 * x[i - 1];
	ck_assert_int_eq(stats_compute(&s, x, 60), 0);
	ck_assert_uint_eq(s.flags & STATS_CORRELATED, STATS_CORRELATED);
	ck_assert_double_gt(s.n_eff, 5);
	ck_assert_double_lt(s.n_eff, 40);
	half = dist_t_quantile(0.975, s.n_eff - 1) * s.stddev / sqrt(s.n_eff);
	ck_assert_double_eq_tol(s.ci_hi - s.mean, half, 1e-12);
	ck_assert_double_eq_tol(s.mean - s.ci_lo, half, 1e-12);
	ck_assert_double_gt(half, 2.001 * s.sem);
	stats_free(&s);
}
END_TEST

START_TEST(too_much_correlation_leaves_no_interval)
{
	double x[30];
	struct stats s;

	fill_normal(x, 30, 0, 42);
	for (size_t i = 1; i < 30; i++)
		x[i] += 0.6 * x[i - 1];
	ck_assert_int_eq(stats_compute(&s, x, 30), 0);
	ck_assert_double_gt(s.n_eff, 1);
	ck_assert_double_lt(s.n_eff, 2);
	ck_assert_double_nan(s.ci_lo);
	ck_assert_double_nan(s.ci_hi);
	ck_assert(s.sem > 0);
	stats_free(&s);
}
END_TEST

static long double mser_of(const double *x, size_t n, size_t d)
{
	long double mean = 0, squares = 0, kept = (long double)(n - d);

	for (size_t i = d; i < n; i++)
		mean += x[i] / kept;
	for (size_t i = d; i < n; i++)
		squares += (x[i] - mean) * (x[i] - mean);
	return squares / (kept * kept);
}

START_TEST(mser_minimises_its_formula)
{
	double x[37];

	for (uint64_t seed = 1; seed < 60; seed++) {
		size_t n = 2 + seed % 36, best = 0;

		fill_normal(x, n, 1000, seed);
		for (size_t d = 1; d <= n / 2; d++)
			if (mser_of(x, n, d) < mser_of(x, n, best))
				best = d;
		ck_assert_uint_eq(stats_mser(x, n), best);
	}
}
END_TEST

START_TEST(mser_of_constant_data_drops_nothing)
{
	static const double x[] = { 3, 3, 3, 3, 3, 3 };

	ck_assert_uint_eq(stats_mser(x, 6), 0);
	ck_assert_uint_eq(stats_mser(x, 1), 0);
	ck_assert_uint_eq(stats_mser(NULL, 0), 0);
}
END_TEST

START_TEST(a_transient_is_called_warmup)
{
	double x[40];
	struct stats s;

	fill_normal(x, 40, 100, 43);
	for (size_t i = 0; i < 40; i++)
		x[i] += 30 * exp(-(double)i / 3);
	ck_assert_int_eq(stats_compute(&s, x, 40), 0);
	ck_assert_uint_eq(s.flags & STATS_WARMUP, STATS_WARMUP);
	ck_assert_uint_ge(s.warmup_runs, 4);
	ck_assert_uint_le(s.warmup_runs, 20);
	stats_free(&s);
}
END_TEST

START_TEST(an_outlier_later_on_is_not_called_warmup)
{
	double x[40];

	fill_normal(x, 40, 100, 44);
	x[6] += 50;
	ck_assert_uint_gt(stats_mser(x, 40), 0);
	ck_assert_uint_eq(flags_of(x, 40) & STATS_WARMUP, 0);
}
END_TEST

START_TEST(quiet_data_raise_few_flags)
{
	int warmup = 0, trend = 0, outliers = 0, clusters = 0;
	double x[30];

	for (uint64_t seed = 1; seed <= 200; seed++) {
		uint32_t flags;

		fill_normal(x, 30, 100, 1000 + seed);
		flags = flags_of(x, 30);
		warmup += !!(flags & STATS_WARMUP);
		trend += !!(flags & STATS_TREND);
		outliers += !!(flags & STATS_OUTLIERS);
		clusters += !!(flags & STATS_MULTIMODAL);
	}
	ck_assert_int_le(warmup, 8);
	ck_assert_int_le(trend, 24);
	ck_assert_int_le(outliers, 10);
	ck_assert_int_eq(clusters, 0);
}
END_TEST

/* The same at any offset: nothing is lost by cancellation. */
START_TEST(two_modes_are_found_with_their_centres)
{
	static const double offsets[] = { 0, 100, 1e9, -1e9 };
	double x[40], offset = offsets[_i];
	struct stats s;

	fill_normal(x, 40, offset, 45);
	for (size_t i = 0; i < 40; i += 3)
		x[i] += 10;
	ck_assert_int_eq(stats_compute(&s, x, 40), 0);
	ck_assert_uint_eq(s.flags & STATS_MULTIMODAL, STATS_MULTIMODAL);
	ck_assert_double_eq_tol(s.cluster_lo - offset, 0, 0.7);
	ck_assert_double_eq_tol(s.cluster_hi - offset, 10, 0.9);
	stats_free(&s);
}
END_TEST

START_TEST(two_exact_values_are_two_modes)
{
	double x[30], lo = NAN, hi = NAN;

	for (size_t i = 0; i < 30; i++)
		x[i] = i < 12 ? 2 : 7;
	ck_assert(stats_clusters(x, 30, &lo, &hi));
	ck_assert_double_eq(lo, 2);
	ck_assert_double_eq(hi, 7);
}
END_TEST

/* Of 1000, 95 are 10: to make up a tenth, zeros would have to join them. */
START_TEST(fewer_than_thirty_or_a_small_part_are_no_mode)
{
	double x[1000], lo = NAN, hi = NAN;

	for (size_t i = 0; i < 1000; i++)
		x[i] = i < 905 ? 0 : 10;
	ck_assert(!stats_clusters(x, 1000, &lo, &hi));
	ck_assert(!stats_clusters(x + 890, 29, &lo, &hi));
	ck_assert_double_nan(lo);
	ck_assert_double_nan(hi);
	ck_assert(stats_clusters(x + 890, 30, &lo, &hi));
}
END_TEST

static void add_series_tests(TCase *tc)
{
	tcase_add_test(tc, lag1_needs_ten_values);
	tcase_add_test(tc, lag1_and_spearman_match_r);
	tcase_add_test(tc, series_without_variation_have_no_correlation);
	tcase_add_test(tc, correlation_lowers_the_effective_number);
	tcase_add_test(tc, correlation_widens_the_interval);
	tcase_add_test(tc, too_much_correlation_leaves_no_interval);
	tcase_add_test(tc, mser_minimises_its_formula);
	tcase_add_test(tc, mser_of_constant_data_drops_nothing);
	tcase_add_test(tc, a_transient_is_called_warmup);
	tcase_add_test(tc, an_outlier_later_on_is_not_called_warmup);
}

static TCase *shape_case(void)
{
	TCase *tc = tcase_create("shape");

	add_series_tests(tc);
	tcase_add_test(tc, severe_outliers_are_named_by_run);
	tcase_add_test(tc, a_value_on_the_fence_is_no_outlier);
	tcase_add_test(tc, no_outlier_rule_below_six_values);
	tcase_add_test(tc, values_that_are_alike_do_not_hide_one_that_is_not);
	tcase_add_test(tc, quiet_data_raise_few_flags);
	tcase_add_loop_test(tc, two_modes_are_found_with_their_centres, 0, 4);
	tcase_add_test(tc, two_exact_values_are_two_modes);
	tcase_add_test(tc, fewer_than_thirty_or_a_small_part_are_no_mode);
	return tc;
}

/* --- certified values of reference data sets --- */

#define NIST_MAX 5000

/**
 * struct nist - certified values of one reference set
 * @file:	below tests/data/nist; NULL: computed as @base + .2, then .1 and
 *		.3 alternating
 * @sd_digits:	digits of the standard deviation that must be right
 */
struct nist {
	const char *file;
	double base;
	size_t n;
	double mean, stddev, lag1;
	double sd_digits;
	uint32_t flags;
};

static const struct nist nist_sets[] = {
	{ "pidigits.txt", 0, 5000, 4.53480000000000, 2.86733906028871,
	  -0.00355099287237972, 14, 0 },
	{ "lottery.txt", 0, 218, 518.958715596330, 291.699727470969,
	  -0.120948622967393, 14, 0 },
	{ "lew.txt", 0, 200, -177.435000000000, 277.332168044316,
	  -0.307304800605679, 14, STATS_ALTERNATING },
	{ "mavro.txt", 0, 50, 2.00185600000000, 0.000429123454003053,
	  0.937989183438248, 12, STATS_CORRELATED },
	{ "michelso.txt", 0, 100, 299.852400000000, 0.0790105478190518,
	  0.535199668621283, 12, STATS_CORRELATED },
	{ NULL, 1, 1001, 1.2, 0.1, -0.999, 13, STATS_ALTERNATING },
	{ NULL, 1e6, 1001, 1000000.2, 0.1, -0.999, 9, STATS_ALTERNATING },
	{ NULL, 1e7, 1001, 10000000.2, 0.1, -0.999, 8, STATS_ALTERNATING },
};

static size_t read_numbers(const char *name, double *x)
{
	char path[4096];
	size_t n = 0;
	FILE *f;

	snprintf(path, sizeof(path), TEST_SOURCE_DIR "/tests/data/nist/%s",
		 name);
	f = fopen(path, "r");
	ck_assert_ptr_nonnull(f);
	while (n < NIST_MAX && fscanf(f, "%lf", &x[n]) == 1)
		n++;
	fclose(f);
	return n;
}

static size_t nist_values(const struct nist *set, double *x)
{
	if (set->file)
		return read_numbers(set->file, x);
	x[0] = set->base + 0.2;
	for (size_t i = 1; i < set->n; i++)
		x[i] = set->base + (i % 2 ? 0.1 : 0.3);
	return set->n;
}

START_TEST(nist_certified_values_are_reached)
{
	const uint32_t lag_flags = STATS_ALTERNATING | STATS_CORRELATED;
	const struct nist *set = &nist_sets[_i];
	double *x = calloc(NIST_MAX, sizeof(*x));
	struct stats s;
	size_t n;

	ck_assert_ptr_nonnull(x);
	n = nist_values(set, x);
	ck_assert_uint_eq(n, set->n);
	ck_assert_int_eq(stats_compute(&s, x, n), 0);
	ck_digits(s.mean, set->mean, 13.5);
	ck_digits(s.stddev, set->stddev, set->sd_digits);
	ck_digits(s.lag1, set->lag1, fmin(13, set->sd_digits));
	ck_assert_uint_eq(s.flags & lag_flags, set->flags);
	stats_free(&s);
	free(x);
}
END_TEST

START_TEST(nist_numacc1_is_exact)
{
	static const double x[] = { 10000001, 10000003, 10000002 };

	ck_assert_double_eq(stats_mean(x, 3), 10000002);
	ck_assert_double_eq(stats_stddev(x, 3), 1);
	ck_assert_double_eq(stats_lag1(x, 3), -0.5);
}
END_TEST

static TCase *nist_case(void)
{
	TCase *tc = tcase_create("nist");

	tcase_add_loop_test(tc, nist_certified_values_are_reached, 0, 8);
	tcase_add_test(tc, nist_numacc1_is_exact);
	return tc;
}

static Suite *stats_suite(void)
{
	Suite *s = suite_create("stats");
	TCase *tc = tcase_create("stats");

	tcase_add_test(tc, a_huge_offset_leaves_the_deviation_alone);
	tcase_add_test(tc, published_set_a_is_reproduced);
	tcase_add_loop_test(tc, median_interval_has_the_published_ranks, 0, 11);
	tcase_add_test(tc, fewer_than_six_values_have_no_median_interval);
	tcase_add_test(tc, no_value_gives_no_number);
	tcase_add_loop_test(tc, a_value_that_is_not_finite_gives_no_number, 0,
			    3);
	tcase_add_test(tc, one_value_has_no_spread);
	tcase_add_test(tc, two_values_have_an_interval);
	tcase_add_loop_test(tc, equal_values_are_constant_and_nothing_else, 0,
			    6);
	tcase_add_test(tc, a_mean_of_zero_has_no_relative_deviation);
	tcase_add_test(tc, a_negative_mean_has_a_positive_relative_deviation);
	tcase_add_test(tc, more_than_half_equal_gives_mad_zero);
	tcase_add_test(tc, values_at_the_ends_of_double_work);
	tcase_add_test(tc, freeing_twice_is_harmless);
	tcase_add_test(tc, quantile_is_type_7);
	tcase_add_test(tc, quantile_outside_or_of_nothing_is_nan);
	tcase_add_test(tc, one_percent_of_two_thousand_slices);
	tcase_add_test(tc, median_takes_the_middle);
	tcase_add_test(tc, sorting_and_selecting_agree_with_the_library);
	suite_add_tcase(s, tc);
	suite_add_tcase(s, shape_case());
	suite_add_tcase(s, nist_case());
	return s;
}

TEST_SUITE(stats_suite);
