/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/result/test_counts.c - counters and counted runs in result files.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/decode.h"
#include "result/file.h"
#include "sessions.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

/* The counted session with @from replaced by @to where it stands first. */
static char *altered(const char *from, const char *to)
{
	char *text = document(session_counted()), *changed;
	char *where = strstr(text, from);

	ck_assert_msg(where != NULL, "no %s", from);
	ck_assert_int_gt(asprintf(&changed, "%.*s%s%s", (int)(where - text),
				  text, to, where + strlen(from)),
			 0);
	free(text);
	return changed;
}

START_TEST(counts_are_read_as_they_were_written)
{
	char *text = document(session_counted());
	struct session s = decoded(text);
	const struct entry *e = &s.entries[0];
	const struct count *none = &e->counted[1].counts[0];

	ck_assert_str_eq(e->scope, "pair");
	ck_assert_uint_eq(e->nr_counters, 8);
	ck_assert_str_eq(e->counters[1].name, "cycles:u");
	ck_assert_str_eq(e->counters[1].metric, "cycles");
	ck_assert_str_eq(e->counters[0].class, "time");
	ck_assert_str_eq(e->counters[4].status, "no_event");
	ck_assert_uint_eq(e->nr_counted, 4);
	ck_assert_uint_eq(e->counted[2].nr_counts, 8);
	ck_assert_int_eq(e->counted[2].counts[2].value, 8472000);
	ck_assert_ptr_null(e->counted[2].counts[2].status);
	ck_assert(none->value == NOT_MEASURED);
	ck_assert_str_eq(none->status, "multiplexed");
	ck_assert_int_eq(none->running_ns, 1100000);
	ck_assert(!e->counted[3].valid);
	ck_assert_uint_eq(s.entries[2].nr_counted, 0);
	session_free(&s);
	free(text);
}
END_TEST

START_TEST(a_file_without_counters_does_not_mention_them)
{
	char *text = document(session_pipe());

	ck_assert_ptr_null(strstr(text, "\"count"));
	ck_assert_ptr_null(strstr(text, "\"derived\""));
	free(text);
}
END_TEST

static const struct alteration {
	const char *from, *to, *why;
} alterations[] = {
	{ "\"counters\": {", "\"counters\": [], \"old\": {",
	  "benchmarks[0].counters: expected an object, found a list" },
	{ "\"scope\": \"pair\"", "\"scope\": 1",
	  "benchmarks[0].counters.scope: expected a string, found an integer" },
	{ "\"events\": [", "\"events\": [7,",
	  "benchmarks[0].counters.events[0]: expected an object, found an integer" },
	{ "{\"name\":\"cycles\",", "{",
	  "benchmarks[0].counters.events[0].name: is missing" },
	{ "\"class\":\"time\"", "\"class\":2",
	  "benchmarks[0].counters.events[0].class: expected a string, found an integer" },
	{ "\"counted\": [", "\"counted\": [null,",
	  "benchmarks[0].counted[0]: expected an object, found null" },
	{ "\"counts\":[", "\"counts\":[{},",
	  "benchmarks[0].counted[0]: 9 counts for 8 events" },
	{ "\"value\":7700000", "\"value\":-1",
	  "benchmarks[0].counted[0].counts[0].value: expected an integer from 0 to 9223372036854775807" },
	{ "\"value\":7700000", "\"value\":7.5",
	  "benchmarks[0].counted[0].counts[0].value: expected an integer, found a real number" },
	{ "\"value\":7700000", "\"value\":1,\"status\":\"no_pmu\"",
	  "benchmarks[0].counted[0].counts[0]: a value, and 'no_pmu' as why there is none" },
	{ "{\"value\":7700000", "[],{\"value\":7700000",
	  "benchmarks[0].counted[0]: 9 counts for 8 events" },
};

START_TEST(refuses_counts_that_fit_no_event)
{
	const struct alteration *a = &alterations[_i];
	char *text = altered(a->from, a->to);
	struct session s = { 0 };
	char why[256] = "";

	ck_assert_int_eq(result_decode(text, strlen(text), &s, why,
				       sizeof(why)),
			 -EINVAL);
	ck_assert_str_eq(why, a->why);
	free(text);
}
END_TEST

static const struct tolerated {
	const char *from, *to;
} tolerated[] = {
	{ "\"events\": [", "\"later\": 1, \"events\": [" },
	{ "\"enabled_ns\":2200000", "\"enabled_ns\":null" },
	{ "\"enabled_ns\":2200000,", "" },
	{ "\"metric\":\"cycles\",", "" },
	{ "\"pmu\":\"skx\"", "\"pmu\":null" },
	{ "\"class\":\"time\"", "\"class\":\"of a later version\"" },
	{ "\"scope\": \"pair\"", "\"scope\": null" },
};

START_TEST(reads_events_with_nothing_optional)
{
	char *text = altered(tolerated[_i].from, tolerated[_i].to);
	struct session s = decoded(text);
	char *again;

	ck_assert_uint_eq(s.entries[0].nr_counters, 8);
	ck_assert_int_eq(s.entries[0].counted[0].counts[0].value, 7700000);
	again = document(s);
	free(again);
	free(text);
}
END_TEST

START_TEST(refuses_more_events_than_anything_counts)
{
	static const char event[] = "{\"name\":\"x\"},";
	char *list = calloc(1024, sizeof(event)), *end = list, *to, *text;
	struct session s = { 0 };
	char why[256] = "";

	ck_assert_ptr_nonnull(list);
	for (int i = 0; i < 1024; i++)
		end = stpcpy(end, event);
	ck_assert_int_gt(asprintf(&to, "\"events\": [%s", list), 0);
	text = altered("\"events\": [", to);
	ck_assert_int_eq(result_decode(text, strlen(text), &s, why,
				       sizeof(why)),
			 -EINVAL);
	ck_assert_str_eq(why, "benchmarks[0].counters: more than 1024 events");
	free(text);
	free(to);
	free(list);
}
END_TEST

static Suite *result_counts_suite(void)
{
	Suite *s = suite_create("result_counts");
	TCase *t = tcase_create("files");

	tcase_add_test(t, counts_are_read_as_they_were_written);
	tcase_add_test(t, a_file_without_counters_does_not_mention_them);
	tcase_add_loop_test(t, refuses_counts_that_fit_no_event, 0,
			    COUNT(alterations));
	tcase_add_loop_test(t, reads_events_with_nothing_optional, 0,
			    COUNT(tolerated));
	tcase_add_test(t, refuses_more_events_than_anything_counts);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(result_counts_suite);
