/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_completion.c - completion/harness.bash against the program.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "cli/cmd.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

/*
 * What bash offers for @words, of which the last is being typed; sorted.
 * Leaves the output in @c.
 */
static void complete(struct cli *c, const char *words)
{
	cli_run(c,
		"cd '" TEST_SOURCE_DIR "' && bash -c '"
		". completion/harness.bash; COMP_WORDS=(\"$HARNESS\" %s); "
		"COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _harness; "
		"printf \"%%s\\n\" \"${COMPREPLY[@]}\" | LC_ALL=C sort'",
		words);
	ck_assert_int_eq(c->status, 0);
	ck_assert_str_eq(c->err, "");
}

static void offers(const char *words, const char *expected)
{
	struct cli c;

	complete(&c, words);
	ck_assert_str_eq(c.out, expected);
	cli_free(&c);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of all commands as sort(1) prints them. */
static void list_commands(char *text, size_t len)
{
	const char *names[32];
	size_t nr = 0, at = 0;

	for (const struct command *c = cmd_table; c->name; c++)
		names[nr++] = c->name;
	qsort(names, nr, sizeof(*names), by_name);
	for (size_t i = 0; i < nr; i++)
		at += snprintf(text + at, len - at, "%s\n", names[i]);
}

START_TEST(commands_come_first)
{
	char all[512];

	list_commands(all, sizeof(all));
	offers("\"\"", all);
	offers("r", "run\n");
	offers("--v", "--version\n");
}
END_TEST

START_TEST(options_are_those_of_the_command)
{
	offers("run --re", "--repeat\n");
	offers("run sched/pipe --no", "--no-control\n--no-progress\n");
	offers("list --j", "--json\n");
	offers("list --rep", "\n");
}
END_TEST

START_TEST(every_option_in_the_help_is_offered)
{
	struct cli c, help;

	cli_run(&help, "$HARNESS run --help | grep -o -E "
		       "'^ {2,6}(-., )?--[a-z-]+' | grep -o -E -e "
		       "'--[a-z-]+' | LC_ALL=C sort");
	ck_assert_ptr_nonnull(strstr(help.out, "--no-progress\n"));
	complete(&c, "run --");
	ck_assert_str_eq(c.out, help.out);
	cli_free(&c);
	cli_free(&help);
}
END_TEST

START_TEST(benchmarks_and_collections_are_offered)
{
	offers("run sched/pi", "sched/pipe\n");
	offers("run self", "self\nself/null\n");
	offers("help sh", "show\n");
}
END_TEST

START_TEST(options_of_the_benchmarks_are_offered)
{
	offers("run sched/pipe -p \"\"", "msg=\nnonblock=\ntokens=\n");
	offers("run sched/pipe -p t", "tokens=\n");
	offers("run -p sched/pipe", "\n");
	offers("run sched/pipe -p nonblock =", "no\nyes\n");
	offers("run sched/pipe -p nonblock = y", "yes\n");
	offers("run sched/pipe -p msg =", "\n");
}
END_TEST

START_TEST(suites_are_offered_behind_an_at)
{
	offers("run @q", "@quick\n");
	offers("run sched/pipe @perf", "@perf-bench\n");
}
END_TEST

START_TEST(a_side_of_ab_has_the_options_of_a_side)
{
	offers("ab --pa", "--pairs\n");
	offers("ab sched/pipe -- --pa", "--param\n");
	offers("ab sched/pipe -- -T -- --be", "--before\n");
	offers("ab sched/pipe -- -s b", "batch\n");
}
END_TEST

START_TEST(files_are_offered_where_a_file_is_named)
{
	offers("show COPY", "COPYING\n");
	offers("show --force COPY", "COPYING\n");
	offers("compare a.json COPY", "COPYING\n");
	offers("compare --floor COPY", "COPYING\n");
	offers("import COPY", "COPYING\n");
	offers("convert --to csv COPY", "COPYING\n");
	offers("show --fo", "--force\n--format\n");
	offers("run -o COPY", "COPYING\n");
	offers("list --plugins comple", "completion\n");
}
END_TEST

START_TEST(words_after_an_option_are_those_it_takes)
{
	static const char *const options[] = {
		"-f",	  "--format", "-s",	"-c",
		"--cpus", "--calls",  "--idle", "--cgroups",
	};
	char *word, *rest;

	for (int i = 0; i < COUNT(options); i++) {
		char words[64];
		struct cli c, run;

		snprintf(words, sizeof(words), "run %s \"\"", options[i]);
		complete(&c, words);
		for (rest = c.out; (word = strsep(&rest, "\n")) && *word;) {
			size_t end = strlen(word) - 1;

			/* A word that is not complete needs its number. */
			cli_run(&run, "$HARNESS run nosuch %s %s%s", options[i],
				word, word[end] == ':' ? "1" : "");
			ck_assert_int_eq(run.status, 2);
			ck_assert_msg(strstr(run.err, "nosuch") ||
					      strstr(run.err, "architecture"),
				      "%s", run.err);
			cli_free(&run);
		}
		cli_free(&c);
	}
	offers("compare -f m", "markdown\n");
	offers("compare --by m", "machine\nmodel\n");
	offers("compare --correction \"\"", "bh\nholm\nnone\n");
	offers("convert --to \"\"",
	       "benchfmt\ncsv\ngoogle-benchmark\nhyperfine\nopenmetrics\n");
	offers("import --unit u", "us/op\n");
	offers("import --csv \"\"", "contextswitch\n");
	offers("run --format = js", "json\n");
	offers("run --format =", "csv\njson\nperf\nsimple\ntext\n");
}
END_TEST

static Suite *completion_suite(void)
{
	Suite *s = suite_create("completion");
	TCase *tc = tcase_create("bash");

	tcase_add_test(tc, commands_come_first);
	tcase_add_test(tc, options_are_those_of_the_command);
	tcase_add_test(tc, every_option_in_the_help_is_offered);
	tcase_add_test(tc, benchmarks_and_collections_are_offered);
	tcase_add_test(tc, options_of_the_benchmarks_are_offered);
	tcase_add_test(tc, suites_are_offered_behind_an_at);
	tcase_add_test(tc, a_side_of_ab_has_the_options_of_a_side);
	tcase_add_test(tc, files_are_offered_where_a_file_is_named);
	tcase_add_test(tc, words_after_an_option_are_those_it_takes);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(completion_suite);
