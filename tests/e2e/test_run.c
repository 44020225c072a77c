/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_run.c - what an undisturbed run yields: counts that agree with
 * the kernel's, slices, exit statuses, and streams that hold what they should.
 */
#include <harness/bench.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine/clock_rate.h"
#include "processes.h"
#include "steady.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))
#define GOOD TEST_BUILD_DIR "/tests/plugins/good"
#define BROKEN TEST_BUILD_DIR "/tests/plugins/broken"

static double number(const json_t *o, const char *key)
{
	const json_t *v = json_object_get(o, key);

	ck_assert_msg(json_is_number(v), "%s is not a number", key);
	return json_number_value(v);
}

/* What a run may deviate from two switches an op. */
static double slack_of(const json_t *run, double tasks)
{
	return fmax(0.002 * number(run, "ops"),
		    fmax(2 * tasks, number(run, "elapsed_ns") / 1e6));
}

/*
 * What other tasks, and groups that share the CPU, displace comes on top as
 * involuntary switches.
 */
static void ck_switches(const json_t *run, double groups, double tasks)
{
	double wanted = 2 * number(run, "ops");
	double slack = slack_of(run, groups * tasks);
	double nvcsw = number(run, "nvcsw"), nivcsw = number(run, "nivcsw");

	ck_assert_double_ge(nvcsw + nivcsw, wanted - slack);
	ck_assert_double_le(nvcsw, wanted + slack);
}

static void ck_entry(const json_t *b, double ops_per_group)
{
	const json_t *place = json_object_get(b, "placement");
	double groups = number(place, "groups");
	json_t *run;
	size_t i, valid = 0;

	json_array_foreach (json_object_get(b, "runs"), i, run) {
		if (!json_is_true(json_object_get(run, "valid")))
			continue;
		valid++;
		ck_assert_double_eq(number(run, "ops"), groups * ops_per_group);
		ck_switches(run, groups, number(place, "tasks"));
	}
	ck_assert_uint_ge(valid, 1);
	ck_assert_uint_le(valid, 3);
}

START_TEST(an_op_of_sched_pipe_is_two_switches)
{
	static const char *const options[] = {
		"",
		"-T",
		"-g 1,4",
		"-T -g 4",
		"--calls inline",
		"--calls inline -T",
	};
	struct cli c;
	json_t *doc, *b;
	size_t i;

	if (!BENCH_HAVE_INLINE && strstr(options[_i], "inline"))
		return;
	steady_expect(
		&c,
		"exec $HARNESS run sched/pipe -l 10000 -r 3 $STEADY --no-control --json %s",
		options[_i]);
	doc = ck_json(c.out);
	ck_assert_uint_eq(json_array_size(json_object_get(doc, "benchmarks")),
			  strstr(options[_i], "1,4") ? 2 : 1);
	json_array_foreach (json_object_get(doc, "benchmarks"), i, b)
		ck_entry(b, 10000);
	json_decref(doc);
	cli_free(&c);
}
END_TEST

/* Others of this user and the start of the program add a few. */
START_TEST(the_kernel_counts_the_same_switches)
{
	struct cli c;
	double counted;

	steady_expect(
		&c,
		"exec perf stat -x, -e context-switches $HARNESS run sched/pipe -l 50000 -r 1 -w 0 $STEADY --no-control -f simple");
	counted = strtod(c.err, NULL);
	ck_assert_msg(fabs(counted - 100000) <= 2000, "perf: %s", c.err);
	cli_free(&c);
}
END_TEST

/* One reading of the clock for each slice, where it can be read. */
static void ck_clock(const json_t *run)
{
	const json_t *chains = json_object_get(run, "chains_ns"), *chain;
	size_t i;

	if (!clock_chain_known()) {
		ck_assert_ptr_null(chains);
		ck_assert(json_is_null(json_object_get(run, "clock_mhz")));
		return;
	}
	ck_assert_uint_eq(json_array_size(chains),
			  json_array_size(json_object_get(run, "slices_ns")));
	json_array_foreach (chains, i, chain)
		ck_assert_int_gt(json_integer_value(chain), 0);
	ck_assert_double_gt(number(run, "clock_mhz"), 1);
}

