/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/session/test_validate.c - which runs are invalid, at every edge.
 */
#include <stdlib.h>
#include <string.h>

#include "result/result.h"
#include "session/validate.h"
#include "tests.h"

/* Two switches an op, two tasks, in a window that allows for none more. */
static const struct promise two = {
	.expect_min = 2,
	.expect_max = 2,
	.nr_tasks = 2,
	.pinned = true,
};

/* A run of @ops that keeps that promise. */
static struct sample good(uint64_t ops)
{
	return (struct sample){
		.ops = ops,
		.elapsed_ns = 1000000,
		.figures = { .nvcsw = (int64_t)ops, .nivcsw = (int64_t)ops },
		.throttled_ns = NOT_MEASURED,
	};
}

/* What is wrong with it: @ids in that order, "" for nothing. */
static void ck_found(struct sample *s, const struct promise *p, const char *ids)
{
	char seen[128] = "";

	ck_assert_int_eq(validate(s, p), 0);
	for (size_t i = 0; i < s->why.nr; i++) {
		strcat(seen, i ? " " : "");
		strcat(seen, s->why.v[i].id);
		ck_assert_str_ne(s->why.v[i].text, "");
		free(s->why.v[i].id);
		free(s->why.v[i].text);
	}
	free(s->why.v);
	s->why = (struct findings){ 0 };
	ck_assert_str_eq(seen, ids);
	ck_assert_int_eq(s->valid, !*ids);
}

/* Switches more or less than promised; @edge are allowed, no more. */
static void ck_slack(struct sample s, const struct promise *p, int64_t edge)
{
	int64_t right = s.figures.nvcsw;

	s.figures.nvcsw = right + edge;
	ck_found(&s, p, "");
	s.figures.nvcsw = right + edge + 1;
	ck_found(&s, p, "E-SWOP");
	s.figures.nvcsw = right - edge;
	ck_found(&s, p, "");
	s.figures.nvcsw = right - edge - 1;
	ck_found(&s, p, "E-SWOP");
}

START_TEST(two_switches_a_task_are_forgiven)
{
	struct promise p = two;

	ck_slack(good(100), &p, 4);
	p.nr_tasks = 80;
	ck_slack(good(1000), &p, 160);
}
END_TEST

START_TEST(a_switch_a_millisecond_is_forgiven)
{
	struct sample s = good(100);

	s.elapsed_ns = 30000000;
	ck_slack(s, &two, 30);
	s.elapsed_ns = 30999999;
	ck_slack(s, &two, 30);
}
END_TEST

START_TEST(a_thousandth_of_the_switches_is_forgiven)
{
	ck_slack(good(1000000), &two, 2000);
}
END_TEST

START_TEST(voluntary_and_involuntary_switches_count_alike)
{
	struct sample s = good(1000);

	s.figures.nvcsw = 2000;
	s.figures.nivcsw = 0;
	ck_found(&s, &two, "");
	s.figures.nivcsw = 1000;
	ck_found(&s, &two, "E-SWOP");
}
END_TEST

START_TEST(where_none_are_promised_only_voluntary_ones_count)
{
	const struct promise none = { .nr_tasks = 1 };
	struct sample s = good(1000);

	s.figures.nvcsw = 2;
	s.figures.nivcsw = 500;
	ck_found(&s, &none, "");
	s.figures.nvcsw = 3;
	ck_found(&s, &none, "E-SWOP");
}
END_TEST

START_TEST(a_range_of_switches_is_judged_at_both_ends)
{
	const struct promise p = { .expect_min = 1,
				   .expect_max = 3,
				   .nr_tasks = 1 };
	struct sample s = good(100);

	s.figures.nivcsw = 0;
	s.figures.nvcsw = 98;
	ck_found(&s, &p, "");
	s.figures.nvcsw = 97;
	ck_found(&s, &p, "E-SWOP");
	s.figures.nvcsw = 302;
	ck_found(&s, &p, "");
	s.figures.nvcsw = 303;
	ck_found(&s, &p, "E-SWOP");
}
END_TEST

