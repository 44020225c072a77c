/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/stats/test_dist.c - distributions against published values.
 */
#include <math.h>

#include "stats/dist.h"
#include "tests.h"

static void ck_close(double got, double want, double relative)
{
	ck_assert_double_eq_tol(got, want, relative * fabs(want));
}

START_TEST(t_quantile_matches_tables)
{
	static const struct {
		double p, nu, t;
	} rows[] = {
		{ 0.975, 1, 12.7062047361747 },
		{ 0.975, 2, 4.30265272974946 },
		{ 0.975, 9, 2.26215716279820 },
		{ 0.975, 17.776, 2.10282131038022 },
		{ 0.975, 99, 1.98421695158642 },
		{ 0.975, 0.5, 164.557673480488 },
		{ 0.975, 1e6, 1.95996635681411 },
		{ 0.975, 1e8, 1.959964008262766 },
		{ 0.3, 1e10, -0.524400512724756 },
		{ 1e-10, 3, -2225.76928468309 },
	};

	ck_close(dist_t_quantile(rows[_i].p, rows[_i].nu), rows[_i].t, 1e-12);
}
END_TEST

START_TEST(t_quantile_inverts_the_cdf)
{
	static const double nus[] = { 0.3, 1, 2.5, 9, 40, 1e4, 2e6, INFINITY };

	for (double p = 0.001; p < 1; p += 0.037) {
		double t = dist_t_quantile(p, nus[_i]);

		ck_close(dist_t_cdf(t, nus[_i]), p, 1e-12);
	}
}
END_TEST

START_TEST(t_cdf_matches_closed_forms)
{
	for (double t = -40; t <= 40; t += 0.37) {
		ck_close(dist_t_cdf(t, 1), atan2(1, -t) / M_PI, 1e-13);
		ck_close(dist_t_two_sided(t, 2),
			 2 / (2 + t * t + fabs(t) * sqrt(2 + t * t)), 1e-13);
	}
}
END_TEST

START_TEST(t_cdf_keeps_its_digits_far_out)
{
	ck_close(dist_t_cdf(-40, 5), 9.20598108588648e-08, 1e-12);
	ck_close(dist_t_two_sided(3.330374202488612, 17.8522644932686),
		 0.00375607406391417, 1e-12);
	ck_close(dist_t_cdf(2.5, 1e10), 0.993790334666281, 1e-14);
	ck_close(dist_t_cdf(-37, 1000001), 9.14986114538803e-300, 1e-11);
	ck_close(dist_t_cdf(-20, 2e6), 2.80952409153340e-89, 1e-12);
}
END_TEST

START_TEST(t_joins_the_normal_without_a_step)
{
	for (double t = -9; t <= 9; t += 0.75)
		ck_close(dist_t_cdf(t, 1000001), dist_t_cdf(t, 999999), 1e-8);
	ck_assert_double_eq(dist_t_cdf(1.25, INFINITY), dist_normal_cdf(1.25));
}
END_TEST

START_TEST(t_ends_are_infinite_and_the_middle_zero)
{
	ck_assert_double_eq(dist_t_quantile(0, 5), -INFINITY);
	ck_assert_double_eq(dist_t_quantile(1, 5), INFINITY);
	ck_assert_double_eq(dist_t_quantile(0.5, 5), 0);
	ck_assert_double_eq(dist_t_quantile(0.9999, 0.01), INFINITY);
	ck_assert_double_eq(dist_t_cdf(INFINITY, 5), 1);
	ck_assert_double_eq(dist_t_cdf(-INFINITY, 5), 0);
	ck_assert_double_eq(dist_t_cdf(0, 5), 0.5);
}
END_TEST

START_TEST(normal_matches_tables)
{
	ck_close(dist_normal_quantile(0.975), 1.95996398454005, 1e-14);
	ck_close(dist_normal_quantile(0.8), 0.841621233572914, 1e-14);
	ck_close(dist_normal_quantile(1e-300), -37.0470962993612, 1e-14);
	ck_close(dist_normal_cdf(-30), 4.90671392714819e-198, 1e-13);
	ck_close(dist_normal_cdf(1.3), 0.903199515414390, 1e-14);
	ck_assert_double_eq(dist_normal_cdf(0), 0.5);
	ck_assert_double_eq(dist_normal_cdf(INFINITY), 1);
}
END_TEST

