/* SPDX-License-Identifier: MIT */
/*
 * core/util/json_read.c - JSON text, value by value, without building a tree.
 */
#include "util/json_read.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/json_string.h"
#include "util/text.h"

#define MOST_DEPTH 2048

/* The document, all that may be open, and the place of an error in it. */
#define MOST_LEVELS (MOST_DEPTH + 3)

#define MOST_VALUES ((size_t)32 << 20)
#define LIST_VALUES 4
#define OBJECT_VALUES 8

/* A place that is deeper than this, or a longer key, is cut in messages. */
#define MOST_PLACES 16
#define MOST_KEY 64

/* The keys of an object are compared each with each, more are sorted. */
#define FEW_KEYS 32

/**
 * struct json_key - the key of an open object
 * @text:	in the document, or a copy without escapes
 * @hash:	of it
 * @copy:	it is to be freed
 */
struct json_key {
	struct json_text text;
	uint64_t hash;
	bool copy;
};

/*
 * Errors.
 */

__attribute__((format(printf, 2, 0))) static void
vsay(struct json_read *j, const char *fmt, va_list ap)
{
	size_t used = j->why_len ? strlen(j->why) : 0;

	if (j->why_len)
		vsnprintf(j->why + used, j->why_len - used, fmt, ap);
}

__attribute__((format(printf, 2, 3))) static void say(struct json_read *j,
						      const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsay(j, fmt, ap);
	va_end(ap);
}

static void say_place(struct json_read *j)
{
	for (size_t i = 1; i <= j->depth && i <= MOST_PLACES; i++) {
		const struct json_level *l = &j->levels[i];
		int len = l->key.len < MOST_KEY ? (int)l->key.len : MOST_KEY;

		if (l->close == ']')
			say(j, "[%zu]", l->index);
		else if (l->key.v)
			say(j, "%s%.*s", i > 1 ? "." : "", len, l->key.v);
	}
	if (j->depth)
		say(j, ": ");
}

/* Line and column of @at, from 1, in characters. */
static void say_position(struct json_read *j, const char *at)
{
	size_t line = 1, column = 1;

	for (const char *c = j->start; c < at; c++) {
		column += (*c & 0xc0) != 0x80;
		if (*c == '\n') {
			line++;
			column = 1;
		}
	}
	say(j, "not JSON: line %zu, column %zu: ", line, column);
}

/* @at: what is not JSON; NULL: the place in the document is said. */
__attribute__((format(printf, 4, 0))) static void
note_error(struct json_read *j, int err, const char *at, const char *fmt,
	   va_list ap)
{
	if (j->err)
		return;
	j->err = err;
	if (j->why_len)
		j->why[0] = '\0';
	if (at)
		say_position(j, at);
	else
		say_place(j);
	vsay(j, fmt, ap);
	if (j->why_len)
		text_clean(j->why);
	j->at = j->end;
}

bool json_read_fail(struct json_read *j, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	note_error(j, err, NULL, fmt, ap);
	va_end(ap);
	return false;
}

/* What stands at @at is not JSON. Return: false. */
__attribute__((format(printf, 3, 4))) static bool
bad(struct json_read *j, const char *at, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	note_error(j, -EINVAL, at, fmt, ap);
	va_end(ap);
	return false;
}

static bool no_memory(struct json_read *j)
{
	return json_read_fail(j, -ENOMEM, "no memory");
}

/* What stands here is not what JSON has here: @what. Return: false. */
static bool unexpected(struct json_read *j, const char *what)
{
	const char *at = j->at;
	unsigned char c = at < j->end ? *at : 0;

	if (j->err)
		return false;
	if (at == j->end)
		return bad(
			j, at,
			"the document ends here, but %s is missing; was it cut off?",
			what);
	if (at == j->start && j->end - at >= 3 &&
	    !memcmp(at, "\xef\xbb\xbf", 3))
		return bad(j, at,
			   "a byte order mark; save it as UTF-8 without one");
	if (!c)
		return bad(j, at, "a NUL byte; is it UTF-8 text?");
	if (c > ' ' && c < 0x7f)
		return bad(j, at, "expected %s, found '%c'", what, c);
	return bad(j, at, "expected %s, found byte 0x%02x", what, c);
}

