/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/compare/test_load.c - a busier machine is no slower code.
 */
#include "compare/compare.h"
#include "compare/load.h"
#include "compare_sets.h"
#include "tests.h"

#define RUNS 10

/*
 * Runs of @ns per op, of which other tasks had @foreign, with the CPU beside
 * busy for a share of @beside; NaN: not known.
 */
static struct session loaded(double ns, double foreign, double beside)
{
	struct session s = session_plain(RUNS);
	struct entry *e = set_spread(&s, "sched/pipe", ns, 1);

	for (size_t i = 0; i < e->nr_runs; i++) {
		struct sample *r = &e->runs[i];
		double elapsed = (double)r->elapsed_ns;

		r->figures.cpu_ns = (int64_t)(elapsed * (1 - foreign));
		r->figures.wait_ns = r->elapsed_ns;
		if (!isnan(beside))
			r->interference.others_busy_ns =
				(int64_t)(elapsed * beside);
	}
	return s;
}

static struct compare compared(struct session a, struct session b)
{
	const struct compare_rule rule = { .threshold = 0.02,
					   .session_noise = 0.005 };
	struct compare c = { 0 };

	set_add(&c, a);
	set_add(&c, b);
	ck_assert_int_eq(compare_judge(&c, &rule), 0);
	ck_assert_uint_eq(c.nr_rows, 1);
	return c;
}

START_TEST(at_the_same_load_slower_is_slower)
{
	struct compare c =
		compared(loaded(1000, 0.3, 0.9), loaded(1300, 0.305, 0.93));
	const struct compare_row *r = c.rows;

	ck_assert_double_eq(compare_load_bias(r, COMPARE_TIME), 0);
	ck_assert_int_eq(r->verdict, VERDICT_SLOWER);
	ck_assert(!set_has_note(r, "W-LOAD", ""));
	ck_assert_double_eq_tol(r->a.foreign, 0.3, 1e-6);
	ck_assert_double_eq_tol(r->b.beside, 0.93, 1e-6);
	compare_free(&c);
}
END_TEST

/* 1000 ns take 1429 where others have 30 % of the CPU. */
START_TEST(time_that_other_tasks_had_is_no_slower_code)
{
	struct compare c =
		compared(loaded(1000, 0, NAN), loaded(1429, 0.3, NAN));
	const struct compare_row *r = c.rows;

	ck_assert_double_eq_tol(compare_load_bias(r, COMPARE_TIME), -log(0.7),
				1e-6);
	ck_assert_double_eq(compare_load_bias(r, COMPARE_QUIET), 0);
	ck_assert_int_eq(r->verdict, VERDICT_INCONCLUSIVE);
	ck_assert(r->t.lo < 1 && r->t.hi > 1.9);
	ck_assert(set_has_note(r, "W-LOAD", "more of the CPUs in B"));
	compare_free(&c);
	c = compared(loaded(1000, 0, NAN), loaded(1700, 0.3, NAN));
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	compare_free(&c);
}
END_TEST

START_TEST(a_busy_neighbour_is_no_slower_code)
{
	struct compare c = compared(loaded(1400, 0, 1), loaded(1000, 0, 0.1));
	const struct compare_row *r = c.rows;

	ck_assert_double_eq_tol(compare_load_bias(r, COMPARE_QUIET),
				0.9 * log(1.5), 1e-6);
	ck_assert_int_eq(r->verdict, VERDICT_INCONCLUSIVE);
	ck_assert(set_has_note(r, "W-LOAD", "busier in A"));
	compare_free(&c);
}
END_TEST

START_TEST(sessions_of_a_busy_machine_differ_more)
{
	const struct compare_rule rule = { .threshold = 0.02,
					   .session_noise = NAN };
	static const double shares[] = { 0.01, 0.3 };
	struct compare c = { 0 };

	set_add(&c, loaded(1000, shares[_i], 0));
	set_add(&c, loaded(1200, shares[_i], 0));
	ck_assert_int_eq(compare_judge(&c, &rule), 0);
	ck_assert_int_eq(c.rows[0].verdict,
			 _i ? VERDICT_INCONCLUSIVE : VERDICT_SLOWER);
	ck_assert_double_eq(c.rows[0].t.between, _i ? 0.1 : 0.035);
	compare_free(&c);
}
END_TEST

/* As files of older versions are. */
START_TEST(what_is_not_known_of_the_load_changes_nothing)
{
	struct session a = loaded(1000, 0, NAN), b = loaded(1300, 0.5, NAN);
	struct compare c;

	for (size_t i = 0; i < RUNS; i++)
		b.entries[0].runs[i].figures.wait_ns = NOT_MEASURED;
	c = compared(a, b);
	ck_assert_int_eq(c.rows[0].verdict, VERDICT_SLOWER);
	ck_assert(!set_has_note(&c.rows[0], "W-LOAD", ""));
	ck_assert_double_nan(c.rows[0].b.foreign);
	compare_free(&c);
}
END_TEST

static Suite *load_suite(void)
{
	Suite *s = suite_create("compare_load");
	TCase *t = tcase_create("load");

	tcase_add_test(t, at_the_same_load_slower_is_slower);
	tcase_add_test(t, time_that_other_tasks_had_is_no_slower_code);
	tcase_add_test(t, a_busy_neighbour_is_no_slower_code);
	tcase_add_loop_test(t, sessions_of_a_busy_machine_differ_more, 0, 2);
	tcase_add_test(t, what_is_not_known_of_the_load_changes_nothing);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(load_suite);
