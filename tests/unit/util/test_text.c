/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/util/test_text.c - what of foreign bytes reaches a terminal, and
 * lines that fit there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "terminal.h"
#include "tests.h"
#include "util/log.h"
#include "util/parse.h"
#include "util/text.h"

static const struct {
	const char *is, *becomes;
} texts[] = {
	{ "plain ~", "plain ~" },
	{ "\xc2\xb5s, \xe2\x86\x92, \xf0\x9f\x98\x80",
	  "\xc2\xb5s, \xe2\x86\x92, \xf0\x9f\x98\x80" },
	{ "\x1b[2J\n\r\t\x7f", "?[2J????" },
	/* C1 as one code point, and as a byte of its own */
	{ "a\xc2\x9b"
	  "31m",
	  "a??31m" },
	{ "a\x9b"
	  "31m",
	  "a?31m" },
	{ "\xc2\xa0", "\xc2\xa0" },
	/* bidirectional overrides and isolates, line separator, mark */
	{ "\xe2\x80\xae"
	  "x\xe2\x80\xac",
	  "???x???" },
	{ "\xe2\x81\xa6\xd8\x9c\xe2\x80\xa8\xef\xbb\xbf", "???????????" },
	/* cut, overlong, a surrogate, beyond Unicode */
	{ "x\xe2\x86", "x??" },
	{ "\xc0\x9b\xe0\x82\x9b", "?????" },
	{ "\xed\xa0\x80\xf4\x90\x80\x80", "???????" },
	{ "\xe2(\xa1", "?(?" },
};

#define NR (sizeof(texts) / sizeof(*texts))

START_TEST(what_acts_on_a_terminal_is_replaced)
{
	char text[64];

	strcpy(text, texts[_i].is);
	ck_assert_str_eq(text_clean(text), texts[_i].becomes);
}
END_TEST

/* All that print have the same filter. */
START_TEST(messages_quotes_and_cells_are_filtered_alike)
{
	char quoted[PARSE_QUOTE_LEN], expected[128];
	char *cell = NULL;
	size_t len;
	FILE *f = open_memstream(&cell, &len);

	csv_text(f, texts[_i].is);
	fclose(f);
	if (!strchr(texts[_i].is, ','))
		ck_assert_str_eq(cell, texts[_i].becomes);
	free(cell);
	snprintf(expected, sizeof(expected), "'%s'", texts[_i].becomes);
	ck_assert_str_eq(parse_quote(texts[_i].is, quoted, sizeof(quoted)),
			 expected);
	capture_begin();
	log_note("%s", texts[_i].is);
	snprintf(expected, sizeof(expected), "harness: %s\n",
		 texts[_i].becomes);
	ck_assert_str_eq(capture_end(), expected);
}
END_TEST

START_TEST(wrapped_text_keeps_its_lines_and_nothing_else)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	text_wrap(f, "a\033[31m b\n\nc\xc2\x9b", 0, 0, 40);
	fclose(f);
	ck_assert_str_eq(text, "a?[31m b\n\nc??\n");
	free(text);
}
END_TEST

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static char *wrapped(const char *text, int indent, int column, int width)
{
	char *out = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&out, &len);

	text_wrap(f, text, indent, column, width);
	fclose(f);
	return out;
}

START_TEST(text_is_wrapped_between_words)
{
	static const struct {
		const char *text, *out;
	} rows[] = {
		{ "", "\n" },
		{ "one two", "one two\n" },
		{ "one two three", "one two\n  three\n" },
		{ "  one   two", "one two\n" },
		{ "averylongword two", "averylongword\n  two\n" },
		{ "a averylongword", "a\n  averylongword\n" },
		{ "one\n\ntwo", "one\n\n  two\n" },
		{ "one\n", "one\n" },
		{ "\xc3\xa4\xc3\xa4\xc3\xa4 \xc3\xa4\xc3\xa4\xc3\xa4",
		  "\xc3\xa4\xc3\xa4\xc3\xa4 \xc3\xa4\xc3\xa4\xc3\xa4\n" },
		{ "a\033b", "a?b\n" },
	};

	for (int i = 0; i < COUNT(rows); i++) {
		char *out = wrapped(rows[i].text, 2, 0, 8);

		ck_assert_str_eq(out, rows[i].out);
		free(out);
	}
}
END_TEST

