/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/stats/test_rank.c - ranks, Welch's t, many tests at once, what can be seen.
 */
#include <errno.h>
#include <math.h>

#include "stats/multiple_tests.h"
#include "stats/rank.h"
#include "stats/welch.h"
#include "tests.h"
#include "util/rng.h"

static const double a10[] = { 10.12, 10.05, 9.97,  10.31, 10.08,
			      10.22, 9.91,  10.17, 10.02, 10.26 };
static const double b10[] = { 10.33, 10.18, 10.41, 10.09, 10.57,
			      10.29, 10.36, 10.24, 10.45, 10.21 };

static const double five[] = { 3.1, 4.7, 2.2, 5.9, 4.1 };
static const double seven[] = { 6.3, 5.2, 7.9, 4.4, 6.6, 8.1, 5.5 };

START_TEST(mid_ranks_are_doubled)
{
	static const double x[] = { 30, 10, 20, 10, 30, 30 };
	static const uint64_t want[] = { 10, 3, 6, 3, 10, 10 };
	uint64_t got[6];

	ck_assert_int_eq(rank_mid(x, 6, got), 0);
	ck_assert_mem_eq(got, want, sizeof(want));
	ck_assert_int_eq(rank_mid(NULL, 0, NULL), 0);
}
END_TEST

START_TEST(welch_matches_r)
{
	struct welch w;

	ck_assert_int_eq(rank_welch(a10, 10, b10, 10, 0.95, &w), 0);
	ck_assert_double_eq_tol(w.diff, 0.202, 1e-14);
	ck_assert_double_eq_tol(w.t, 3.330374202, 5e-10);
	ck_assert_double_eq_tol(w.df, 17.85226449, 5e-9);
	ck_assert_double_eq_tol(w.p, 0.003756074064, 5e-13);
	ck_assert_double_eq_tol(w.lo, 0.07449537024, 5e-12);
	ck_assert_double_eq_tol(w.hi, 0.32950462976, 5e-12);
	ck_assert_int_eq(rank_welch(five, 5, seven, 7, 0.95, &w), 0);
	ck_assert_double_eq_tol(w.t, 2.7755032682220730, 1e-13);
	ck_assert_double_eq_tol(w.df, 8.5519406412731218, 1e-12);
	ck_assert_double_eq_tol(w.p, 0.0226089287866854, 1e-14);
	ck_assert_double_eq_tol(w.lo, 0.4077714396548123, 1e-13);
	ck_assert_double_eq_tol(w.hi, 4.1636571317737587, 1e-13);
}
END_TEST

START_TEST(welch_of_constants_has_only_a_difference)
{
	static const double x[] = { 2, 2, 2 }, y[] = { 5, 5 }, z[] = { 4, 6 };
	struct welch w;

	ck_assert_int_eq(rank_welch(x, 3, y, 2, 0.95, &w), 0);
	ck_assert_double_eq(w.diff, 3);
	ck_assert_double_nan(w.t);
	ck_assert_double_nan(w.df);
	ck_assert_double_nan(w.p);
	ck_assert_double_nan(w.lo);
	ck_assert_double_nan(w.hi);
	ck_assert_int_eq(rank_welch(x, 3, z, 2, 0.95, &w), 0);
	ck_assert_double_eq_tol(w.df, 1, 1e-15);
	ck_assert_double_eq_tol(w.t, 3, 1e-14);
}
END_TEST

START_TEST(welch_survives_tiny_and_huge_values)
{
	double x[10], y[10];
	struct welch w;

	for (int e = -900; e <= 900; e += 450) {
		for (size_t i = 0; i < 10; i++) {
			x[i] = ldexp(a10[i], e);
			y[i] = ldexp(b10[i], e);
		}
		ck_assert_int_eq(rank_welch(x, 10, y, 10, 0.95, &w), 0);
		ck_assert_double_eq_tol(w.p, 0.003756074064, 5e-13);
	}
}
END_TEST

START_TEST(welch_refuses_bad_input)
{
	static const double bad[] = { NAN, INFINITY, -INFINITY };
	double x[] = { 1, 2, 3, 4, 5 };
	struct welch w;

	ck_assert_int_eq(rank_welch(a10, 10, x, 1, 0.95, &w), -EINVAL);
	ck_assert_int_eq(rank_welch(NULL, 0, x, 5, 0.95, &w), -EINVAL);
	ck_assert_int_eq(rank_welch(a10, 10, x, 5, NAN, &w), -EINVAL);
	for (size_t i = 0; i < 3; i++) {
		x[2] = bad[i];
		ck_assert_int_eq(rank_welch(x, 5, a10, 10, 0.95, &w), -EINVAL);
		ck_assert_int_eq(rank_welch(a10, 10, x, 5, 0.95, &w), -EINVAL);
	}
}
END_TEST

