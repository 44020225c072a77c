/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/result/test_quick.c - the quick reader finds what the whole one finds,
 * and leaves to it what is not plain.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden.h"
#include "result/decode.h"
#include "result/file.h"
#include "result/quick.h"
#include "sessions.h"
#include "tests.h"
#include "util/json_pull.h"

static void same_text(const char *a, const char *b)
{
	ck_assert_int_eq(a == NULL, b == NULL);
	if (a)
		ck_assert_str_eq(a, b);
}

static void same_real(double a, double b)
{
	ck_assert((isnan(a) && isnan(b)) || a == b);
}

static void same_run(const struct sample *a, const struct sample *b)
{
	ck_assert_uint_eq(a->index, b->index);
	ck_assert_uint_eq(a->session, b->session);
	ck_assert_uint_eq(a->ops, b->ops);
	ck_assert_uint_eq(a->elapsed_ns, b->elapsed_ns);
	ck_assert_int_eq(a->figures.nvcsw, b->figures.nvcsw);
	ck_assert_int_eq(a->figures.nivcsw, b->figures.nivcsw);
	ck_assert_int_eq(a->steal_ns, b->steal_ns);
	same_real(a->records_ns, b->records_ns);
	ck_assert_int_eq(a->valid, b->valid);
}

static void same_counted_run(const struct sample *a, const struct sample *b)
{
	same_run(a, b);
	ck_assert_uint_eq(a->nr_counts, b->nr_counts);
	for (size_t i = 0; i < a->nr_counts; i++) {
		ck_assert_int_eq(a->counts[i].value, b->counts[i].value);
		ck_assert_int_eq(a->counts[i].running_ns,
				 b->counts[i].running_ns);
		same_text(a->counts[i].status, b->counts[i].status);
	}
}

static void same_counters(const struct entry *a, const struct entry *b)
{
	same_text(a->scope, b->scope);
	ck_assert_uint_eq(a->nr_counters, b->nr_counters);
	for (size_t i = 0; i < a->nr_counters; i++) {
		same_text(a->counters[i].name, b->counters[i].name);
		same_text(a->counters[i].kind, b->counters[i].kind);
		same_text(a->counters[i].class, b->counters[i].class);
		same_text(a->counters[i].reason, b->counters[i].reason);
	}
	ck_assert_uint_eq(a->nr_counted, b->nr_counted);
	for (size_t i = 0; i < a->nr_counted; i++)
		same_counted_run(&a->counted[i], &b->counted[i]);
}

static void same_entry(const struct entry *a, const struct entry *b)
{
	same_text(a->name, b->name);
	same_text(a->op, b->op);
	same_text(a->relation, b->relation);
	same_text(a->policy, b->policy);
	same_text(a->calls, b->calls);
	same_text(a->reason, b->reason);
	ck_assert_int_eq(a->threads, b->threads);
	ck_assert_int_eq(a->records, b->records);
	ck_assert_int_eq(a->status, b->status);
	ck_assert_uint_eq(a->nr_tasks, b->nr_tasks);
	ck_assert_uint_eq(a->nr_groups, b->nr_groups);
	ck_assert_uint_eq(a->bytes_per_op, b->bytes_per_op);
	ck_assert_uint_eq(a->nr_params, b->nr_params);
	for (size_t i = 0; i < a->nr_params; i++) {
		same_text(a->params[i].name, b->params[i].name);
		same_text(a->params[i].value, b->params[i].value);
	}
	ck_assert_uint_eq(a->nr_cpus, b->nr_cpus);
	for (size_t i = 0; i < a->nr_cpus; i++)
		ck_assert_int_eq(a->cpus[i], b->cpus[i]);
	ck_assert_uint_eq(a->nr_runs, b->nr_runs);
	for (size_t i = 0; i < a->nr_runs; i++)
		same_run(&a->runs[i], &b->runs[i]);
	same_counters(a, b);
}

static void same_session(const struct session *a, const struct session *b)
{
	same_text(a->id, b->id);
	same_text(a->version, b->version);
	ck_assert_int_eq(a->complete, b->complete);
	ck_assert_uint_eq(a->nr_facts, b->nr_facts);
	for (size_t i = 0; i < a->nr_facts; i++) {
		same_text(a->facts[i].name, b->facts[i].name);
		same_text(a->facts[i].value, b->facts[i].value);
	}
	ck_assert_uint_eq(a->nr_entries, b->nr_entries);
	for (size_t i = 0; i < a->nr_entries; i++)
		same_entry(&a->entries[i], &b->entries[i]);
}

