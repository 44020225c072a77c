/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/compare/test_levels.c - how often a verdict is right: seeded trials.
 */
#include "compare/compare.h"
#include "compare_sets.h"
#include "stats/stats.h"
#include "tests.h"
#include "util/rng.h"

#define PAIRS 2000
#define RUNS 10

/* From 0 to 1, neither included. */
static double uniform(struct rng *r)
{
	return ((double)(rng_u64(r) >> 11) + 0.5) * 0x1p-53;
}

static double normal(struct rng *r)
{
	double radius = sqrt(-2 * log(uniform(r)));

	return radius * cos(2 * M_PI * uniform(r));
}

/* Relative to 1. Five shapes that times of runs have. */
static double shape_normal(struct rng *r)
{
	return 1 + 0.02 * normal(r);
}

static double shape_skewed(struct rng *r)
{
	return 1 + 0.02 * exp(0.5 * normal(r));
}

static double shape_outliers(struct rng *r)
{
	return (1 + 0.01 * normal(r)) * (uniform(r) < 0.05 ? 3 : 1);
}

static double shape_two_modes(struct rng *r)
{
	return 1 + 0.005 * normal(r) + (uniform(r) < 0.5 ? 0.03 : 0);
}

static double shape_heavy_tails(struct rng *r)
{
	double tail = fabs(tan(M_PI * (uniform(r) - 0.5)));

	return 1 + 0.005 * (tail < 1000 ? tail : 1000);
}

static double (*const shapes[])(struct rng *r) = {
	shape_normal,	 shape_skewed,	    shape_outliers,
	shape_two_modes, shape_heavy_tails,
};

static void fill(struct rng *r, double *x, size_t n,
		 double (*shape)(struct rng *r))
{
	for (size_t i = 0; i < n; i++)
		x[i] = 2000 * shape(r);
}

static bool differs(const struct compare_row *r)
{
	return r->verdict == VERDICT_SLOWER || r->verdict == VERDICT_FASTER;
}

START_TEST(equal_sets_are_seldom_called_different)
{
	size_t at_zero = 0, at_default = 0;
	struct rng rng;

	rng_seed(&rng, 1 + (uint64_t)_i);
	for (int i = 0; i < PAIRS; i++) {
		double a[RUNS], b[RUNS];
		struct compare c;

		fill(&rng, a, RUNS, shapes[_i]);
		fill(&rng, b, RUNS, shapes[_i]);
		c = set_compare(a, RUNS, b, RUNS, 0);
		at_zero += differs(&c.rows[0]);
		compare_free(&c);
		c = set_compare(a, RUNS, b, RUNS, 0.02);
		at_default += differs(&c.rows[0]);
		compare_free(&c);
	}
	ck_assert_msg(at_zero <= PAIRS * 65 / 1000, "%zu at threshold 0",
		      at_zero);
	ck_assert_msg(at_default <= PAIRS / 100, "%zu at the default",
		      at_default);
}
END_TEST

static double shape_steady(struct rng *r)
{
	return 1 + 0.005 * normal(r);
}

static double shape_steady_and_slower(struct rng *r)
{
	return 1.01 * shape_steady(r);
}

START_TEST(one_per_cent_is_found_in_twenty_runs)
{
	size_t found = 0, faster = 0;
	struct rng rng;

	rng_seed(&rng, 42);
	for (int i = 0; i < 200; i++) {
		double a[20], b[20];
		struct compare c;

		fill(&rng, a, 20, shape_steady);
		fill(&rng, b, 20, shape_steady_and_slower);
		c = set_compare(a, 20, b, 20, 0);
		found += c.rows[0].gate;
		faster += c.rows[0].t.ratio < 1;
		compare_free(&c);
	}
	ck_assert_msg(found >= 195, "%zu of 200", found);
	ck_assert_uint_eq(faster, 0);
}
END_TEST

/* Twenty equal rows a command: the correction keeps the gate shut. */
START_TEST(many_equal_benchmarks_seldom_fail_a_gate)
{
	size_t failed = 0;
	struct rng rng;

	rng_seed(&rng, 7);
	for (int i = 0; i < 100; i++) {
		struct session s[2];
		struct compare c = { 0 };

		for (int side = 0; side < 2; side++) {
			s[side] = session_plain(RUNS);
			for (int k = 0; k < 20; k++) {
				double x[RUNS];
				char name[32];

				fill(&rng, x, RUNS, shape_steady);
				snprintf(name, sizeof(name), "many/b%d", k);
				set_entry(&s[side], name, x, RUNS);
			}
			set_add(&c, s[side]);
		}
		set_judge(&c, 0);
		ck_assert_uint_eq(c.nr_tests, 20);
		for (size_t k = 0; k < c.nr_rows; k++) {
			if (c.rows[k].gate) {
				failed++;
				break;
			}
		}
		compare_free(&c);
	}
	/* 2.5 are expected: half of 5 %, for only slower ones count. */
	ck_assert_msg(failed <= 7, "%zu of 100", failed);
}
END_TEST

