/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/compare/test_compare.c - ratio, interval and verdict of one row.
 */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "compare/compare.h"
#include "compare/ratio.h"
#include "compare/status.h"
#include "compare/types.h"
#include "compare_sets.h"
#include "stats/mann_whitney.h"
#include "stats/quantile.h"
#include "stats/stats.h"
#include "stats/welch.h"
#include "tests.h"
#include "util/rng.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static const double a10[] = { 10.12, 10.05, 9.97,  10.31, 10.08,
			      10.22, 9.91,  10.17, 10.02, 10.26 };
static const double b10[] = { 10.33, 10.18, 10.41, 10.09, 10.57,
			      10.29, 10.36, 10.24, 10.45, 10.21 };

/* The example of benchstat's documentation, with ties. */
static const double gob_old[] = { 3069, 3075, 3069, 3067, 3207,
				  3064, 3064, 3058, 3059, 3062 };
static const double gob_new[] = { 3075, 3065, 3059, 3065, 3060,
				  3081, 3186, 3135, 3087, 3062 };

static bool near(double a, double b, double digits)
{
	return fabs(a - b) <= pow(10, -digits) * fabs(b);
}

static const struct finding *note(const struct compare_row *r, const char *id)
{
	for (size_t i = 0; i < r->notes.nr; i++) {
		if (!strcmp(r->notes.v[i].id, id))
			return &r->notes.v[i];
	}
	return NULL;
}

START_TEST(numbers_are_those_of_the_reference_implementation)
{
	struct compare c = set_compare(a10, 10, b10, 10, 0.02);
	const struct compare_row *r = c.rows;

	ck_assert(near(r->ratio, 1.018933774, 9));
	ck_assert(near(r->lo, 1.006822612, 9));
	ck_assert(near(r->hi, 1.033299697, 9));
	ck_assert(near(r->p, 0.005196042348, 9));
	ck_assert(near(r->level, 0.9567, 4));
	ck_assert(near(r->a.median, 10.1, 12));
	ck_assert(near(r->b.mean, 10.313, 12));
	ck_assert(near(r->a.mad, 0.14826, 5));
	ck_assert_int_eq(r->verdict, VERDICT_SLOWER_SMALL);
	ck_assert(!r->gate);
	compare_free(&c);
}
END_TEST

START_TEST(ties_are_counted_exactly)
{
	struct compare c = set_compare(gob_old, 10, gob_new, 10, 0.02);
	const struct compare_row *r = c.rows;

	ck_assert(near(r->p, 0.4461019, 6));
	ck_assert(near(r->ratio, 1.000980, 6));
	ck_assert(near(r->lo, 0.998368, 6));
	ck_assert(near(r->hi, 1.007507, 6));
	ck_assert_int_eq(r->verdict, VERDICT_SAME);
	compare_free(&c);
}
END_TEST

START_TEST(the_threshold_decides_what_is_a_regression)
{
	struct compare c = set_compare(a10, 10, b10, 10, 0.005);

	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	ck_assert(c.rows[0].gate);
	ck_assert_int_eq(compare_status(&c, false), EXIT_REGRESSION);
	compare_free(&c);
	c = set_compare(b10, 10, a10, 10, 0.005);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_FASTER);
	ck_assert(!c.rows[0].gate);
	ck_assert_int_eq(compare_status(&c, true), EXIT_DONE);
	compare_free(&c);
}
END_TEST

START_TEST(a_set_against_itself_is_exactly_one)
{
	struct compare c = set_compare(a10, 10, a10, 10, 0.02);
	const struct compare_row *r = c.rows;

	ck_assert_double_eq(r->ratio, 1);
	ck_assert_double_eq(r->p, 1);
	ck_assert_double_eq(r->p_adjusted, 1);
	ck_assert_double_eq(c.means[1].ratio, 1);
	ck_assert_int_eq(compare_status(&c, false), EXIT_DONE);
	compare_free(&c);
}
END_TEST

