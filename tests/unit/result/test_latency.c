/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/result/test_latency.c - how loop times are distributed: kept, summarized,
 * written, read, printed.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "processes.h"
#include "report/report.h"
#include "result/read.h"
#include "result/latency.h"
#include "session/options.h"
#include "sessions.h"
#include "stats/histogram.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static struct histogram *histogram_new(void)
{
	struct histogram *h = calloc(1, sizeof(*h));

	ck_assert_ptr_nonnull(h);
	return h;
}

START_TEST(runs_are_added_up_bucket_by_bucket)
{
	struct histogram *h = histogram_new();
	struct buckets b = { 0 };

	histogram_add_many(h, 100, 3);
	histogram_add(h, 5000);
	ck_assert_int_eq(buckets_add(&b, h), 0);
	histogram_reset(h);
	histogram_add_many(h, 100, 2);
	histogram_add(h, 77);
	ck_assert_int_eq(buckets_add(&b, h), 0);
	ck_assert_uint_eq(b.nr, 3);
	ck_assert_uint_eq(b.v[0].lowest, 77);
	ck_assert_uint_eq(b.v[1].lowest, 100);
	ck_assert_uint_eq(b.v[1].count, 5);
	ck_assert_uint_eq(b.v[2].lowest,
			  histogram_lowest(histogram_index(5000)));
	ck_assert_uint_eq(b.max, 5000);
	ck_assert_uint_eq(buckets_total(&b), 7);
	buckets_expand(&b, h);
	ck_assert_uint_eq(h->total, 7);
	ck_assert_uint_eq(h->max, 5000);
	ck_assert_uint_eq(h->count[100], 5);
	buckets_free(&b);
	free(h);
}
END_TEST

static struct latency_stats stats_of(uint64_t value, uint64_t count,
				     uint64_t other, uint64_t others)
{
	struct histogram *h = histogram_new();
	struct buckets b = { 0 };
	struct latency_stats st;

	histogram_add_many(h, value, count);
	if (others)
		histogram_add_many(h, other, others);
	ck_assert_int_eq(buckets_add(&b, h), 0);
	latency_stats(&b, &st);
	buckets_free(&b);
	free(h);
	return st;
}

START_TEST(percentiles_are_values_of_loops)
{
	struct latency_stats st = stats_of(100, 9899, 240, 101);

	ck_assert_double_eq(st.quantile[LATENCY_P50], 100);
	ck_assert_double_eq(st.quantile[LATENCY_P90], 100);
	ck_assert_double_eq(st.quantile[LATENCY_P99], 240);
	ck_assert_double_eq(st.quantile[LATENCY_P999], 240);
	ck_assert_double_eq(st.long_share, 0);
}
END_TEST

START_TEST(few_loops_can_take_most_of_the_time)
{
	struct latency_stats st = stats_of(10, 9000, 255, 1000);

	ck_assert_double_eq(st.quantile[LATENCY_P50], 10);
	ck_assert_double_eq_tol(st.long_share, 255000. / 345000, 1e-12);
	/* Ten times the median is not longer than that. */
	st = stats_of(10, 9000, 100, 1000);
	ck_assert_double_eq(st.long_share, 0);
}
END_TEST

START_TEST(a_percentile_needs_ten_values_beyond_it)
{
	struct latency_stats st = stats_of(100, 9999, 0, 0);

	ck_assert(isnan(st.quantile[LATENCY_P999]));
	ck_assert(!isnan(st.quantile[LATENCY_P99]));
	st = stats_of(100, 999, 0, 0);
	ck_assert(isnan(st.quantile[LATENCY_P99]));
	ck_assert(!isnan(st.quantile[LATENCY_P90]));
	st = stats_of(100, 1, 0, 0);
	ck_assert(isnan(st.quantile[LATENCY_P90]));
	ck_assert_double_eq(st.quantile[LATENCY_P50], 100);
}
END_TEST

START_TEST(nothing_measured_is_no_number)
{
	const struct buckets none = { 0 };
	struct latency_stats st;

	latency_stats(&none, &st);
	for (int q = 0; q < LATENCY_QUANTILES; q++)
		ck_assert(isnan(st.quantile[q]));
	ck_assert(isnan(st.long_share));
}
END_TEST

/* 12000 loops of 2 ops, 2000 ns most of them. */
static struct session session_latency(void)
{
	struct session s = session_plain(2);
	struct entry *e = session_entry(&s, "sched/pipe", "round trip");
	struct histogram *h = histogram_new();
	struct latency *l = entry_latency(e);

	entry_run(e, 1000, 2100000);
	entry_run(e, 1000, 2110000);
	ck_assert_ptr_nonnull(l);
	histogram_add_many(h, 2000, 11900);
	histogram_add_many(h, 4000, 99);
	histogram_add(h, 1234567);
	ck_assert_int_eq(buckets_add(&l->buckets, h), 0);
	l->ops_per_loop = 2;
	l->nr_runs = 2;
	l->nr_invalid = 1;
	l->clock_ns = 27.25;
	free(h);
	return s;
}