/* --- runs in sessions in boots ------------------------------------------------ */

#define TRIALS 1000

#define SD_BOOT 0.010
#define SD_SESSION 0.002
#define SD_RUN 0.003

/* struct design - of each side; @lag1: correlation of neighbouring runs */
struct design {
	size_t files, sessions;
	double lag1;
};

/* The runs of a session of its own boot around @level, appended to @x. */
static void draw_session(struct rng *r, double *x, double level, double lag1)
{
	double off = normal(r);

	level *= exp(SD_SESSION * normal(r));
	for (size_t i = 0; i < RUNS; i++) {
		x[i] = 2000 * level * exp(SD_RUN * off);
		off = lag1 * off + sqrt(1 - lag1 * lag1) * normal(r);
	}
}

static void draw_side(struct rng *r, struct compare *c, const struct design *d,
		      double effect)
{
	for (size_t f = 0; f < d->files; f++) {
		double boot = effect * exp(SD_BOOT * normal(r)), x[5 * RUNS];
		struct session s;

		for (size_t k = 0; k < d->sessions; k++)
			draw_session(r, x + k * RUNS, boot, d->lag1);
		s = set_session(x, d->sessions * RUNS);
		for (size_t i = 0; i < d->sessions * RUNS; i++)
			s.entries[0].runs[i].session = (uint32_t)(i / RUNS);
		free(s.id);
		s.id = NULL;
		ck_assert_int_eq(compare_add(c, &s, "f",
					     f ? COMPARE_BY_LAST :
						 COMPARE_BY_FILE),
				 0);
		session_free(&s);
	}
}

/* What "noise --between" finds in @nr boots. */
static struct compare_floor draw_floor(struct rng *r, size_t nr)
{
	double logs[20], x[RUNS];

	for (size_t i = 0; i < nr; i++) {
		draw_session(r, x, exp(SD_BOOT * normal(r)), 0);
		logs[i] = log(stats_median(x, RUNS));
	}
	return (struct compare_floor){
		.name = (char *)"sched/pipe",
		.noise = { .boots = stats_stddev(logs, nr),
			   .boots_df = (double)nr - 1,
			   .sessions = NAN },
	};
}

/* struct outcomes - of TRIALS comparisons */
struct outcomes {
	size_t covered, definite, told;
};

static struct outcomes try(uint64_t seed, const struct design *d,
			   const struct compare_rule *like, size_t floor_boots,
			   double effect)
{
	struct outcomes o = { 0 };
	struct rng rng;

	rng_seed(&rng, seed);
	for (int i = 0; i < TRIALS; i++) {
		struct compare_floor floor = draw_floor(&rng, 10);
		struct compare_rule rule = *like;
		const struct compare_row *r;
		struct compare c = { 0 };

		if (floor_boots) {
			floor = draw_floor(&rng, floor_boots);
			rule.floors = (struct compare_floors){ 1, &floor };
		}
		draw_side(&rng, &c, d, 1);
		draw_side(&rng, &c, d, effect);
		ck_assert_int_eq(compare_judge(&c, &rule), 0);
		r = c.rows;
		o.covered += r->t.lo <= effect && effect <= r->t.hi;
		o.definite += differs(r);
		o.told += differs(r) || r->verdict == VERDICT_SLOWER_SMALL;
		compare_free(&c);
	}
	return o;
}

static const struct coverage {
	struct design design;
	size_t floor_boots;
} coverages[] = {
	{ { 1, 1, 0 }, 10 },  { { 1, 1, 0 }, 20 }, { { 3, 1, 0 }, 0 },
	{ { 3, 3, 0 }, 0 },   { { 3, 5, 0 }, 0 },  { { 5, 1, 0 }, 0 },
	{ { 1, 3, 0 }, 10 },  { { 2, 2, 0 }, 20 }, { { 1, 1, 0.7 }, 10 },
	{ { 3, 1, 0.7 }, 0 },
};

/* With what was sampled, or a floor for what was not. */
START_TEST(intervals_hold_the_truth_and_nothing_is_called)
{
	const struct coverage *k = &coverages[_i];
	const struct compare_rule rule = { .session_noise = NAN };
	struct outcomes o =
		try(11 + (uint64_t)_i, &k->design, &rule, k->floor_boots, 1);

	ck_assert_msg(o.covered >= TRIALS * 93 / 100, "%zu of %d", o.covered,
		      TRIALS);
	ck_assert_msg(o.definite <= TRIALS * 6 / 100, "%zu called", o.definite);
}
END_TEST

/* One session a side and no floor: the assumption is larger than the truth. */
START_TEST(an_assumed_noise_calls_nothing)
{
	static const struct design designs[] = {
		{ 1, 1, 0 }, { 1, 1, 0.7 }, { 1, 5, 0 }, { 2, 3, 0 }
	};
	const struct compare_rule rule = { .session_noise = NAN };
	struct outcomes o = try(21, &designs[_i], &rule, 0, 1);

	ck_assert_uint_le(o.definite, TRIALS / 100);
}
END_TEST

