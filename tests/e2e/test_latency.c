/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_latency.c - loops that are timed, and values that are
 * recorded, while benchmarks run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "processes.h"
#include "steady.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

/* The distribution of the only benchmark of a run; NULL if it has none. */
static json_t *measured(const char *command, json_t **doc)
{
	struct cli c;

	steady_expect(&c, "exec $HARNESS run %s --no-control --json", command);
	*doc = ck_json(c.out);
	cli_free(&c);
	return json_object_get(result_benchmark(*doc, 0), "latency");
}

static int64_t number(const json_t *o, const char *key)
{
	const json_t *v = json_object_get(o, key);

	ck_assert_msg(json_is_integer(v), "no %s", key);
	return json_integer_value(v);
}

/* As many values as there should be, in buckets that rise. */
static void ck_buckets(const json_t *latency, int64_t n)
{
	int64_t sum = 0, last = -1;
	json_t *pair;
	size_t i;

	ck_assert_int_eq(number(latency, "n"), n);
	json_array_foreach (json_object_get(latency, "buckets"), i, pair) {
		int64_t low = json_integer_value(json_array_get(pair, 0));

		ck_assert_int_gt(low, last);
		last = low;
		sum += json_integer_value(json_array_get(pair, 1));
	}
	ck_assert_int_eq(sum, n);
	ck_assert_int_le(last, number(latency, "max"));
}

/* What was run, and the loops of a run and the ops of a loop. */
static const struct {
	const char *command;
	int64_t loops, ops;
} timed[] = {
	{ "sched/pipe $STEADY -r 2 -l 300 --latency", 300, 1 },
	{ "sched/pipe $STEADY -r 2 -l 300 --latency -T", 300, 1 },
	{ "sched/pipe $STEADY -r 2 -l 300 --latency -g 2", 600, 1 },
	{ "sched/yield $STEADY -r 2 -l 300 --latency", 150, 2 },
	{ "self/null -r 2 -l 300 --latency -w 0", 300, 1 },
};

START_TEST(each_loop_of_each_run_is_timed)
{
	json_t *doc, *latency = measured(timed[_i].command, &doc);
	json_t *runs = json_object_get(result_benchmark(doc, 0), "runs"), *run;
	size_t i;

	ck_assert_int_eq(
		number(latency, "nr_runs") + number(latency, "nr_invalid"), 2);
	ck_assert_int_ge(number(latency, "nr_runs"), 1);
	ck_assert_int_eq(number(latency, "ops_per_loop"), timed[_i].ops);
	ck_buckets(latency, number(latency, "nr_runs") * timed[_i].loops);
	ck_assert(json_real_value(json_object_get(latency, "clock_ns")) > 0);
	ck_assert_str_eq(json_string_value(json_object_get(latency, "of")),
			 "loops");
	/* Headline runs are what they are without. */
	ck_assert_uint_ge(json_array_size(runs), 2);
	json_array_foreach (runs, i, run)
		ck_assert_int_eq(number(run, "ops"),
				 timed[_i].loops * timed[_i].ops);
	json_decref(doc);
}
END_TEST

START_TEST(loops_are_not_timed_unless_asked_for)
{
	json_t *doc;

	ck_assert_ptr_null(measured("sched/pipe $STEADY -r 1 -l 300", &doc));
	json_decref(doc);
}
END_TEST

START_TEST(recorded_values_always_have_a_distribution)
{
	static const char *const options[] = { "", "-T", "--latency" };
	char command[128];
	json_t *doc, *latency, *run;
	int64_t n = 0, valid = 0;
	size_t i;

	snprintf(command, sizeof(command), "wake/futex $STEADY -r 2 -l 400 %s",
		 options[_i]);
	latency = measured(command, &doc);
	json_array_foreach (json_object_get(result_benchmark(doc, 0), "runs"),
			    i, run) {
		if (!json_is_true(json_object_get(run, "valid")))
			continue;
		n += number(run, "nr_records");
		valid++;
	}
	ck_assert_int_eq(number(latency, "nr_runs"), valid);
	ck_buckets(latency, n);
	ck_assert(json_is_null(json_object_get(latency, "clock_ns")));
	ck_assert_str_eq(json_string_value(json_object_get(latency, "of")),
			 "records");
	json_decref(doc);
}
END_TEST

/* A mean out of the buckets is the mean that was added up apart from them. */
START_TEST(recorded_values_are_in_nanoseconds)
{
	json_t *doc, *latency, *run, *pair;
	double sum = 0, n = 0;
	size_t i;

	latency = measured("wake/futex $STEADY -r 1 -l 2000 --force", &doc);
	run = json_array_get(json_object_get(result_benchmark(doc, 0), "runs"),
			     0);
	json_array_foreach (json_object_get(latency, "buckets"), i, pair) {
		double count = json_integer_value(json_array_get(pair, 1));

		sum += count * json_integer_value(json_array_get(pair, 0));
		n += count;
	}
	if (number(latency, "nr_runs") == 1 &&
	    json_is_true(json_object_get(run, "valid"))) {
		double mean =
			json_real_value(json_object_get(run, "records_ns"));

		ck_assert_double_eq_tol(sum / n / mean, 1, 0.02);
	}
	json_decref(doc);
}
END_TEST

START_TEST(a_saved_distribution_is_shown_as_it_was_printed)
{
	char *dir = cli_tmpdir();
	struct cli run, show;

	steady_expect(&run,
		      "exec $HARNESS run sched/pipe $STEADY -r 1 -l 300 "
		      "--latency --no-control -o %s/r.json",
		      dir);
	ck_has(run.out, "us/op    p50 (");
	cli_expect(&show, 0, "exec $HARNESS show %s/r.json", dir);
	ck_assert_str_eq(show.out, run.out);
	cli_free(&run);
	cli_free(&show);
	free(dir);
}
END_TEST

static Suite *latency_run_suite(void)
{
	Suite *s = suite_create("latency_run");
	TCase *tc = tcase_create("latency_run");

	tcase_add_loop_test(tc, each_loop_of_each_run_is_timed, 0,
			    COUNT(timed));
	tcase_add_test(tc, loops_are_not_timed_unless_asked_for);
	tcase_add_loop_test(tc, recorded_values_always_have_a_distribution, 0,
			    3);
	tcase_add_test(tc, recorded_values_are_in_nanoseconds);
	tcase_add_test(tc, a_saved_distribution_is_shown_as_it_was_printed);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE_OF_RUNS(latency_run_suite);
