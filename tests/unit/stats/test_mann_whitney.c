/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/stats/test_mann_whitney.c - two independent sets: Mann-Whitney and Moses.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "stats/mann_whitney.h"
#include "stats/rank.h"
#include "tests.h"
#include "util/rng.h"

static const double a10[] = { 10.12, 10.05, 9.97,  10.31, 10.08,
			      10.22, 9.91,  10.17, 10.02, 10.26 };
static const double b10[] = { 10.33, 10.18, 10.41, 10.09, 10.57,
			      10.29, 10.36, 10.24, 10.45, 10.21 };

/* The example of benchstat's documentation, with ties. */
static const double gob_old[] = { 3069, 3075, 3069, 3067, 3207,
				  3064, 3064, 3058, 3059, 3062 };
static const double gob_new[] = { 3075, 3065, 3059, 3065, 3060,
				  3081, 3186, 3135, 3087, 3062 };

static const double five[] = { 3.1, 4.7, 2.2, 5.9, 4.1 };
static const double seven[] = { 6.3, 5.2, 7.9, 4.4, 6.6, 8.1, 5.5 };

static double p_of(const double *a, size_t n, const double *b, size_t m)
{
	double p = NAN;

	ck_assert_int_eq(rank_sum(a, n, b, m, NULL, &p), 0);
	return p;
}

/* Four times (U - n m / 2) of the values whose bit is set. */
static long centred_u(const double *x, int nr, unsigned int chosen)
{
	long u = 0;

	for (int i = 0; i < nr; i++)
		for (int j = 0; j < nr; j++)
			if ((chosen >> i & 1) && !(chosen >> j & 1))
				u += (x[i] > x[j]) - (x[i] < x[j]);
	return u;
}

/* p-value by dealing the values out in every possible way. */
static double enumerated_p(const double *x, int n, int m)
{
	long observed = labs(centred_u(x, n + m, (1u << n) - 1));
	double all = 0, as_far = 0;

	for (unsigned int set = 0; set < 1u << (n + m); set++) {
		if (__builtin_popcount(set) != n)
			continue;
		all++;
		as_far += labs(centred_u(x, n + m, set)) >= observed;
	}
	return as_far / all;
}

START_TEST(p_equals_full_enumeration)
{
	static const uint64_t steps[] = { 3, 8, 1000000 };
	double x[10];
	struct rng g;

	rng_seed(&g, 31);
	for (int n = 1; n <= 7; n++) {
		for (int m = 1; n + m <= 10; m++) {
			for (int i = 0; i < n + m; i++)
				x[i] = (double)rng_below(&g, steps[_i]);
			ck_assert_double_eq_tol(p_of(x, (size_t)n, x + n,
						     (size_t)m),
						enumerated_p(x, n, m), 1e-14);
		}
	}
}
END_TEST

START_TEST(mann_whitney_matches_published_vectors)
{
	double u, p;

	ck_assert_int_eq(rank_sum(a10, 10, b10, 10, &u, &p), 0);
	ck_assert_double_eq(u, 14);
	ck_assert_double_eq_tol(p, 0.005196042348, 1e-12);
	ck_assert_int_eq(rank_sum(b10, 10, a10, 10, &u, &p), 0);
	ck_assert_double_eq(u, 86);
	ck_assert_double_eq_tol(p, 0.005196042348, 1e-12);
	ck_assert_int_eq(rank_sum(five, 5, seven, 7, &u, &p), 0);
	ck_assert_double_eq(u, 4);
	ck_assert_double_eq_tol(p, 0.0303030303030303, 1e-15);
}
END_TEST

START_TEST(ties_are_exact)
{
	ck_assert_double_eq_tol(p_of(gob_old, 10, gob_new, 10), 0.4461019,
				5e-8);
}
END_TEST