static double normal(struct rng *r)
{
	double u = (double)(rng_u64(r) >> 11) + 0.5;
	double v = (double)(rng_u64(r) >> 11);

	return sqrt(-2 * log(u * 0x1p-53)) * cos(2 * M_PI * v * 0x1p-53);
}

static void fill(struct rng *r, double *x, size_t n, double mean, double sd)
{
	for (size_t i = 0; i < n; i++)
		x[i] = mean + sd * normal(r);
}

/* The inverse, to the last bit but one. */
static void inverse(double a, double b)
{
	ck_assert(fabs(a * b - 1) <= 2 * DBL_EPSILON);
}

START_TEST(swapped_operands_mirror)
{
	static const size_t sizes[][2] = { { 10, 10 }, { 7, 12 }, { 4, 4 },
					   { 35, 40 }, { 3, 9 },  { 1, 1 } };
	static const int mirrored[] = {
		[VERDICT_INCONCLUSIVE] = VERDICT_INCONCLUSIVE,
		[VERDICT_SAME] = VERDICT_SAME,
		[VERDICT_SLOWER] = VERDICT_FASTER,
		[VERDICT_FASTER] = VERDICT_SLOWER,
		[VERDICT_SLOWER_SMALL] = VERDICT_FASTER_SMALL,
		[VERDICT_FASTER_SMALL] = VERDICT_SLOWER_SMALL,
	};
	const size_t *n = sizes[_i % (int)COUNT(sizes)];
	struct compare c, d;
	double a[40], b[40];
	struct rng rng;

	rng_seed(&rng, (uint64_t)_i);
	fill(&rng, a, n[0], 1000, 8);
	fill(&rng, b, n[1], 1000 + 10 * normal(&rng), 8);
	c = set_compare(a, n[0], b, n[1], 0.01);
	d = set_compare(b, n[1], a, n[0], 0.01);
	inverse(c.rows[0].ratio, d.rows[0].ratio);
	inverse(c.means[1].ratio, d.means[1].ratio);
	ck_assert_int_eq(c.rows[0].state, d.rows[0].state);
	if (c.rows[0].state == COMPARE_JUDGED) {
		inverse(c.rows[0].lo, d.rows[0].hi);
		inverse(c.rows[0].hi, d.rows[0].lo);
		ck_assert(c.rows[0].p == d.rows[0].p);
		ck_assert_int_eq(c.rows[0].verdict,
				 mirrored[d.rows[0].verdict]);
	}
	compare_free(&c);
	compare_free(&d);
}
END_TEST

START_TEST(fewer_than_four_runs_a_side_are_too_few)
{
	static const size_t sizes[][2] = {
		{ 1, 1 }, { 3, 3 }, { 3, 10 }, { 10, 1 }
	};
	const size_t *n = sizes[_i];
	struct compare c = set_compare(a10, n[0], b10, n[1], 0.02);
	const struct compare_row *r = c.rows;
	char word[64];

	ck_assert_int_eq(r->state, COMPARE_FEW);
	ck_assert(isnan(r->lo) && isnan(r->p));
	ck_assert(r->ratio > 1);
	ck_assert_ptr_nonnull(note(r, "W-FEW"));
	ck_assert_str_eq(compare_word(&c, r, word, sizeof(word)),
			 "too few runs");
	ck_assert_int_eq(compare_status(&c, false), EXIT_DONE);
	ck_assert_int_eq(compare_status(&c, true), EXIT_INCONCLUSIVE);
	compare_free(&c);
}
END_TEST

START_TEST(four_runs_are_enough_for_a_verdict)
{
	static const double a[] = { 100, 101, 100.5, 100.2 };
	static const double b[] = { 120, 121, 120.5, 120.2 };
	struct compare c = set_compare(a, 4, b, 4, 0.02);

	ck_assert(near(c.rows[0].p, 2.0 / 70, 12));
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	ck_assert(c.rows[0].gate);
	compare_free(&c);
}
END_TEST