static const struct planted {
	struct design design;
	double effect;
	size_t told, definite;
} planted[] = {
	{ { 3, 1, 0 }, 1.05, TRIALS * 95 / 100, TRIALS / 2 },
	{ { 5, 1, 0 }, 1.05, TRIALS * 99 / 100, TRIALS * 90 / 100 },
	{ { 1, 1, 0 }, 1.2, TRIALS, TRIALS },
};

START_TEST(what_is_planted_is_found)
{
	const struct planted *p = &planted[_i];
	const struct compare_rule rule = { .threshold = 0.02,
					   .session_noise = NAN };
	struct outcomes o = try(31, &p->design, &rule, 0, p->effect);

	ck_assert_msg(o.told >= p->told, "%zu told", o.told);
	ck_assert_msg(o.definite >= p->definite, "%zu definite", o.definite);
}
END_TEST

/* Rows of a session share what the session has: the mean must not forget. */
START_TEST(the_mean_of_rows_that_share_an_effect_covers)
{
	static const size_t rows[] = { 5, 20 };
	const struct compare_rule rule = { .session_noise = 0.01 };
	size_t covered = 0;
	struct rng rng;

	rng_seed(&rng, 41);
	for (int i = 0; i < 300; i++) {
		struct compare c = { 0 };

		for (int side = 0; side < 2; side++) {
			struct session s = session_plain(RUNS);
			double boot = exp(SD_BOOT * normal(&rng));

			for (size_t k = 0; k < rows[_i]; k++) {
				double x[RUNS];
				char name[32];

				draw_session(&rng, x, boot, 0);
				snprintf(name, sizeof(name), "many/b%zu", k);
				set_entry(&s, name, x, k ? RUNS : 4);
			}
			set_add(&c, s);
		}
		ck_assert_int_eq(compare_judge(&c, &rule), 0);
		covered += c.means[1].lo <= 1 && 1 <= c.means[1].hi;
		compare_free(&c);
	}
	ck_assert_msg(covered >= 279, "%zu of 300", covered);
}
END_TEST

/* Ten runs a side, one of them ten times as noisy. */
START_TEST(unequal_spread_is_no_difference)
{
	size_t called = 0;
	struct rng rng;

	rng_seed(&rng, 51);
	for (int i = 0; i < TRIALS; i++) {
		double a[RUNS], b[RUNS];
		struct compare c;

		for (size_t k = 0; k < RUNS; k++) {
			a[k] = 2000 * (1 + 0.001 * normal(&rng));
			b[k] = 2000 * (1 + 0.010 * normal(&rng));
		}
		c = set_compare(a, RUNS, b, RUNS, 0);
		called += differs(c.rows);
		compare_free(&c);
	}
	ck_assert_msg(called <= TRIALS * 6 / 100, "%zu of %d", called, TRIALS);
}
END_TEST

/* As many alarms in one direction as in the other, and few of both. */
START_TEST(alarms_have_no_direction)
{
	const struct compare_rule rule = { .session_noise = 0.01 };
	const struct design one = { 1, 1, 0 };
	size_t slower = 0, faster = 0;
	struct rng rng;

	rng_seed(&rng, 61);
	for (int i = 0; i < TRIALS; i++) {
		struct compare c = { 0 };

		draw_side(&rng, &c, &one, 1);
		draw_side(&rng, &c, &one, 1);
		ck_assert_int_eq(compare_judge(&c, &rule), 0);
		slower += c.rows[0].verdict == VERDICT_SLOWER;
		faster += c.rows[0].verdict == VERDICT_FASTER;
		compare_free(&c);
	}
	ck_assert_msg(slower + faster <= TRIALS * 6 / 100, "%zu + %zu", slower,
		      faster);
	ck_assert_msg(labs((long)slower - (long)faster) <= 25, "%zu, %zu",
		      slower, faster);
}
END_TEST

static Suite *levels_suite(void)
{
	Suite *s = suite_create("compare_levels");
	TCase *t = tcase_create("trials");

	suite_add_tcase(s, t);
	tcase_add_test(t, one_per_cent_is_found_in_twenty_runs);
	tcase_add_test(t, many_equal_benchmarks_seldom_fail_a_gate);
	/* More trials only repeat what a sanitizer has seen. */
	if (SANITIZED)
		return s;
	tcase_add_loop_test(t, equal_sets_are_seldom_called_different, 0,
			    sizeof(shapes) / sizeof(*shapes));
	tcase_add_loop_test(t, intervals_hold_the_truth_and_nothing_is_called,
			    0, sizeof(coverages) / sizeof(*coverages));
	tcase_add_loop_test(t, an_assumed_noise_calls_nothing, 0, 4);
	tcase_add_loop_test(t, what_is_planted_is_found, 0, 3);
	tcase_add_loop_test(t, the_mean_of_rows_that_share_an_effect_covers, 0,
			    2);
	tcase_add_test(t, unequal_spread_is_no_difference);
	tcase_add_test(t, alarms_have_no_direction);
	return s;
}
TEST_SUITE(levels_suite);
