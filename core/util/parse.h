/* SPDX-License-Identifier: MIT */
/*
 * core/util/parse.h - numbers, sizes, times and yes/no as typed by a person.
 *
 * Strict: the whole text must be the number; no blanks, no sign, no other
 * base than ten, no exponent. Pure: no I/O, no locale.
 */
#ifndef CORE_UTIL_PARSE_H
#define CORE_UTIL_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/strbuf.h"

/**
 * enum parse_kind - what a number counts, and which suffixes it may carry
 * @PARSE_COUNT:	plain, or with k, M, G (powers of 1000)
 * @PARSE_BYTES:	plain, or with k or K, M, G, T (powers of 1024), each of
 *			them also as KiB, MiB, GiB, TiB; or B
 * @PARSE_NS:		a time with ns, us, ms, s, m, h or d, or in seconds
 *			without; decimals are allowed down to a nanosecond:
 *			"1.5s", "0.25"
 */
enum parse_kind { PARSE_COUNT, PARSE_BYTES, PARSE_NS };

/**
 * parse_number - read one number
 * @kind:	enum parse_kind
 * @text:	as typed
 * @min, @max:	allowed range, in the unit of @out
 * @out:	the number, bytes or nanoseconds; untouched on error
 *
 * Return: 0; -EINVAL if @text is not such a number; -ERANGE if it is one, but
 * outside the range or beyond 64 bits.
 */
int parse_number(int kind, const char *text, uint64_t min, uint64_t max,
		 uint64_t *out);

/**
 * parse_percent - read a percentage: "0.5", "2"
 * @out:	as a share, 0 to 1; untouched on error
 *
 * Digits with at most one point. Return: 0, or -EINVAL.
 */
int parse_percent(const char *text, double *out);

/**
 * parse_bool - read yes, no, on, off, true, false, 1 or 0
 *
 * Return: 0, or -EINVAL with @out untouched.
 */
int parse_bool(const char *text, bool *out);

/**
 * parse_word - find a word in a list
 * @words:	NULL-terminated
 * @out:	its index; untouched on error
 *
 * Return: 0, or -EINVAL. Words are never abbreviated.
 */
int parse_word(const char *text, const char *const *words, uint64_t *out);

/**
 * parse_why - the reason for a refused number, worded alike everywhere
 * @err:	what parse_number() returned
 * others:	as they were given to parse_number()
 * @buf:	"not a whole number (1 to 1000000)"; to be put after the option
 *		and the text, "-r '10abc': "
 */
void parse_why(int kind, int err, uint64_t min, uint64_t max, char *buf,
	       size_t len);

/* Adds @before and "text, perf, json". */
void parse_add_words(struct strbuf *b, const char *before,
		     const char *const *words);

/* The same for a refused word: "not one of: text, perf, json" */
void parse_word_why(const char *const *words, char *buf, size_t len);

/* The same for a refused yes or no. */
void parse_bool_why(char *buf, size_t len);

/**
 * parse_text - a number as parse_number() would read it again
 * @buf:	"47000", "4KiB", "100ms": the largest unit that leaves it whole;
 *		32 bytes are enough
 *
 * Counts never carry a suffix. Return: @buf.
 */
const char *parse_text(int kind, uint64_t value, char *buf, size_t len);

/* Enough for parse_quote(). */
#define PARSE_QUOTE_LEN 80

/**
 * parse_quote - what was typed, fit for a message of one line
 * @buf:	"'10abc'": control characters become '?', a long text is cut and
 *		ends in "..."
 *
 * Return: @buf.
 */
const char *parse_quote(const char *text, char *buf, size_t len);

#endif