START_TEST(constants_are_the_same_or_differ_exactly)
{
	static const double a[] = { 5, 5, 5, 5, 5 };
	static const double b[] = { 6, 6, 6, 6, 6 };
	struct compare c = set_compare(a, 5, a, 5, 0.02);

	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SAME);
	ck_assert_double_eq(c.rows[0].lo, 1);
	ck_assert_double_eq(c.rows[0].hi, 1);
	ck_assert_ptr_nonnull(note(&c.rows[0], "W-CONSTANT"));
	compare_free(&c);
	c = set_compare(a, 5, b, 5, 0.02);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	ck_assert_double_eq(c.rows[0].ratio, 1.2);
	ck_assert_ptr_nonnull(note(&c.rows[0], "W-CONSTANT"));
	compare_free(&c);
}
END_TEST

START_TEST(what_is_inconclusive_says_how_many_runs_would_tell)
{
	struct compare c;
	double a[6], b[6];
	struct rng rng;

	rng_seed(&rng, 5);
	fill(&rng, a, 6, 1000, 40);
	fill(&rng, b, 6, 1000, 40);
	c = set_compare(a, 6, b, 6, 0.02);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_INCONCLUSIVE);
	ck_assert(c.rows[0].needed > 10 && c.rows[0].needed < 300);
	ck_assert_ptr_nonnull(note(&c.rows[0], "W-NEEDED"));
	ck_assert_int_eq(compare_status(&c, false), EXIT_DONE);
	ck_assert_int_eq(compare_status(&c, true), EXIT_INCONCLUSIVE);
	compare_free(&c);
}
END_TEST

/* Rank tests see a difference in 14 of 100 such pairs: see rank_welch(). */
START_TEST(unequal_spread_and_number_need_welch_to_agree)
{
	size_t found = 0, doubtful = 0;
	struct rng rng;

	rng_seed(&rng, 1);
	for (int i = 0; i < 300; i++) {
		double a[30], b[10];
		struct compare c;
		const struct compare_row *r;

		fill(&rng, a, 30, 1000, 2);
		fill(&rng, b, 10, 1000, 10);
		c = set_compare(a, 30, b, 10, 0);
		r = c.rows;
		if (r->doubtful) {
			ck_assert_int_eq(r->verdict, VERDICT_INCONCLUSIVE);
			ck_assert_ptr_nonnull(note(r, "W-WELCH"));
			ck_assert(!r->gate);
		}
		doubtful += r->doubtful;
		found += r->verdict == VERDICT_SLOWER ||
			 r->verdict == VERDICT_FASTER;
		compare_free(&c);
	}
	ck_assert_uint_ge(doubtful, 10);
	ck_assert_uint_le(found, 21);
}
END_TEST

/* --- sets of any size ------------------------------------------------------- */

START_TEST(large_sets_give_what_forming_every_ratio_gives)
{
	static const size_t sizes[][2] = { { 200, 150 },
					   { 150, 200 },
					   { 4, 6000 },
					   { 6000, 4 },
					   { 181, 181 } };
	size_t n = sizes[_i][0], m = sizes[_i][1];
	double *a = calloc(n, sizeof(*a)), *b = calloc(m, sizeof(*b));
	struct rank_result quick, whole;
	struct rng rng;

	ck_assert(a && b);
	rng_seed(&rng, (uint64_t)_i);
	fill(&rng, a, n, 1000, 10);
	fill(&rng, b, m, 1003, 10);
	for (size_t i = 0; i < m; i++)
		b[i] = round(b[i]);
	stats_sort(a, n);
	stats_sort(b, m);
	ck_assert_int_eq(compare_ratio(a, n, b, m, 0.95, &quick), 0);
	ck_assert_int_eq(rank_ratio(a, n, b, m, 0.95, &whole), 0);
	ck_assert_double_eq(quick.estimate, whole.estimate);
	ck_assert_double_eq(quick.lo, whole.lo);
	ck_assert_double_eq(quick.hi, whole.hi);
	ck_assert_double_eq(quick.p, whole.p);
	ck_assert_double_eq(quick.level, whole.level);
	free(a);
	free(b);
}
END_TEST

/* --- sessions as the level -------------------------------------------------- */