START_TEST(binomial_matches_tables)
{
	ck_close(dist_binomial_cdf(2, 10, 0.5), 0.0546875, 1e-14);
	ck_close(dist_binomial_cdf(0, 100, 0.01), 0.366032341273230, 1e-13);
	ck_close(dist_binomial_cdf(99, 100, 0.99), 0.633967658726771, 1e-13);
	ck_close(dist_binomial_cdf(700, 2000, 0.37), 0.0333004457721026, 1e-12);
	ck_close(dist_binomial_cdf(900000, 2000000, 0.45), 0.50029296642336,
		 1e-12);
}
END_TEST

START_TEST(binomial_of_a_fair_coin_counts_subsets)
{
	for (uint64_t n = 1; n <= 40; n++) {
		double ways = 1, sum = 0;

		for (uint64_t k = 0; k < n; k++) {
			sum += ways;
			ways = ways * (double)(n - k) / (double)(k + 1);
			ck_close(dist_binomial_cdf((int64_t)k, n, 0.5),
				 ldexp(sum, -(int)n), 1e-13);
		}
	}
}
END_TEST

START_TEST(binomial_ends)
{
	ck_assert_double_eq(dist_binomial_cdf(-1, 10, 0.5), 0);
	ck_assert_double_eq(dist_binomial_cdf(10, 10, 0.5), 1);
	ck_assert_double_eq(dist_binomial_cdf(0, 0, 0.5), 1);
	ck_assert_double_eq(dist_binomial_cdf(3, 10, 0), 1);
	ck_assert_double_eq(dist_binomial_cdf(3, 10, 1), 0);
}
END_TEST

START_TEST(beta_matches_tables)
{
	ck_close(dist_beta(2.5, 7.25, 0.3), 0.660482273581907, 1e-13);
	ck_close(dist_beta(200, 0.5, 0.999), 0.527244107025235, 1e-13);
	ck_close(dist_beta(1, 1, 0.25), 0.25, 1e-14);
	ck_assert_double_eq(dist_beta(3, 4, 0), 0);
	ck_assert_double_eq(dist_beta(3, 4, 1), 1);
}
END_TEST

START_TEST(arguments_outside_give_nan)
{
	ck_assert_double_nan(dist_t_cdf(NAN, 5));
	ck_assert_double_nan(dist_t_cdf(1, 0));
	ck_assert_double_nan(dist_t_cdf(1, NAN));
	ck_assert_double_nan(dist_t_two_sided(1, -1));
	ck_assert_double_nan(dist_t_two_sided(NAN, 3));
	ck_assert_double_nan(dist_t_quantile(-0.1, 5));
	ck_assert_double_nan(dist_t_quantile(1.1, 5));
	ck_assert_double_nan(dist_t_quantile(NAN, 5));
	ck_assert_double_nan(dist_t_quantile(0.5, 0));
	ck_assert_double_nan(dist_normal_cdf(NAN));
	ck_assert_double_nan(dist_normal_quantile(2));
	ck_assert_double_nan(dist_binomial_cdf(1, 2, 1.5));
	ck_assert_double_nan(dist_binomial_cdf(1, 2, NAN));
	ck_assert_double_nan(dist_beta(0, 1, 0.5));
	ck_assert_double_nan(dist_beta(1, INFINITY, 0.5));
	ck_assert_double_nan(dist_beta(1, 1, 1.5));
}
END_TEST

static Suite *dist_suite(void)
{
	Suite *s = suite_create("dist");
	TCase *tc = tcase_create("dist");

	tcase_add_loop_test(tc, t_quantile_matches_tables, 0, 10);
	tcase_add_loop_test(tc, t_quantile_inverts_the_cdf, 0, 8);
	tcase_add_test(tc, t_cdf_matches_closed_forms);
	tcase_add_test(tc, t_cdf_keeps_its_digits_far_out);
	tcase_add_test(tc, t_joins_the_normal_without_a_step);
	tcase_add_test(tc, t_ends_are_infinite_and_the_middle_zero);
	tcase_add_test(tc, normal_matches_tables);
	tcase_add_test(tc, binomial_matches_tables);
	tcase_add_test(tc, binomial_of_a_fair_coin_counts_subsets);
	tcase_add_test(tc, binomial_ends);
	tcase_add_test(tc, beta_matches_tables);
	tcase_add_test(tc, arguments_outside_give_nan);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(dist_suite);
