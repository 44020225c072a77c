/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/result/test_result.c - sessions as documents.
 */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sessions.h"
#include "sweeps.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static json_t *strict(const char *text)
{
	json_error_t e;
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &e);

	ck_assert_msg(root != NULL, "line %d: %s", e.line, e.text);
	return root;
}

typedef struct session make_session(void);

static make_session *const sessions[] = { session_pipe, session_mixed,
					  session_counted, session_sweeps };

START_TEST(what_was_read_is_written_again_alike)
{
	char *first = document(sessions[_i]());
	char *second = document(decoded(first));

	ck_assert_str_eq(first, second);
	free(first);
	free(second);
}
END_TEST

START_TEST(documents_are_strict_json_in_ascii)
{
	char *text = document(sessions[_i]());

	json_decref(strict(text));
	ck_assert_ptr_null(strstr(text, "NaN"));
	ck_assert_ptr_null(strstr(text, "nan"));
	ck_assert_ptr_null(strstr(text, "inf"));
	ck_assert_ptr_null(strstr(text, "Inf"));
	for (const char *p = text; *p; p++)
		ck_assert((*p >= ' ' && *p < 0x7f) || *p == '\n');
	ck_assert_int_eq(text[strlen(text) - 1], '\n');
	free(text);
}
END_TEST

START_TEST(what_one_task_does_not_know_the_sum_does_not_know)
{
	struct run_figures sum = { 0 }, one = { .cpu_ns = 7, .nvcsw = 2 };

	run_figures_add(&sum, &one);
	run_figures_add(&sum, &one);
	ck_assert_int_eq(sum.cpu_ns, 14);
	ck_assert_double_eq(run_figures_switches(&sum), 4);
	one.nivcsw = NOT_MEASURED;
	run_figures_add(&sum, &one);
	one.nivcsw = 1;
	run_figures_add(&sum, &one);
	ck_assert_int_eq(sum.cpu_ns, 28);
	ck_assert(sum.nivcsw == NOT_MEASURED);
	ck_assert_double_nan(run_figures_switches(&sum));
}
END_TEST

START_TEST(growth_needs_both_readings)
{
	struct run_figures begin = { .cpu_ns = 5, .nvcsw = NOT_MEASURED };
	struct run_figures end = { .cpu_ns = 12, .migrations = NOT_MEASURED };

	run_figures_subtract(&end, &begin);
	ck_assert_int_eq(end.cpu_ns, 7);
	ck_assert(end.nvcsw == NOT_MEASURED);
	ck_assert(end.migrations == NOT_MEASURED);
	run_figures_none(&begin);
	run_figures_subtract(&end, &begin);
	ck_assert(end.cpu_ns == NOT_MEASURED);
}
END_TEST

/* Member of member ... of a document: "benchmarks", 0, "runs", ... */
static const json_t *at(const json_t *v, const char *path)
{
	char *copy = strdup(path), *rest = copy, *word;

	while ((word = strsep(&rest, "."))) {
		if (json_is_array(v))
			v = json_array_get(v, strtoul(word, NULL, 10));
		else
			v = json_object_get(v, word);
		ck_assert_msg(v != NULL, "no %s in %s", word, path);
	}
	free(copy);
	return v;
}

START_TEST(numbers_keep_their_kind_and_all_digits)
{
	struct session s = session_pipe();
	struct entry *e = &s.entries[0];
	struct session back;
	json_t *root;
	char *text;

	s.seed = UINT64_MAX;
	e->runs[0].elapsed_ns = 9007199254740993;
	e->runs[0].ops = INT64_MAX;
	e->paired[0].ratio = 0.1 + 0.2;
	text = document(s);
	root = strict(text);
	ck_assert_str_eq(json_string_value(at(root, "command.seed")),
			 "18446744073709551615");
	ck_assert_int_eq(
		json_integer_value(at(root, "benchmarks.0.runs.0.elapsed_ns")),
		9007199254740993);
	ck_assert(json_is_integer(at(root, "benchmarks.0.runs.0.ops")));
	back = decoded(text);
	ck_assert(back.seed == UINT64_MAX);
	ck_assert(back.entries[0].paired[0].ratio == 0.1 + 0.2);
	ck_assert(back.entries[0].runs[0].ops == INT64_MAX);
	session_free(&back);
	json_decref(root);
	free(text);
}
END_TEST

START_TEST(what_was_not_measured_is_null)
{
	struct session s = session_plain(1), back;
	struct entry *e = session_entry(&s, "a/b", "op");
	struct sample *r = entry_add_run(e);
	json_t *root;
	char *text;

	r->valid = true;
	r->ops = 1;
	r->figures.nvcsw = 2;
	text = document(s);
	root = strict(text);
	ck_assert(json_is_null(at(root, "benchmarks.0.runs.0.cpu_ns")));
	ck_assert(json_is_null(at(root, "benchmarks.0.runs.0.steal_ns")));
	ck_assert(json_is_null(at(root, "benchmarks.0.runs.0.records_ns")));
	ck_assert(json_is_null(at(root, "benchmarks.0.summary.time.stddev")));
	ck_assert(json_is_null(at(root, "benchmarks.0.summary.quiet_ns")));
	ck_assert(
		json_is_string(at(root, "benchmarks.0.summary.quiet_reason")));
	ck_assert(json_is_null(at(root, "benchmarks.0.reason")));
	back = decoded(text);
	ck_assert(back.entries[0].runs[0].figures.cpu_ns == NOT_MEASURED);
	ck_assert_double_nan(back.entries[0].runs[0].records_ns);
	session_free(&back);
	json_decref(root);
	free(text);
}
END_TEST