/* Four runs in each of @nr sessions around @level[i]. */
static struct session sessions_around(const double *level, size_t nr)
{
	static const double off[] = { -0.1, 0, 0.05, 0.1 };
	double x[64];
	struct session s;

	for (size_t i = 0; i < nr * 4; i++)
		x[i] = level[i / 4] + off[i % 4];
	s = set_session(x, nr * 4);
	for (size_t i = 0; i < nr * 4; i++)
		s.entries[0].runs[i].session = (uint32_t)(i / 4);
	return s;
}

START_TEST(three_sessions_a_side_are_compared_by_their_medians)
{
	static const double a[] = { 100, 103, 101 }, b[] = { 102, 99, 104 };
	static const double c5[] = { 200, 205, 203, 202, 207 };
	struct compare c = { 0 };

	set_add(&c, sessions_around(a, 3));
	set_add(&c, sessions_around(b, 3));
	set_add(&c, sessions_around(c5, 5));
	set_judge(&c, 0.02);
	ck_assert(c.rows[0].by_session);
	ck_assert_uint_eq(c.rows[0].a.nr_sessions, 3);
	ck_assert_uint_eq(c.rows[0].a.nr_values, 3);
	ck_assert_uint_eq(c.rows[0].a.n, 12);
	/* Runs alone would call this a difference. */
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_INCONCLUSIVE);
	ck_assert(c.rows[0].lo < 0.97 && c.rows[0].hi > 1.03);
	ck_assert_int_eq(c.rows[1].verdict, VERDICT_SLOWER);
	ck_assert(c.rows[1].gate);
	compare_free(&c);
}
END_TEST

START_TEST(two_sessions_are_not_a_level)
{
	static const double a[] = { 100, 101 }, b[] = { 100.2, 101.2, 100.7 };
	struct compare c = { 0 };

	set_add(&c, sessions_around(a, 2));
	set_add(&c, sessions_around(b, 3));
	set_judge(&c, 0.02);
	ck_assert(!c.rows[0].by_session);
	ck_assert_uint_eq(c.rows[0].a.nr_values, 8);
	ck_assert_uint_eq(c.rows[0].b.nr_sessions, 3);
	compare_free(&c);
}
END_TEST

START_TEST(sessions_that_never_vary_are_the_same)
{
	static const double a[] = { 100, 100, 100 };
	struct compare c = { 0 };

	set_add(&c, sessions_around(a, 3));
	set_add(&c, sessions_around(a, 3));
	set_judge(&c, 0.02);
	ck_assert(c.rows[0].by_session);
	ck_assert_double_eq(c.rows[0].ratio, 1);
	ck_assert_double_eq(c.rows[0].p, 1);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SAME);
	compare_free(&c);
}
END_TEST

static Suite *compare_suite(void)
{
	Suite *s = suite_create("compare");
	TCase *t = tcase_create("row"), *l = tcase_create("level");

	tcase_add_test(t, numbers_are_those_of_the_reference_implementation);
	tcase_add_test(t, ties_are_counted_exactly);
	tcase_add_test(t, the_threshold_decides_what_is_a_regression);
	tcase_add_test(t, a_set_against_itself_is_exactly_one);
	tcase_add_loop_test(t, swapped_operands_mirror, 0, 60);
	tcase_add_loop_test(t, fewer_than_four_runs_a_side_are_too_few, 0, 4);
	tcase_add_test(t, four_runs_are_enough_for_a_verdict);
	tcase_add_test(t, constants_are_the_same_or_differ_exactly);
	tcase_add_test(t, what_is_inconclusive_says_how_many_runs_would_tell);
	tcase_add_test(t, unequal_spread_and_number_need_welch_to_agree);
	tcase_add_loop_test(t, large_sets_give_what_forming_every_ratio_gives,
			    0, 5);
	suite_add_tcase(s, t);
	tcase_add_test(l, three_sessions_a_side_are_compared_by_their_medians);
	tcase_add_test(l, two_sessions_are_not_a_level);
	tcase_add_test(l, sessions_that_never_vary_are_the_same);
	suite_add_tcase(s, l);
	return s;
}
TEST_SUITE(compare_suite);
