/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/result/test_read.c - documents that are refused, those that are not,
 * and what is read of them.
 */
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"
#include "result/encode.h"
#include "result/read.h"
#include "sessions.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

/* The document of @s, which is freed, with @from replaced where it is first. */
static char *altered(struct session s, const char *from, const char *to)
{
	char *text = document(s), *changed;
	char *where = strstr(text, from);

	ck_assert_msg(where != NULL, "no %s", from);
	ck_assert_int_gt(asprintf(&changed, "%.*s%s%s", (int)(where - text),
				  text, to, where + strlen(from)),
			 0);
	free(text);
	return changed;
}

/* Reads the whole of it. */
static int read_text(const char *text, struct session *s, char *why,
		     size_t why_len)
{
	return result_read_text(text, strlen(text), RESULT_WHOLE, s, why,
				why_len);
}

static void ck_refused(char *text, const char *expected)
{
	struct session s = { 0 };
	char why[256] = "";

	ck_assert_int_eq(read_text(text, &s, why, sizeof(why)), -EINVAL);
	ck_assert_str_eq(why, expected);
	free(text);
}

static const struct alteration {
	const char *from, *to;
	int err;
	const char *why;
} alterations[] = {
	{ "\"harness.result\"", "\"other\"", -EINVAL,
	  "not a result file: 'schema' is not 'harness.result'" },
	{ "\"1.0\"", "\"2.3\"", -EPROTO,
	  "schema version 2.3, but this harness reads 1.x" },
	{ "\"1.0\"", "\"1\"", -EINVAL, "'schema_version' is not MAJOR.MINOR" },
	{ "\"1.0\"", "\"1.0x\"", -EINVAL,
	  "'schema_version' is not MAJOR.MINOR" },
	{ "\"1.0\"", "1.0", -EINVAL, "'schema_version' is not MAJOR.MINOR" },
	{ "\"complete\": true", "\"complete\": 1", -EINVAL,
	  "complete: expected true or false, found an integer" },
	{ "\"complete\": true", "\"compleat\": true", -EINVAL,
	  "complete: is missing" },
	{ "\"seed\": 42", "\"seed\": -1", -EINVAL,
	  "command.seed: expected an integer from 0 to 18446744073709551615" },
	{ "\"seed\": 42", "\"seed\": \"42\"", -EINVAL,
	  "command.seed: expected an integer from 0 to 18446744073709551615" },
	{ "\"seed\": 42", "\"seed\": \"99999999999999999999\"", -EINVAL,
	  "command.seed: expected an integer from 0 to 18446744073709551615" },
	{ "\"seed\": 42", "\"seed\": 42.0", -EINVAL,
	  "command.seed: expected an integer, found a real number" },
	{ "\"repeat\": 10", "\"repeat\": 4294967296", -EINVAL,
	  "command.repeat: expected an integer from 0 to 4294967295" },
	{ "[\"run\"", "[null", -EINVAL,
	  "command.argv[0]: expected a string, found null" },
	{ "\"state\":\"warn\"", "\"state\":\"hot\"", -EINVAL,
	  "env.checks[0].state: 'hot' is no word that belongs here" },
	{ "\"state\":\"warn\"", "\"state\":1", -EINVAL,
	  "env.checks[0].state: expected a word, found an integer" },
	{ "\"name\": \"sched/pipe\"", "\"name\": [1]", -EINVAL,
	  "benchmarks[0].name: expected a string, found a list" },
	{ "{\"msg\":\"4\"}", "{\"msg\":4}", -EINVAL,
	  "benchmarks[0].params.msg: expected a string, found an integer" },
	{ "{\"msg\":\"4\"}", "[]", -EINVAL,
	  "benchmarks[0].params: expected an object, found a list" },
	{ "\"cpus\":[1,1]", "\"cpus\":[1]", -EINVAL,
	  "benchmarks[0].placement: 1 CPUs for 1 groups of 2 tasks" },
	{ "\"cpus\":[1,1]", "\"cpus\":[1,-1]", -EINVAL,
	  "benchmarks[0].placement.cpus[1]: expected an integer from 0 to 1048576" },
	{ "\"groups\":1", "\"groups\":null", -EINVAL,
	  "benchmarks[0].placement.groups: is missing" },
	{ "\"expected_min\":2.0", "\"expected_min\":\"2\"", -EINVAL,
	  "benchmarks[0].switches_per_op.expected_min: expected a number, found a string" },
	{ "\"unit\":\"ns/op\"", "\"unit\":\"us/op\"", -EINVAL,
	  "benchmarks[0]: time in 'us/op', expected 'ns/op'" },
	{ "\"log_ratios\":[0.875", "\"log_ratios\":[{}", -EINVAL,
	  "benchmarks[0].contrasts[0].log_ratios[0]: expected a number, found an object" },
	{ "\"ops\":47000", "\"ops\":0", -EINVAL,
	  "benchmarks[0].runs[0]: a valid run of 0 ops" },
	{ "\"slices_ns\":[", "\"slices_ns\":[1.5,", -EINVAL,
	  "benchmarks[0].runs[0].slices_ns[0]: expected an integer, found a real number" },
	{ "\"why\":[]", "\"why\":[{\"id\":\"E-X\"}]", -EINVAL,
	  "benchmarks[0].runs[0].why[0].text: is missing" },
	{ "\"why\":[]", "\"why\":[[]]", -EINVAL,
	  "benchmarks[0].runs[0].why[0]: expected an object, found a list" },
	{ "\"errors\": []", "\"errors\": [1]", -EINVAL,
	  "benchmarks[0].errors[0]: expected a string, found an integer" },
	{ "\"benchmarks\"", "\"benches\"", -EINVAL, "benchmarks: is missing" },
	{ "\"benchmarks\": [", "\"benchmarks\": [7,", -EINVAL,
	  "benchmarks[0]: expected an object, found an integer" },
	{ "\"id\"", "\"complete\": true, \"id\"", -EINVAL,
	  "complete: is there twice" },
	{ "\"ops\":47000", "\"ops\":47000,\"ops\":47000", -EINVAL,
	  "benchmarks[0].runs[0].ops: is there twice" },
	{ "\"ops\":47000", "\"o\\u0070s\":1,\"ops\":47000", -EINVAL,
	  "benchmarks[0].runs[0].ops: is there twice" },
	{ "\"0.1.0\"", "\"0.1\\u0000\"", -EINVAL, NULL },
	{ "\"p\":", "\"p\":NaN,\"q\":", -EINVAL, NULL },
	{ "\"p\":", "\"p\":1e999,\"q\":", -EINVAL, NULL },
	{ "\"ops\":47000", "\"ops\":99999999999999999999", -EINVAL, NULL },
	{ "\n}\n", "\n} x", -EINVAL, NULL },
	{ "\n}\n", "", -EINVAL, NULL },
	{ "\"0.1.0\"", "\"\xff\"", -EINVAL, NULL },
};

