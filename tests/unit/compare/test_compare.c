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

/* Neighbours alternate, so that the ranks stand as they are. */
START_TEST(numbers_are_those_of_the_reference_implementation)
{
	struct compare c = set_compare(a10, 10, b10, 10, 0.02);
	const struct compare_row *r = c.rows;

	ck_assert(near(r->t.ratio, 1.018933774, 9));
	ck_assert(near(r->t.lo, 1.006822612, 9));
	ck_assert(near(r->t.hi, 1.033299697, 9));
	ck_assert(near(r->t.p, 0.005196042348, 9));
	ck_assert(near(r->t.level, 0.9567, 4));
	ck_assert(near(r->a.median, 10.1, 12));
	ck_assert(near(r->b.mean, 10.313, 12));
	ck_assert_int_eq(r->verdict, VERDICT_SLOWER_SMALL);
	ck_assert(!r->gate);
	compare_free(&c);
}
END_TEST

START_TEST(ties_make_no_difference_of_their_own)
{
	struct compare c = set_compare(gob_old, 10, gob_new, 10, 0.02);
	const struct compare_row *r = c.rows;

	ck_assert(r->t.p >= 0.4461019);
	ck_assert(near(r->t.ratio, 1.000980, 6));
	/* B's neighbours are alike: they tell less than ten runs do. */
	ck_assert(r->t.order_b.n_eff < 5);
	ck_assert_int_eq(r->verdict, VERDICT_INCONCLUSIVE);
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

	ck_assert_double_eq(r->t.ratio, 1);
	ck_assert_double_eq(r->t.p, 1);
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
	inverse(c.rows[0].t.ratio, d.rows[0].t.ratio);
	inverse(c.means[1].ratio, d.means[1].ratio);
	ck_assert_int_eq(c.rows[0].state, d.rows[0].state);
	if (c.rows[0].state == COMPARE_JUDGED) {
		inverse(c.rows[0].t.lo, d.rows[0].t.hi);
		inverse(c.rows[0].t.hi, d.rows[0].t.lo);
		ck_assert(c.rows[0].t.p == d.rows[0].t.p);
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
	ck_assert(isnan(r->t.lo) && isnan(r->t.p));
	ck_assert(r->t.ratio > 1);
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

	ck_assert(near(c.rows[0].t.p, 2.0 / 70, 12));
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
	ck_assert_double_eq(c.rows[0].t.lo, 1);
	ck_assert_double_eq(c.rows[0].t.hi, 1);
	ck_assert_ptr_nonnull(note(&c.rows[0], "W-CONSTANT"));
	compare_free(&c);
	c = set_compare(a, 5, b, 5, 0.02);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	ck_assert_double_eq(c.rows[0].t.ratio, 1.2);
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
		if (r->t.disputed) {
			ck_assert_int_eq(r->verdict, VERDICT_INCONCLUSIVE);
			ck_assert_ptr_nonnull(note(r, "W-WELCH"));
			ck_assert(!r->gate);
		}
		doubtful += r->t.disputed;
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

/* --- levels ----------------------------------------------------------------- */

/* Four runs in each of @nr sessions around @level[i]. */
static struct session sessions_around(const double *level, size_t nr)
{
	static const double off[] = { 0.05, -0.1, 0.1, 0 };
	double x[64];
	struct session s;

	for (size_t i = 0; i < nr * 4; i++)
		x[i] = level[i / 4] + off[i % 4];
	s = set_session(x, nr * 4);
	for (size_t i = 0; i < nr * 4; i++)
		s.entries[0].runs[i].session = (uint32_t)(i / 4);
	return s;
}

static struct compare judged(struct session a, struct session b, double noise)
{
	const struct compare_rule rule = { .threshold = 0.02,
					   .session_noise = noise };
	struct compare c = { 0 };

	set_add(&c, a);
	set_add(&c, b);
	ck_assert_int_eq(compare_judge(&c, &rule), 0);
	return c;
}

START_TEST(sessions_of_one_file_are_compared_by_their_medians)
{
	static const double a[] = { 100, 103, 101 }, b[] = { 102, 99, 104 };
	static const double c5[] = { 200, 205, 203, 202, 207 };
	struct compare c =
		judged(sessions_around(a, 3), sessions_around(b, 3), 0);

	ck_assert_int_eq(c.rows[0].t.unit, COMPARE_SESSIONS);
	ck_assert_uint_eq(c.rows[0].a.nr_sessions, 3);
	ck_assert_uint_eq(c.rows[0].t.n_a, 3);
	ck_assert_uint_eq(c.rows[0].a.n, 12);
	/* Runs alone would call this a difference. */
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_INCONCLUSIVE);
	ck_assert(c.rows[0].t.lo < 0.97 && c.rows[0].t.hi > 1.03);
	compare_free(&c);
	c = judged(sessions_around(a, 3), sessions_around(c5, 5), 0);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	ck_assert(c.rows[0].gate);
	compare_free(&c);
}
END_TEST

/* Five sessions of one boot show nothing of what the next boot is like. */
START_TEST(sessions_of_one_file_are_no_evidence_of_another_boot)
{
	static const double a[] = { 100, 100.2, 99.9, 100.1, 100 };
	static const double b[] = { 103, 103.1, 102.9, 103.2, 103 };
	struct compare c =
		judged(sessions_around(a, 5), sessions_around(b, 5), 0.03);
	const struct compare_row *r = c.rows;

	ck_assert_int_eq(r->verdict, VERDICT_INCONCLUSIVE);
	ck_assert_int_eq(r->t.source, COMPARE_STATED);
	ck_assert(set_has_note(r, "W-LEVEL",
			       "sd between boots 3 % (stated; 1 against 1 "
			       "boot): need three per side"));
	ck_assert(r->t.lo < 0.96 && r->t.hi > 1.1);
	compare_free(&c);
}
END_TEST

START_TEST(two_sessions_are_not_a_level)
{
	static const double a[] = { 100, 101 }, b[] = { 100.2, 101.2, 100.7 };
	struct compare c =
		judged(sessions_around(a, 2), sessions_around(b, 3), 0);

	ck_assert_int_eq(c.rows[0].t.unit, COMPARE_RUNS);
	ck_assert_uint_eq(c.rows[0].t.n_a, 8);
	ck_assert_uint_eq(c.rows[0].b.nr_sessions, 3);
	compare_free(&c);
}
END_TEST

START_TEST(sessions_that_never_vary_are_the_same)
{
	static const double a[] = { 100, 100, 100 };
	struct compare c =
		judged(sessions_around(a, 3), sessions_around(a, 3), 0);

	ck_assert_int_eq(c.rows[0].t.unit, COMPARE_SESSIONS);
	ck_assert_double_eq(c.rows[0].t.ratio, 1);
	ck_assert_double_eq(c.rows[0].t.p, 1);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SAME);
	compare_free(&c);
}
END_TEST