START_TEST(no_overlap_gives_the_smallest_p)
{
	static const struct {
		size_t n;
		double p;
	} rows[] = { { 1, 1 },
		     { 3, 0.1 },
		     { 4, 2 / 70.0 },
		     { 5, 2 / 252.0 },
		     { 6, 2 / 924.0 },
		     { 10, 1.082509e-05 },
		     { 30, 2 / 118264581564861424.0 } };
	double low[30], high[30];

	for (size_t i = 0; i < 30; i++) {
		low[i] = 1 + (double)i;
		high[i] = 100 + (double)i;
	}
	ck_assert_double_eq_tol(p_of(low, rows[_i].n, high, rows[_i].n),
				rows[_i].p, 5e-7 * rows[_i].p);
}
END_TEST

/* Two of C(4 + n, 4) deals are as far apart. */
START_TEST(a_small_side_is_exact_beside_a_large_one)
{
	static const struct {
		size_t n;
		double p;
	} rows[] = { { 56, 2 / 487635.0 },
		     { 57, 2 / 521855.0 },
		     { 400, 2 / 1093567501.0 } };
	double low[4] = { 1, 2, 3, 4 }, high[400], level;

	for (size_t i = 0; i < 400; i++)
		high[i] = 100 + (double)i;
	ck_assert(rank_sum_exact(4, rows[_i].n));
	ck_assert_double_eq_tol(p_of(low, 4, high, rows[_i].n), rows[_i].p,
				1e-12 * rows[_i].p);
	ck_assert_double_eq_tol(p_of(high, rows[_i].n, low, 4), rows[_i].p,
				1e-12 * rows[_i].p);
	ck_assert_int_eq(rank_sum_index(4, rows[_i].n, 0.95, &level),
			 rank_sum_index(rows[_i].n, 4, 0.95, &level));
}
END_TEST

START_TEST(the_same_values_show_no_difference)
{
	double same[40];

	for (size_t i = 0; i < 40; i++)
		same[i] = 7;
	ck_assert_double_eq(p_of(same, 10, same, 10), 1);
	ck_assert_double_eq(p_of(same, 40, same, 40), 1);
	ck_assert_double_eq(p_of(same, 1, same, 1), 1);
	for (size_t i = 0; i < 40; i++)
		same[i] = (double)i;
	ck_assert_double_eq(p_of(same, 10, same, 10), 1);
	ck_assert_double_eq(p_of(same, 40, same, 40), 1);
}
END_TEST

/* R: wilcox.test(x, y, exact = FALSE) with ties. */
START_TEST(many_values_use_the_normal_distribution_as_r_does)
{
	static const double x[] = { 9.37,  10.18, 9.16,	 11.6,	10.33, 9.18,
				    10.49, 10.74, 10.58, 9.69,	11.51, 10.39,
				    9.38,  7.79,  11.12, 9.96,	9.98,  10.94,
				    10.82, 10.59, 10.92, 10.78, 10.07, 8.01,
				    10.62, 9.94,  9.84,	 8.53,	9.52,  10.42,
				    11.36, 9.9,	  10.39, 9.95,	8.62,  9.59,
				    9.61,  9.94,  11.1,	 10.76 };
	static const double y[] = { 10.24, 10.15, 11.1,	 10.96, 9.71,  9.69,
				    10.76, 11.17, 10.29, 11.28, 10.8,  9.79,
				    10.74, 9.27,  11.83, 12.38, 10.03, 9.36,
				    10.97, 10.26, 12.8,	 10.36, 11.09, 10.43,
				    9.66,  10.59, 8.6,	 11.87, 10.55, 12.57,
				    10.88, 9.69,  11.01, 9.47,	9.15 };
	struct rank_result r;
	double u, p;

	ck_assert_int_eq(rank_sum(x, 40, y, 35, &u, &p), 0);
	ck_assert_double_eq(u, 538);
	ck_assert_double_eq_tol(p, 0.0863024423620177, 1e-15);
	ck_assert_int_eq(rank_ratio(x, 40, y, 35, 0.95, &r), 0);
	ck_assert(!r.exact);
	ck_assert_double_eq(r.p, p);
}
END_TEST