START_TEST(slices_make_up_the_run)
{
	struct cli c;
	json_t *doc, *b, *run, *slices, *slice;
	double sum = 0;
	size_t i;

	steady_expect(
		&c,
		"exec $HARNESS run sched/pipe -l 20000 -r 1 $STEADY --no-control --json %s",
		_i ? "-T" : "");
	doc = ck_json(c.out);
	b = result_benchmark(doc, 0);
	run = json_array_get(json_object_get(b, "runs"), 0);
	slices = json_object_get(run, "slices_ns");
	json_array_foreach (slices, i, slice) {
		ck_assert(json_is_integer(slice));
		ck_assert_int_gt(json_integer_value(slice), 0);
		sum += json_number_value(slice);
	}
	ck_assert_uint_eq(json_array_size(slices),
			  (size_t)(20000 / number(run, "slice_ops")));
	/* The chains are left out by their median. */
	ck_assert_double_le(sum, number(run, "elapsed_ns") +
					 100.0 * json_array_size(slices));
	ck_clock(run);
	/* All but the ops that do not fill a slice, and two gates. */
	ck_assert_double_gt(number(b, "warmup_ops"), 0);
	ck_assert_double_le(number(b, "warmup_ops"), 2000);
	json_decref(doc);
	cli_free(&c);
}
END_TEST

static void ck_control(const json_t *control)
{
	ck_assert_uint_eq(
		json_array_size(json_object_get(control, "log_ratios")), 10);
	ck_assert_double_gt(number(control, "ratio"), 1);
	ck_assert_double_le(number(control, "lo"), number(control, "ratio"));
	ck_assert_double_ge(number(control, "hi"), number(control, "ratio"));
	ck_assert_double_gt(number(control, "switches_per_op_a"), 1.9);
	ck_assert_double_lt(number(control, "switches_per_op_b"), 0.1);
}

START_TEST(the_control_has_a_value_for_each_pair_of_forks)
{
	struct cli c;
	json_t *doc, *control;

	steady_expect(
		&c,
		"exec $HARNESS run sched/pipe -t 300ms -r 1 $STEADY --json %s",
		_i ? "-T" : "");
	doc = ck_json(c.out);
	control = result_control(result_benchmark(doc, 0));
	if (control)
		ck_control(control);
	json_decref(doc);
	cli_free(&c);
}
END_TEST

START_TEST(one_op_in_one_run_has_no_spread)
{
	struct cli c;
	json_t *doc, *b, *time;

	steady_expect(&c,
		      "exec $HARNESS run sched/pipe -l 1 -r 1 $STEADY --json");
	doc = ck_json(c.out);
	b = result_benchmark(doc, 0);
	time = json_object_get(json_object_get(b, "summary"), "time");
	ck_assert_double_eq(number(time, "n"), 1);
	ck_assert(json_is_null(json_object_get(time, "stddev")));
	ck_assert(json_is_null(json_object_get(time, "sem")));
	ck_assert_uint_eq(json_array_size(json_object_get(b, "runs")), 1);
	json_decref(doc);
	cli_free(&c);
	steady_expect(&c, "exec $HARNESS run sched/pipe -l 1 -r 1 $STEADY");
	ck_assert_ptr_null(strstr(c.out, "nan"));
	ck_assert_ptr_null(strstr(c.out, "inf"));
	cli_free(&c);
}
END_TEST

/* What was asked for, and the exit status. */
static const struct {
	int status;
	const char *words;
} statuses[] = {
	{ 0, "fault/leaves" },
	{ 0, "fault/leaves demo/elsewhere" },
	{ 77, "demo/elsewhere --json" },
	{ 1, "bad/crashes" },
	{ 1, "bad/crashes bad/exits" },
	{ 1, "fault/leaves bad/crashes" },
	{ 1, "demo/elsewhere bad/crashes" },
	{ 1, "fault/leaves demo/elsewhere bad/crashes" },
	{ 2, "fault/leaves nosuch" },
	{ 2, "bad/crashes nosuch" },
	{ 1, "-o /nosuch/r.json fault/leaves" },
	{ 77, "-c 4000 fault/leaves" },
	{ 1, "fault/leaves >/dev/full" },
};