/* One session a side: what is not known is not taken for nothing. */
START_TEST(one_session_a_side_tells_a_third_and_not_four_per_cent)
{
	double a[10], b[10];
	struct compare c;
	struct rng rng;

	rng_seed(&rng, 3);
	fill(&rng, a, 10, 1000, 3);
	for (size_t i = 0; i < 10; i++)
		b[i] = 1.3 * a[9 - i];
	c = judged(set_session(a, 10), set_session(b, 10), NAN);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	ck_assert_int_eq(c.rows[0].t.source, COMPARE_ASSUMED);
	ck_assert(near(c.rows[0].t.between, 0.035, 12));
	compare_free(&c);
	for (size_t i = 0; i < 10; i++)
		b[i] = 1.04 * a[9 - i];
	c = judged(set_session(a, 10), set_session(b, 10), NAN);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_INCONCLUSIVE);
	ck_assert(set_has_note(&c.rows[0], "W-LEVEL",
			       "need three per side, or noise --between"));
	ck_assert(isnan(c.rows[0].needed));
	compare_free(&c);
	c = judged(set_session(a, 10), set_session(b, 10), 0.001);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	compare_free(&c);
}
END_TEST

static void set_fact(struct session *s, const char *name, const char *value)
{
	struct fact *f = calloc(s->nr_facts + 1, sizeof(*f));

	ck_assert_ptr_nonnull(f);
	for (size_t i = 0; i < s->nr_facts; i++)
		f[i] = s->facts[i];
	free(s->facts);
	s->facts = f;
	f[s->nr_facts].name = strdup(name);
	f[s->nr_facts++].value = strdup(value);
}