/*
 * Levels.
 */

void json_read_open(struct json_read *j, const char *text, size_t len,
		    char *why, size_t why_len)
{
	*j = (struct json_read){
		.start = text,
		.at = text,
		.end = text + len,
		.why = why,
		.why_len = why_len,
		.levels = malloc(MOST_LEVELS * sizeof(*j->levels)),
	};
	j->top = j->levels;
	if (!j->levels)
		no_memory(j);
}

static void forget_keys(struct json_read *j, size_t first);

int json_read_close(struct json_read *j)
{
	forget_keys(j, 0);
	free(j->keys);
	free(j->levels);
	j->keys = NULL;
	j->levels = j->top = NULL;
	j->depth = 0;
	return j->err;
}

/* @levels[0] stands for the document. The room is for all that may be open. */
static struct json_level *push(struct json_read *j, char close)
{
	*++j->top = (struct json_level){
		.close = close,
		.first_key = j->nr_keys,
	};
	j->depth++;
	return j->top;
}

void json_read_in_member(struct json_read *j, const char *key)
{
	if (!j->err)
		push(j, '}')->key = (struct json_text){ key, strlen(key) };
}

void json_read_in_element(struct json_read *j, size_t i)
{
	if (!j->err)
		push(j, ']')->index = i;
}

bool json_read_count(struct json_read *j, size_t weight)
{
	j->values += weight;
	if (j->values <= MOST_VALUES)
		return true;
	return bad(j, j->at, "more than %zu values", MOST_VALUES);
}

/*
 * Keys, no two of which may be alike in an object.
 */

static uint64_t hash_of(struct json_text t)
{
	uint64_t h = t.len, word = 0;
	size_t i = 0;

	for (; i + sizeof(word) <= t.len; i += sizeof(word)) {
		memcpy(&word, t.v + i, sizeof(word));
		h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
		h ^= h >> 32;
	}
	for (; i < t.len; i++)
		h = (h ^ (unsigned char)t.v[i]) * UINT64_C(0x9e3779b97f4a7c15);
	return h ^ h >> 32;
}

static int compare_keys(const void *a, const void *b)
{
	const struct json_key *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	if (x->text.len != y->text.len)
		return x->text.len < y->text.len ? -1 : 1;
	return memcmp(x->text.v, y->text.v, x->text.len);
}

static void twice(struct json_read *j, struct json_text key)
{
	j->top->key = key;
	json_read_fail(j, -EINVAL, "is there twice");
}

/* An object ends: no two keys may be alike. */
static void compare_all(struct json_read *j, struct json_key *v, size_t nr)
{
	if (nr > FEW_KEYS) {
		qsort(v, nr, sizeof(*v), compare_keys);
		for (size_t i = 1; i < nr; i++) {
			if (!compare_keys(&v[i - 1], &v[i]))
				twice(j, v[i].text);
		}
		return;
	}
	for (size_t i = 1; i < nr; i++) {
		for (size_t k = 0; k < i; k++) {
			if (v[k].hash == v[i].hash &&
			    !compare_keys(&v[k], &v[i]))
				twice(j, v[i].text);
		}
	}
}

static void forget_keys(struct json_read *j, size_t first)
{
	for (size_t i = first; j->nr_copies && i < j->nr_keys; i++) {
		if (j->keys[i].copy) {
			free((char *)j->keys[i].text.v);
			j->nr_copies--;
		}
	}
	j->nr_keys = first;
}

/* Takes over the text if it is a copy. */
static bool note_key(struct json_read *j, struct json_text text, bool copy)
{
	struct json_key *bigger = j->keys;

	if (j->nr_keys == j->key_room) {
		j->key_room = 2 * j->key_room + FEW_KEYS;
		bigger = reallocarray(bigger, j->key_room, sizeof(*bigger));
	}
	if (!bigger) {
		if (copy)
			free((char *)text.v);
		return no_memory(j);
	}
	j->keys = bigger;
	j->keys[j->nr_keys++] = (struct json_key){ text, hash_of(text), copy };
	j->nr_copies += copy;
	j->top->key = text;
	return true;
}

