/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/compare/test_status.c - which rows decide the exit status, and how
 * p-values are corrected.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "compare/compare.h"
#include "compare/status.h"
#include "compare_sets.h"
#include "tests.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static const double slower[] = { 1100, 1102, 1101, 1099, 1103, 1098 };

/* One fault or three in each of 1000 ops. */
static void count_faults(struct entry *e, int64_t faults)
{
	static const struct counter event = { .name = (char *)"page-faults",
					      .metric = (char *)"page-faults" };

	entry_counters(e, &event, 1);
	for (int i = 0; i < 6; i++)
		entry_counted(e, (int64_t[]){ faults + i });
}

/* sched/pipe the same but for its faults, sched/mq and wake/fan slower. */
static struct compare compare_three(void)
{
	struct compare c = { 0 };

	for (int side = 0; side < 2; side++) {
		struct session s = session_plain(6);

		count_faults(set_entry(&s, "sched/pipe", set_base, SET_RUNS),
			     side ? 3000 : 1000);
		set_entry(&s, "sched/mq", side ? slower : set_base, SET_RUNS);
		set_entry(&s, "wake/fan", side ? slower : set_base, SET_RUNS);
		set_add(&c, s);
	}
	return c;
}

static const struct gated {
	const char *gates[3];
	int status;
	size_t nr_tests;
} gates[] = {
	{ { NULL }, EXIT_REGRESSION, 3 },
	{ { "all" }, EXIT_REGRESSION, 3 },
	{ { "sched/pipe" }, EXIT_DONE, 1 },
	{ { "sched" }, EXIT_REGRESSION, 2 },
	{ { "sched/p*", "wake/*:20" }, EXIT_DONE, 2 },
	{ { "sched/p*", "wake/*:time:20%" }, EXIT_DONE, 2 },
	{ { "wake/*:20", "wake/fan:9" }, EXIT_REGRESSION, 1 },
	{ { "sched/pipe:page-faults" }, EXIT_REGRESSION, 1 },
	{ { "sched/pipe:page-faults:100" }, EXIT_REGRESSION, 1 },
	{ { "sched/pipe", "all:page-faults:100" }, EXIT_REGRESSION, 2 },
	{ { "sched/pipe:page-faults", "sched/pipe" }, EXIT_REGRESSION, 2 },
	{ { "sched/mq:page-faults" }, EXIT_NOT_COMPARABLE, 0 },
	{ { "sched/pipe", "nosuch/*" }, EXIT_NOT_COMPARABLE, 1 },
	{ { "sched/pipe", "all:cycles" }, EXIT_NOT_COMPARABLE, 1 },
	{ { "sched/mq", "nosuch" }, EXIT_REGRESSION, 1 },
};

START_TEST(only_what_a_gate_means_decides)
{
	struct compare_gate parsed[3];
	struct compare_rule rule = { .threshold = 0.02, .gates = parsed };
	struct compare c = compare_three();
	char why[256] = "";

	for (const char *const *g = gates[_i].gates; rule.nr_gates < 3 && *g;
	     g++)
		ck_assert_int_eq(compare_gate_parse(*g,
						    &parsed[rule.nr_gates++],
						    why, sizeof(why)),
				 0);
	ck_assert_int_eq(compare_judge(&c, &rule), 0);
	ck_assert_int_eq(compare_status(&c, false), gates[_i].status);
	ck_assert_uint_eq(c.nr_tests, gates[_i].nr_tests);
	/* What does not decide is judged all the same. */
	ck_assert_int_eq(c.rows[1].verdict, VERDICT_SLOWER);
	compare_free(&c);
	while (rule.nr_gates)
		compare_gate_free(&parsed[--rule.nr_gates]);
}
END_TEST

