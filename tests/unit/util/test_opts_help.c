/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/util/test_opts_help.c - help printed from a table of options.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests.h"
#include "util/opts.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static const struct opt table[] = {
	{ .kind = OPT_GROUP, .help = "Numbers" },
	{ OPT_COUNT, 'r', "repeat", "N", "runs", "10", .min = 1, .max = 99 },
	{ OPT_COUNT, 'x', NULL, "N", "has a letter only", .max = 1 },
	{ .kind = OPT_GROUP, .help = "Others" },
	{ OPT_FLAG, 'q', "quiet", NULL, "less", NULL, .offset = 0 },
	{ OPT_FLAG, 0, "json", NULL, "has a name only", NULL, .offset = 0 },
	{ OPT_STRING, 'p', "param", "NAME=VALUE[,VALUE...]",
	  "explained at such length that the explanation of it has to go on "
	  "in the next line",
	  NULL, .offset = 0 },
	{ .kind = OPT_END },
};

static const struct opts_command command = {
	.name = "try",
	.synopsis = "[options] WORD...",
	.summary = "Tries.",
	.opts = table,
	.more = "More about it.\n\nAnd more.",
	.examples = "harness try a\nharness try b\n",
};

static const char help_text[] =
	"Usage: harness try [options] WORD...\n"
	"\n"
	"Tries.\n"
	"\n"
	"Numbers:\n"
	"  -r, --repeat N         runs (default 10)\n"
	"  -x N                   has a letter only\n"
	"\n"
	"Others:\n"
	"  -q, --quiet            less\n"
	"      --json             has a name only\n"
	"  -p, --param NAME=VALUE[,VALUE...]\n"
	"                         explained at such length that the "
	"explanation of it\n"
	"                         has to go on in the next line\n"
	"  -h, --help             print this and exit\n"
	"\n"
	"More about it.\n"
	"\n"
	"And more.\n"
	"\n"
	"Examples:\n"
	"  harness try a\n"
	"  harness try b\n";

START_TEST(help_is_made_of_the_table)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	opts_help(f, &command);
	fclose(f);
	ck_assert_str_eq(text, help_text);
	free(text);
}
END_TEST

static char *wrapped(const char *text, int indent, int column, int width)
{
	char *out = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&out, &len);

	opts_wrap(f, text, indent, column, width);
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

START_TEST(a_command_without_options_has_help)
{
	static const struct opt none[] = { { .kind = OPT_END } };
	static const struct opts_command bare = {
		.name = "bare",
		.synopsis = "",
		.summary = "Is bare.",
		.opts = none,
	};
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	opts_help(f, &bare);
	fclose(f);
	ck_assert_str_eq(text,
			 "Usage: harness bare\n"
			 "\n"
			 "Is bare.\n"
			 "\n"
			 "Options:\n"
			 "  -h, --help             print this and exit\n");
	free(text);
}
END_TEST

static Suite *opts_help_suite(void)
{
	Suite *s = suite_create("opts_help");
	TCase *tc = tcase_create("help");

	tcase_add_test(tc, help_is_made_of_the_table);
	tcase_add_test(tc, a_command_without_options_has_help);
	tcase_add_test(tc, text_is_wrapped_between_words);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(opts_help_suite);
