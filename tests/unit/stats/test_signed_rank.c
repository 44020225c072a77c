/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/stats/test_signed_rank.c - signed-rank test and interval of paired values.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "stats/rank.h"
#include "stats/signed_rank.h"
#include "tests.h"
#include "util/rng.h"

#define MAX_ENUMERATED 12

/* Doubled mid-rank by its definition, without sorting. */
static long mid_rank2(const double *x, int n, int i)
{
	long below = 0, same = 0;

	for (int j = 0; j < n; j++) {
		below += fabs(x[j]) < fabs(x[i]);
		same += fabs(x[j]) == fabs(x[i]);
	}
	return 2 * below + same + 1;
}

/* Sum of the ranks whose bit is set, less that of the others, zeros out. */
static long signed_sum(const double *x, int n, unsigned int positive)
{
	long sum = 0;

	for (int i = 0; i < n; i++)
		if (x[i] != 0)
			sum += positive >> i & 1 ? mid_rank2(x, n, i) :
						   -mid_rank2(x, n, i);
	return sum;
}

/* p-value by trying all 2^n patterns of signs. */
static double enumerated_p(const double *x, int n)
{
	unsigned int observed = 0, as_far = 0;

	for (int i = 0; i < n; i++)
		observed |= (unsigned int)(x[i] > 0) << i;
	for (unsigned int signs = 0; signs < 1u << n; signs++)
		as_far += labs(signed_sum(x, n, signs)) >=
			  labs(signed_sum(x, n, observed));
	return ldexp(as_far, -n);
}

static double p_of(const double *x, int n)
{
	struct rank_result r;

	ck_assert_int_eq(rank_signed(x, (size_t)n, 0.95, &r), 0);
	ck_assert(r.exact);
	return r.p;
}

/* @steps small: many ties and zeros; large: none. */
static void fill(struct rng *g, double *x, int n, uint64_t steps)
{
	for (int i = 0; i < n; i++)
		x[i] = (double)rng_below(g, 2 * steps + 1) - (double)steps;
}

START_TEST(p_equals_full_enumeration)
{
	static const uint64_t steps[] = { 2, 5, 1000000 };
	double x[MAX_ENUMERATED];
	struct rng g;

	rng_seed(&g, 21);
	for (int n = 1; n <= MAX_ENUMERATED; n++) {
		fill(&g, x, n, steps[_i]);
		ck_assert_double_eq_tol(p_of(x, n), enumerated_p(x, n), 1e-14);
	}
}
END_TEST

START_TEST(index_is_the_published_critical_value_plus_one)
{
	static const struct {
		size_t n;
		int critical;
	} rows[] = {
		{ 6, 0 },   { 7, 2 },	 { 8, 3 },   { 9, 5 },	 { 10, 8 },
		{ 11, 10 }, { 12, 13 },	 { 13, 17 }, { 14, 21 }, { 15, 25 },
		{ 16, 29 }, { 17, 34 },	 { 18, 40 }, { 19, 46 }, { 20, 52 },
		{ 25, 89 }, { 30, 137 },
	};
	double level;

	ck_assert_int_eq(rank_signed_index(rows[_i].n, 0.95, &level),
			 rows[_i].critical + 1);
	ck_assert_double_ge(level, 0.95);
}
END_TEST

START_TEST(reached_level_is_exact)
{
	double level;

	rank_signed_index(6, 0.95, &level);
	ck_assert_double_eq(level, 1 - 2 / 64.0);
	rank_signed_index(10, 0.95, &level);
	ck_assert_double_eq_tol(level, 1 - 2 * 25 / 1024.0, 1e-15);
	ck_assert_int_eq(rank_signed_index(300, 0.95, &level), 19629);
	ck_assert_double_eq_tol(level, 1 - 0.0499651507365796, 1e-13);
}
END_TEST

START_TEST(index_is_asked_for_at_exactly_the_level_reached)
{
	double level;

	ck_assert_int_eq(rank_signed_index(5, 1 - 2 / 32.0, &level), 1);
	ck_assert_int_eq(rank_signed_index(6, 1 - 2 / 64.0, &level), 1);
}
END_TEST

