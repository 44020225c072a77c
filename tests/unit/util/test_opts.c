/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/util/test_opts.c - command lines read by a table of options.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests.h"
#include "util/opts.h"
#include "words.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

/* struct thing - what the table below stores into */
struct thing {
	bool quiet, verbose;
	uint32_t repeat;
	uint64_t loops, bytes, time_ns;
	int format;
	const char *output;
	const char **dirs;
	int taken;
};

static int take_even(void *dest, const char *text, char *why, size_t len)
{
	struct thing *t = dest;

	if (!strcmp(text, "memory"))
		return -ENOMEM;
	if (strlen(text) % 2) {
		snprintf(why, len, "odd");
		return -EINVAL;
	}
	t->taken = strlen(text);
	return 0;
}

static const char *const formats[] = { "text", "json", NULL };

#define AT(field) .offset = offsetof(struct thing, field)

static const struct opt table[] = {
	{ .kind = OPT_GROUP, .help = "Numbers" },
	{ OPT_U32, 'r', "repeat", "N", "runs", "10", AT(repeat), .min = 1,
	  .max = 1000000 },
	{ OPT_COUNT, 'l', "loops", "N", "ops", NULL, AT(loops), .min = 1,
	  .max = INT64_MAX },
	{ OPT_BYTES, 'b', "bytes", "SIZE", "bytes", "4k", AT(bytes), .min = 1,
	  .max = 1 << 20 },
	{ OPT_NS, 't', "time", "T", "time", "100ms", AT(time_ns), .min = 1000,
	  .max = UINT64_C(3600000000000) },
	{ .kind = OPT_GROUP, .help = "Others" },
	{ OPT_FLAG, 'q', "quiet", NULL, "less", AT(quiet) },
	{ OPT_FLAG, 'v', "verbose", NULL, "more", AT(verbose) },
	{ OPT_WORD, 'f', "format", "FORMAT", "text or json", "text", AT(format),
	  .words = formats },
	{ OPT_SET, 0, "json", NULL, "json", AT(format), .min = 1 },
	{ OPT_STRING, 'o', "output", "FILE", "file", AT(output) },
	{ OPT_LIST, 0, "dirs", "DIR", "directories", AT(dirs) },
	{ OPT_CALL, 'e', "even", "TEXT", "text of even length",
	  .take = take_even },
	{ .kind = OPT_END },
};

static const struct opts_command command = {
	.name = "try",
	.synopsis = "[options] WORD...",
	.summary = "Tries.",
	.opts = table,
	.min_words = 1,
	.max_words = 3,
	.missing = "no word",
};

/* struct line - a command line that was read */
struct line {
	struct thing t;
	struct opts_words words;
	char why[512];
	int ret;
};

static void read_argv(struct line *l, int argc, char **argv)
{
	memset(l, 0, sizeof(*l));
	l->ret = opts_parse(&command, argc, argv, &l->t, &l->words, l->why,
			    sizeof(l->why));
}

/* Words are borrowed, so @copy belongs to the caller. */
static void read_line(struct line *l, char *copy)
{
	char *argv[WORDS_MAX + 1];
	int argc = words_split(copy, argv);

	read_argv(l, argc, argv);
}

static void line_free(struct line *l)
{
	free(l->t.dirs);
	free(l->words.v);
}

static void refused(const char *text, const char *why)
{
	char copy[256];
	struct line l;

	snprintf(copy, sizeof(copy), "%s", text);
	read_line(&l, copy);
	ck_assert_msg(l.ret == -EINVAL, "'%s' gave %d", text, l.ret);
	ck_assert_str_eq(l.why, why);
	line_free(&l);
}

START_TEST(defaults_are_stored_as_if_typed)
{
	char text[] = "try a";
	struct line l;

	read_line(&l, text);
	ck_assert_int_eq(l.ret, 0);
	ck_assert_uint_eq(l.t.repeat, 10);
	ck_assert_uint_eq(l.t.bytes, 4096);
	ck_assert_uint_eq(l.t.time_ns, 100000000);
	ck_assert_uint_eq(l.t.loops, 0);
	ck_assert_int_eq(l.t.format, 0);
	ck_assert_ptr_null(l.t.dirs);
	ck_assert(!l.t.quiet);
	line_free(&l);
}
END_TEST

