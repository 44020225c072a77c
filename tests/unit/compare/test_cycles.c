/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/compare/test_cycles.c - slower and clocked lower are two findings.
 */
#include "compare/compare.h"
#include "compare_sets.h"
#include "tests.h"
#include "util/rng.h"

#define RUNS 10

/*
 * Runs of @cycles per op, spread by half a per cent, at a clock that falls and
 * rises by five per cent around @mhz; time follows it to the power of @slope.
 */
static struct session runs_at(double cycles, double mhz, double slope,
			      uint64_t seed)
{
	struct session s = session_plain(RUNS);
	struct entry *e = session_entry(&s, "sched/pipe", "round trip");
	struct rng rng;

	rng_seed(&rng, seed);
	for (int i = 0; i < RUNS; i++) {
		double clock = mhz * (1 + 0.05 * sin(i * 1.7));
		double noise = (double)(rng_u64(&rng) >> 11) * 0x1p-53 - 0.5;
		double ns = cycles * 1e3 / mhz * pow(mhz / clock, slope);

		ns *= 1 + 0.01 * noise;
		entry_run(e, SET_OPS, (uint64_t)llround(ns * SET_OPS))
			->clock_mhz = clock;
	}
	return s;
}

static struct compare compared(struct session a, struct session b,
			       bool by_cycles)
{
	const struct compare_rule rule = { .threshold = 0.02 };
	struct compare c = { .by_cycles = by_cycles };

	set_add(&c, a);
	set_add(&c, b);
	ck_assert_int_eq(compare_judge(&c, &rule), 0);
	ck_assert_uint_eq(c.nr_rows, 1);
	return c;
}

START_TEST(a_lower_clock_is_no_slower_code)
{
	struct compare c = compared(runs_at(8000, 4000, 1, 1),
				    runs_at(8000, 3400, 1, 2), true);
	const struct compare_row *r = c.rows;

	ck_assert(r->in_cycles && c.has_cycles);
	ck_assert_int_eq(r->verdict, VERDICT_SAME);
	ck_assert_double_eq_tol(r->t.ratio, 1, 0.01);
	ck_assert_double_eq_tol(r->b.mhz / r->a.mhz, 0.85, 0.01);
	ck_assert_double_eq_tol(r->b.median / r->a.median, 4000 / 3400.0, 0.06);
	compare_free(&c);
}
END_TEST

START_TEST(more_cycles_are_found_under_a_moving_clock)
{
	struct compare c = compared(runs_at(8000, 3400, 1, 1),
				    runs_at(8400, 4000, 1, 2), true);
	const struct compare_row *r = c.rows;

	ck_assert(r->in_cycles);
	ck_assert_int_eq(r->verdict, VERDICT_SLOWER);
	ck_assert_double_eq_tol(r->t.ratio, 1.05, 0.01);
	compare_free(&c);
}
END_TEST

/* What waits for memory. */
START_TEST(time_that_does_not_follow_the_clock_is_judged_as_time)
{
	struct compare c = compared(runs_at(8000, 4000, 0, 1),
				    runs_at(8000, 4000, 0, 2), true);
	const struct compare_row *r = c.rows;

	ck_assert(!r->in_cycles && !c.has_cycles);
	ck_assert(set_has_note(r, "W-CLOCK", "does not change as the clock"));
	ck_assert_int_eq(r->verdict, VERDICT_SAME);
	compare_free(&c);
}
END_TEST

START_TEST(time_is_judged_where_a_clock_is_missing_or_time_is_asked_for)
{
	struct session b = runs_at(8000, 3400, 1, 2);
	struct compare c;

	b.entries[0].runs[3].clock_mhz = NAN;
	c = compared(runs_at(8000, 4000, 1, 1), b, true);
	ck_assert(!c.rows[0].in_cycles);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	ck_assert_double_nan(c.rows[0].b.mhz);
	compare_free(&c);
	c = compared(runs_at(8000, 4000, 1, 1), runs_at(8000, 3400, 1, 2),
		     false);
	ck_assert(!c.rows[0].in_cycles);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	compare_free(&c);
}
END_TEST

static Suite *cycles_suite(void)
{
	Suite *s = suite_create("compare_cycles");
	TCase *t = tcase_create("cycles");

	tcase_add_test(t, a_lower_clock_is_no_slower_code);
	tcase_add_test(t, more_cycles_are_found_under_a_moving_clock);
	tcase_add_test(t,
		       time_that_does_not_follow_the_clock_is_judged_as_time);
	tcase_add_test(
		t,
		time_is_judged_where_a_clock_is_missing_or_time_is_asked_for);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(cycles_suite);
