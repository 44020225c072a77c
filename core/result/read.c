/* SPDX-License-Identifier: MIT */
/*
 * core/result/read.c - take values out of a JSON tree that is not trusted.
 */
#include "result/read.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/text.h"

static const char *kind_of(const json_t *v)
{
	static const char *const names[] = {
		[JSON_OBJECT] = "an object",   [JSON_ARRAY] = "a list",
		[JSON_STRING] = "a string",    [JSON_INTEGER] = "an integer",
		[JSON_REAL] = "a real number", [JSON_TRUE] = "true",
		[JSON_FALSE] = "false",	       [JSON_NULL] = "null",
	};

	return v ? names[json_typeof(v)] : "nothing";
}

void doc_fail(struct doc *d, int err, const char *fmt, ...)
{
	size_t len = 0;
	va_list ap;

	if (d->err)
		return;
	d->err = err;
	if (!d->why_len)
		return;
	d->why[0] = '\0';
	if (d->path_len)
		snprintf(d->why, d->why_len, "%s: ", d->path);
	len = strlen(d->why);
	va_start(ap, fmt);
	vsnprintf(d->why + len, d->why_len - len, fmt, ap);
	va_end(ap);
	text_clean(d->why);
}

size_t doc_enter(struct doc *d, const char *fmt, ...)
{
	size_t mark = d->path_len, room = sizeof(d->path) - mark;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(d->path + mark, room, fmt, ap);
	va_end(ap);
	if (n > 0)
		d->path_len += (size_t)n < room ? (size_t)n : room - 1;
	return mark;
}

void doc_leave(struct doc *d, size_t mark)
{
	d->path_len = mark;
	d->path[mark] = '\0';
}

/* Done for every field, so without the printf that doc_enter() needs. */
static size_t enter_key(struct doc *d, const char *key)
{
	size_t mark = d->path_len, len = strlen(key);
	char *end = d->path + mark;

	if (mark + len + 2 > sizeof(d->path))
		return mark;
	if (mark)
		*end++ = '.';
	memcpy(end, key, len + 1);
	d->path_len = end + len - d->path;
	return mark;
}

static void expected(struct doc *d, const char *what, const json_t *v)
{
	doc_fail(d, -EINVAL, "expected %s, found %s", what, kind_of(v));
}

static const json_t *member(struct doc *d, const json_t *o, const char *key,
			    json_type type, const char *what)
{
	const json_t *v = d->err ? NULL : json_object_get(o, key);
	size_t mark;

	if (!v || json_is_null(v))
		return NULL;
	if (json_typeof(v) == type)
		return v;
	mark = enter_key(d, key);
	expected(d, what, v);
	doc_leave(d, mark);
	return NULL;
}

const json_t *doc_object(struct doc *d, const json_t *o, const char *key)
{
	return member(d, o, key, JSON_OBJECT, "an object");
}

const json_t *doc_array(struct doc *d, const json_t *o, const char *key)
{
	return member(d, o, key, JSON_ARRAY, "a list");
}

const json_t *doc_needed_array(struct doc *d, const json_t *o, const char *key)
{
	const json_t *v = doc_array(d, o, key);

	if (!v)
		doc_fail(d, -EINVAL, "'%s' is missing", key);
	return v;
}

const json_t *doc_element(struct doc *d, const json_t *array, size_t i)
{
	return d->err ? NULL : json_array_get(array, i);
}

void *doc_calloc(struct doc *d, size_t nr, size_t size)
{
	void *v;

	if (!nr || d->err)
		return NULL;
	v = calloc(nr, size);
	if (!v)
		doc_fail(d, -ENOMEM, "no memory");
	return v;
}

bool doc_added(struct doc *d, const void *element)
{
	if (!element)
		doc_fail(d, -ENOMEM, "no memory");
	return element != NULL;
}

bool doc_is_object(struct doc *d, const json_t *v)
{
	if (!json_is_object(v))
		expected(d, "an object", v);
	return !d->err;
}

char *doc_text(struct doc *d, const json_t *v)
{
	char *copy;

	if (!json_is_string(v)) {
		expected(d, "a string", v);
		return NULL;
	}
	copy = strdup(json_string_value(v));
	if (!copy)
		doc_fail(d, -ENOMEM, "no memory");
	return copy;
}

double doc_real(struct doc *d, const json_t *v)
{
	if (json_is_null(v))
		return NAN;
	if (!json_is_number(v))
		expected(d, "a number", v);
	return json_number_value(v);
}

/* Integers above INT64_MAX are strings of digits, without a leading zero. */
static bool big_integer(const char *text, uint64_t *value)
{
	char *end;

	if (*text < '1' || *text > '9')
		return false;
	errno = 0;
	*value = strtoull(text, &end, 10);
	return !errno && !*end && *value > INT64_MAX;
}

uint64_t doc_u64(struct doc *d, const json_t *v, uint64_t max)
{
	uint64_t value = 0;
	bool ok = false;

	if (json_is_integer(v)) {
		ok = json_integer_value(v) >= 0;
		value = json_integer_value(v);
	} else if (json_is_string(v)) {
		ok = big_integer(json_string_value(v), &value);
	} else {
		expected(d, "an integer", v);
	}
	if (!ok || value > max)
		doc_fail(d, -EINVAL, "expected an integer from 0 to %" PRIu64,
			 max);
	return d->err ? 0 : value;
}

/* struct doc_value - what a field is taken from */
struct doc_value {
	struct doc *d;
	const json_t *v;
};

static bool take_bool(void *from)
{
	const struct doc_value *f = from;

	if (!json_is_boolean(f->v))
		expected(f->d, "true or false", f->v);
	return json_is_true(f->v);
}

static uint64_t take_integer(void *from, uint64_t max)
{
	const struct doc_value *f = from;

	return doc_u64(f->d, f->v, max);
}

static double take_real(void *from)
{
	const struct doc_value *f = from;

	return doc_real(f->d, f->v);
}

static int take_word(void *from, const char *const *words)
{
	const struct doc_value *f = from;
	const char *text = json_string_value(f->v);

	if (!text) {
		expected(f->d, "a word", f->v);
		return 0;
	}
	for (int i = 0; words[i]; i++) {
		if (!strcmp(words[i], text))
			return i;
	}
	doc_fail(f->d, -EINVAL, "'%.40s' is no word that belongs here", text);
	return 0;
}

static char *take_text(void *from)
{
	const struct doc_value *f = from;

	return doc_text(f->d, f->v);
}

static const struct field_source doc_source = {
	.boolean = take_bool,
	.integer = take_integer,
	.real = take_real,
	.word = take_word,
	.text = take_text,
};

void doc_fields(struct doc *d, const json_t *o, const struct field *f,
		void *base)
{
	for (; f->key && !d->err; f++) {
		struct doc_value from = { d, json_object_get(o, f->key) };
		size_t mark = enter_key(d, f->key);

		if (from.v && !json_is_null(from.v))
			field_take(f, base, &doc_source, &from);
		else if (f->required)
			doc_fail(d, -EINVAL, "is missing");
		doc_leave(d, mark);
	}
}

/* Where not even the parser could begin there is neither code nor line. */
bool doc_lacked_memory(const json_error_t *e)
{
	return json_error_code(e) == json_error_out_of_memory || e->line < 0;
}