static const char *const spellings[] = {
	"try -r 7 -qv a",	"try -r7 a -q -v",
	"try a --repeat 7 -vq", "try --repeat=7 --quiet --verbose a",
	"try a -qvr 7",		"try a -vqr7",
	"try -r 9 -r 7 -qqv a", "try --verbose --quiet -r7 -- a",
};

START_TEST(all_spellings_of_an_option_mean_the_same)
{
	char copy[64];
	struct line l;

	snprintf(copy, sizeof(copy), "%s", spellings[_i]);
	read_line(&l, copy);
	ck_assert_int_eq(l.ret, 0);
	ck_assert_uint_eq(l.t.repeat, 7);
	ck_assert(l.t.quiet);
	ck_assert(l.t.verbose);
	ck_assert_uint_eq(l.words.nr, 1);
	ck_assert_str_eq(l.words.v[0], "a");
	ck_assert_ptr_null(l.words.v[1]);
	line_free(&l);
}
END_TEST

START_TEST(words_keep_their_order_between_options)
{
	char text[] = "try one -r 2 two --json three";
	struct line l;

	read_line(&l, text);
	ck_assert_int_eq(l.ret, 0);
	ck_assert_uint_eq(l.words.nr, 3);
	ck_assert_str_eq(l.words.v[0], "one");
	ck_assert_str_eq(l.words.v[1], "two");
	ck_assert_str_eq(l.words.v[2], "three");
	ck_assert_int_eq(l.t.format, 1);
	line_free(&l);
}
END_TEST

START_TEST(after_two_dashes_everything_is_a_word)
{
	char text[] = "try -- -r --json";
	struct line l;

	read_line(&l, text);
	ck_assert_int_eq(l.ret, 0);
	ck_assert_uint_eq(l.words.nr, 2);
	ck_assert_str_eq(l.words.v[0], "-r");
	ck_assert_str_eq(l.words.v[1], "--json");
	ck_assert_int_eq(l.t.format, 0);
	line_free(&l);
}
END_TEST

START_TEST(a_single_dash_is_a_word)
{
	char text[] = "try -";
	struct line l;

	read_line(&l, text);
	ck_assert_int_eq(l.ret, 0);
	ck_assert_str_eq(l.words.v[0], "-");
	line_free(&l);
}
END_TEST

START_TEST(an_argument_may_look_like_an_option)
{
	char text[] = "try a -o -q --even=--xx";
	struct line l;

	read_line(&l, text);
	ck_assert_int_eq(l.ret, 0);
	ck_assert_str_eq(l.t.output, "-q");
	ck_assert(!l.t.quiet);
	ck_assert_int_eq(l.t.taken, 4);
	line_free(&l);
}
END_TEST

START_TEST(a_list_option_collects_every_use)
{
	char text[] = "try a --dirs x --dirs=y --dirs z";
	struct line l;

	read_line(&l, text);
	ck_assert_int_eq(l.ret, 0);
	ck_assert_str_eq(l.t.dirs[0], "x");
	ck_assert_str_eq(l.t.dirs[1], "y");
	ck_assert_str_eq(l.t.dirs[2], "z");
	ck_assert_ptr_null(l.t.dirs[3]);
	line_free(&l);
}
END_TEST

static const struct {
	const char *line, *why;
} misuses[] = {
	{ "try", "no word" },
	{ "try a b c d", "unexpected word 'd' (see harness try --help)" },
	{ "try a -r", "option '-r' needs an argument N "
		      "(see harness try --help)" },
	{ "try a --repeat", "option '--repeat' needs an argument N "
			    "(see harness try --help)" },
	{ "try a -qr", "option '-r' needs an argument N "
		       "(see harness try --help)" },
	{ "try -r 10abc a", "-r '10abc': not a whole number (1 to 1000000)" },
	{ "try -r10abc a", "-r '10abc': not a whole number (1 to 1000000)" },
	{ "try --repeat=10abc a", "--repeat '10abc': not a whole number "
				  "(1 to 1000000)" },
	{ "try --repeat= a", "--repeat '': not a whole number "
			     "(1 to 1000000)" },
	{ "try -r 0 a", "-r '0': out of range (1 to 1000000)" },
	{ "try -r 4294967297 a", "-r '4294967297': out of range "
				 "(1 to 1000000)" },
	{ "try -l -0 a", "-l '-0': not a whole number "
			 "(1 to 9223372036854775807)" },
	{ "try -b 2M a", "-b '2M': out of range (1 to 1MiB)" },
	{ "try -t nan a", "-t 'nan': not a time such as 500us, 100ms or 1.5s "
			  "(1us to 1h)" },
	{ "try -f xml a", "-f 'xml': not one of: text, json" },
	{ "try -o  a", "-o '': must not be empty" },
	{ "try --dirs= a", "--dirs '': must not be empty" },
	{ "try -e odd a", "-e 'odd': odd" },
	{ "try --quiet=1 a", "option '--quiet' takes no argument" },
	{ "try --nosuch a", "unknown option '--nosuch' "
			    "(see harness try --help)" },
	{ "try --repaet=3 a", "unknown option '--repaet=3': did you mean "
			      "--repeat? (see harness try --help)" },
	{ "try --rep 3 a", "unknown option '--rep': did you mean --repeat? "
			   "(see harness try --help)" },
	{ "try -x a", "unknown option '-x' (see harness try --help)" },
	{ "try -qx a", "unknown option '-qx' (see harness try --help)" },
	{ "try -1 a", "unknown option '-1' (see harness try --help)" },
	{ "try --=x a", "unknown option '--=x' (see harness try --help)" },
	{ "try --nosuch --help", "unknown option '--nosuch' "
				 "(see harness try --help)" },
};

