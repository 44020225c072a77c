/* SPDX-License-Identifier: MIT */
/*
 * core/util/text.h - numbers and words as text, lines without control
 * characters that fit a terminal, cells of CSV.
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
 * text_terminal - how wide a terminal is
 *
 * COLUMNS, if it is set to a number, or what the terminal says, or 80.
 *
 * Return: columns; 0: @out is no terminal.
 */
int text_terminal(FILE *out);

/* How wide a line of text may be: the same, but at least 20; 0: any width. */
int text_width(FILE *out);

/* Columns that the first @len bytes of @text take, which is UTF-8. */
int text_columns(const char *text, size_t len);

/**
 * text_fold - where a line ends
 * @text:	words and blanks; \n ends a line
 * @width:	columns of the line
 * @cut:	a word that is longer is cut; else it stands on a line of its own
 * @next:	set to where the next line starts: the end of @text on the last
 *
 * Return: bytes of @text that the line has.
 */
size_t text_fold(const char *text, int width, bool cut, const char **next);

/**
 * text_lines - print lines of at most @width columns
 * @indent:	blanks before each but the first: a text that starts with "# "
 *		does so on each
 * @column:	where the cursor stands now
 * others:	as for text_fold()
 */
void text_lines(FILE *out, const char *text, int indent, int column, int width,
		bool cut);

/**
 * text_wrap - print text in paragraphs
 * @text:	words and blanks; \n ends a line
 * @indent:	blanks before each line but the first
 * @column:	where the cursor stands now
 * @width:	columns; fewer on a terminal that is narrower
 *
 * A longer word stands on a line of its own, and is cut on a terminal. The text
 * is cleaned, see text_clean_lines(). Ends with a newline.
 */
void text_wrap(FILE *out, const char *text, int indent, int column, int width);

/**
 * text_line - one line of output
 *
 * It is cleaned, so that it stays one line and does nothing to a terminal. On
 * a terminal that is narrower it is folded, as text_lines() does it.
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

/* Now, "2026-11-30T09:02:55Z", malloc'ed; NULL: no memory. */
char *text_utc_now(void);

#endif