START_TEST(refuses_with_one_line_that_says_where)
{
	const struct alteration *a = &alterations[_i];
	char *text = altered(session_pipe(), a->from, a->to);
	struct session s;
	struct session before;
	char why[256] = "";

	memset(&s, 0x5a, sizeof(s));
	before = s;
	ck_assert_int_eq(read_text(text, &s, why, sizeof(why)), a->err);
	ck_assert(!memcmp(&s, &before, sizeof(s)));
	if (a->why)
		ck_assert_str_eq(why, a->why);
	ck_assert_int_gt(strlen(why), 0);
	ck_assert_ptr_null(strchr(why, '\n'));
	free(text);
}
END_TEST

static const struct tolerated {
	const char *from, *to;
} tolerated[] = {
	{ "\"1.0\"", "\"1.7\"" },
	{ "\"id\":", "\"new\": {\"a\": [1]}, \"id\":" },
	{ "\"ops\":47000", "\"ops\":47000,\"later\":null" },
	{ "\"id\": \"00112233445566778899aabbccddeeff\"", "\"id\": null" },
	{ "\"machine_id\":", "\"caches\": [1, 2], \"machine_id\":" },
	{ "\"summary\": {", "\"summary\": 3, \"gone\": {" },
	{ "\"key\": \"", "\"key\": \"wrong " },
};