/* What both readers take must be the same. Return: what the quick one did. */
static int check(const char *text, size_t len, int *whole_err)
{
	struct session quick = { 0 }, whole = { 0 };
	char why[256] = "";
	int err = result_quick(text, len, &quick);

	*whole_err = result_decode(text, len, &whole, why, sizeof(why));
	if (!err && !*whole_err)
		same_session(&quick, &whole);
	session_free(&quick);
	session_free(&whole);
	return err;
}

START_TEST(finds_what_the_whole_reader_finds)
{
	struct session (*const sessions[])(
		void) = { session_pipe, session_mixed, session_counted };
	char *text = document(sessions[_i]());
	int err;

	ck_assert_int_eq(check(text, strlen(text), &err), 0);
	ck_assert_int_eq(err, 0);
	free(text);
}
END_TEST

START_TEST(a_truncated_document_is_left_to_the_whole_reader)
{
	char *text = document(session_pipe());
	size_t len = strlen(text) - 2;

	for (size_t i = 0; i < len; i += 7)
		ck_assert_int_eq(result_quick(text, i, &(struct session){ 0 }),
				 -EAGAIN);
	ck_assert_int_eq(result_quick(text, len, &(struct session){ 0 }),
			 -EAGAIN);
	free(text);
}
END_TEST

/* Each byte in turn becomes another that means something in JSON. */
START_TEST(a_changed_byte_never_makes_the_readers_differ)
{
	static const char bytes[] = "{}[],:\"\\0-.etn \x01\x80";
	char *text = document(_i % 2 ? session_mixed() : session_counted());
	size_t len = strlen(text), at = (size_t)_i;
	int err;

	for (; at < len; at += 41) {
		char old = text[at];

		text[at] = bytes[at % (sizeof(bytes) - 1)];
		check(text, len, &err);
		text[at] = old;
	}
	free(text);
}
END_TEST

/* A document with one entry that has no runs, with one thing replaced. */
static char *changed(const char *from, const char *to)
{
	static const char plain[] =
		"{\"schema\": \"harness.result\", \"schema_version\": \"1.0\", "
		"\"complete\": true, \"host\": {\"kernel\": \"6.1\"}, "
		"\"benchmarks\": [{\"name\": \"a/b\", \"op\": \"op\", "
		"\"params\": {\"p\": \"1\"}, "
		"\"placement\": {\"groups\": 1, \"tasks\": 2}, "
		"\"regime\": \"mixed\", \"records\": false, "
		"\"metrics\": {\"time\": {\"unit\": \"ns/op\"}}, "
		"\"status\": \"done\", \"runs\": [{\"valid\": true, "
		"\"ops\": 10, \"elapsed_ns\": 100}]}]}";
	const char *at = strstr(plain, from);
	char *text;

	ck_assert_ptr_nonnull(at);
	ck_assert_int_gt(asprintf(&text, "%.*s%s%s", (int)(at - plain), plain,
				  to, at + strlen(from)),
			 0);
	return text;
}

/* One event, and a run that counted it; before the other runs. */
#define EVENTS \
	"\"counters\": {\"scope\": \"pair\", \"events\": [{\"name\": \"a\"}]}, "
#define COUNTED(counts)                                                    \
	"\"counted\": [{\"valid\": true, \"ops\": 10, \"elapsed_ns\": 1, " \
	"\"counts\": [" counts "]}], \"runs\""