START_TEST(a_bare_machine_is_taken_for_quieter)
{
	struct session a = set_one(), b = set_one();
	struct compare c;

	set_fact(&a, "virt", "none");
	set_fact(&b, "virt", "none");
	c = judged(a, b, NAN);
	ck_assert(near(c.rows[0].t.between, 0.015, 12));
	compare_free(&c);
	a = set_one();
	b = set_one();
	set_fact(&a, "virt", "none");
	set_fact(&b, "virt", "kvm");
	c = judged(a, b, NAN);
	ck_assert(near(c.rows[0].t.between, 0.035, 12));
	compare_free(&c);
}
END_TEST

/* A file of four runs around @level, begun at @created on @boot. */
static void add_file(struct compare *c, double level, const char *boot,
		     const char *created, bool first)
{
	struct session s = sessions_around(&level, 1);

	set_text(&s.created, created);
	if (boot)
		set_fact(&s, "boot_id", boot);
	free(s.id);
	s.id = NULL;
	ck_assert_int_eq(compare_add(c, &s, "f",
				     first ? COMPARE_BY_FILE : COMPARE_BY_LAST),
			 0);
	session_free(&s);
}

static const double quiet_a[] = { 100, 100.3, 99.8, 100.1, 100 };
static const double quiet_b[] = { 110, 110.4, 109.9, 110.2, 110 };

/* @boots: one for each file of A, then of B. @step: minutes between files. */
static struct compare files(size_t nr, const char *const *boots, int step,
			    int pause)
{
	const struct compare_rule rule = { .threshold = 0.02,
					   .session_noise = 0.035 };
	struct compare c = { 0 };

	for (size_t i = 0; i < 2 * nr; i++) {
		int minute = (int)i * step + (i >= nr ? pause : 0);
		char created[40];

		snprintf(created, sizeof(created), "2026-11-30T%02d:%02d:00Z",
			 1 + minute / 60, minute % 60);
		add_file(&c, i < nr ? quiet_a[i] : quiet_b[i - nr],
			 boots ? boots[i] : NULL, created, i == 0 || i == nr);
	}
	ck_assert_int_eq(compare_judge(&c, &rule), 0);
	return c;
}

START_TEST(three_boots_a_side_are_compared)
{
	static const char *const boots[] = { "1", "2", "3", "4", "5", "6" };
	struct compare c = files(3, boots, 1, 0);

	ck_assert_int_eq(c.rows[0].t.unit, COMPARE_BOOTS);
	ck_assert_int_eq(c.rows[0].t.source, COMPARE_SAMPLED);
	ck_assert_uint_eq(c.rows[0].t.n_b, 3);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	compare_free(&c);
}
END_TEST

START_TEST(three_files_of_one_boot_are_one_boot)
{
	static const char *const boots[] = { "1", "1", "1", "2", "2", "2" };
	struct compare c = files(3, boots, 1, 0);

	ck_assert_int_eq(c.rows[0].t.unit, COMPARE_SESSIONS);
	ck_assert_uint_eq(c.rows[0].t.clusters_a, 1);
	ck_assert_int_eq(c.rows[0].t.source, COMPARE_STATED);
	ck_assert_int_ne(c.rows[0].verdict, VERDICT_SLOWER);
	compare_free(&c);
}
END_TEST

/* The boot is the same on both sides and cancels; files are what varies. */
START_TEST(files_of_one_and_the_same_boot_are_compared)
{
	static const char *const boots[] = { "1", "1", "1", "1", "1", "1" };
	struct compare c = files(3, boots, 1, 0);

	ck_assert_int_eq(c.rows[0].t.unit, COMPARE_FILES);
	ck_assert(c.rows[0].t.one_boot);
	ck_assert_int_eq(c.rows[0].t.source, COMPARE_SAMPLED);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	compare_free(&c);
	/* An hour later something else may have changed. */
	c = files(3, boots, 1, 60);
	ck_assert_int_eq(c.rows[0].t.source, COMPARE_STATED);
	ck_assert_int_ne(c.rows[0].verdict, VERDICT_SLOWER);
	compare_free(&c);
}
END_TEST

START_TEST(files_of_unknown_boots_are_taken_for_boots)
{
	struct compare c = files(5, NULL, 1, 0);

	ck_assert_int_eq(c.rows[0].t.unit, COMPARE_FILES);
	ck_assert_uint_eq(c.rows[0].t.n_a, 5);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	compare_free(&c);
}
END_TEST

