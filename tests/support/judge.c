/* SPDX-License-Identifier: MIT */
/*
 * tests/support/judge.c - the reader of result files and jansson, one the judge
 * of the other.
 */
#include "judge.h"

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/encode.h"
#include "result/read.h"
#include "util/json_read.h"

/* But for NUL, of which jansson loses one that stands behind a number. */
static json_t *parsed(const char *text, size_t len)
{
	json_error_t e;

	if (memchr(text, 0, len))
		return NULL;
	return json_loadb(text, len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY,
			  &e);
}

bool judge_is_json(const char *text, size_t len)
{
	json_t *root = parsed(text, len);

	json_decref(root);
	return root != NULL;
}

static bool same_value(struct json_read *j, const json_t *v);

static bool same_text(struct json_read *j, const json_t *v)
{
	char *text = json_read_text(j);
	bool same = text && json_string_length(v) == strlen(text) &&
		    !strcmp(text, json_string_value(v));

	free(text);
	return same;
}

static bool same_list(struct json_read *j, const json_t *v)
{
	size_t i = 0;
	bool same = true;

	for (bool more = json_read_list(j); more; more = json_read_next(j))
		same &= same_value(j, json_array_get(v, i++));
	return same && i == json_array_size(v);
}

static bool same_object(struct json_read *j, const json_t *v)
{
	size_t nr = 0;
	bool same = true;

	for (bool more = json_read_object(j); more; more = json_read_next(j)) {
		struct json_text key = json_read_key(j);
		char *name = strndup(key.v, key.len);

		same &= same_value(j, json_object_get(v, name));
		nr++;
		free(name);
	}
	return same && nr == json_object_size(v);
}

/* Reads a value as what the judge says that it is. */
static bool same_value(struct json_read *j, const json_t *v)
{
	double real;

	switch (v ? json_typeof(v) : JSON_NULL) {
	case JSON_OBJECT:
		return same_object(j, v);
	case JSON_ARRAY:
		return same_list(j, v);
	case JSON_STRING:
		return same_text(j, v);
	case JSON_INTEGER:
		return json_read_i64(j, INT64_MIN, INT64_MAX) ==
		       json_integer_value(v);
	case JSON_REAL:
		real = json_read_real(j);
		return !memcmp(&real, &(double){ json_real_value(v) },
			       sizeof(real));
	case JSON_TRUE:
		return json_read_bool(j);
	case JSON_FALSE:
		return !json_read_bool(j);
	default:
		return json_read_null(j) && v;
	}
}

static int skipped(const char *text, size_t len, char *why, size_t why_len)
{
	struct json_read j;

	json_read_open(&j, text, len, why, why_len);
	json_read_skip(&j);
	json_read_end(&j);
	return json_read_close(&j);
}

const char *judge_json(const char *text, size_t len)
{
	char why[256] = "";
	int err = skipped(text, len, why, sizeof(why));
	json_t *root = parsed(text, len);
	struct json_read j;
	bool same;

	if (err && strstr(why, "more than")) {
		json_decref(root);
		return NULL;
	}
	if (!root || err) {
		json_decref(root);
		return !root == !!err ? NULL :
		       err	      ? "only jansson takes it for JSON" :
					"only json_read takes it for JSON";
	}
	json_read_open(&j, text, len, why, sizeof(why));
	same = same_value(&j, root);
	json_read_end(&j);
	same &= !json_read_close(&j);
	json_decref(root);
	return same ? NULL : "a value differs";
}

/*
 * Leaves of @s what is read of every session.
 */

static void leave_sample(struct sample *r)
{
	free(r->slice_ns);
	r->slice_ns = NULL;
	r->nr_slices = 0;
	free(r->chain_ns);
	r->chain_ns = NULL;
	r->nr_chains = 0;
	r->interference = INTERFERENCE_UNKNOWN;
	findings_free(&r->why);
}

static void leave_entry(struct entry *e)
{
	for (size_t i = 0; i < e->nr_runs; i++)
		leave_sample(&e->runs[i]);
	for (size_t i = 0; i < e->nr_counted; i++)
		leave_sample(&e->counted[i]);
	for (size_t i = 0; i < e->nr_paired; i++)
		paired_free(&e->paired[i]);
	for (size_t i = 0; i < e->nr_errors; i++)
		free(e->errors[i]);
	e->nr_paired = e->nr_errors = 0;
	findings_free(&e->notes);
	findings_free(&e->absent);
	sweep_free(e->sweep);
	e->sweep = NULL;
	if (e->latency) {
		free(e->latency->buckets.v);
		free(e->latency->reason);
	}
	free(e->latency);
	e->latency = NULL;
	e->nice = NOT_MEASURED;
	e->expect_min = 0;
	e->expect_max = 1e9;
}

static void leave_session(struct session *s)
{
	for (size_t i = 0; i < s->nr_entries; i++)
		leave_entry(&s->entries[i]);
	for (size_t i = 0; i < s->argc; i++)
		free(s->argv[i]);
	for (size_t i = 0; i < s->nr_checks; i++) {
		free(s->checks[i].id);
		free(s->checks[i].value);
		free(s->checks[i].path);
		free(s->checks[i].text);
	}
	s->argc = s->nr_checks = 0;
	s->seed = s->repeat = 0;
}

static char *encoded(const struct session *s)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	if (out && result_encode(out, s)) {
		fclose(out);
		free(text);
		return NULL;
	}
	return out && !fclose(out) ? text : NULL;
}

static const char *compare(struct session *whole, const struct session *part)
{
	char *a, *b;
	bool same;

	leave_session(whole);
	a = encoded(whole);
	b = encoded(part);
	same = a && b && !strcmp(a, b);
	free(a);
	free(b);
	return same ? NULL : "another session without its optional parts";
}

const char *judge_parts(const char *text, size_t len)
{
	struct session whole = { 0 }, part = { 0 };
	char why[256];
	const char *wrong = NULL;

	if (result_read_text(text, len, RESULT_WHOLE, &whole, why, sizeof(why)))
		return NULL;
	if (result_read_text(text, len, 0, &part, why, sizeof(why)))
		wrong = "refused without its optional parts";
	else
		wrong = compare(&whole, &part);
	session_free(&whole);
	session_free(&part);
	return wrong;
}