/*
 * Lists and objects.
 */

static bool is_space(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static inline char peek(struct json_read *j)
{
	for (; j->at < j->end; j->at++) {
		char c = *j->at;

		if ((unsigned char)c > ' ' || !is_space(c))
			return c;
	}
	return '\0';
}

char json_read_peek(struct json_read *j)
{
	return peek(j);
}

static void close_level(struct json_read *j)
{
	size_t first = j->top->first_key;

	j->at++;
	if (j->nr_keys > first) {
		compare_all(j, &j->keys[first], j->nr_keys - first);
		forget_keys(j, first);
	}
	j->depth--;
	j->top--;
}

/* What stands here is JSON, but not @what. */
static bool expected(struct json_read *j, const char *what);

static bool open_level(struct json_read *j, char close)
{
	j->at++;
	push(j, close);
	if (!json_read_count(j, close == ']' ? LIST_VALUES : OBJECT_VALUES))
		return false;
	if (peek(j) == close) {
		close_level(j);
		return false;
	}
	if (j->depth == MOST_DEPTH)
		return bad(j, j->at, "nested deeper than %d levels",
			   MOST_DEPTH);
	return true;
}

bool json_read_list(struct json_read *j)
{
	return peek(j) == '[' ? open_level(j, ']') : expected(j, "a list");
}

bool json_read_object(struct json_read *j)
{
	return peek(j) == '{' ? open_level(j, '}') : expected(j, "an object");
}

bool json_read_next(struct json_read *j)
{
	struct json_level *l = j->top;
	char c = peek(j);

	if (j->err)
		return false;
	if (c == ',') {
		j->at++;
		l->index++;
		return json_read_count(j, 1);
	}
	if (c == l->close)
		close_level(j);
	else
		unexpected(j, l->close == ']' ? "',' or ']'" : "',' or '}'");
	return false;
}

/*
 * Strings.
 */

/* What stands between quotes; @plain: without escapes. */
static bool scan_string(struct json_read *j, struct json_text *t, bool *plain)
{
	const char *at = j->at + 1;
	const char *wrong = json_string_scan(&at, j->end, plain);

	if (wrong)
		return bad(j, at, "%s", wrong);
	if (at == j->end) {
		j->at = at;
		return unexpected(j, "'\"'");
	}
	t->v = j->at + 1;
	t->len = at - t->v;
	j->at = at + 1;
	return true;
}

/* Makes @t a copy without escapes. */
static char *copy_text(struct json_read *j, struct json_text *t, bool plain)
{
	char *copy = malloc(t->len + 1);

	if (!copy) {
		no_memory(j);
		return NULL;
	}
	if (plain)
		memcpy(copy, t->v, t->len);
	else
		t->len = json_string_copy(copy, t->v, t->len);
	copy[t->len] = '\0';
	t->v = copy;
	return copy;
}

static bool pass_colon(struct json_read *j)
{
	if (peek(j) != ':')
		return unexpected(j, "':'");
	j->at++;
	return true;
}

struct json_text json_read_key(struct json_read *j)
{
	struct json_text t = { "", 0 }, none = t;
	bool plain;

	if (peek(j) != '"') {
		unexpected(j, "a key in quotes");
		return none;
	}
	if (!scan_string(j, &t, &plain) || (!plain && !copy_text(j, &t, false)))
		return none;
	return note_key(j, t, !plain) && pass_colon(j) ? t : none;
}

bool json_read_key_is(struct json_read *j, const char *word, size_t len)
{
	const char *at;

	if (peek(j) != '"')
		return false;
	at = j->at + 1;
	if ((size_t)(j->end - at) <= len || at[len] != '"' || *at != *word ||
	    memcmp(at, word, len))
		return false;
	j->at = at + len + 1;
	j->top->key = (struct json_text){ word, len };
	return pass_colon(j);
}

char *json_read_text(struct json_read *j)
{
	struct json_text t;
	bool plain;

	if (peek(j) != '"') {
		expected(j, "a string");
		return NULL;
	}
	return scan_string(j, &t, &plain) ? copy_text(j, &t, plain) : NULL;
}

int json_read_word(struct json_read *j, const char *const *words)
{
	char *text = NULL;
	int i = 0;

	if (peek(j) == '"')
		text = json_read_text(j);
	else
		expected(j, "a word");
	while (text && words[i] && strcmp(words[i], text))
		i++;
	if (text && !words[i])
		json_read_fail(j, -EINVAL,
			       "'%.40s' is no word that belongs here", text);
	free(text);
	return j->err ? 0 : i;
}

/*
 * Numbers.
 */

/**
 * struct number - as it stands in the document
 * @v:		@len bytes
 * @value:	of an integer, without its sign
 * @real:	it has a fraction or an exponent
 */
struct number {
	const char *v;
	size_t len;
	uint64_t value;
	bool negative, real;
};

static size_t pass_digits(struct json_read *j)
{
	const char *from = j->at;

	while (j->at < j->end && *j->at >= '0' && *j->at <= '9')
		j->at++;
	return j->at - from;
}

static bool at_byte(const struct json_read *j, char a, char b)
{
	return j->at < j->end && (*j->at == a || *j->at == b);
}

/* Infinite where the number is beyond the range of a double. */
static double real_value(struct json_read *j, const struct number *n)
{
	char copy[64], *longer = NULL;
	double value;

	if (n->len < sizeof(copy)) {
		memcpy(copy, n->v, n->len);
		copy[n->len] = '\0';
		return strtod(copy, NULL);
	}
	longer = strndup(n->v, n->len);
	if (!longer) {
		no_memory(j);
		return 0;
	}
	value = strtod(longer, NULL);
	free(longer);
	return value;
}

/* Few digits and a small exponent are in range without a look at the value. */
#define FEW_DIGITS 200
#define FEW_EXPONENT_DIGITS 2

/* The rest of a number that is no integer, of which @digits were passed. */
static bool scan_real(struct json_read *j, struct number *n, size_t digits)
{
	size_t exponent = 0;

	n->real = true;
	if (at_byte(j, '.', '.')) {
		j->at++;
		if (!pass_digits(j))
			return unexpected(j, "a digit");
	}
	if (at_byte(j, 'e', 'E')) {
		j->at++;
		if (at_byte(j, '+', '-'))
			j->at++;
		exponent = pass_digits(j);
		if (!exponent)
			return unexpected(j, "a digit");
	}
	n->len = j->at - n->v;
	if (digits <= FEW_DIGITS && exponent <= FEW_EXPONENT_DIGITS)
		return true;
	return !isinf(real_value(j, n)) ||
	       bad(j, n->v, "a number beyond the range of a double");
}

static bool scan_number(struct json_read *j, struct number *n)
{
	const char *from;
	size_t digits;

	*n = (struct number){ .v = j->at, .negative = *j->at == '-' };
	j->at += n->negative;
	from = j->at;
	for (; j->at < j->end && *j->at >= '0' && *j->at <= '9'; j->at++)
		n->value = n->value * 10 + (uint64_t)(*j->at - '0');
	digits = j->at - from;
	if (!digits)
		return unexpected(j, "a digit");
	if (digits > 1 && *from == '0')
		return bad(j, from, "a number with a leading zero");
	if (at_byte(j, '.', '.') || at_byte(j, 'e', 'E'))
		return scan_real(j, n, digits);
	n->len = j->at - n->v;
	if (digits > 19 || n->value > (uint64_t)INT64_MAX + n->negative)
		return bad(j, n->v, "an integer of more than 64 bits");
	return true;
}

static bool at_number(struct json_read *j)
{
	char c = peek(j);

	return c == '-' || (c >= '0' && c <= '9');
}

/* An integer; false, and an error, for anything else. */
static bool scan_integer(struct json_read *j, struct number *n)
{
	if (!at_number(j))
		return expected(j, "an integer");
	if (!scan_number(j, n))
		return false;
	if (!n->real)
		return true;
	return json_read_fail(j, -EINVAL,
			      "expected an integer, found a real number");
}

/* Integers above INT64_MAX are strings of digits, without a leading zero. */
static bool big_integer(struct json_read *j, uint64_t *value)
{
	char *text = json_read_text(j), *end;
	bool ok = text && *text >= '1' && *text <= '9';

	if (ok) {
		errno = 0;
		*value = strtoull(text, &end, 10);
		ok = !errno && !*end && *value > INT64_MAX;
	}
	free(text);
	return ok;
}

uint64_t json_read_other_u64(struct json_read *j, uint64_t max)
{
	uint64_t value = 0;
	struct number n;
	bool ok;

	if (peek(j) == '"') {
		ok = big_integer(j, &value);
	} else {
		if (!scan_integer(j, &n))
			return 0;
		value = n.value;
		ok = !n.negative || !value;
	}
	if (ok && value <= max)
		return value;
	json_read_fail(j, -EINVAL, "expected an integer from 0 to %" PRIu64,
		       max);
	return 0;
}

int64_t json_read_i64(struct json_read *j, int64_t min, int64_t max)
{
	struct number n;
	int64_t value;

	if (!scan_integer(j, &n))
		return 0;
	value = (int64_t)(n.negative ? 0 - n.value : n.value);
	if (value >= min && value <= max)
		return value;
	json_read_fail(j, -EINVAL,
		       "expected an integer from %" PRId64 " to %" PRId64, min,
		       max);
	return 0;
}

double json_read_real(struct json_read *j)
{
	struct number n;

	if (json_read_null(j))
		return NAN;
	if (!at_number(j)) {
		expected(j, "a number");
		return 0;
	}
	if (!scan_number(j, &n))
		return 0;
	if (n.real)
		return real_value(j, &n);
	return n.negative ? 0 - (double)n.value : (double)n.value;
}

/*
 * Words, and values of any kind.
 */

static bool pass_word(struct json_read *j, const char *word)
{
	size_t len = strlen(word);

	if ((size_t)(j->end - j->at) < len || memcmp(j->at, word, len))
		return false;
	j->at += len;
	return true;
}

bool json_read_other_null(struct json_read *j)
{
	return peek(j) == 'n' && pass_word(j, "null");
}

bool json_read_bool(struct json_read *j)
{
	bool value = peek(j) == 't';

	if (!pass_word(j, value ? "true" : "false"))
		expected(j, "true or false");
	return value && !j->err;
}

/* A value without parts, for what it is. Return: its kind; NULL: not JSON. */
static const char *pass_scalar(struct json_read *j)
{
	struct json_text t;
	struct number n;
	bool plain;

	if (peek(j) == '"')
		return scan_string(j, &t, &plain) ? "a string" : NULL;
	if (at_number(j)) {
		if (!scan_number(j, &n))
			return NULL;
		return n.real ? "a real number" : "an integer";
	}
	if (pass_word(j, "true"))
		return "true";
	if (pass_word(j, "false"))
		return "false";
	if (pass_word(j, "null"))
		return "null";
	unexpected(j, "a value");
	return NULL;
}

static bool expected(struct json_read *j, const char *what)
{
	char c = peek(j);
	const char *kind = c == '{' ? "an object" :
			   c == '[' ? "a list" :
				      pass_scalar(j);

	return kind &&
	       json_read_fail(j, -EINVAL, "expected %s, found %s", what, kind);
}

/* The beginning of a value. Return: whether it is one that has parts. */
static bool pass_begin(struct json_read *j)
{
	char c = peek(j);

	if (c != '{' && c != '[') {
		pass_scalar(j);
		return false;
	}
	if (!open_level(j, c == '{' ? '}' : ']'))
		return false;
	if (c == '{')
		json_read_key(j);
	return true;
}

void json_read_skip(struct json_read *j)
{
	size_t depth = j->depth;
	bool inside = pass_begin(j);

	while (j->depth > depth && !j->err) {
		if (!inside && json_read_next(j)) {
			if (j->top->close == '}')
				json_read_key(j);
			inside = true;
		}
		if (inside)
			inside = pass_begin(j);
	}
}

void json_read_end(struct json_read *j)
{
	if (!j->err && (peek(j) || j->at != j->end))
		unexpected(j, "the end of the document");
}
