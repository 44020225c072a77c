/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/result/test_counter_text.c - counted runs in summaries and in words.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/counter_text.h"
#include "result/summary.h"
#include "sessions.h"
#include "tests.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))
#define NONE NOT_MEASURED

/* An entry and its summary, made afresh for each test. */
static struct {
	struct session s;
	struct entry *e;
	struct summary sum;
} fx;

static void set_up(void)
{
	fx.s = session_plain(3);
	fx.e = session_entry(&fx.s, "sched/pipe", "round trip");
}

static void tear_down(void)
{
	summary_free(&fx.sum);
	session_free(&fx.s);
}

static void sum_up(void)
{
	summary_free(&fx.sum);
	ck_assert_int_eq(summarize(fx.e, &fx.sum), 0);
}

/* Events by name, the metric being what stands before the last colon. */
static void events(const char *const *names, size_t nr)
{
	struct counter v[8] = { 0 };
	char metric[8][32];

	for (size_t i = 0; i < nr; i++) {
		snprintf(metric[i], sizeof(metric[i]), "%.*s",
			 (int)strcspn(names[i], ":"), names[i]);
		v[i].name = (char *)names[i];
		v[i].metric = metric[i];
	}
	entry_counters(fx.e, v, nr);
}

#define EVENTS(...)                                  \
	events((const char *const[]){ __VA_ARGS__ }, \
	       COUNT(((const char *const[]){ __VA_ARGS__ })))

#define COUNTED(...) entry_counted(fx.e, (int64_t[]){ __VA_ARGS__ })

START_TEST(counts_per_op_and_per_switch)
{
	const struct counter_stats *c;

	EVENTS("instructions");
	COUNTED(3000);
	COUNTED(5000);
	COUNTED(4000);
	sum_up();
	ck_assert_uint_eq(fx.sum.nr_counters, 1);
	c = &fx.sum.counters[0];
	ck_assert_uint_eq(c->n, 3);
	ck_assert_double_eq(c->share, 1);
	ck_assert_double_eq_tol(c->per_op, 4, 1e-12);
	ck_assert_double_eq_tol(c->op_stddev, 1, 1e-12);
	ck_assert_double_eq_tol(c->per_switch, 2, 1e-12);
	ck_assert_double_eq_tol(c->switch_stddev, .5, 1e-12);
	ck_assert_ptr_null(c->reason);
}
END_TEST

START_TEST(a_count_of_zero_is_a_number)
{
	EVENTS("page-faults");
	COUNTED(0);
	COUNTED(0);
	sum_up();
	ck_assert_uint_eq(fx.sum.counters[0].n, 2);
	ck_assert_double_eq(fx.sum.counters[0].per_op, 0);
	ck_assert_double_eq(fx.sum.counters[0].op_stddev, 0);
}
END_TEST

START_TEST(one_count_has_no_spread)
{
	EVENTS("page-faults");
	COUNTED(7);
	sum_up();
	ck_assert_double_eq_tol(fx.sum.counters[0].per_op, .007, 1e-12);
	ck_assert_double_nan(fx.sum.counters[0].op_stddev);
	ck_assert_double_nan(fx.sum.counters[0].switch_stddev);
}
END_TEST

START_TEST(leaves_out_invalid_runs_and_other_turns)
{
	EVENTS("cycles", "llc-misses");
	COUNTED(1000, NONE);
	COUNTED(NONE, 30);
	COUNTED(3000, NONE);
	COUNTED(9000, 90)->valid = false;
	sum_up();
	ck_assert_uint_eq(fx.sum.counters[0].n, 2);
	ck_assert_double_eq_tol(fx.sum.counters[0].share, 2. / 3, 1e-12);
	ck_assert_double_eq_tol(fx.sum.counters[0].per_op, 2, 1e-12);
	ck_assert_uint_eq(fx.sum.counters[1].n, 1);
	ck_assert_double_eq_tol(fx.sum.counters[1].per_op, .03, 1e-12);
}
END_TEST

START_TEST(has_nothing_per_switch_without_switches)
{
	EVENTS("cycles");
	COUNTED(1000)->figures.nvcsw = NOT_MEASURED;
	COUNTED(1000)->figures.nvcsw = 3;
	sum_up();
	ck_assert_double_eq_tol(fx.sum.counters[0].per_op, 1, 1e-12);
	ck_assert_double_nan(fx.sum.counters[0].per_switch);
	ck_assert_double_nan(fx.sum.counters[0].switch_stddev);
}
END_TEST