START_TEST(a_counter_that_a_benchmark_lacks_keeps_a_gate_open)
{
	struct compare_gate_result result;
	struct compare_gate gate;
	const struct compare_rule rule = { .threshold = 3,
					   .gates = &gate,
					   .nr_gates = 1 };
	struct compare c = compare_three();
	char why[256] = "";

	ck_assert_int_eq(compare_gate_parse("all:page-faults", &gate, why,
					    sizeof(why)),
			 0);
	ck_assert_int_eq(compare_judge(&c, &rule), 0);
	ck_assert_int_eq(compare_status(&c, false), EXIT_INCONCLUSIVE);
	result = compare_gate_result(&c, &gate);
	ck_assert_uint_eq(result.judged, 1);
	ck_assert_uint_eq(result.open, 2);
	ck_assert_str_eq(result.why, "sched/mq: no such counter");
	compare_free(&c);
	compare_gate_free(&gate);
}
END_TEST

static const struct parsed {
	const char *text, *benchmarks, *metric;
	double threshold;
} readings[] = {
	{ "all", "all", "time", NAN },
	{ "sched/*:5", "sched/*", "time", 0.05 },
	{ "sched/*:time", "sched/*", "time", NAN },
	{ "a/b:time:0.5%", "a/b", "time", 0.005 },
	{ "a/b:instructions:k", "a/b", "instructions:k", NAN },
	{ "a/b:instructions:k:1", "a/b", "instructions:k", 0.01 },
	{ "a/b:r01c2", "a/b", "r01c2", NAN },
};

START_TEST(a_gate_is_read_from_text)
{
	const struct parsed *p = &readings[_i];
	struct compare_gate g;
	char why[256] = "";

	ck_assert_int_eq(compare_gate_parse(p->text, &g, why, sizeof(why)), 0);
	ck_assert_str_eq(g.benchmarks, p->benchmarks);
	ck_assert_str_eq(g.metric, p->metric);
	ck_assert_int_eq(isnan(g.threshold), isnan(p->threshold));
	if (!isnan(p->threshold))
		ck_assert_double_eq_tol(g.threshold, p->threshold, 1e-12);
	compare_gate_free(&g);
}
END_TEST

START_TEST(what_is_no_gate_is_refused)
{
	static const char *const texts[] = { "",       ":time",
					     "a/b:",   "a/b:time:101",
					     "a/b:x%", "a/b:%",
					     "a/b:IPC" };
	struct compare_gate g;
	char why[256] = "";

	ck_assert_int_eq(compare_gate_parse(texts[_i], &g, why, sizeof(why)),
			 -EINVAL);
	ck_assert_str_ne(why, "");
}
END_TEST

START_TEST(p_values_are_corrected_as_asked)
{
	static const double expected[] = {
		[COMPARE_HOLM] = 6.0 / 924,
		[COMPARE_BH] = 3.0 / 924,
		[COMPARE_NO_CORRECTION] = 2.0 / 924,
	};
	const struct compare_rule rule = { .threshold = 0.02,
					   .correction = _i };
	struct compare c = compare_three();

	ck_assert_int_eq(compare_judge(&c, &rule), 0);
	/* p is 1, 2/924 and 2/924. */
	ck_assert_double_eq_tol(c.rows[1].t.p, 2.0 / 924, 1e-12);
	ck_assert_double_eq_tol(c.rows[1].p_adjusted, expected[_i], 1e-12);
	ck_assert_double_eq(c.rows[0].p_adjusted, 1);
	compare_free(&c);
}
END_TEST

static Suite *gate_suite(void)
{
	Suite *s = suite_create("compare_gate");
	TCase *t = tcase_create("gate");

	tcase_add_loop_test(t, only_what_a_gate_means_decides, 0, COUNT(gates));
	tcase_add_test(t, a_counter_that_a_benchmark_lacks_keeps_a_gate_open);
	tcase_add_loop_test(t, a_gate_is_read_from_text, 0, COUNT(readings));
	tcase_add_loop_test(t, what_is_no_gate_is_refused, 0, 7);
	tcase_add_loop_test(t, p_values_are_corrected_as_asked, 0, 3);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(gate_suite);