START_TEST(the_exit_status_says_whether_all_was_measured)
{
	struct cli c;

	cli_expect(&c, statuses[_i].status,
		   "exec $HARNESS run --plugins " GOOD " --plugins " BROKEN
		   " " FAULTS " -r 2 -l 500 %s",
		   statuses[_i].words);
	if (statuses[_i].status)
		ck_assert_str_ne(c.err, "");
	cli_free(&c);
}
END_TEST

static size_t count_of(const char *text, const char *words)
{
	size_t n = 0;

	for (; (text = strstr(text, words)); text++)
		n++;
	return n;
}

/* A suite takes its place among the words; what is named twice runs once. */
static const struct {
	const char *words, *first, *second;
} orders[] = {
	{ "self/null fault/leaves", "self/null", "fault/leaves" },
	{ "fault/leaves,self/null", "fault/leaves", "self/null" },
	{ "self/null fault/leaves self/null", "self/null", "fault/leaves" },
	{ "self/null 'fault/le*'", "self/null", "fault/leaves" },
};

START_TEST(benchmarks_run_and_print_in_the_order_given)
{
	char first[64], second[64];
	struct cli c;

	cli_expect(&c, 0,
		   "$HARNESS run -q -r 1 -l 10 --sort given " FAULTS " %s",
		   orders[_i].words);
	snprintf(first, sizeof(first), "\n%s ", orders[_i].first);
	snprintf(second, sizeof(second), "\n%s ", orders[_i].second);
	ck_assert_uint_eq(count_of(c.out, first), 1);
	ck_assert_uint_eq(count_of(c.out, second), 1);
	ck_assert(strstr(c.out, first) < strstr(c.out, second));
	cli_free(&c);
}
END_TEST

START_TEST(what_is_skipped_is_said_once)
{
	struct cli c;

	cli_expect(&c, 77,
		   "$HARNESS run --plugins " GOOD " demo/elsewhere -r 1 2>&1");
	ck_one_line(c.out);
	ck_has(c.out, "demo/elsewhere: skipped: ");
	cli_free(&c);
}
END_TEST

/* No escape sequence, no carriage return, nothing of the kind. */
static void ck_plain(const char *text)
{
	for (; *text; text++)
		ck_assert_msg(*text == '\n' || (unsigned char)*text >= ' ',
			      "control byte %d", *text);
}

static const char *const formats[] = { "", "-v", "-f perf", "-f csv",
				       "--json" };

/* Children must not write again what their parent had in its buffer. */
START_TEST(redirected_output_is_there_once)
{
	struct cli c;
	json_t *doc;

	cli_expect(
		&c, 0,
		"TERM=xterm $HARNESS run sched/pipe sched/messaging self/null -r 2 -l 400 --force %s | cat",
		formats[_i]);
	ck_plain(c.out);
	ck_plain(c.err);
	if (_i == 0) {
		ck_assert_uint_eq(count_of(c.out, "benchmark  "), 1);
		ck_assert_uint_eq(count_of(c.out, "\nself/null "), 1);
	} else if (_i < 3) {
		ck_assert_uint_eq(count_of(c.out, "# Running "), 3);
	} else if (_i == 3) {
		ck_assert_uint_eq(count_of(c.out, "benchmark,"), 1);
	} else {
		doc = ck_json(c.out);
		json_decref(doc);
	}
	cli_free(&c);
}
END_TEST

