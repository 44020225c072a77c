/* SPDX-License-Identifier: MIT */
/*
 * core/result/decode.c - a JSON document as a session.
 *
 * The document is hostile input: nothing in it is used before its type and
 * range are known. What is derived from other fields (keys, summaries) is not
 * read.
 */
#include "result/decode.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/fields.h"
#include "result/file.h"
#include "result/read.h"

/*
 * The tree takes far more memory than the text, so that the size of the file
 * alone is no limit. A value takes about forty bytes, an empty list four times
 * and an empty object eight times that: this many values are about 1.3 GB.
 */
#define MOST_VALUES ((size_t)32 << 20)
#define LIST_VALUES 4
#define OBJECT_VALUES 8

static void read_benchmarks(struct doc *d, const json_t *root,
			    struct session *s)
{
	const json_t *list = doc_needed_array(d, root, "benchmarks"), *v;

	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, "benchmarks[%zu]", i);
		struct entry *e = session_add_entry(s);

		if (doc_added(d, e))
			decode_entry(d, v, e);
		doc_leave(d, mark);
	}
}

static void read_argv(struct doc *d, const json_t *command, struct session *s)
{
	const json_t *list = doc_array(d, command, "argv"), *v;

	s->argv = doc_calloc(d, json_array_size(list), sizeof(*s->argv));
	if (!s->argv)
		return;
	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".argv[%zu]", i);

		s->argv[s->argc] = doc_text(d, v);
		s->argc += s->argv[s->argc] != NULL;
		doc_leave(d, mark);
	}
}

/* Facts are strings or null; members of other types are of a later version. */
static void read_fact(struct doc *d, const char *key, const json_t *v,
		      struct session *s)
{
	size_t mark = doc_enter(d, "host.%s", key);

	if (json_is_string(v) || json_is_null(v)) {
		struct fact *f = &s->facts[s->nr_facts++];

		f->name = strdup(key);
		doc_added(d, f->name);
		f->value = json_is_null(v) ? NULL : doc_text(d, v);
	}
	doc_leave(d, mark);
}

static void read_host(struct doc *d, const json_t *root, struct session *s)
{
	json_t *host = (json_t *)doc_object(d, root, "host");
	void *i = json_object_iter(host);

	s->facts = doc_calloc(d, json_object_size(host), sizeof(*s->facts));
	for (; s->facts && i; i = json_object_iter_next(host, i))
		read_fact(d, json_object_iter_key(i), json_object_iter_value(i),
			  s);
}

static void read_checks(struct doc *d, const json_t *root, struct session *s)
{
	const json_t *env = doc_object(d, root, "env");
	const json_t *list = doc_array(d, env, "checks"), *v;

	s->checks = doc_calloc(d, json_array_size(list), sizeof(*s->checks));
	if (!s->checks)
		return;
	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, "env.checks[%zu]", i);

		if (doc_is_object(d, v))
			doc_fields(d, v, fields_check,
				   &s->checks[s->nr_checks++]);
		doc_leave(d, mark);
	}
}

static void read_version(struct doc *d, const json_t *root)
{
	json_t *schema = json_object_get(root, "schema");
	json_t *version = json_object_get(root, "schema_version");
	const char *text = json_string_value(version);
	unsigned int major, minor;
	char rest;

	if (!json_is_string(schema) ||
	    strcmp(json_string_value(schema), RESULT_SCHEMA))
		doc_fail(d, -EINVAL, "not a result file: 'schema' is not '%s'",
			 RESULT_SCHEMA);
	else if (!text || strlen(text) > 20 ||
		 sscanf(text, "%5u.%5u%c", &major, &minor, &rest) != 2)
		doc_fail(d, -EINVAL, "'schema_version' is not MAJOR.MINOR");
	else if (major != RESULT_MAJOR)
		doc_fail(d, -EPROTO,
			 "schema version %u.%u, but this harness reads %d.x",
			 major, minor, RESULT_MAJOR);
}

static void read_command(struct doc *d, const json_t *root, struct session *s)
{
	const json_t *command = doc_object(d, root, "command");
	size_t mark = doc_enter(d, "command");

	doc_fields(d, command, fields_command, s);
	read_argv(d, command, s);
	doc_leave(d, mark);
}

static void read_tool(struct doc *d, const json_t *root, struct session *s)
{
	const json_t *tool = doc_object(d, root, "tool");
	size_t mark = doc_enter(d, "tool");

	doc_fields(d, tool, fields_tool, s);
	doc_leave(d, mark);
}

static void read_session(struct doc *d, const json_t *root, struct session *s)
{
	read_version(d, root);
	if (d->err)
		return;
	doc_fields(d, root, fields_session, s);
	read_tool(d, root, s);
	read_command(d, root, s);
	read_host(d, root, s);
	read_checks(d, root, s);
	read_benchmarks(d, root, s);
}

/* Counts also what stands in strings, which is not much. */
static bool too_many_values(const char *text, size_t len)
{
	static const unsigned char weight[256] = {
		[','] = 1,
		['['] = LIST_VALUES,
		['{'] = OBJECT_VALUES,
	};
	size_t values = 0;

	for (size_t i = 0; i < len && values <= MOST_VALUES; i++)
		values += weight[(unsigned char)text[i]];
	return values > MOST_VALUES;
}

static json_t *parse(struct doc *d, const char *text, size_t len)
{
	json_error_t e;
	json_t *root;

	if (!len) {
		doc_fail(d, -EINVAL, "the file is empty");
		return NULL;
	}
	if (too_many_values(text, len)) {
		doc_fail(d, -EINVAL, "more than %zu values", MOST_VALUES);
		return NULL;
	}
	root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &e);
	if (root)
		return root;
	if (json_error_code(&e) == json_error_out_of_memory)
		doc_fail(d, -ENOMEM, "no memory");
	doc_fail(d, -EINVAL, "not JSON: line %d, column %d: %s", e.line,
		 e.column, e.text);
	return NULL;
}

int result_decode(const char *text, size_t len, struct session *out, char *why,
		  size_t why_len)
{
	struct doc d = { .why = why, .why_len = why_len };
	struct session s = { 0 };
	json_t *root = parse(&d, text, len);

	if (!root)
		return d.err;
	if (doc_is_object(&d, root))
		read_session(&d, root, &s);
	json_decref(root);
	if (d.err)
		session_free(&s);
	else
		*out = s;
	return d.err;
}