START_TEST(moses_rank_matches_tables)
{
	static const struct {
		size_t n, m;
		int k;
		double level;
	} rows[] = {
		{ 4, 4, 1, 0.9714 },	 { 5, 5, 3, 0.9683 },
		{ 6, 6, 6, 0.9589 },	 { 7, 7, 9, 0.9621 },
		{ 8, 8, 14, 0.9501 },	 { 9, 9, 18, 0.9600 },
		{ 10, 10, 24, 0.9567 },	 { 12, 12, 38, 0.9551 },
		{ 20, 20, 128, 0.9509 }, { 30, 30, 318, 0.9504 },
		{ 25, 35, 307, 0.9510 },
	};
	double level;

	ck_assert_int_eq(rank_sum_index(rows[_i].n, rows[_i].m, 0.95, &level),
			 rows[_i].k);
	ck_assert_double_eq_tol(level, rows[_i].level, 5e-5);
}
END_TEST

START_TEST(three_a_side_are_too_few_for_95_percent)
{
	struct rank_result r;
	double level;

	ck_assert_int_eq(rank_sum_index(3, 3, 0.95, &level), 0);
	ck_assert_double_nan(level);
	ck_assert_int_eq(rank_ratio(a10, 3, b10, 3, 0.95, &r), 0);
	ck_assert_double_nan(r.lo);
	ck_assert_double_nan(r.hi);
	ck_assert_double_nan(r.level);
	ck_assert(isfinite(r.estimate) && isfinite(r.p));
	ck_assert_int_eq(rank_sum_index(3, 3, 0.9, &level), 1);
	ck_assert_double_eq(level, 0.9);
	ck_assert_int_eq(rank_sum_index(1, 38, 0.95, &level), 0);
	/* The second of 100 ratios from either end: 1 - 4 / 101. */
	ck_assert_int_eq(rank_sum_index(1, 100, 0.95, &level), 2);
	ck_assert_double_eq_tol(level, 97.0 / 101, 1e-14);
}
END_TEST

START_TEST(large_sets_have_an_index_close_to_the_exact_one)
{
	static const struct {
		size_t n, m;
		int exact;
	} rows[] = { { 31, 30, 329 }, { 40, 35, 516 }, { 100, 20, 722 } };
	double level;

	ck_assert_int_le(
		labs(rank_sum_index(rows[_i].n, rows[_i].m, 0.95, &level) -
		     rows[_i].exact),
		1);
	ck_assert_double_ge(level, 0.95);
}
END_TEST

START_TEST(ratio_matches_r)
{
	struct rank_result r;

	ck_assert_int_eq(rank_ratio(a10, 10, b10, 10, 0.95, &r), 0);
	ck_assert_double_eq_tol(r.estimate, 1.018933774, 5e-10);
	ck_assert_double_eq_tol(r.lo, 1.006822612, 5e-10);
	ck_assert_double_eq_tol(r.hi, 1.033299697, 5e-10);
	ck_assert_double_eq_tol(r.level, 0.9567, 5e-5);
	ck_assert(r.exact);
	ck_assert_int_eq(rank_ratio(gob_old, 10, gob_new, 10, 0.95, &r), 0);
	ck_assert_double_eq_tol(r.estimate, 1.000980, 5e-7);
	ck_assert_double_eq_tol(r.lo, 0.998368, 5e-7);
	ck_assert_double_eq_tol(r.hi, 1.007507, 5e-7);
	ck_assert_int_eq(rank_ratio(five, 5, seven, 7, 0.95, &r), 0);
	ck_assert_double_eq_tol(r.estimate, 1.60975609756098, 1e-14);
	ck_assert_double_eq_tol(r.lo, 1.0731707317073171, 1e-14);
	ck_assert_double_eq_tol(r.hi, 2.5483870967741939, 1e-14);
}
END_TEST

START_TEST(ratio_scales_with_b)
{
	double scaled[10];
	struct rank_result r, s;

	for (size_t i = 0; i < 10; i++)
		scaled[i] = 8 * b10[i];
	ck_assert_int_eq(rank_ratio(a10, 10, b10, 10, 0.95, &r), 0);
	ck_assert_int_eq(rank_ratio(a10, 10, scaled, 10, 0.95, &s), 0);
	ck_assert_double_eq(s.estimate, 8 * r.estimate);
	ck_assert_double_eq(s.lo, 8 * r.lo);
	ck_assert_double_eq(s.hi, 8 * r.hi);
}
END_TEST