START_TEST(ignores_what_later_versions_add)
{
	const struct tolerated *c = &tolerated[_i];
	char *text = altered(session_pipe(), c->from, c->to);
	struct session s = decoded(text);

	ck_assert_uint_eq(s.nr_entries, 1);
	ck_assert_uint_eq(s.entries[0].nr_runs, 10);
	ck_assert_uint_eq(s.nr_facts, 5);
	session_free(&s);
	free(text);
}
END_TEST

/* The least that a document must have. */
START_TEST(reads_a_document_with_nothing_optional)
{
	static const char text[] =
		"{\"schema\":\"harness.result\",\"schema_version\":\"1.0\","
		"\"complete\":true,\"benchmarks\":[{\"name\":\"a/b\","
		"\"placement\":{\"groups\":1,\"tasks\":2},"
		"\"regime\":\"mixed\",\"status\":\"done\","
		"\"runs\":[{\"valid\":true,\"ops\":1,\"elapsed_ns\":2}]}]}";
	struct session s = decoded(text);
	struct entry *e = &s.entries[0];

	ck_assert_ptr_null(s.id);
	ck_assert_ptr_null(e->op);
	ck_assert_ptr_null(e->cpus);
	ck_assert_double_eq(e->expect_max, 1e9);
	ck_assert(e->runs[0].figures.nvcsw == NOT_MEASURED);
	ck_assert_double_nan(e->runs[0].records_ns);
	session_free(&s);
}
END_TEST

static const char *const rubbish[] = {
	"", " ", "[]", "null", "7", "\"x\"", "{}", "{", "\x00", "not JSON",
};

START_TEST(refuses_what_is_no_document)
{
	struct session s = { 0 };
	char why[64] = "";

	ck_assert_int_eq(read_text(rubbish[_i], &s, why, sizeof(why)), -EINVAL);
	ck_assert_int_gt(strlen(why), 0);
}
END_TEST

START_TEST(refuses_depth_without_end)
{
	size_t len = 1000000;
	char *text = malloc(len);
	struct session s = { 0 };
	char why[128];

	ck_assert_ptr_nonnull(text);
	memset(text, '[', len);
	ck_assert_int_eq(result_read_text(text, len, RESULT_WHOLE, &s, why,
					  sizeof(why)),
			 -EINVAL);
	free(text);
}
END_TEST

START_TEST(a_message_fits_any_room)
{
	char *text = altered(session_pipe(), "\"seed\": 42", "\"seed\": -1");
	struct session s = { 0 };
	char why[8] = "xxxxxxx";

	for (size_t room = 1; room < sizeof(why); room++) {
		ck_assert_int_eq(read_text(text, &s, why, room), -EINVAL);
		ck_assert_uint_lt(strlen(why), room);
	}
	ck_assert_int_eq(read_text(text, &s, NULL, 0), -EINVAL);
	free(text);
}
END_TEST

START_TEST(a_message_does_nothing_to_a_terminal)
{
	char *text = altered(session_pipe(), "\"state\":\"warn\"",
			     "\"state\":\"\\u001b[2J\\n\\u009b\"");
	struct session s = { 0 };
	char why[128];

	ck_assert_int_eq(read_text(text, &s, why, sizeof(why)), -EINVAL);
	ck_assert_ptr_nonnull(strstr(why, "'?[2J?"));
	for (const char *p = why; *p; p++)
		ck_assert(*p >= ' ' && *p < 0x7f);
	free(text);
}
END_TEST

#define CORPUS TEST_SOURCE_DIR "/tests/fuzz/corpus/result"

/* What fuzzing found worth keeping: refused, or read and written alike. */
START_TEST(bears_what_fuzzing_found)
{
	DIR *d = opendir(CORPUS);
	struct dirent *file;
	int nr = 0;

	ck_assert_ptr_nonnull(d);
	while ((file = readdir(d))) {
		struct session s = { 0 };
		char path[512], why[256] = "", *first, *second;

		if (file->d_name[0] == '.')
			continue;
		nr++;
		snprintf(path, sizeof(path), CORPUS "/%s", file->d_name);
		if (result_read(path, RESULT_WHOLE, &s, why, sizeof(why))) {
			ck_assert_int_gt(strlen(why), 0);
			continue;
		}
		first = document(s);
		second = document(decoded(first));
		ck_assert_str_eq(first, second);
		free(first);
		free(second);
	}
	closedir(d);
	ck_assert_int_gt(nr, 10);
}
END_TEST