START_TEST(says_why_there_is_no_count)
{
	EVENTS("cycles");
	sum_up();
	ck_assert_double_nan(fx.sum.counters[0].per_op);
	ck_assert_double_nan(fx.sum.counters[0].share);
	ck_assert_str_eq(fx.sum.counters[0].reason, "no counted run was made");
	COUNTED(1000)->valid = false;
	sum_up();
	ck_assert_str_eq(fx.sum.counters[0].reason, "no counted run is valid");
	COUNTED(NONE);
	sum_up();
	ck_assert_str_eq(fx.sum.counters[0].reason,
			 "no valid run has a count of it");
	set_text(&fx.e->counters[0].reason, "no PMU");
	sum_up();
	ck_assert_str_eq(fx.sum.counters[0].reason, "no PMU");
	ck_assert_double_nan(fx.sum.counters[0].per_op);
}
END_TEST

static const struct derived *derived(int kind, size_t counter)
{
	for (size_t i = 0; i < fx.sum.nr_derived; i++) {
		const struct derived *d = &fx.sum.derived[i];

		if (d->kind == kind && d->counter == counter)
			return d;
	}
	ck_abort_msg("nothing of that kind follows");
}

START_TEST(instructions_per_cycle_need_one_filter)
{
	EVENTS("cycles", "instructions", "instructions:u", "cycles:u",
	       "instructions:k");
	COUNTED(2000, 3000, 800, 1000, 2200);
	sum_up();
	ck_assert_double_eq_tol(derived(DERIVED_IPC, 1)->value, 1.5, 1e-12);
	ck_assert_double_eq_tol(derived(DERIVED_IPC, 2)->value, .8, 1e-12);
	ck_assert_double_nan(derived(DERIVED_IPC, 4)->value);
	ck_assert_str_eq(derived(DERIVED_IPC, 4)->reason,
			 "cycles with the same filter were not asked for");
}
END_TEST

START_TEST(instructions_per_cycle_need_one_pmu)
{
	EVENTS("cycles", "instructions");
	COUNTED(2000, 3000);
	set_text(&fx.e->counters[0].pmu, "adl_grt");
	sum_up();
	ck_assert_double_nan(derived(DERIVED_IPC, 1)->value);
}
END_TEST

START_TEST(nothing_follows_from_what_was_not_counted)
{
	EVENTS("cycles", "instructions", "instructions:u");
	set_text(&fx.e->counters[0].reason, "no PMU");
	COUNTED(NONE, 3000, NONE);
	sum_up();
	ck_assert_double_nan(derived(DERIVED_IPC, 1)->value);
	ck_assert_str_eq(derived(DERIVED_IPC, 1)->reason, "no PMU");
	ck_assert_double_nan(derived(DERIVED_CLOCK, 0)->value);
	ck_assert_str_eq(derived(DERIVED_CLOCK, 0)->reason, "no PMU");
	ck_assert_double_nan(derived(DERIVED_USER, 2)->value);
}
END_TEST

START_TEST(nothing_is_divided_by_zero)
{
	struct sample *r;

	EVENTS("cycles", "instructions", "cycles:u");
	r = COUNTED(0, 3000, 0);
	r->figures.cpu_ns = 0;
	r->counts[0].running_ns = 0;
	sum_up();
	ck_assert_double_nan(derived(DERIVED_IPC, 1)->value);
	ck_assert_double_nan(derived(DERIVED_CLOCK, 0)->value);
	ck_assert_double_nan(derived(DERIVED_USER, 2)->value);
	ck_assert_str_eq(derived(DERIVED_USER, 2)->reason,
			 "nothing was counted");
}
END_TEST

/* Counted for half of the CPU time, at 2 cycles per ns of that half. */
START_TEST(what_was_not_counted_is_told_and_not_divided_by)
{
	struct sample *r;

	EVENTS("cycles");
	r = COUNTED(2200000);
	r->counts[0].enabled_ns = r->counts[0].running_ns = 1100000;
	sum_up();
	ck_assert_double_eq_tol(derived(DERIVED_CLOCK, 0)->value, 2, 1e-12);
	ck_assert_double_eq_tol(fx.sum.coverage, .5, 1e-12);
}
END_TEST

START_TEST(the_clock_is_cycles_of_cpu_time)
{
	EVENTS("cycles", "cycles:k");
	COUNTED(4400000, 4000000);
	COUNTED(6600000, 4000000);
	sum_up();
	ck_assert_double_eq_tol(derived(DERIVED_CLOCK, 0)->value, 2.5, 1e-12);
	ck_assert_uint_eq(fx.sum.nr_derived, 1);
	set_text(&fx.e->scope, "cpu");
	sum_up();
	ck_assert_double_nan(derived(DERIVED_CLOCK, 0)->value);
	ck_assert_ptr_nonnull(derived(DERIVED_CLOCK, 0)->reason);
}
END_TEST

START_TEST(the_share_of_user_mode_is_of_the_whole)
{
	EVENTS("branches:u", "branches", "branches:k");
	COUNTED(200, 1000, 700);
	sum_up();
	ck_assert_double_eq_tol(derived(DERIVED_USER, 0)->value, .2, 1e-12);
}
END_TEST

START_TEST(the_whole_may_be_user_and_kernel)
{
	EVENTS("branches:u", "branches:k");
	COUNTED(200, 600);
	sum_up();
	ck_assert_double_eq_tol(derived(DERIVED_USER, 0)->value, .25, 1e-12);
}
END_TEST