/* As of imported samples, of which there may be a million. */
START_TEST(a_run_of_which_only_the_time_is_known_is_short)
{
	struct session s = session_plain(1), back;
	struct sample *r = entry_add_run(session_entry(&s, "a/b", "op"));
	char *text;

	r->valid = true;
	r->ops = 1;
	r->elapsed_ns = 70;
	text = document(s);
	ck_assert_ptr_nonnull(strstr(text, "\"elapsed_ns\":70}"));
	back = decoded(text);
	ck_assert(back.entries[0].runs[0].figures.cpu_ns == NOT_MEASURED);
	ck_assert_uint_eq(back.entries[0].runs[0].elapsed_ns, 70);
	session_free(&back);
	free(text);
}
END_TEST

START_TEST(what_nobody_promised_is_null)
{
	char *text = document(session_mixed());
	json_t *root = strict(text);
	const json_t *groups = at(root, "benchmarks.2.switches_per_op");
	const json_t *pipe = at(root, "benchmarks.0.switches_per_op");

	ck_assert(json_is_null(at(groups, "expected_min")));
	ck_assert(json_is_null(at(groups, "expected_max")));
	ck_assert_double_eq(json_number_value(at(pipe, "expected_max")), 2);
	json_decref(root);
	free(text);
}
END_TEST

START_TEST(bytes_that_are_no_text_do_not_spoil_a_document)
{
	struct session s = session_plain(1);
	json_t *root;
	char *text;

	set_text(&s.cflags, "a\xff\xc3\xa9\xed\xa0\x80z\xe2\x82");
	text = document(s);
	root = strict(text);
	ck_assert_str_eq(json_string_value(at(root, "tool.cflags")),
			 "a\xef\xbf\xbd\xc3\xa9\xef\xbf\xbd\xef\xbf\xbd"
			 "\xef\xbf\xbdz\xef\xbf\xbd\xef\xbf\xbd");
	json_decref(root);
	free(text);
}
END_TEST

START_TEST(lists_grow_one_by_one)
{
	struct session s = session_plain(1);
	struct entry *e = session_entry(&s, "a/b", "op");

	for (int i = 0; i < 100; i++) {
		entry_run(e, i + 1, 1);
		ck_assert_int_eq(entry_add_error(e, "e"), 0);
		ck_assert_int_eq(findings_add(&e->notes, "W-X", "%d", i), 0);
	}
	for (int i = 0; i < 100; i++) {
		char number[16];

		snprintf(number, sizeof(number), "%d", i);
		ck_assert_uint_eq(e->runs[i].ops, i + 1);
		ck_assert_str_eq(e->notes.v[i].text, number);
	}
	session_free(&s);
	ck_assert_uint_eq(s.nr_entries, 0);
	session_free(&s);
}
END_TEST

START_TEST(finds_facts_and_paired_by_name)
{
	struct session s = session_pipe();

	ck_assert_str_eq(session_fact(&s, "kernel"), "6.1.0-28-amd64");
	ck_assert_ptr_null(session_fact(&s, "governor"));
	ck_assert_ptr_null(session_fact(&s, "nosuch"));
	ck_assert_ptr_nonnull(entry_paired(&s.entries[0], "control"));
	ck_assert_ptr_null(entry_paired(&s.entries[0], "threads"));
	session_free(&s);
}
END_TEST

/* Every member of @v has its place in the schema that describes it. */
static void described(const json_t *v, const json_t *schema, const json_t *root)
{
	const json_t *items = json_object_get(schema, "items");
	const json_t *ref = json_object_get(schema, "$ref");
	const json_t *any = json_object_get(schema, "additionalProperties");
	json_t *member;
	const char *key;

	if (ref)
		schema = at(json_object_get(root, "$defs"),
			    strrchr(json_string_value(ref), '/') + 1);
	if (items && json_array_size(v))
		described(json_array_get(v, 0), items, root);
	if (any && !json_is_boolean(any))
		return;
	json_object_foreach ((json_t *)v, key, member) {
		const json_t *known = json_object_get(
			json_object_get(schema, "properties"), key);

		ck_assert_msg(known != NULL, "schema does not know %s", key);
		described(member, known, root);
	}
}

START_TEST(the_schema_knows_every_member)
{
	json_error_t e;
	json_t *schema = json_load_file(TEST_SOURCE_DIR
					"/Documentation/result.schema.json",
					JSON_REJECT_DUPLICATES, &e);
	char *text = document(sessions[_i]());
	json_t *root = strict(text);

	ck_assert_msg(schema != NULL, "line %d: %s", e.line, e.text);
	described(root, schema, schema);
	json_decref(schema);
	json_decref(root);
	free(text);
}
END_TEST

static Suite *result_suite(void)
{
	Suite *s = suite_create("result");
	TCase *t = tcase_create("written");

	tcase_add_loop_test(t, what_was_read_is_written_again_alike, 0,
			    COUNT(sessions));
	tcase_add_loop_test(t, documents_are_strict_json_in_ascii, 0,
			    COUNT(sessions));
	tcase_add_loop_test(t, the_schema_knows_every_member, 0,
			    COUNT(sessions));
	tcase_add_test(t, numbers_keep_their_kind_and_all_digits);
	tcase_add_test(t, what_one_task_does_not_know_the_sum_does_not_know);
	tcase_add_test(t, growth_needs_both_readings);
	tcase_add_test(t, what_was_not_measured_is_null);
	tcase_add_test(t, a_run_of_which_only_the_time_is_known_is_short);
	tcase_add_test(t, what_nobody_promised_is_null);
	tcase_add_test(t, bytes_that_are_no_text_do_not_spoil_a_document);
	tcase_add_test(t, lists_grow_one_by_one);
	tcase_add_test(t, finds_facts_and_paired_by_name);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(result_suite);