static const struct change {
	const char *from, *to;
	int err;
} changes[] = {
	{ "a/b", "a/b", 0 },
	{ "\"6.1\"", "\"A \\\"b\\\" \\u00b5\\n\\u0041\"", 0 },
	{ "\"6.1\"", "null", 0 },
	{ "\"groups\": 1", "\"groups\": 1, \"cpus\": [1, 2]", 0 },
	{ "\"groups\": 1", "\"groups\": 1, \"cpus\": [1]", -EAGAIN },
	{ "\"ops\": 10", "\"more\": [1.5e3, {\"x\": \"\\t\"}], \"ops\": 10",
	  0 },
	{ "harness.result", "harness.resulT", -EAGAIN },
	{ "\"1.0\"", "\"2.0\"", -EAGAIN },
	{ "\"1.0\"", "1.0", -EAGAIN },
	{ "ns/op", "us/op", -EAGAIN },
	{ "\"records\": false", "\"records\": true", -EAGAIN },
	{ "\"ops\": 10", "\"ops\": 0", -EAGAIN },
	{ "\"ops\": 10", "\"ops\": -10", -EAGAIN },
	{ "\"ops\": 10", "\"ops\": 010", -EAGAIN },
	{ "\"ops\": 10", "\"ops\": 1e1", -EAGAIN },
	{ "\"ops\": 10", "\"ops\": 10, \"ops\": 10", -EAGAIN },
	{ "\"ops\": 10", "\"ops\": null", -EAGAIN },
	{ "\"ops\": 10", "\"x\": 10", -EAGAIN },
	{ "\"ops\": 10", "\"ops\": 1000000000000000000000", -EAGAIN },
	{ "\"tasks\": 2", "\"tasks\": 4294967296", -EAGAIN },
	{ "\"p\": \"1\"", "\"p\": \"1\", \"p\": \"2\"", -EAGAIN },
	{ "\"op\": \"op\"", "\"op\": \"op\", \"op\": \"op\"", -EAGAIN },
	{ "\"complete\"", "\"host\": {\"a\": \"b\"}, \"complete\"", -EAGAIN },
	{ "\"runs\"", EVENTS COUNTED("{\"value\": 7}, {\"value\": 8}"),
	  -EAGAIN },
	{ "\"runs\"", EVENTS COUNTED("{\"value\": 7, \"status\": \"x\"}"),
	  -EAGAIN },
	{ "\"runs\"", EVENTS COUNTED("{\"value\": -7}"), -EAGAIN },
	{ "\"runs\"", EVENTS COUNTED("{\"value\": 7}"), 0 },
	{ "\"runs\"", EVENTS COUNTED("{\"value\": null, \"more\": [1]}"), 0 },
	{ "\"runs\"", EVENTS COUNTED(""), 0 },
	{ "\"runs\"", EVENTS EVENTS "\"runs\"", -EAGAIN },
	{ "\"runs\"", COUNTED("{\"value\": 7}"), -EAGAIN },
	{ "\"6.1\"", "\"\\ud800\"", -EAGAIN },
	{ "\"6.1\"", "\"\\u0000\"", -EAGAIN },
	{ "\"6.1\"", "\"\xc3\xa9\"", -EAGAIN },
	{ "\"6.1\"", "\"\n\"", -EAGAIN },
	{ "\"done\"", "\"donE\"", -EAGAIN },
	{ "}]}]}", "}]}]", -EAGAIN },
	{ "}]}]}", "}]}]}}", -EAGAIN },
	{ "}]}]}", "},]}]}", -EAGAIN },
	{ "{\"kernel\"",
	  "{\"x\": [[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]],"
	  "\"kernel\"",
	  -EAGAIN },
};

START_TEST(takes_what_is_plain_and_nothing_else)
{
	const struct change *c = &changes[_i];
	char *text = changed(c->from, c->to);
	int err;

	ck_assert_msg(check(text, strlen(text), &err) == c->err, "%s", text);
	ck_assert_msg(c->err || !err, "only the quick one reads %s", text);
	free(text);
}
END_TEST

START_TEST(texts_lose_their_escapes)
{
	static const char text[] =
		"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u20ac\"";
	struct pull p = { .at = text, .end = text + strlen(text) };
	char *got = pull_text(&p);

	ck_assert(!p.bad);
	ck_assert_str_eq(got, "\"\\/\b\f\n\r\t\xc3\xa9\xe2\x82\xac");
	free(got);
}
END_TEST

static Suite *quick_suite(void)
{
	Suite *s = suite_create("result_quick");
	TCase *t = tcase_create("read");

	tcase_add_loop_test(t, finds_what_the_whole_reader_finds, 0, 3);
	tcase_add_test(t, a_truncated_document_is_left_to_the_whole_reader);
	tcase_add_loop_test(t, a_changed_byte_never_makes_the_readers_differ, 0,
			    4);
	tcase_add_loop_test(t, takes_what_is_plain_and_nothing_else, 0,
			    sizeof(changes) / sizeof(*changes));
	tcase_add_test(t, texts_lose_their_escapes);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(quick_suite);