static const struct cost {
	double ratio, lo, hi, cost;
	const char *reason;
} costs[] = {
	{ 1.09, 1.08, 1.1, .09, NULL },
	{ .98, .97, .99, -.02, NULL },
	{ 1.01, .99, 1.02, NAN, "below resolution" },
	{ 1.01, 1, 1.02, NAN, "below resolution" },
	{ 1.01, NAN, NAN, NAN, "too few pairs for an interval" },
	{ NAN, NAN, NAN, NAN, "counting gave no ratio" },
};

START_TEST(counting_costs_what_its_interval_can_tell)
{
	const struct cost *c = &costs[_i];

	EVENTS("cycles");
	sum_up();
	ck_assert_double_nan(fx.sum.counting_cost);
	ck_assert_ptr_nonnull(fx.sum.event_set_reason);
	entry_cost(fx.e, c->ratio, c->lo, c->hi);
	sum_up();
	if (c->reason)
		ck_assert_str_eq(fx.sum.event_set_reason, c->reason);
	else
		ck_assert_ptr_null(fx.sum.event_set_reason);
	if (isnan(c->cost))
		ck_assert_double_nan(fx.sum.counting_cost);
	else
		ck_assert_double_eq_tol(fx.sum.counting_cost, c->cost, 1e-12);
}
END_TEST

static void expect_uncounted(size_t i, const char *expected)
{
	char *text;

	ck_assert_int_eq(uncounted_text(fx.e, &fx.sum, i, &text), 0);
	if (expected)
		ck_assert_str_eq(text, expected);
	else
		ck_assert_ptr_null(text);
	free(text);
}

START_TEST(one_reason_is_said_once_for_all_its_events)
{
	EVENTS("cycles", "page-faults", "instructions", "llc-misses");
	set_text(&fx.e->counters[0].reason, "no PMU");
	set_text(&fx.e->counters[2].reason, "no PMU");
	set_text(&fx.e->counters[3].reason, "llc-misses: held by another");
	COUNTED(NONE, 3, NONE, NONE);
	sum_up();
	expect_uncounted(0, "cycles, instructions: no PMU");
	expect_uncounted(1, NULL);
	expect_uncounted(2, NULL);
	expect_uncounted(3, "llc-misses: held by another");
}
END_TEST

START_TEST(many_names_are_cut_short)
{
	EVENTS("a", "b", "c", "d", "e", "f", "g", "h");
	for (size_t i = 0; i < 8; i++)
		set_text(&fx.e->counters[i].reason, "no PMU");
	sum_up();
	expect_uncounted(0, "a, b, c, d, e, f and 2 more: no PMU");
}
END_TEST

START_TEST(one_name_on_two_pmus_is_told_apart)
{
	char label[64];

	EVENTS("cycles", "cycles", "page-faults");
	set_text(&fx.e->counters[0].pmu, "cpu_core");
	set_text(&fx.e->counters[1].pmu, "cpu_atom");
	ck_assert_str_eq(counter_label(fx.e, 0, label, sizeof(label)),
			 "cycles@cpu_core");
	ck_assert_str_eq(counter_label(fx.e, 1, label, sizeof(label)),
			 "cycles@cpu_atom");
	ck_assert_str_eq(counter_label(fx.e, 2, label, sizeof(label)),
			 "page-faults");
}
END_TEST

static Suite *counters_suite(void)
{
	Suite *s = suite_create("counters");
	TCase *t = tcase_create("summary");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_test(t, counts_per_op_and_per_switch);
	tcase_add_test(t, a_count_of_zero_is_a_number);
	tcase_add_test(t, one_count_has_no_spread);
	tcase_add_test(t, leaves_out_invalid_runs_and_other_turns);
	tcase_add_test(t, has_nothing_per_switch_without_switches);
	tcase_add_test(t, says_why_there_is_no_count);
	tcase_add_test(t, instructions_per_cycle_need_one_filter);
	tcase_add_test(t, instructions_per_cycle_need_one_pmu);
	tcase_add_test(t, nothing_follows_from_what_was_not_counted);
	tcase_add_test(t, nothing_is_divided_by_zero);
	tcase_add_test(t, what_was_not_counted_is_told_and_not_divided_by);
	tcase_add_test(t, the_clock_is_cycles_of_cpu_time);
	tcase_add_test(t, the_share_of_user_mode_is_of_the_whole);
	tcase_add_test(t, the_whole_may_be_user_and_kernel);
	tcase_add_loop_test(t, counting_costs_what_its_interval_can_tell, 0,
			    COUNT(costs));
	tcase_add_test(t, one_reason_is_said_once_for_all_its_events);
	tcase_add_test(t, many_names_are_cut_short);
	tcase_add_test(t, one_name_on_two_pmus_is_told_apart);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(counters_suite);
