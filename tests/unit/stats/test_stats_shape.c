/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/stats/test_stats_shape.c - outliers, drift, warm-up, clusters.
 */
#include <math.h>

#include "stats/dist.h"
#include "stats/stats.h"
#include "tests.h"
#include "util/rng.h"

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

START_TEST(no_outlier_rule_below_six_values_or_without_iqr)
{
	double few[] = { 1, 2, 1, 2, 9000 };
	double flat[] = { 1, 1, 1, 1, 1, 1, 1, 1, 9000 };

	ck_assert_uint_eq(flags_of(few, 5) & STATS_OUTLIERS, 0);
	ck_assert_uint_eq(flags_of(flat, 9) & STATS_OUTLIERS, 0);
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
	ck_assert_double_eq_tol(stats_n_eff(100, 0.999), 100 * 0.01 / 1.99,
				1e-12);
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

static Suite *stats_shape_suite(void)
{
	Suite *s = suite_create("stats_shape");
	TCase *tc = tcase_create("stats_shape");

	add_series_tests(tc);
	tcase_add_test(tc, severe_outliers_are_named_by_run);
	tcase_add_test(tc, a_value_on_the_fence_is_no_outlier);
	tcase_add_test(tc, no_outlier_rule_below_six_values_or_without_iqr);
	tcase_add_test(tc, quiet_data_raise_few_flags);
	tcase_add_loop_test(tc, two_modes_are_found_with_their_centres, 0, 4);
	tcase_add_test(tc, two_exact_values_are_two_modes);
	tcase_add_test(tc, fewer_than_thirty_or_a_small_part_are_no_mode);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(stats_shape_suite);