START_TEST(characters_take_the_columns_that_a_terminal_gives_them)
{
	static const struct {
		const char *text;
		int columns;
	} rows[] = {
		{ "", 0 },
		{ "abc", 3 },
		{ "\xc3\xa4\xc3\xb6", 2 },	   /* precomposed */
		{ "a\xcc\x88", 1 },		   /* combining */
		{ "\xe6\xbc\xa2\xe5\xad\x97", 4 }, /* Han */
		{ "\xf0\x9f\x98\x80", 2 },	   /* emoji */
		{ "\xc3\xc3", 2 },		   /* no UTF-8 */
		{ "\xe6\xbc", 2 },		   /* cut short */
	};

	for (int i = 0; i < COUNT(rows); i++)
		ck_assert_int_eq(text_columns(rows[i].text,
					      strlen(rows[i].text)),
				 rows[i].columns);
}
END_TEST

START_TEST(a_word_is_cut_between_characters_only)
{
	const char *next, *text = "\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2";
	size_t len = text_fold(text, 5, true, &next);

	ck_assert_uint_eq(len, 6);
	ck_assert_ptr_eq(next, text + 6);
	ck_assert_uint_eq(text_fold(next, 1, true, &next), 3);
	ck_assert_str_eq(next, "");
}
END_TEST

START_TEST(a_folded_line_keeps_the_blanks_within_it)
{
	const char *next, *text = "  2.105 us/op    +- 0.2 %";

	ck_assert_uint_eq(text_fold(text, 19, true, &next), 19);
	ck_assert_str_eq(next, "0.2 %");
}
END_TEST

START_TEST(only_a_terminal_has_a_width)
{
	struct terminal t;
	FILE *f = tmpfile();

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(text_width(f), 0);
	fclose(f);
	terminal_open(&t, 120);
	unsetenv("COLUMNS");
	ck_assert_int_eq(text_width(t.out), 120);
	setenv("COLUMNS", "60", 1);
	ck_assert_int_eq(text_width(t.out), 60);
	setenv("COLUMNS", "1", 1);
	ck_assert_int_eq(text_width(t.out), 20);
	setenv("COLUMNS", "wide", 1);
	ck_assert_int_eq(text_width(t.out), 120);
	unsetenv("COLUMNS");
	free(terminal_close(&t));
	terminal_open(&t, 0);
	ck_assert_int_eq(text_width(t.out), 80);
	free(terminal_close(&t));
}
END_TEST

START_TEST(remarks_stay_remarks_on_a_narrow_terminal)
{
	struct terminal t;
	char *seen;

	unsetenv("COLUMNS");
	terminal_open(&t, 24);
	text_line(t.out, "# one two three four five six");
	text_line(t.out, "one two three four five six");
	seen = terminal_close(&t);
	ck_assert_str_eq(seen, "# one two three four\n"
			       "#   five six\n"
			       "one two three four five\n"
			       "    six\n");
	free(seen);
}
END_TEST

static Suite *text_suite(void)
{
	Suite *s = suite_create("text");
	TCase *t = tcase_create("text");

	tcase_add_loop_test(t, what_acts_on_a_terminal_is_replaced, 0, NR);
	tcase_add_loop_test(t, messages_quotes_and_cells_are_filtered_alike, 0,
			    NR);
	tcase_add_test(t, wrapped_text_keeps_its_lines_and_nothing_else);
	tcase_add_test(t, text_is_wrapped_between_words);
	tcase_add_test(t,
		       characters_take_the_columns_that_a_terminal_gives_them);
	tcase_add_test(t, a_word_is_cut_between_characters_only);
	tcase_add_test(t, a_folded_line_keeps_the_blanks_within_it);
	tcase_add_test(t, only_a_terminal_has_a_width);
	tcase_add_test(t, remarks_stay_remarks_on_a_narrow_terminal);
	suite_add_tcase(s, t);
	return s;
}

TEST_SUITE(text_suite);
