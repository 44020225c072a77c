/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/compare/test_sim.c - how often a verdict is right: seeded trials.
 */
#include "compare/compare.h"
#include "compare_sets.h"
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
		faster += c.rows[0].ratio < 1;
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

static Suite *sim_suite(void)
{
	Suite *s = suite_create("compare_sim");
	TCase *t = tcase_create("trials");

	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, equal_sets_are_seldom_called_different, 0,
			    sizeof(shapes) / sizeof(*shapes));
	tcase_add_test(t, one_per_cent_is_found_in_twenty_runs);
	tcase_add_test(t, many_equal_benchmarks_seldom_fail_a_gate);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(sim_suite);