/* On a terminal of @columns: no part of it may wrap, or it stays. */
static void ck_progress(const char *text, size_t columns)
{
	size_t shown = 0, most = columns ? columns - 1 : 79;

	while ((text = strstr(text, "\r\033[K"))) {
		size_t len;

		text += strlen("\r\033[K");
		len = strcspn(text, "\r\n");
		if (text[len] != '\r' || text[len + 1] == '\n')
			continue;
		ck_assert_uint_le(len, most);
		shown++;
	}
	ck_assert_uint_gt(shown, 0);
}

/* Also when runs are added for invalid ones, as for fault/counts. */
static void ck_seconds_left(const char *text)
{
	while ((text = strstr(text, " s left"))) {
		const char *digits = text;

		while (digits[-1] >= '0' && digits[-1] <= '9')
			digits--;
		ck_assert_int_lt(text - digits, 4);
		text++;
	}
}

START_TEST(progress_fits_any_terminal)
{
	static const size_t columns[] = { 0, 1, 5, 12, 40, 300 };
	struct cli c;

	cli_expect(
		&c, 1,
		"TERM=xterm script -qec 'stty cols %zu; $HARNESS run fault/leaves fault/counts " FAULTS
		" -r 4 -l 500 -s batch -f simple' /dev/null",
		columns[_i]);
	ck_progress(c.out, columns[_i]);
	ck_seconds_left(c.out);
	cli_free(&c);
}
END_TEST

START_TEST(progress_is_left_out_where_it_cannot_be_shown)
{
	static const char *const variants[] = { "TERM=dumb", "env -u TERM",
						"TERM=xterm" };
	struct cli c;

	cli_expect(&c, 0,
		   "script -qec '%s $HARNESS run fault/leaves " FAULTS
		   " -r 2 -l 500 -f simple %s' /dev/null",
		   variants[_i], _i == 2 ? "--no-progress" : "");
	ck_assert_ptr_null(strchr(c.out, '\033'));
	ck_one_line(c.out);
	cli_free(&c);
}
END_TEST

/* Whether the shell command prints a number above nothing. */
static bool counts(const char *command)
{
	FILE *f = popen(command, "r");
	double value = 0;

	if (f && fscanf(f, "%lf", &value) != 1)
		value = 0;
	if (f)
		pclose(f);
	return value > 0;
}

static void add_what_needs_tools(TCase *tc)
{
	if (RUNS_ARE_VALID &&
	    counts("perf stat -x, -e context-switches sleep 0.01 2>&1"))
		tcase_add_test(tc, the_kernel_counts_the_same_switches);
	else
		puts("not tested: switches as perf stat counts them");
	if (counts("script -qec 'echo 1' /dev/null 2>/dev/null")) {
		tcase_add_loop_test(tc, progress_fits_any_terminal, 0, 6);
		tcase_add_loop_test(
			tc, progress_is_left_out_where_it_cannot_be_shown, 0,
			3);
	} else {
		puts("not tested: progress on a terminal (script(1) is not "
		     "there)");
	}
}

static void add_what_must_be_valid(TCase *tc)
{
	tcase_add_loop_test(tc, an_op_of_sched_pipe_is_two_switches, 0, 6);
	tcase_add_loop_test(tc, slices_make_up_the_run, 0, 2);
	tcase_add_loop_test(tc, the_control_has_a_value_for_each_pair_of_forks,
			    0, 2);
	tcase_add_test(tc, one_op_in_one_run_has_no_spread);
}

static Suite *run_suite(void)
{
	Suite *s = suite_create("run");
	TCase *tc = tcase_create("run");

	tcase_add_checked_fixture(tc, processes_mark, NULL);
	if (RUNS_ARE_VALID)
		add_what_must_be_valid(tc);
	tcase_add_loop_test(tc, benchmarks_run_and_print_in_the_order_given, 0,
			    (int)(sizeof(orders) / sizeof(*orders)));
	tcase_add_test(tc, what_is_skipped_is_said_once);
	tcase_add_loop_test(tc, the_exit_status_says_whether_all_was_measured,
			    0, COUNT(statuses));
	tcase_add_loop_test(tc, redirected_output_is_there_once, 0,
			    COUNT(formats));
	add_what_needs_tools(tc);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(run_suite);