START_TEST(bad_input_is_refused)
{
	static const double bad[] = { NAN, INFINITY, -INFINITY };
	double x[] = { 1, 2, 3, 4, 5 }, p, level;
	struct rank_result r;

	ck_assert_int_eq(rank_sum(x, 0, a10, 10, NULL, &p), -EINVAL);
	ck_assert_int_eq(rank_sum(a10, 10, NULL, 0, NULL, &p), -EINVAL);
	ck_assert_int_eq(rank_ratio(NULL, 0, NULL, 0, 0.95, &r), -EINVAL);
	ck_assert_int_eq(rank_ratio(a10, 10, x, 0, 0.95, &r), -EINVAL);
	ck_assert_int_eq(rank_ratio(a10, 10, x, 5, 1, &r), -EINVAL);
	ck_assert_int_eq(rank_sum_index(0, 5, 0.95, &level), -EINVAL);
	ck_assert_int_eq(rank_sum_index(5, 5, -1, &level), -EINVAL);
	for (size_t i = 0; i < 3; i++) {
		x[2] = bad[i];
		ck_assert_int_eq(rank_sum(x, 5, a10, 10, NULL, &p), -EINVAL);
		ck_assert_int_eq(rank_sum(a10, 10, x, 5, NULL, &p), -EINVAL);
		ck_assert_int_eq(rank_ratio(x, 5, a10, 10, 0.95, &r), -EINVAL);
		ck_assert_int_eq(rank_ratio(a10, 10, x, 5, 0.95, &r), -EINVAL);
	}
}
END_TEST

START_TEST(a_ratio_needs_values_above_zero)
{
	double x[] = { 11, 2, 0, 4, 5 }, tiny[] = { 1e-300 };
	double huge[] = { 1e300 };
	struct rank_result r;

	ck_assert_int_eq(rank_ratio(x, 5, a10, 10, 0.95, &r), -EINVAL);
	ck_assert_int_eq(rank_ratio(a10, 10, x, 5, 0.95, &r), -EINVAL);
	x[2] = -3;
	ck_assert_int_eq(rank_ratio(a10, 10, x, 5, 0.95, &r), -EINVAL);
	ck_assert_int_eq(rank_ratio(tiny, 1, huge, 1, 0.95, &r), -EINVAL);
}
END_TEST

START_TEST(too_many_pairs_are_refused)
{
	double *x = malloc(5000 * sizeof(*x));
	struct rank_result r;

	ck_assert_ptr_nonnull(x);
	for (size_t i = 0; i < 5000; i++)
		x[i] = 1;
	ck_assert_int_eq(rank_ratio(x, 5000, x, 5000, 0.95, &r), -E2BIG);
	free(x);
}
END_TEST

static Suite *mann_whitney_suite(void)
{
	Suite *s = suite_create("mann_whitney");
	TCase *tc = tcase_create("rank_sum");

	tcase_add_loop_test(tc, p_equals_full_enumeration, 0, 3);
	tcase_add_test(tc, mann_whitney_matches_published_vectors);
	tcase_add_test(tc, ties_are_exact);
	tcase_add_loop_test(tc, no_overlap_gives_the_smallest_p, 0, 7);
	tcase_add_loop_test(tc, a_small_side_is_exact_beside_a_large_one, 0, 3);
	tcase_add_test(tc, the_same_values_show_no_difference);
	tcase_add_test(tc, many_values_use_the_normal_distribution_as_r_does);
	tcase_add_loop_test(tc, moses_rank_matches_tables, 0, 11);
	tcase_add_test(tc, three_a_side_are_too_few_for_95_percent);
	tcase_add_loop_test(tc, large_sets_have_an_index_close_to_the_exact_one,
			    0, 3);
	tcase_add_test(tc, ratio_matches_r);
	tcase_add_test(tc, ratio_scales_with_b);
	tcase_add_test(tc, bad_input_is_refused);
	tcase_add_test(tc, a_ratio_needs_values_above_zero);
	tcase_add_test(tc, too_many_pairs_are_refused);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(mann_whitney_suite);