START_TEST(what_is_reported_or_unknown_is_not_judged)
{
	const struct promise reported = { .expect_max = 1e9, .nr_tasks = 2 };
	struct sample s = good(1000);

	s.figures.nvcsw = 1000000;
	ck_found(&s, &reported, "");
	s.figures.nvcsw = 0;
	s.figures.nivcsw = 0;
	ck_found(&s, &reported, "");
	s.figures.nvcsw = NOT_MEASURED;
	s.figures.nivcsw = NOT_MEASURED;
	ck_found(&s, &two, "");
}
END_TEST

START_TEST(the_sentence_has_the_numbers)
{
	struct sample s = good(1000);

	s.figures.nvcsw = 2;
	s.figures.nivcsw = 0;
	ck_assert_int_eq(validate(&s, &two), 0);
	ck_assert_ptr_nonnull(
		strstr(s.why.v[0].text, "0.002 switches/op, expected 2.000"));
	free(s.why.v[0].id);
	free(s.why.v[0].text);
	free(s.why.v);
}
END_TEST

START_TEST(a_pinned_task_must_not_migrate)
{
	struct promise p = two;
	struct sample s = good(1000);

	s.figures.migrations = 1;
	ck_found(&s, &p, "E-MIGR");
	s.figures.migrations = NOT_MEASURED;
	ck_found(&s, &p, "");
	s.figures.migrations = 7;
	p.pinned = false;
	ck_found(&s, &p, "");
}
END_TEST

START_TEST(a_throttled_group_spoils_the_run)
{
	struct sample s = good(1000);

	s.throttled_ns = 0;
	ck_found(&s, &two, "");
	s.throttled_ns = 1;
	ck_found(&s, &two, "E-THROT");
}
END_TEST

START_TEST(heat_spoils_the_run)
{
	struct sample s = good(1000);

	s.interference.package_throttles = 1;
	ck_found(&s, &two, "");
	s.interference.core_throttles = NOT_MEASURED;
	ck_found(&s, &two, "");
	s.interference.core_throttles = 1;
	ck_found(&s, &two, "E-HEAT");
}
END_TEST

START_TEST(page_faults_are_judged_unless_declared)
{
	struct promise p = two;
	struct sample s = good(1000);

	s.figures.minor_faults = 4;
	ck_found(&s, &p, "");
	s.figures.minor_faults = 5;
	ck_found(&s, &p, "E-FAULT");
	s.figures.minor_faults = 0;
	s.figures.major_faults = 5;
	ck_found(&s, &p, "E-FAULT");
	p.faults = true;
	ck_found(&s, &p, "");
}
END_TEST

START_TEST(a_page_fault_a_thousand_ops_is_forgiven)
{
	struct sample s = good(10000);

	s.figures.minor_faults = 10;
	ck_found(&s, &two, "");
	s.figures.minor_faults = 11;
	ck_found(&s, &two, "E-FAULT");
}
END_TEST

START_TEST(page_faults_that_are_unknown_are_not_judged)
{
	struct sample s = good(1000);

	s.figures.minor_faults = NOT_MEASURED;
	s.figures.major_faults = NOT_MEASURED;
	ck_found(&s, &two, "");
}
END_TEST

START_TEST(every_reason_is_given)
{
	struct sample s = good(1000);

	s.figures.nvcsw = 0;
	s.figures.migrations = 1;
	s.throttled_ns = 1;
	s.figures.minor_faults = 100;
	ck_found(&s, &two, "E-SWOP E-MIGR E-THROT E-FAULT");
}
END_TEST

/* A stop is noted before the rest is judged. */
START_TEST(what_was_found_before_stays)
{
	struct sample s = good(1000);

	ck_assert_int_eq(findings_add(&s.why, "E-STOP", "stopped"), 0);
	ck_found(&s, &two, "E-STOP");
}
END_TEST