/* --- order ------------------------------------------------------------------ */

START_TEST(a_drift_through_both_sides_is_no_difference)
{
	double a[10], b[10];
	struct compare c;

	for (size_t i = 0; i < 10; i++) {
		a[i] = 1000 + 3 * (double)i;
		b[i] = 1030 + 3 * (double)i;
	}
	c = set_compare(a, 10, b, 10, 0);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_INCONCLUSIVE);
	ck_assert(c.rows[0].t.p > 0.05);
	ck_assert(set_has_note(&c.rows[0], "W-DRIFT", "A drifts by +2.7 %"));
	ck_assert(set_has_note(&c.rows[0], "W-DRIFT", "B drifts by +2.6 %"));
	compare_free(&c);
	/* What is far larger than the drift is told all the same. */
	for (size_t i = 0; i < 10; i++)
		b[i] *= 1.5;
	c = set_compare(a, 10, b, 10, 0.02);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	compare_free(&c);
}
END_TEST

START_TEST(warm_up_of_a_side_is_noted)
{
	double a[12], b[12];
	struct compare c;

	for (size_t i = 0; i < 12; i++) {
		a[i] = 1000 + (double)(i * 5 % 7) / 2;
		b[i] = a[i];
	}
	b[0] = 1400;
	b[1] = 1200;
	c = set_compare(a, 12, b, 12, 0.02);
	ck_assert(set_has_note(&c.rows[0], "W-WARMUP",
			       "the first 2 runs of B are warm-up"));
	compare_free(&c);
}
END_TEST

/* --- small and uneven sides --------------------------------------------------- */

START_TEST(a_small_side_keeps_its_power_beside_a_large_one)
{
	static const size_t large[] = { 56, 57, 200 };
	double a[4], b[200];
	struct compare c;
	struct rng rng;

	rng_seed(&rng, 4);
	fill(&rng, a, 4, 1000, 4);
	fill(&rng, b, large[_i], 1100, 4);
	c = set_compare(a, 4, b, large[_i], 0.02);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	ck_assert(c.rows[0].gate && c.rows[0].t.p < 1e-4);
	compare_free(&c);
}
END_TEST

START_TEST(ties_do_not_hide_what_the_test_finds)
{
	double a[30], b[30];
	struct compare c;

	/* Slow runs evenly among the fast ones. */
	for (size_t i = 0; i < 30; i++) {
		a[i] = i % 3 == 1 ? 200 : 100;
		b[i] = i % 8 == 3 ? 100 : 200;
	}
	c = set_compare(a, 30, b, 30, 0.02);
	ck_assert(c.rows[0].t.p < 0.05);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	compare_free(&c);
}
END_TEST

static Suite *compare_suite(void)
{
	Suite *s = suite_create("compare");
	TCase *t = tcase_create("row"), *l = tcase_create("level");

	tcase_add_test(t, numbers_are_those_of_the_reference_implementation);
	tcase_add_test(t, ties_make_no_difference_of_their_own);
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
	tcase_add_test(l, sessions_of_one_file_are_compared_by_their_medians);
	tcase_add_test(l, sessions_of_one_file_are_no_evidence_of_another_boot);
	tcase_add_test(l, two_sessions_are_not_a_level);
	tcase_add_test(l, sessions_that_never_vary_are_the_same);
	tcase_add_test(l,
		       one_session_a_side_tells_a_third_and_not_four_per_cent);
	tcase_add_test(l, a_bare_machine_is_taken_for_quieter);
	tcase_add_test(l, three_boots_a_side_are_compared);
	tcase_add_test(l, three_files_of_one_boot_are_one_boot);
	tcase_add_test(l, files_of_one_and_the_same_boot_are_compared);
	tcase_add_test(l, files_of_unknown_boots_are_taken_for_boots);
	tcase_add_test(l, a_drift_through_both_sides_is_no_difference);
	tcase_add_test(l, warm_up_of_a_side_is_noted);
	tcase_add_loop_test(l, a_small_side_keeps_its_power_beside_a_large_one,
			    0, 3);
	tcase_add_test(l, ties_do_not_hide_what_the_test_finds);
	suite_add_tcase(s, l);
	return s;
}
TEST_SUITE(compare_suite);
