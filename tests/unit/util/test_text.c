/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/util/test_text.c - what of foreign bytes reaches a terminal.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "tests.h"
#include "util/log.h"
#include "util/opts.h"
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

	opts_wrap(f, "a\033[31m b\n\nc\xc2\x9b", 0, 0, 40);
	fclose(f);
	ck_assert_str_eq(text, "a?[31m b\n\nc??\n");
	free(text);
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
	suite_add_tcase(s, t);
	return s;
}

TEST_SUITE(text_suite);