static const double p_raw[] = { 0.001, 0.008, 0.039, 0.041, 0.042,
				0.06,  0.074, 0.205, 0.212, 0.216 };
static const double p_holm[] = { 0.01,	0.072, 0.312, 0.312, 0.312,
				 0.312, 0.312, 0.615, 0.615, 0.615 };
static const double p_bh[] = { 0.01, 0.04,	0.084, 0.084, 0.084,
			       0.1,  0.1057143, 0.216, 0.216, 0.216 };

/* Any order of the rows, in place: the answer stays with its row. */
START_TEST(adjusted_p_matches_r)
{
	double holm[10], bh[10];
	size_t order[10];
	struct rng g;

	rng_seed(&g, 32);
	for (size_t i = 0; i < 10; i++)
		order[i] = i;
	for (int trial = 0; trial < 10; trial++) {
		for (size_t i = 0; i < 10; i++)
			holm[i] = bh[i] = p_raw[order[i]];
		ck_assert_int_eq(rank_holm(holm, 10, holm), 0);
		ck_assert_int_eq(rank_bh(bh, 10, bh), 0);
		for (size_t i = 0; i < 10; i++) {
			ck_assert_double_eq_tol(holm[i], p_holm[order[i]],
						1e-14);
			ck_assert_double_eq_tol(bh[i], p_bh[order[i]], 5e-8);
		}
		rng_shuffle(&g, order, 10);
	}
}
END_TEST

START_TEST(adjusting_refuses_what_is_no_probability)
{
	double p[] = { 0.6, 0.9, 1, 0 }, out[4];

	ck_assert_int_eq(rank_holm(p, 4, out), 0);
	ck_assert_double_eq(out[0], 1);
	ck_assert_double_eq(out[3], 0);
	ck_assert_int_eq(rank_holm(NULL, 0, NULL), 0);
	ck_assert_int_eq(rank_bh(NULL, 0, NULL), 0);
	p[1] = NAN;
	ck_assert_int_eq(rank_holm(p, 4, out), -EINVAL);
	ck_assert_int_eq(rank_bh(p, 4, out), -EINVAL);
	p[1] = 1.01;
	ck_assert_int_eq(rank_holm(p, 4, out), -EINVAL);
	p[1] = -0.01;
	ck_assert_int_eq(rank_bh(p, 4, out), -EINVAL);
}
END_TEST

START_TEST(visible_change_matches_the_formula)
{
	ck_assert_double_eq_tol(rank_visible(0.02, 10, 0.02, 10),
				0.0265016156757776, 1e-14);
	ck_assert_double_eq_tol(rank_visible(0.01, 5, 0.03, 8),
				0.036110604147196, 1e-13);
	ck_assert_double_eq(rank_visible(0, 10, 0, 10), 0);
	ck_assert_double_nan(rank_visible(0.02, 1, 0.02, 10));
	ck_assert_double_nan(rank_visible(NAN, 10, 0.02, 10));
	ck_assert_double_nan(rank_visible(0.02, 10, -1, 10));
}
END_TEST

START_TEST(runs_needed_match_the_table)
{
	ck_assert_double_eq(rank_runs_needed(0.005, 0.01), 4);
	ck_assert_double_eq(rank_runs_needed(0.01, 0.01), 16);
	ck_assert_double_eq(rank_runs_needed(0.02, 0.01), 63);
	ck_assert_double_eq(rank_runs_needed(0.05, 0.01), 393);
	ck_assert_double_eq(rank_runs_needed(0, 0.01), 4);
	ck_assert_double_nan(rank_runs_needed(0.01, 0));
	ck_assert_double_nan(rank_runs_needed(NAN, 0.01));
}
END_TEST

static Suite *rank_suite(void)
{
	Suite *s = suite_create("rank");
	TCase *tc = tcase_create("rank");

	tcase_add_test(tc, mid_ranks_are_doubled);
	tcase_add_test(tc, welch_matches_r);
	tcase_add_test(tc, welch_of_constants_has_only_a_difference);
	tcase_add_test(tc, welch_survives_tiny_and_huge_values);
	tcase_add_test(tc, welch_refuses_bad_input);
	tcase_add_test(tc, adjusted_p_matches_r);
	tcase_add_test(tc, adjusting_refuses_what_is_no_probability);
	tcase_add_test(tc, visible_change_matches_the_formula);
	tcase_add_test(tc, runs_needed_match_the_table);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(rank_suite);