/* A run of 100 ms on one CPU, of which others had @foreign_us. */
static struct sample busy(int64_t foreign_us)
{
	struct sample s = good(100000);

	s.elapsed_ns = 100000000;
	s.steal_ns = 0;
	s.figures.cpu_ns = 100000000 - foreign_us * 1000;
	s.figures.wait_ns = 60000000;
	return s;
}

START_TEST(others_on_the_cpu_are_no_broken_promise)
{
	struct promise p = two;
	struct sample s = busy(10000);

	p.nr_cpus = 1;
	s.figures.nivcsw += 1000;
	ck_found(&s, &p, "");
	ck_assert_int_eq(validate_switches(&s, &p), SWITCHES_BUSY);
	ck_assert_double_eq(validate_foreign_ns(&s, 1), 10e6);
	/* Who waits for his peers only has nobody to blame. */
	s = busy(0);
	s.figures.nivcsw += 1000;
	ck_found(&s, &p, "E-SWOP");
	/* Nor has who did not wait. */
	s = busy(10000);
	s.figures.wait_ns = 100000;
	s.figures.nivcsw += 1000;
	ck_found(&s, &p, "E-SWOP");
}
END_TEST

START_TEST(voluntary_switches_are_broken_promises_whoever_else_runs)
{
	struct promise p = two;
	struct sample s = busy(10000);

	p.nr_cpus = 1;
	s.figures.nvcsw = 210000;
	s.figures.nivcsw = 10;
	ck_found(&s, &p, "E-SWOP");
	s.figures.nvcsw = 190000;
	ck_found(&s, &p, "E-SWOP");
}
END_TEST

START_TEST(a_slice_in_which_nothing_ran_is_a_stop)
{
	uint64_t slices[] = { 500000, 500000, 150000000, 500000, 500000 };
	struct sample s = good(100000);

	s.elapsed_ns = 152000000;
	s.steal_ns = 0;
	s.figures.cpu_ns = 2000000;
	s.figures.wait_ns = 0;
	s.nr_slices = 5;
	s.slice_ns = slices;
	ck_found(&s, &two, "E-STOP");
	/* Others had the CPU, or the hypervisor. */
	s.figures.wait_ns = 140000000;
	ck_found(&s, &two, "");
	s.figures.wait_ns = 0;
	s.steal_ns = 140000000;
	ck_found(&s, &two, "");
}
END_TEST

static Suite *validate_suite(void)
{
	Suite *s = suite_create("validate");
	TCase *tc = tcase_create("validate");

	tcase_add_test(tc, two_switches_a_task_are_forgiven);
	tcase_add_test(tc, others_on_the_cpu_are_no_broken_promise);
	tcase_add_test(
		tc, voluntary_switches_are_broken_promises_whoever_else_runs);
	tcase_add_test(tc, a_slice_in_which_nothing_ran_is_a_stop);
	tcase_add_test(tc, a_switch_a_millisecond_is_forgiven);
	tcase_add_test(tc, a_thousandth_of_the_switches_is_forgiven);
	tcase_add_test(tc, voluntary_and_involuntary_switches_count_alike);
	tcase_add_test(tc, where_none_are_promised_only_voluntary_ones_count);
	tcase_add_test(tc, a_range_of_switches_is_judged_at_both_ends);
	tcase_add_test(tc, what_is_reported_or_unknown_is_not_judged);
	tcase_add_test(tc, the_sentence_has_the_numbers);
	tcase_add_test(tc, a_pinned_task_must_not_migrate);
	tcase_add_test(tc, a_throttled_group_spoils_the_run);
	tcase_add_test(tc, heat_spoils_the_run);
	tcase_add_test(tc, page_faults_are_judged_unless_declared);
	tcase_add_test(tc, a_page_fault_a_thousand_ops_is_forgiven);
	tcase_add_test(tc, page_faults_that_are_unknown_are_not_judged);
	tcase_add_test(tc, every_reason_is_given);
	tcase_add_test(tc, what_was_found_before_stays);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(validate_suite);