START_TEST(misuse_is_refused_in_one_line)
{
	refused(misuses[_i].line, misuses[_i].why);
}
END_TEST

START_TEST(help_ends_reading_before_later_mistakes)
{
	static const char *const lines[] = { "try -h", "try --help --nosuch",
					     "try -qh a", "try a -r 1 -h" };

	for (int i = 0; i < COUNT(lines); i++) {
		char copy[64];
		struct line l;

		snprintf(copy, sizeof(copy), "%s", lines[i]);
		read_line(&l, copy);
		ck_assert_int_eq(l.ret, 1);
		line_free(&l);
	}
}
END_TEST

START_TEST(no_memory_is_not_a_usage_error)
{
	char text[] = "try -e memory a";
	struct line l;

	read_line(&l, text);
	ck_assert_int_eq(l.ret, -ENOMEM);
	ck_assert_int_eq(opts_status(l.ret), 1);
	ck_assert_int_eq(opts_status(-EINVAL), 2);
	ck_assert_int_eq(opts_status(1), 0);
	line_free(&l);
}
END_TEST

START_TEST(hostile_words_stay_one_line)
{
	char name[] = "try", option[] = "--a\nb\033[31m", word[] = "a";
	char *argv[] = { name, word, option, NULL };
	struct line l;

	read_argv(&l, 3, argv);
	ck_assert_int_eq(l.ret, -EINVAL);
	ck_assert_str_eq(l.why, "unknown option '--a?b?[31m' "
				"(see harness try --help)");
	line_free(&l);
}
END_TEST

/* --- help printed from a table --- */

static const struct opt help_table[] = {
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

static const struct opts_command help_command = {
	.name = "try",
	.synopsis = "[options] WORD...",
	.summary = "Tries.",
	.opts = help_table,
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

	opts_help(f, &help_command);
	fclose(f);
	ck_assert_str_eq(text, help_text);
	free(text);
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

static TCase *help_case(void)
{
	TCase *tc = tcase_create("help");

	tcase_add_test(tc, help_is_made_of_the_table);
	tcase_add_test(tc, a_command_without_options_has_help);
	return tc;
}

static Suite *opts_suite(void)
{
	Suite *s = suite_create("opts");
	TCase *tc = tcase_create("parse");

	tcase_add_test(tc, defaults_are_stored_as_if_typed);
	tcase_add_loop_test(tc, all_spellings_of_an_option_mean_the_same, 0,
			    COUNT(spellings));
	tcase_add_test(tc, words_keep_their_order_between_options);
	tcase_add_test(tc, after_two_dashes_everything_is_a_word);
	tcase_add_test(tc, a_single_dash_is_a_word);
	tcase_add_test(tc, an_argument_may_look_like_an_option);
	tcase_add_test(tc, a_list_option_collects_every_use);
	tcase_add_loop_test(tc, misuse_is_refused_in_one_line, 0,
			    COUNT(misuses));
	tcase_add_test(tc, help_ends_reading_before_later_mistakes);
	tcase_add_test(tc, no_memory_is_not_a_usage_error);
	tcase_add_test(tc, hostile_words_stay_one_line);
	suite_add_tcase(s, tc);
	suite_add_tcase(s, help_case());
	return s;
}

TEST_SUITE(opts_suite);