START_TEST(five_values_are_too_few_for_95_percent)
{
	double x[] = { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6 };
	struct rank_result r;

	for (size_t n = 1; n <= 5; n++) {
		ck_assert_int_eq(rank_signed(x, n, 0.95, &r), 0);
		ck_assert_double_nan(r.lo);
		ck_assert_double_nan(r.hi);
		ck_assert_double_nan(r.level);
		ck_assert_double_eq(r.p, 2 / ldexp(1, (int)n));
		ck_assert_double_eq_tol(r.estimate, 0.05 * (double)(n + 1),
					1e-15);
	}
	ck_assert_int_eq(rank_signed(x, 6, 0.95, &r), 0);
	ck_assert_double_eq(r.lo, 0.1);
	ck_assert_double_eq(r.hi, 0.6);
	ck_assert_double_eq(r.level, 0.96875);
}
END_TEST

START_TEST(estimate_and_interval_match_r)
{
	double x[] = { 1.1, -0.3, 0.8, 2.2, 0.5, -0.1, 0.9, 1.4, 0.2, 0.7 };
	static const struct {
		double level, lo, hi;
	} rows[] = {
		{ 0.90, 0.30, 1.15 },
		{ 0.95, 0.20, 1.25 },
		{ 0.99, -0.05, 1.55 },
	};
	struct rank_result r;

	ck_assert_int_eq(rank_signed(x, 10, rows[_i].level, &r), 0);
	ck_assert_double_eq_tol(r.estimate, 0.7, 1e-15);
	ck_assert_double_eq_tol(r.lo, rows[_i].lo, 1e-15);
	ck_assert_double_eq_tol(r.hi, rows[_i].hi, 1e-15);
	ck_assert_double_ge(r.level, rows[_i].level);
	ck_assert_double_eq(r.p, 0.013671875);
}
END_TEST

/* Without ties, "significant" and "the interval leaves out 0" are one. */
START_TEST(test_and_interval_agree)
{
	int inside = 0;
	struct rng g;

	rng_seed(&g, 22);
	for (int trial = 0; trial < 300; trial++) {
		int n = 6 + trial % 20;
		struct rank_result r;
		double x[26];

		for (int i = 0; i < n; i++)
			x[i] = (double)(rng_u64(&g) >> 11) * 0x1p-53 - 0.35;
		ck_assert_int_eq(rank_signed(x, (size_t)n, 0.95, &r), 0);
		ck_assert_int_eq(r.p > 1 - r.level + 1e-12,
				 r.lo < 0 && r.hi > 0);
		inside += r.lo < 0 && r.hi > 0;
	}
	ck_assert_int_gt(inside, 30);
	ck_assert_int_lt(inside, 270);
}
END_TEST

START_TEST(swapping_the_arms_mirrors_everything)
{
	double x[] = { 1.5, -0.25, 0.75, 0.5, 0.5, 2, 0, -1, 3, 0.125, 4, 1 };
	struct rank_result r, mirrored;

	ck_assert_int_eq(rank_signed(x, 12, 0.95, &r), 0);
	for (int i = 0; i < 12; i++)
		x[i] = -x[i];
	ck_assert_int_eq(rank_signed(x, 12, 0.95, &mirrored), 0);
	ck_assert_double_eq(mirrored.estimate, -r.estimate);
	ck_assert_double_eq(mirrored.lo, -r.hi);
	ck_assert_double_eq(mirrored.hi, -r.lo);
	ck_assert_double_eq(mirrored.p, r.p);
}
END_TEST

START_TEST(all_zero_means_no_difference)
{
	double x[8] = { 0, -0.0 };
	struct rank_result r;

	ck_assert_int_eq(rank_signed(x, 8, 0.95, &r), 0);
	ck_assert_double_eq(r.p, 1);
	ck_assert_double_eq(r.estimate, 0);
	ck_assert_double_eq(r.lo, 0);
	ck_assert_double_eq(r.hi, 0);
}
END_TEST

START_TEST(all_equal_is_as_clear_as_can_be)
{
	double x[] = { 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02 };
	struct rank_result r;

	ck_assert_int_eq(rank_signed(x, 8, 0.95, &r), 0);
	ck_assert_double_eq(r.p, 2 / 256.0);
	ck_assert_double_eq(r.estimate, 0.02);
	ck_assert_double_eq(r.lo, 0.02);
	ck_assert_double_eq(r.hi, 0.02);
}
END_TEST

START_TEST(zeros_are_ranked_before_they_are_left_out)
{
	double x[] = { 0, 0, 0, 1, 2, 3, -4 };

	/* Ranks 4 5 6 and -7: of 16 patterns, 10 are as far from 0 as 8. */
	ck_assert_double_eq(p_of(x, 7), enumerated_p(x, 7));
	ck_assert_double_eq(p_of(x, 7), 10 / 16.0);
}
END_TEST