/*
 * Counters and counted runs.
 */

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

static const struct counted_alteration {
	const char *from, *to, *why;
} counted_alterations[] = {
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
	  "benchmarks[0].counted[0].counts[0]: expected an object, found a list" },
};

START_TEST(refuses_counts_that_fit_no_event)
{
	const struct counted_alteration *a = &counted_alterations[_i];

	ck_refused(altered(session_counted(), a->from, a->to), a->why);
}
END_TEST

static const struct counted_tolerated {
	const char *from, *to;
} counted_tolerated[] = {
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
	char *text = altered(session_counted(), counted_tolerated[_i].from,
			     counted_tolerated[_i].to);
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
	char *list = calloc(1024, sizeof(event)), *end = list, *to;

	ck_assert_ptr_nonnull(list);
	for (int i = 0; i < 1024; i++)
		end = stpcpy(end, event);
	ck_assert_int_gt(asprintf(&to, "\"events\": [%s", list), 0);
	ck_refused(altered(session_counted(), "\"events\": [", to),
		   "benchmarks[0].counters: more than 1024 events");
	free(to);
	free(list);
}
END_TEST

/*
 * Orders, parts and mistakes.
 */

static json_t *turned(const json_t *v);

/* The members in the other order, those of all values in it too. */
static json_t *turned_object(const json_t *v)
{
	json_t *out = json_object(), *value;
	const char *keys[128], *key;
	size_t nr = 0;

	json_object_foreach ((json_t *)v, key, value)
		keys[nr++] = key;
	while (nr--)
		json_object_set_new(out, keys[nr],
				    turned(json_object_get(v, keys[nr])));
	return out;
}

static json_t *turned(const json_t *v)
{
	json_t *out, *value;
	size_t i;

	if (json_is_object(v))
		return turned_object(v);
	if (!json_is_array(v))
		return json_deep_copy(v);
	out = json_array();
	json_array_foreach (v, i, value)
		json_array_append_new(out, turned(value));
	return out;
}

static struct session (*const sessions[])(void) = {
	session_pipe,
	session_mixed,
	session_counted,
};

/* But for parameters and facts, whose order is kept. */
START_TEST(reads_members_in_any_order)
{
	char *text = document(sessions[_i]()), *other, *again;
	json_t *root = json_loads(text, 0, NULL), *back = turned(root);
	struct session s, whole;

	other = json_dumps(back, JSON_COMPACT | JSON_REAL_PRECISION(17));
	s = decoded(other);
	whole = decoded(text);
	for (size_t i = 0; i < s.nr_entries; i++) {
		struct entry *a = &s.entries[i], *b = &whole.entries[i];
		struct param *params = a->params;
		size_t nr = a->nr_params;

		ck_assert_uint_eq(nr, b->nr_params);
		for (size_t k = 0; k < nr; k++)
			ck_assert_str_eq(params[k].name,
					 b->params[nr - 1 - k].name);
		a->params = b->params;
		b->params = params;
	}
	for (size_t k = 0; k < s.nr_facts; k++)
		ck_assert_str_eq(s.facts[k].name,
				 whole.facts[s.nr_facts - 1 - k].name);
	ck_assert_uint_eq(s.nr_facts, whole.nr_facts);
	{
		struct fact *facts = s.facts;

		s.facts = whole.facts;
		whole.facts = facts;
	}
	session_free(&whole);
	again = document(s);
	ck_assert_str_eq(text, again);
	json_decref(root);
	json_decref(back);
	free(text);
	free(other);
	free(again);
}
END_TEST

START_TEST(what_is_not_wanted_changes_nothing_else)
{
	char *text = document(sessions[_i]());
	const char *wrong = judge_parts(text, strlen(text));

	ck_assert_msg(!wrong, "%s", wrong);
	free(text);
}
END_TEST

