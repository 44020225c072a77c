/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/run/test_event_set.c - what becomes of counts that are 0 in every run.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/event_set.h"
#include "tests.h"

#define NR_RUNS 2

/* One event, counted in NR_RUNS runs. */
static struct {
	struct event_set c;
	struct entry e;
	struct pmu_reading failed[PMU_MAX_EVENTS];
	struct counter counter;
	struct sample runs[NR_RUNS];
	struct count counts[NR_RUNS];
} fx;

/* Never anything in twice 500 switches, of a counter of the CPU. */
static void set_up(void)
{
	memset(&fx, 0, sizeof(fx));
	fx.c.failed = fx.failed;
	fx.c.events.nr = 1;
	strcpy(fx.c.events.v[0].name, "r3");
	fx.c.events.v[0].where = PMU_CORE;
	fx.counter.status = strdup("ok");
	for (size_t i = 0; i < NR_RUNS; i++) {
		fx.runs[i].figures.nvcsw = 499;
		fx.runs[i].figures.nivcsw = 1;
		fx.runs[i].counts = &fx.counts[i];
		fx.runs[i].nr_counts = 1;
	}
	fx.e.counters = &fx.counter;
	fx.e.nr_counters = 1;
	fx.e.counted = fx.runs;
	fx.e.nr_counted = NR_RUNS;
}

static void tear_down(void)
{
	free(fx.counter.status);
	free(fx.counter.reason);
	free(fx.counter.of_switch);
	for (size_t i = 0; i < NR_RUNS; i++)
		free(fx.counts[i].status);
}

static void expect_numbers(void)
{
	ck_assert_int_eq(event_set_conclude(&fx.c, &fx.e), 0);
	ck_assert_str_eq(fx.counter.status, "ok");
	ck_assert_ptr_null(fx.counter.reason);
	for (size_t i = 0; i < NR_RUNS; i++) {
		ck_assert_int_ne(fx.counts[i].value, NOT_MEASURED);
		ck_assert_ptr_null(fx.counts[i].status);
	}
}

START_TEST(what_is_always_zero_is_no_number)
{
	ck_assert_int_eq(event_set_conclude(&fx.c, &fx.e), 0);
	ck_assert_str_eq(fx.counter.status, "only_zero");
	ck_assert_ptr_nonnull(strstr(fx.counter.reason, "r3: read 0"));
	for (size_t i = 0; i < NR_RUNS; i++) {
		ck_assert_int_eq(fx.counts[i].value, NOT_MEASURED);
		ck_assert_str_eq(fx.counts[i].status, "only_zero");
	}
}
END_TEST

START_TEST(a_zero_among_others_stays)
{
	fx.counts[1].value = 1;
	expect_numbers();
}
END_TEST

START_TEST(a_zero_stays_where_there_were_few_switches)
{
	fx.runs[1].figures.nvcsw = 498;
	expect_numbers();
}
END_TEST

START_TEST(a_zero_stays_where_switches_are_unknown)
{
	fx.runs[0].figures.nvcsw = NOT_MEASURED;
	fx.runs[0].figures.nivcsw = NOT_MEASURED;
	expect_numbers();
}
END_TEST

START_TEST(a_zero_of_user_mode_stays)
{
	fx.c.events.v[0].exclude_kernel = true;
	expect_numbers();
}
END_TEST

START_TEST(a_zero_of_the_kernel_s_own_events_stays)
{
	fx.c.events.v[0].where = PMU_KERNEL;
	expect_numbers();
}
END_TEST

START_TEST(runs_of_other_groups_do_not_matter)
{
	fx.runs[1].figures.nvcsw = 5000;
	fx.counts[0].value = NOT_MEASURED;
	fx.counts[0].status = strdup("other_run");
	ck_assert_int_eq(event_set_conclude(&fx.c, &fx.e), 0);
	ck_assert_str_eq(fx.counter.status, "only_zero");
	ck_assert_str_eq(fx.counts[0].status, "other_run");
	ck_assert_str_eq(fx.counts[1].status, "only_zero");
}
END_TEST

/* 1000 ops of 2 switches with 5000 counts, and 500 of the control with 1000. */
static const struct pmu_reading op_counts = { .value = 5000,
					      .enabled_ns = 9,
					      .running_ns = 9 };
static const struct pmu_reading control_counts = { .value = 1000,
						   .enabled_ns = 9,
						   .running_ns = 9 };

static void keep_switch(const struct pmu_reading *op,
			const struct pmu_reading *control, double switches)
{
	const struct event_set_side a = { op, 1000, switches };
	const struct event_set_side b = { control, 500, 0 };

	ck_assert_int_eq(event_set_keep_switch(&fx.c, &a, &b, &fx.e), 0);
}

START_TEST(a_switch_alone_is_what_the_control_lacks)
{
	struct pmu_reading more = op_counts;

	more.value = 7000;
	keep_switch(&op_counts, &control_counts, 2);
	keep_switch(&more, &control_counts, 2);
	ck_assert_uint_eq(fx.counter.nr_of_switch, 2);
	ck_assert_double_eq(fx.counter.of_switch[0], 1.5);
	ck_assert_double_eq(fx.counter.of_switch[1], 2.5);
}
END_TEST

START_TEST(a_switch_alone_needs_both_counts_and_switches)
{
	struct pmu_reading partly = control_counts, other = op_counts;

	partly.running_ns = 4;
	other.status = PMU_OTHER_RUN;
	keep_switch(&op_counts, &partly, 2);
	keep_switch(&other, &control_counts, 2);
	keep_switch(&op_counts, &control_counts, 0.001);
	keep_switch(&op_counts, &control_counts, NAN);
	ck_assert_uint_eq(fx.counter.nr_of_switch, 0);
}
END_TEST

static Suite *event_set_suite(void)
{
	Suite *s = suite_create("event_set");
	TCase *tc = tcase_create("zero");

	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_test(tc, what_is_always_zero_is_no_number);
	tcase_add_test(tc, a_zero_among_others_stays);
	tcase_add_test(tc, a_zero_stays_where_there_were_few_switches);
	tcase_add_test(tc, a_zero_stays_where_switches_are_unknown);
	tcase_add_test(tc, a_zero_of_user_mode_stays);
	tcase_add_test(tc, a_zero_of_the_kernel_s_own_events_stays);
	tcase_add_test(tc, runs_of_other_groups_do_not_matter);
	tcase_add_test(tc, a_switch_alone_is_what_the_control_lacks);
	tcase_add_test(tc, a_switch_alone_needs_both_counts_and_switches);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(event_set_suite);
