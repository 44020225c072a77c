/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/result/test_summary.c - from raw runs to the numbers of a report.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/summary.h"
#include "sessions.h"
#include "tests.h"

/* An entry and its summary, made afresh for each test. */
static struct {
	struct session s;
	struct entry *e;
	struct summary sum;
} fx;

static void set_up(void)
{
	fx.s = session_plain(10);
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

static void runs(size_t nr, uint64_t ns)
{
	for (size_t i = 0; i < nr; i++)
		entry_run(fx.e, 1000, ns);
}

static void slices(struct sample *r, size_t nr, uint64_t slice_ops)
{
	r->slice_ns = calloc(nr, sizeof(*r->slice_ns));
	ck_assert_ptr_nonnull(r->slice_ns);
	r->nr_slices = nr;
	r->slice_ops = slice_ops;
	for (size_t i = 0; i < nr; i++)
		r->slice_ns[i] = (i + 1) * 1000;
}

START_TEST(no_run_gives_no_number)
{
	sum_up();
	ck_assert_uint_eq(fx.sum.time.n, 0);
	ck_assert_double_nan(fx.sum.time.mean);
	ck_assert_double_nan(fx.sum.ops_per_sec);
	ck_assert_double_nan(fx.sum.cpu_ns_per_op);
	ck_assert_double_nan(fx.sum.switches_per_op);
	ck_assert_double_nan(fx.sum.involuntary);
	ck_assert_double_nan(fx.sum.ns_per_switch);
	ck_assert_double_nan(fx.sum.quiet_ns);
	ck_assert_double_nan(fx.sum.switch_ns);
	ck_assert_double_nan(fx.sum.bytes_per_sec);
	ck_assert_str_eq(fx.sum.quiet_reason, "no valid run");
}
END_TEST

START_TEST(counts_only_valid_runs)
{
	runs(2, 2000);
	entry_run(fx.e, 1000, 9000)->valid = false;
	fx.e->runs[2].figures.nvcsw = 7;
	fx.e->runs[2].figures.cpu_ns = 1;
	sum_up();
	ck_assert_uint_eq(fx.sum.time.n, 2);
	ck_assert_uint_eq(fx.sum.nr_invalid, 1);
	ck_assert_double_eq_tol(fx.sum.time.mean, 2, 1e-12);
	ck_assert_double_eq_tol(fx.sum.ops_per_sec, 5e8, 1e-3);
	ck_assert_double_eq_tol(fx.sum.switches_per_op, 2, 1e-12);
	ck_assert_double_eq_tol(fx.sum.ns_per_switch, 1, 1e-12);
	ck_assert_double_eq_tol(fx.sum.cpu_ns_per_op, 1.994, 1e-12);
}
END_TEST

START_TEST(counts_both_kinds_of_switches)
{
	runs(2, 2000);
	fx.e->runs[0].figures.nivcsw = 500;
	fx.e->runs[1].figures.nivcsw = 500;
	sum_up();
	ck_assert_double_eq_tol(fx.sum.switches_per_op, 2.5, 1e-12);
	ck_assert_double_eq_tol(fx.sum.involuntary, 0.2, 1e-12);
	ck_assert_double_eq_tol(fx.sum.ns_per_switch, 0.8, 1e-12);
}
END_TEST

START_TEST(leaves_out_what_was_not_measured)
{
	runs(2, 2000);
	fx.e->runs[0].figures.nvcsw = NOT_MEASURED;
	fx.e->runs[0].figures.cpu_ns = NOT_MEASURED;
	sum_up();
	ck_assert_double_eq_tol(fx.sum.switches_per_op, 2, 1e-12);
	ck_assert_double_eq_tol(fx.sum.cpu_ns_per_op, 1.994, 1e-12);
	fx.e->runs[1].figures.nivcsw = NOT_MEASURED;
	fx.e->runs[1].figures.cpu_ns = NOT_MEASURED;
	sum_up();
	ck_assert_double_nan(fx.sum.switches_per_op);
	ck_assert_double_nan(fx.sum.ns_per_switch);
	ck_assert_double_nan(fx.sum.cpu_ns_per_op);
}
END_TEST

START_TEST(does_not_divide_by_next_to_no_switches)
{
	runs(2, 2000);
	fx.e->runs[0].figures.nvcsw = 3;
	fx.e->runs[1].figures.nvcsw = 0;
	sum_up();
	ck_assert_double_eq_tol(fx.sum.switches_per_op, 0.0015, 1e-12);
	ck_assert_double_nan(fx.sum.ns_per_switch);
}
END_TEST

START_TEST(gives_no_rate_of_no_time)
{
	runs(2, 0);
	fx.e->bytes_per_op = 4;
	sum_up();
	ck_assert_double_eq(fx.sum.time.mean, 0);
	ck_assert_double_nan(fx.sum.ops_per_sec);
	ck_assert_double_nan(fx.sum.bytes_per_sec);
}
END_TEST

START_TEST(gives_a_bandwidth_where_bytes_move)
{
	runs(2, 2000);
	fx.e->bytes_per_op = 100;
	sum_up();
	ck_assert_double_eq_tol(fx.sum.bytes_per_sec, 5e10, 1);
}
END_TEST

START_TEST(takes_recorded_values_as_the_result)
{
	runs(2, 2000);
	fx.e->records = true;
	fx.e->bytes_per_op = 100;
	fx.e->runs[0].records_ns = 50;
	fx.e->runs[1].records_ns = 70;
	entry_control(fx.e, 2, 1.9, 2.1);
	sum_up();
	ck_assert_double_eq_tol(fx.sum.time.mean, 60, 1e-12);
	ck_assert_double_nan(fx.sum.ops_per_sec);
	ck_assert_double_nan(fx.sum.ns_per_switch);
	ck_assert_double_nan(fx.sum.switch_ns);
	ck_assert_double_nan(fx.sum.quiet_ns);
}
END_TEST

START_TEST(quiet_value_is_the_one_percent_quantile)
{
	runs(2, 2000);
	slices(&fx.e->runs[0], 501, 50);
	fx.e->runs[1].valid = false;
	slices(&fx.e->runs[1], 1000, 50);
	sum_up();
	ck_assert_ptr_null(fx.sum.quiet_reason);
	ck_assert_uint_eq(fx.sum.nr_slices, 501);
	ck_assert_double_eq_tol(fx.sum.quiet_ns, 6000 / 50.0, 1e-9);
}
END_TEST

START_TEST(quiet_value_needs_500_slices)
{
	runs(1, 2000);
	slices(&fx.e->runs[0], 499, 50);
	sum_up();
	ck_assert_double_nan(fx.sum.quiet_ns);
	ck_assert_ptr_nonnull(strstr(fx.sum.quiet_reason, "500 slices"));
}
END_TEST

START_TEST(quiet_value_needs_50_ops_a_slice)
{
	runs(1, 2000);
	slices(&fx.e->runs[0], 600, 49);
	sum_up();
	ck_assert_double_nan(fx.sum.quiet_ns);
	ck_assert_ptr_nonnull(strstr(fx.sum.quiet_reason, "50 ops"));
}
END_TEST

START_TEST(quiet_value_needs_one_cpu_and_one_group)
{
	runs(1, 2000);
	slices(&fx.e->runs[0], 600, 50);
	fx.e->nr_groups = 2;
	sum_up();
	ck_assert_str_eq(fx.sum.quiet_reason, "several groups share the CPU");
	fx.e->nr_groups = 1;
	fx.e->cpus[1] = 0;
	sum_up();
	ck_assert_str_eq(fx.sum.quiet_reason, "the tasks are on several CPUs");
	fx.e->nr_cpus = 0;
	sum_up();
	ck_assert_str_eq(fx.sum.quiet_reason, "the tasks are not pinned");
	ck_assert_double_nan(fx.sum.quiet_ns);
}
END_TEST

/* One run of three is disturbed: the mean, not the median, is printed. */
START_TEST(parts_are_of_the_number_that_they_stand_beside)
{
	runs(3, 2400000);
	fx.e->runs[2].elapsed_ns *= 2;
	entry_control(fx.e, 2, 1.9, 2.1);
	sum_up();
	ck_assert_double_eq_tol(fx.sum.switch_ns + fx.sum.control_ns,
				fx.sum.time.mean, 1e-6);
	ck_assert_double_lt(fx.sum.switch_ns, fx.sum.time.mean);
}
END_TEST

START_TEST(share_of_the_switch_is_time_less_control)
{
	runs(2, 2400000);
	entry_control(fx.e, 2.4, 2.3, 2.5);
	sum_up();
	ck_assert_double_eq_tol(fx.sum.control_ns, 1000, 1e-9);
	ck_assert_double_eq_tol(fx.sum.switch_ns, 1400, 1e-9);
	ck_assert_ptr_null(fx.sum.switch_reason);
}
END_TEST

static const struct ratio {
	double ratio, lo, hi;
	const char *reason;
} unclear[] = {
	{ 1.01, 0.99, 1.02, "below resolution" },
	{ 1.01, 1, 1.02, "below resolution" },
	{ 0.9, 0.8, 0.95, "below resolution" },
	{ 1.5, NAN, NAN, "too few pairs for an interval" },
	{ NAN, NAN, NAN, "the control gave no ratio" },
	{ 0, 0, 0, "the control gave no ratio" },
	{ -1, 2, 3, "the control gave no ratio" },
};

START_TEST(share_is_never_negative_nor_a_guess)
{
	const struct ratio *r = &unclear[_i];

	runs(2, 2400000);
	entry_control(fx.e, r->ratio, r->lo, r->hi);
	sum_up();
	ck_assert_double_nan(fx.sum.switch_ns);
	ck_assert_str_eq(fx.sum.switch_reason, r->reason);
}
END_TEST

START_TEST(share_names_the_reason_of_the_control)
{
	struct paired *c;

	runs(2, 2400000);
	sum_up();
	ck_assert_str_eq(fx.sum.switch_reason, "no control was measured");
	c = entry_control(fx.e, 2, 1.9, 2.1);
	set_text(&c->reason, "the control failed");
	sum_up();
	ck_assert_str_eq(fx.sum.switch_reason, "the control failed");
	ck_assert_double_nan(fx.sum.switch_ns);
}
END_TEST

static Suite *summary_suite(void)
{
	Suite *s = suite_create("summary");
	TCase *t = tcase_create("summary");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_test(t, no_run_gives_no_number);
	tcase_add_test(t, counts_only_valid_runs);
	tcase_add_test(t, counts_both_kinds_of_switches);
	tcase_add_test(t, leaves_out_what_was_not_measured);
	tcase_add_test(t, does_not_divide_by_next_to_no_switches);
	tcase_add_test(t, gives_no_rate_of_no_time);
	tcase_add_test(t, gives_a_bandwidth_where_bytes_move);
	tcase_add_test(t, takes_recorded_values_as_the_result);
	tcase_add_test(t, quiet_value_is_the_one_percent_quantile);
	tcase_add_test(t, quiet_value_needs_500_slices);
	tcase_add_test(t, quiet_value_needs_50_ops_a_slice);
	tcase_add_test(t, quiet_value_needs_one_cpu_and_one_group);
	tcase_add_test(t, share_of_the_switch_is_time_less_control);
	tcase_add_test(t, parts_are_of_the_number_that_they_stand_beside);
	tcase_add_loop_test(t, share_is_never_negative_nor_a_guess, 0,
			    sizeof(unclear) / sizeof(*unclear));
	tcase_add_test(t, share_names_the_reason_of_the_control);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(summary_suite);
