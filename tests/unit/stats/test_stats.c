/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/stats/test_stats.c - the summary on known sets and at its edges.
 */
#include <math.h>
#include <stdlib.h>

#include "stats/quantile.h"
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
	ck_assert_uint_eq(s.nr_outliers, 0);
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

START_TEST(median_sorts_and_takes_the_middle)
{
	double odd[] = { 3, -1, 2 }, even[] = { 4, 1, 3, 2 };

	ck_assert_double_eq(stats_median(odd, 3), 2);
	ck_assert_double_eq(odd[0], -1);
	ck_assert_double_eq(stats_median(even, 4), 2.5);
	ck_assert_double_nan(stats_median(NULL, 0));
}
END_TEST

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
	tcase_add_test(tc, median_sorts_and_takes_the_middle);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(stats_suite);
