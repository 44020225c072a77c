/* SPDX-License-Identifier: MIT */
/*
 * core/util/json_read.h - JSON text, value by value, without building a tree.
 *
 * Accepts what RFC 8259 calls JSON and jansson reads with
 * JSON_REJECT_DUPLICATES, and nothing else: strings are UTF-8 without NUL,
 * integers fit into int64_t, other numbers into a double, no object has a key
 * twice, nothing is nested deeper than 2048 levels. One limit more: a document
 * holds at most 32 million values, where a list counts as four and an object
 * as eight.
 *
 *	json_read_open(&j, text, len, why, sizeof(why));
 *	for (bool more = json_read_object(&j); more; more = json_read_next(&j))
 *		if (json_read_key_is(&j, "ops", 3))
 *			ops = json_read_u64(&j, UINT64_MAX);
 *		else {
 *			json_read_key(&j);
 *			json_read_skip(&j);
 *		}
 *	json_read_end(&j);
 *	err = json_read_close(&j);
 *
 * The first error stays, with one line that says where: the place in the
 * document, "benchmarks[3].runs[7].ops: ...", or line and column of what is not
 * JSON. After it every function returns at once, with an empty value, and no
 * list or object has another element.
 */
#ifndef CORE_UTIL_JSON_READ_H
#define CORE_UTIL_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct json_key;

/**
 * struct json_text - bytes without escapes, UTF-8, not NUL-terminated
 */
struct json_text {
	const char *v;
	size_t len;
};

/**
 * struct json_level - a list or object that is open
 * @close:	']' or '}'
 * @index:	of the element, from 0
 * @key:	of the member
 * @first_key:	of the object, in the keys of the reader
 */
struct json_level {
	char close;
	size_t index;
	struct json_text key;
	size_t first_key;
};

/**
 * struct json_read - where the reader is
 * @start:	of the document
 * @at:		next byte
 * @end:	behind the last one
 * @err:	0, or the negative errno of the first error
 * @why:	@why_len bytes for its message
 * @levels:	the document and the lists and objects that are open, @depth
 * @top:	the innermost of them
 * @keys:	those of open objects, @nr_keys of @key_room
 * @nr_copies:	keys that are copies
 * @values:	weight of all values so far
 */
struct json_read {
	const char *start, *at, *end;
	int err;
	char *why;
	size_t why_len;
	struct json_level *levels, *top;
	size_t depth;
	struct json_key *keys;
	size_t nr_keys, key_room, nr_copies;
	size_t values;
};

/* For the inline functions below: what they leave, which is rare. */
bool json_read_count(struct json_read *j, size_t weight);
bool json_read_other_null(struct json_read *j);
uint64_t json_read_other_u64(struct json_read *j, uint64_t max);

/* Begins to read @len bytes, which must stay until json_read_close(). */
void json_read_open(struct json_read *j, const char *text, size_t len,
		    char *why, size_t why_len);

/* Frees what the reader needed. Return: 0, or the first error. */
int json_read_close(struct json_read *j);

/* Notes an error: "PLACE: text", the text alone at the top. Return: false. */
bool json_read_fail(struct json_read *j, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * Make member @key, or element @i, of the value just read the place that
 * json_read_fail() names. For an error that is certain.
 */
void json_read_in_member(struct json_read *j, const char *key);
void json_read_in_element(struct json_read *j, size_t i);

/* Into a list or object. Return: whether it has an element or member. */
bool json_read_list(struct json_read *j);
bool json_read_object(struct json_read *j);

/* Behind a value of the open list or object. Return: whether one follows. */
bool json_read_next(struct json_read *j);

/* The key of a member, valid until its object ends. */
struct json_text json_read_key(struct json_read *j);

/**
 * json_read_key_is - take a key that is expected
 * @word:	@len bytes that JSON does not escape
 *
 * Faster than json_read_key(), but does not notice that a key was there before:
 * that is left to the caller. Return: false: it is not that key, or is written
 * with escapes, and was not taken.
 */
bool json_read_key_is(struct json_read *j, const char *word, size_t len);

/*
 * The same behind a value, if there is no white space: takes the comma too, in
 * place of json_read_next().
 */
static inline bool json_read_next_is(struct json_read *j, const char *word,
				     size_t len)
{
	const char *at = j->at;

	if ((size_t)(j->end - at) < len + 4 || at[0] != ',' || at[1] != '"' ||
	    at[len + 2] != '"' || at[len + 3] != ':' ||
	    memcmp(at + 2, word, len))
		return false;
	j->at = at + len + 4;
	j->top->key = (struct json_text){ word, len };
	return json_read_count(j, 1);
}

/* First byte of the next value, '\0' at the end. */
char json_read_peek(struct json_read *j);

/* Whether null comes next; then it is taken. */
static inline bool json_read_null(struct json_read *j)
{
	if (j->at < j->end && *j->at > ' ' && *j->at != 'n')
		return false;
	return json_read_other_null(j);
}

bool json_read_bool(struct json_read *j);

/* An integer from 0 to @max; above INT64_MAX it is a string of digits. */
static inline uint64_t json_read_u64(struct json_read *j, uint64_t max)
{
	const char *at = j->at;
	uint64_t value = 0;
	unsigned char digit;
	size_t nr;

	for (; at < j->end; at++) {
		digit = (unsigned char)(*at - '0');
		if (digit > 9)
			break;
		value = value * 10 + digit;
	}
	nr = at - j->at;
	/* Nearly all numbers: some digits, and no more of a number. */
	if (!nr || nr > 18 || at == j->end || *at == '.' ||
	    (*at | 0x20) == 'e' || (*j->at == '0' && nr > 1) || value > max)
		return json_read_other_u64(j, max);
	j->at = at;
	return value;
}

/* An integer from @min to @max. */
int64_t json_read_i64(struct json_read *j, int64_t min, int64_t max);

/* A number; NaN for null. */
double json_read_real(struct json_read *j);

/* Which of @words, NULL-terminated, a string is. */
int json_read_word(struct json_read *j, const char *const *words);

/* A string, malloc'ed; NULL after an error. */
char *json_read_text(struct json_read *j);

/* Passes over a value of any kind. */
void json_read_skip(struct json_read *j);

/* Nothing but white space is left. */
void json_read_end(struct json_read *j);

/* Whether @t is that word. */
static inline bool json_text_is(struct json_text t, const char *word, size_t len)
{
	return t.len == len && !memcmp(t.v, word, len);
}

#endif