START_TEST(a_distribution_is_read_as_it_was_written)
{
	char *text = document(session_latency()), *again;
	struct session s = decoded(text);
	const struct latency *l = s.entries[0].latency;

	ck_assert_ptr_nonnull(l);
	ck_assert_uint_eq(l->ops_per_loop, 2);
	ck_assert_uint_eq(l->nr_runs, 2);
	ck_assert_uint_eq(l->nr_invalid, 1);
	ck_assert_double_eq(l->clock_ns, 27.25);
	ck_assert_uint_eq(l->buckets.nr, 3);
	ck_assert_uint_eq(l->buckets.max, 1234567);
	ck_assert_uint_eq(buckets_total(&l->buckets), 12000);
	again = document(s);
	ck_assert_str_eq(again, text);
	free(again);
	free(text);
}
END_TEST

START_TEST(a_file_without_a_distribution_does_not_mention_it)
{
	char *text = document(session_pipe());

	ck_assert_ptr_null(strstr(text, "\"latency\""));
	free(text);
}
END_TEST

/* What the file says with @from replaced by @to. */
static char *altered(const char *from, const char *to)
{
	char *text = document(session_latency()), *changed;
	char *where = strstr(text, from);

	ck_assert_msg(where != NULL, "no %s in %s", from, text);
	ck_assert_int_gt(asprintf(&changed, "%.*s%s%s", (int)(where - text),
				  text, to, where + strlen(from)),
			 0);
	free(text);
	return changed;
}

#define AT "benchmarks[0].latency"

static const struct alteration {
	const char *from, *to, *why;
} alterations[] = {
	{ "\"latency\": {", "\"latency\": [], \"old\": {",
	  AT ": expected an object, found a list" },
	{ "\"unit\": \"ns\"", "\"unit\": \"us\"",
	  AT ".unit: times in 'us', expected 'ns'" },
	{ "[2000,11900]", "7",
	  AT ".buckets[0]: expected a list, found an integer" },
	{ "[2000,11900]", "[1984]", AT ".buckets[0]: not a pair of numbers" },
	{ "[2000,11900]", "[2000,-1]",
	  AT
	  ".buckets[0][1]: expected an integer from 0 to 18446744073709551615" },
	{ "[2000,11900]", "[1234568,1]", AT ".buckets[0]: above the maximum" },
	{ "[2000,11900]", "[2000,\"18446744073709551615\"]",
	  AT ".buckets[1]: more values than can be counted" },
	{ "\"max\": 1234567", "\"max\": 1",
	  AT ".buckets[0]: above the maximum" },
	{ "\"ops_per_loop\": 2", "\"ops_per_loop\": 0", AT ": loops of 0 ops" },
	{ "\"nr_runs\": 2", "\"nr_runs\": \"x\"",
	  AT ".nr_runs: expected an integer from 0 to 4294967295" },
};

START_TEST(refuses_a_distribution_that_makes_no_sense)
{
	const struct alteration *a = &alterations[_i];
	char *text = altered(a->from, a->to), why[256] = "";
	struct session s = { 0 };

	ck_assert_int_eq(result_read_text(text, strlen(text), RESULT_WHOLE, &s,
					  why, sizeof(why)),
			 -EINVAL);
	ck_assert_str_eq(why, a->why);
	free(text);
}
END_TEST

static char *printed(struct session s, int format)
{
	const struct report_opts opts = { 0 };
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(report_print(f, &s, format, &opts), 0);
	fclose(f);
	session_free(&s);
	return text;
}

START_TEST(a_report_says_what_percentiles_are_of)
{
	char *text = printed(session_latency(), FORMAT_TEXT);

	ck_has(text, "\n       2.003 us per loop of 2 ops    p50 (p90 2.003, "
		     "p99 2.003, p99.9 4.008, max 1234.567)\n");
	ck_has(text, "\n# percentiles of 12000 loops in 2 runs of their own "
		     "(1 invalid left out), each with a clock read (27.2 ns, "
		     "included)\n");
	ck_has(text, "\n# closed loop: percentiles are per loop, not per "
		     "time; 4.84 % of the time in loops longer than 10 times "
		     "the median\n");
	free(text);
	text = printed(session_latency(), FORMAT_PERF);
	ck_has(text, "\n# 2.003 us per loop of 2 ops    p50 (");
	free(text);
}
END_TEST

START_TEST(a_report_says_why_there_are_no_percentiles)
{
	struct session s = session_plain(1);
	struct entry *e = session_entry(&s, "sched/pipe", "round trip");
	char *text;

	entry_run(e, 1000, 2100000);
	set_text(&entry_latency(e)->reason, "run 1 failed: no luck");
	text = printed(s, FORMAT_TEXT);
	ck_has(text, "\n# percentiles: run 1 failed: no luck\n");
	ck_assert_ptr_null(strstr(text, "p50"));
	free(text);
}
END_TEST

static Suite *latency_suite(void)
{
	Suite *s = suite_create("latency");
	TCase *tc = tcase_create("latency");

	tcase_add_test(tc, runs_are_added_up_bucket_by_bucket);
	tcase_add_test(tc, percentiles_are_values_of_loops);
	tcase_add_test(tc, few_loops_can_take_most_of_the_time);
	tcase_add_test(tc, a_percentile_needs_ten_values_beyond_it);
	tcase_add_test(tc, nothing_measured_is_no_number);
	tcase_add_test(tc, a_distribution_is_read_as_it_was_written);
	tcase_add_test(tc, a_file_without_a_distribution_does_not_mention_it);
	tcase_add_loop_test(tc, refuses_a_distribution_that_makes_no_sense, 0,
			    COUNT(alterations));
	tcase_add_test(tc, a_report_says_what_percentiles_are_of);
	tcase_add_test(tc, a_report_says_why_there_are_no_percentiles);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(latency_suite);