/* Wrong where it is looked at, and passed over where it is not. */
START_TEST(what_is_not_wanted_must_only_be_json)
{
	char *text = altered(session_pipe(), "\"why\":[]", "\"why\":[1]");
	struct session s = { 0 };
	char why[256] = "";

	ck_assert_int_eq(result_read_text(text, strlen(text),
					  RESULT_RUN_DETAILS, &s, why,
					  sizeof(why)),
			 -EINVAL);
	ck_assert_int_eq(result_read_text(text, strlen(text),
					  RESULT_WHOLE & ~RESULT_RUN_DETAILS,
					  &s, why, sizeof(why)),
			 0);
	ck_assert_uint_eq(s.entries[0].nr_runs, 10);
	ck_assert_uint_eq(s.entries[0].runs[0].nr_slices, 0);
	ck_assert_uint_eq(s.entries[0].nr_paired, 1);
	session_free(&s);
	free(text);
	text = altered(session_pipe(), "\"why\":[]", "\"why\":[x]");
	ck_assert_int_eq(result_read_text(text, strlen(text), 0, &s, why,
					  sizeof(why)),
			 -EINVAL);
	free(text);
}
END_TEST

/* Each byte, one after another, becomes another that means something in JSON. */
START_TEST(a_changed_byte_is_refused_where_jansson_refuses_it)
{
	static const char bytes[] = "{}[],:\"\\0-.etn \x01\x80";
	char *text = document(_i % 2 ? session_mixed() : session_counted());
	size_t len = strlen(text);

	for (size_t at = (size_t)_i; at < len; at += 41) {
		struct session s = { 0 };
		char old = text[at], why[256] = "";
		int err;

		text[at] = bytes[at % (sizeof(bytes) - 1)];
		err = read_text(text, &s, why, sizeof(why));
		ck_assert_msg(err || judge_is_json(text, len), "byte %zu", at);
		ck_assert_msg(strncmp(why, "not JSON", 8) ||
				      !judge_is_json(text, len),
			      "byte %zu: %s", at, why);
		ck_assert_ptr_null(judge_parts(text, len));
		session_free(&s);
		text[at] = old;
	}
	free(text);
}
END_TEST

START_TEST(a_truncated_document_is_not_json)
{
	char *text = document(session_pipe());
	size_t len = strlen(text) - 2;

	for (size_t i = 1; i < len; i += i % 2 ? 7 : 8) {
		struct session s = { 0 };
		char why[256] = "";

		ck_assert_int_eq(result_read_text(text, i, RESULT_WHOLE, &s,
						  why, sizeof(why)),
				 -EINVAL);
		ck_assert_ptr_eq(strstr(why, "not JSON: "), why);
	}
	free(text);
}
END_TEST

static Suite *result_read_suite(void)
{
	Suite *s = suite_create("result_read");
	TCase *t = tcase_create("read");

	tcase_add_loop_test(t, refuses_with_one_line_that_says_where, 0,
			    COUNT(alterations));
	tcase_add_loop_test(t, ignores_what_later_versions_add, 0,
			    COUNT(tolerated));
	tcase_add_loop_test(t, refuses_what_is_no_document, 0, COUNT(rubbish));
	tcase_add_test(t, reads_a_document_with_nothing_optional);
	tcase_add_test(t, bears_what_fuzzing_found);
	tcase_add_test(t, refuses_depth_without_end);
	tcase_add_test(t, a_message_fits_any_room);
	tcase_add_test(t, a_message_does_nothing_to_a_terminal);
	tcase_add_test(t, counts_are_read_as_they_were_written);
	tcase_add_test(t, a_file_without_counters_does_not_mention_them);
	tcase_add_loop_test(t, refuses_counts_that_fit_no_event, 0,
			    COUNT(counted_alterations));
	tcase_add_loop_test(t, reads_events_with_nothing_optional, 0,
			    COUNT(counted_tolerated));
	tcase_add_test(t, refuses_more_events_than_anything_counts);
	tcase_add_loop_test(t, reads_members_in_any_order, 0, COUNT(sessions));
	tcase_add_loop_test(t, what_is_not_wanted_changes_nothing_else, 0,
			    COUNT(sessions));
	tcase_add_test(t, what_is_not_wanted_must_only_be_json);
	tcase_add_loop_test(
		t, a_changed_byte_is_refused_where_jansson_refuses_it, 0, 4);
	tcase_add_test(t, a_truncated_document_is_not_json);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(result_read_suite);
