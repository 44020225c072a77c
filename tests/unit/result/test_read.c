/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/result/test_read.c - documents that are refused, and those that are
 * not.
 */
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/decode.h"
#include "result/file.h"
#include "result/load.h"
#include "sessions.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

/* The pipe session with @from replaced by @to where it stands first. */
static char *altered(const char *from, const char *to)
{
	char *text = document(session_pipe()), *changed;
	char *where = strstr(text, from);

	ck_assert_msg(where != NULL, "no %s", from);
	ck_assert_int_gt(asprintf(&changed, "%.*s%s%s", (int)(where - text),
				  text, to, where + strlen(from)),
			 0);
	free(text);
	return changed;
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
	  "benchmarks[0].runs[0].slices_ns: expected an integer, found a real number" },
	{ "\"why\":[]", "\"why\":[{\"id\":\"E-X\"}]", -EINVAL,
	  "benchmarks[0].runs[0].why[0].text: is missing" },
	{ "\"why\":[]", "\"why\":[[]]", -EINVAL,
	  "benchmarks[0].runs[0].why[0]: expected an object, found a list" },
	{ "\"errors\": []", "\"errors\": [1]", -EINVAL,
	  "benchmarks[0].errors[0]: expected a string, found an integer" },
	{ "\"benchmarks\"", "\"benches\"", -EINVAL, "'benchmarks' is missing" },
	{ "\"benchmarks\": [", "\"benchmarks\": [7,", -EINVAL,
	  "benchmarks[0]: expected an object, found an integer" },
	{ "\"id\"", "\"complete\": true, \"id\"", -EINVAL,
	  "not JSON: line 6, column 12: duplicate object key near '\"complete\"'" },
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
	char *text = altered(a->from, a->to);
	struct session s;
	struct session before;
	char why[256] = "";

	memset(&s, 0x5a, sizeof(s));
	before = s;
	ck_assert_int_eq(result_decode(text, strlen(text), &s, why,
				       sizeof(why)),
			 a->err);
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
	char *text = altered(c->from, c->to);
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

	ck_assert_int_eq(result_decode(rubbish[_i], strlen(rubbish[_i]), &s,
				       why, sizeof(why)),
			 -EINVAL);
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
	ck_assert_int_eq(result_decode(text, len, &s, why, sizeof(why)),
			 -EINVAL);
	free(text);
}
END_TEST

static const struct flood {
	char c;
	size_t nr;
} floods[] = { { ',', 33554433 }, { '[', 8388609 }, { '{', 4194305 } };

START_TEST(refuses_more_values_than_memory_bears)
{
	size_t len = floods[_i].nr;
	char *text = malloc(len);
	struct session s = { 0 };
	char why[128];

	ck_assert_ptr_nonnull(text);
	memset(text, floods[_i].c, len);
	ck_assert_int_eq(result_decode(text, len, &s, why, sizeof(why)),
			 -EINVAL);
	ck_assert_str_eq(why, "more than 33554432 values");
	ck_assert_int_eq(result_decode(text, len - 1, &s, why, sizeof(why)),
			 -EINVAL);
	ck_assert_ptr_eq(strstr(why, "not JSON: "), why);
	free(text);
}
END_TEST

START_TEST(a_message_fits_any_room)
{
	char *text = altered("\"seed\": 42", "\"seed\": -1");
	struct session s = { 0 };
	char why[8] = "xxxxxxx";

	for (size_t room = 1; room < sizeof(why); room++) {
		ck_assert_int_eq(result_decode(text, strlen(text), &s, why,
					       room),
				 -EINVAL);
		ck_assert_uint_lt(strlen(why), room);
	}
	ck_assert_int_eq(result_decode(text, strlen(text), &s, NULL, 0),
			 -EINVAL);
	free(text);
}
END_TEST

START_TEST(a_message_does_nothing_to_a_terminal)
{
	char *text = altered("\"state\":\"warn\"",
			     "\"state\":\"\\u001b[2J\\n\\u009b\"");
	struct session s = { 0 };
	char why[128];

	ck_assert_int_eq(result_decode(text, strlen(text), &s, why,
				       sizeof(why)),
			 -EINVAL);
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
		if (result_read(path, &s, why, sizeof(why))) {
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
	tcase_add_loop_test(t, refuses_more_values_than_memory_bears, 0,
			    COUNT(floods));
	tcase_add_test(t, a_message_fits_any_room);
	tcase_add_test(t, a_message_does_nothing_to_a_terminal);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(result_read_suite);
