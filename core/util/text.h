/* SPDX-License-Identifier: MIT */
/*
 * core/util/text.h - numbers and words as text, lines without control
 * characters, cells of CSV.
 */
#ifndef CORE_UTIL_TEXT_H
#define CORE_UTIL_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Room for any number that number_text() and its like write. */
#define NUMBER_LEN 32

/**
 * text_char - the first character of a text
 * @printable:	whether a terminal may see it: no control character (C0, DEL,
 *		C1), no mark that reorders or ends a line (bidirectional
 *		overrides, U+2028), no byte that is not UTF-8
 *
 * Return: its bytes, 1 for one that is not UTF-8.
 */
size_t text_char(const char *text, bool *printable);

/**
 * text_clean - the one filter between foreign bytes and a terminal
 *
 * Each byte of what text_char() calls not printable becomes '?', in place.
 * Return: @text.
 */
char *text_clean(char *text);

/* The same for a text of several lines. */
char *text_clean_lines(char *text);

/**
 * text_line - one line of output
 *
 * Control characters of whatever origin become '?', so that it stays one
 * line and does nothing to a terminal.
 */
void text_line(FILE *out, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* text_vline - as text_line(), behind @prefix, which is written as it is */
void text_vline(FILE *out, const char *prefix, const char *fmt, va_list ap)
	__attribute__((format(printf, 3, 0)));

/* @value with @decimals behind the point. */
const char *number_text(double value, int decimals, char buf[NUMBER_LEN]);

/* @value with @digits significant digits, never an exponent below 1e15. */
const char *digits_text(double value, int digits, char buf[NUMBER_LEN]);

/* A count per op with five digits; "0" is a count of zero, "-" none. */
const char *count_text(double count, char buf[NUMBER_LEN]);

/* "0.21" for 0.0021 */
const char *percent_text(double share, char buf[NUMBER_LEN]);

/**
 * plural - @word for @n of them: "round trips", "switches", "entries"
 * @buf:	@len bytes
 */
const char *plural(const char *word, double n, char *buf, size_t len);

/*
 * csv_text - writes a cell of CSV as RFC 4180 has it
 *
 * Quoted where need be; control characters of whatever origin become '?'.
 * NULL: an empty cell.
 */
void csv_text(FILE *out, const char *text);

#endif