START_TEST(several_hundred_pairs_are_still_exact)
{
	double x[RANK_EXACT_PAIRED];
	struct rank_result r;

	for (int i = 0; i < RANK_EXACT_PAIRED; i++)
		x[i] = 0.001 * (i + 1);
	ck_assert_int_eq(rank_signed(x, RANK_EXACT_PAIRED, 0.95, &r), 0);
	ck_assert(r.exact);
	ck_assert_double_eq(r.p, 2 * ldexp(1, -RANK_EXACT_PAIRED));
	ck_assert_double_eq_tol(r.level, 0.95, 0.0002);
}
END_TEST

START_TEST(more_pairs_use_the_normal_distribution_as_r_does)
{
	double x[RANK_EXACT_PAIRED + 1], level;
	struct rank_result r;

	for (int i = 1; i <= 401; i++)
		x[i - 1] = (i * 37 % 401 - 180.5) / 100;
	ck_assert_int_eq(rank_signed(x, 401, 0.95, &r), 0);
	ck_assert(!r.exact);
	ck_assert_double_eq_tol(r.p, 0.00134012014027435, 1e-15);
	ck_assert_double_eq_tol(r.level, 0.95, 0.0002);
	/* The exact one is 35750: the approximation is on the safe side. */
	ck_assert_int_eq(rank_signed_index(401, 0.95, &level), 35749);
}
END_TEST

START_TEST(huge_values_do_not_overflow)
{
	double x[] = { 1e308, 1.1e308, 1.2e308, 1.3e308, 1.4e308, 1.5e308 };
	struct rank_result r;

	ck_assert_int_eq(rank_signed(x, 6, 0.95, &r), 0);
	ck_assert_double_eq_tol(r.estimate / 1e308, 1.25, 1e-12);
	ck_assert_double_eq(r.hi, 1.5e308);
}
END_TEST

START_TEST(bad_input_is_refused_and_the_result_left_alone)
{
	static const double bad[] = { NAN, INFINITY, -INFINITY };
	double x[] = { 1, 2, 3, 4, 5, 6, 7 };
	struct rank_result r = { .estimate = 42 };
	double level;

	ck_assert_int_eq(rank_signed(x, 0, 0.95, &r), -EINVAL);
	ck_assert_int_eq(rank_signed(NULL, 0, 0.95, &r), -EINVAL);
	ck_assert_int_eq(rank_signed(x, 7, 0, &r), -EINVAL);
	ck_assert_int_eq(rank_signed(x, 7, 1, &r), -EINVAL);
	ck_assert_int_eq(rank_signed(x, 7, NAN, &r), -EINVAL);
	ck_assert_int_eq(rank_signed_index(0, 0.95, &level), -EINVAL);
	for (size_t i = 0; i < 3; i++) {
		x[4] = bad[i];
		ck_assert_int_eq(rank_signed(x, 7, 0.95, &r), -EINVAL);
	}
	ck_assert_double_eq(r.estimate, 42);
}
END_TEST

START_TEST(too_many_values_are_refused)
{
	struct rank_result r;
	double *x = calloc(6000, sizeof(*x));

	ck_assert_ptr_nonnull(x);
	ck_assert_int_eq(rank_signed(x, 6000, 0.95, &r), -E2BIG);
	free(x);
}
END_TEST

static Suite *signed_rank_suite(void)
{
	Suite *s = suite_create("signed_rank");
	TCase *tc = tcase_create("rank_signed");

	tcase_add_loop_test(tc, p_equals_full_enumeration, 0, 3);
	tcase_add_loop_test(tc, index_is_the_published_critical_value_plus_one,
			    0, 17);
	tcase_add_test(tc, reached_level_is_exact);
	tcase_add_test(tc, index_is_asked_for_at_exactly_the_level_reached);
	tcase_add_test(tc, five_values_are_too_few_for_95_percent);
	tcase_add_loop_test(tc, estimate_and_interval_match_r, 0, 3);
	tcase_add_test(tc, test_and_interval_agree);
	tcase_add_test(tc, swapping_the_arms_mirrors_everything);
	tcase_add_test(tc, all_zero_means_no_difference);
	tcase_add_test(tc, all_equal_is_as_clear_as_can_be);
	tcase_add_test(tc, zeros_are_ranked_before_they_are_left_out);
	tcase_add_test(tc, several_hundred_pairs_are_still_exact);
	tcase_add_test(tc, more_pairs_use_the_normal_distribution_as_r_does);
	tcase_add_test(tc, huge_values_do_not_overflow);
	tcase_add_test(tc, bad_input_is_refused_and_the_result_left_alone);
	tcase_add_test(tc, too_many_values_are_refused);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(signed_rank_suite);
