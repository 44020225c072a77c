/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_usage.c - the command line as a whole: misuse, help, streams.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

/* struct misuse - words for the shell, and what the message must quote */
struct misuse {
	const char *words;
	const char *quoted;
};

/* Each with "-o r.json", which must not be touched. */
static const struct misuse run_misuses[] = {
	{ "", "no benchmark given" },
	{ "sched/pipe --scope cpu", "--scope needs events" },
	{ "sched/pipe -r 0", "-r '0'" },
	{ "sched/pipe -r -1", "-r '-1'" },
	{ "sched/pipe -r 1.5", "-r '1.5'" },
	{ "sched/pipe -r 10abc", "-r '10abc'" },
	{ "sched/pipe -r10abc", "-r '10abc'" },
	{ "sched/pipe --repeat=10abc", "--repeat '10abc'" },
	{ "sched/pipe -r ''", "-r ''" },
	{ "sched/pipe -r ' 5'", "-r ' 5'" },
	{ "sched/pipe -r 0x10", "-r '0x10'" },
	{ "sched/pipe -r 1e3", "-r '1e3'" },
	{ "sched/pipe -r +5", "-r '+5'" },
	{ "sched/pipe -r 1000001", "1 to 1000000" },
	{ "sched/pipe -r 99999999999999999999999", "1 to 1000000" },
	{ "sched/pipe -r", "'-r' needs an argument" },
	{ "sched/pipe -l 0", "-l '0'" },
	{ "sched/pipe -l -0", "-l '-0'" },
	{ "sched/pipe -l -1", "-l '-1'" },
	{ "sched/pipe -l 9223372036854775808", "9223372036854775808" },
	{ "sched/pipe -w -1", "-w '-1'" },
	{ "sched/pipe -t 0", "-t '0'" },
	{ "sched/pipe -t 999ns", "1us to 1h" },
	{ "sched/pipe -t 100MS", "-t '100MS'" },
	{ "sched/pipe -t 2h", "1us to 1h" },
	{ "sched/pipe --timeout -1", "--timeout '-1'" },
	{ "sched/pipe --timeout nan", "--timeout 'nan'" },
	{ "sched/pipe --timeout inf", "--timeout 'inf'" },
	{ "sched/pipe -g 0", "-g '0'" },
	{ "sched/pipe -g 1,", "-g '1,'" },
	{ "sched/pipe -c x", "-c 'x'" },
	{ "sched/pipe -c ''", "-c ''" },
	{ "sched/pipe -c -1", "-c '-1'" },
	{ "sched/pipe -s fifo", "fifo:N" },
	{ "sched/pipe -s fifo:0", "-s 'fifo:0'" },
	{ "sched/pipe -s fifo:100", "-s 'fifo:100'" },
	{ "sched/pipe -s rt", "-s 'rt'" },
	{ "sched/pipe -f xml", "-f 'xml'" },
	{ "sched/pipe --calls none", "--calls 'none'" },
	{ "sched/pipe --seed -1", "--seed '-1'" },
	{ "sched/pipe --plugins ''", "--plugins ''" },
	{ "sched/pipe -o ''", "-o ''" },
	{ "sched/pipe -p x", "-p 'x'" },
	{ "sched/pipe -p nosuch=1", "nosuch" },
	{ "--nosuch", "'--nosuch'" },
	{ "sched/pipe --nosuch", "'--nosuch'" },
	{ "sched/pipe --repeet 3", "did you mean --repeat?" },
	{ "sched/pipe -r 2 -Z", "'-Z'" },
	{ "sched/pipe --quiet=yes", "'--quiet' takes no argument" },
	{ "nosuch", "nosuch" },
	{ "sched/pip", "did you mean sched/pipe?" },
	{ "'sched/*xx'", "sched/*xx" },
	{ "''", "''" },
	{ "sched/pipe nosuch", "nosuch" },
	{ "sched/pipe extra", "extra" },
	{ "\"$(printf 'a\\nb\\033c')\"", "a?b?c" },
};

static const struct misuse other_misuses[] = {
	{ "", "no command" },
	{ "''", "''" },
	{ "nosuch", "'nosuch'" },
	{ "rnu", "did you mean run?" },
	{ "sched/pipe", "did you mean harness run?" },
	{ "compare one.json", "two files" },
	{ "--nosuch", "'--nosuch'" },
	{ "--versoin", "did you mean --version?" },
	{ "-r 10 run sched/pipe", "'-r'" },
	{ "--version extra", "'extra'" },
	{ "--help extra", "'extra'" },
	{ "list extra", "extra" },
	{ "list --nosuch", "'--nosuch'" },
	{ "list --plugins", "--plugins" },
	{ "info extra", "'extra'" },
	{ "info --nosuch", "'--nosuch'" },
	{ "show", "no file" },
	{ "show --nosuch r.json", "'--nosuch'" },
	{ "help nosuch", "'nosuch'" },
	{ "help rnu", "did you mean run?" },
	{ "help sched/pip", "did you mean sched/pipe?" },
	{ "help run extra", "'extra'" },
	{ "help --nosuch", "'--nosuch'" },
};

static const char *const commands[] = { "list", "run", "show", "info", "help" };

static void check_misuse(const struct cli *c, const struct misuse *m)
{
	ck_assert_msg(c->status == 2, "'%s': status %d", m->words, c->status);
	ck_one_line(c->err);
	ck_assert_msg(!strncmp(c->err, "harness", 7), "%s", c->err);
	ck_assert_msg(strstr(c->err, m->quoted) != NULL, "'%s': no %s in %s",
		      m->words, m->quoted, c->err);
	ck_assert_str_eq(c->out, "");
}

START_TEST(run_refuses_nonsense_before_it_touches_anything)
{
	char *dir = cli_tmpdir();
	struct cli c;

	cli_run(&c, "cd '%s' && echo old >r.json && $HARNESS run -o r.json %s",
		dir, run_misuses[_i].words);
	check_misuse(&c, &run_misuses[_i]);
	cli_free(&c);
	cli_run(&c, "cd '%s' && ls -A && cat r.json", dir);
	ck_assert_str_eq(c.out, "r.json\nold\n");
	cli_free(&c);
	free(dir);
}
END_TEST

START_TEST(other_commands_refuse_nonsense)
{
	struct cli c;

	cli_run(&c, "$HARNESS %s", other_misuses[_i].words);
	check_misuse(&c, &other_misuses[_i]);
	cli_free(&c);
}
END_TEST

static void check_width(const char *text)
{
	while (*text) {
		size_t len = strcspn(text, "\n");

		ck_assert_msg(len <= 79, "too wide: %.*s", (int)len, text);
		text += len + (text[len] == '\n');
	}
}

START_TEST(every_command_has_help_on_stdout)
{
	const char *name = commands[_i];
	struct cli a, b;
	char usage[64];

	cli_run(&a, "$HARNESS %s --help", name);
	ck_assert_int_eq(a.status, 0);
	ck_assert_str_eq(a.err, "");
	snprintf(usage, sizeof(usage), "Usage: harness %s", name);
	ck_assert_int_eq(strncmp(a.out, usage, strlen(usage)), 0);
	ck_assert_ptr_nonnull(strstr(a.out, "\nExamples:\n  harness "));
	check_width(a.out);
	cli_run(&b, "$HARNESS help %s", name);
	ck_assert_str_eq(b.out, a.out);
	cli_free(&b);
	cli_run(&b, "$HARNESS --help");
	ck_assert_int_eq(b.status, 0);
	ck_assert_str_eq(b.err, "");
	snprintf(usage, sizeof(usage), "\n  %-8s ", name);
	ck_assert_ptr_nonnull(strstr(b.out, usage));
	cli_free(&b);
	cli_free(&a);
}
END_TEST

START_TEST(version_is_one_line)
{
	struct cli c;

	cli_run(&c, "$HARNESS --version");
	ck_assert_int_eq(c.status, 0);
	ck_assert_str_eq(c.err, "");
	ck_one_line(c.out);
	ck_assert_int_eq(strncmp(c.out, "harness ", 8), 0);
	cli_free(&c);
}
END_TEST

START_TEST(help_of_a_benchmark_comes_from_its_plugin)
{
	struct cli c;

	cli_run(&c, "$HARNESS help sched/pipe");
	ck_assert_int_eq(c.status, 0);
	ck_assert_str_eq(c.err, "");
	ck_assert_int_eq(strncmp(c.out, "sched/pipe: ", 12), 0);
	ck_assert_ptr_nonnull(strstr(c.out, "\n  switches per op   2 on "));
	check_width(c.out);
	cli_free(&c);
}
END_TEST

/* --- streams and environment ---------------------------------------------- */

START_TEST(columns_and_colours_never_matter)
{
	static const char *const environments[] = {
		"COLUMNS=-5",	      "COLUMNS=abc",
		"COLUMNS=1",	      "COLUMNS=0",
		"TERM=dumb",	      "NO_COLOR=1",
		"LC_ALL=tr_TR.UTF-8", "COLUMNS=99999999999999999999",
	};
	struct cli plain, c;

	cli_run(&plain, "$HARNESS --help; $HARNESS run -h; $HARNESS list");
	ck_assert_ptr_null(strpbrk(plain.out, "\033\r"));
	for (int i = 0; i < COUNT(environments); i++) {
		cli_run(&c,
			"export %s; $HARNESS --help; $HARNESS run -h; "
			"$HARNESS list",
			environments[i]);
		ck_assert_str_eq(c.out, plain.out);
		cli_free(&c);
	}
	cli_free(&plain);
}
END_TEST

START_TEST(output_that_cannot_be_written_is_an_error)
{
	static const struct misuse rows[] = {
		{ "$HARNESS --help >/dev/full", "No space left on device" },
		{ "$HARNESS --version >/dev/full", "No space left on device" },
		{ "$HARNESS list >/dev/full", "No space left on device" },
		{ "$HARNESS run -h >/dev/full", "No space left on device" },
		{ "$HARNESS help sched/pipe >/dev/full",
		  "No space left on device" },
		{ "$HARNESS --help >&-", "Bad file descriptor" },
		{ "$HARNESS list >&-", "Bad file descriptor" },
	};

	for (int i = 0; i < COUNT(rows); i++) {
		struct cli c;

		cli_run(&c, "%s", rows[i].words);
		ck_assert_msg(c.status == 1, "%s: %d", rows[i].words, c.status);
		ck_one_line(c.err);
		ck_assert_ptr_nonnull(strstr(c.err, "cannot write the output"));
		ck_assert_ptr_nonnull(strstr(c.err, rows[i].quoted));
		cli_free(&c);
	}
}
END_TEST

START_TEST(a_reader_that_has_gone_is_an_error_not_a_signal)
{
	struct cli c;

	/* The fifo has a reader until the harness has opened it. */
	cli_run(&c, "d=$(mktemp -d) && mkfifo $d/f && { : <$d/f & "
		    "exec 3>$d/f; wait; $HARNESS --help >&3; echo $? >&2; }");
	ck_assert_str_eq(c.err, "harness: cannot write the output: Broken "
				"pipe\n1\n");
	cli_free(&c);
}
END_TEST

START_TEST(closed_descriptors_let_nothing_into_the_result)
{
	char *dir = cli_tmpdir();
	struct cli c;

	cli_run(&c,
		"cd '%s'; $HARNESS run self/null -r 1 -l 1000 -o r.json "
		"<&- 2>&-; echo $?",
		dir);
	ck_assert_ptr_nonnull(strstr(c.out, "self/null"));
	ck_assert_str_eq(c.out + strlen(c.out) - 2, "0\n");
	cli_free(&c);
	cli_run(&c, "cd '%s'; ls -A; head -c 1 r.json; tail -c 2 r.json", dir);
	ck_assert_str_eq(c.out, "r.json\n{}\n");
	cli_free(&c);
	free(dir);
}
END_TEST

START_TEST(an_ignored_child_signal_is_not_inherited)
{
	struct cli c;

	cli_run(&c, "trap '' CHLD; exec $HARNESS list");
	ck_assert_int_eq(c.status, 0);
	ck_assert_str_eq(c.err, "");
	ck_assert_ptr_nonnull(strstr(c.out, "pipe"));
	cli_free(&c);
}
END_TEST

static const char *const planners[] = { "run", "ab", "noise", "selfcheck" };

START_TEST(who_does_not_find_a_benchmark_says_its_own_name)
{
	char expected[64];
	struct cli c;

	cli_run(&c, "$HARNESS %s sched/nosuch%s", planners[_i],
		strcmp(planners[_i], "ab") ? "" : " -- --");
	snprintf(expected, sizeof(expected), "harness %s: no benchmark",
		 planners[_i]);
	ck_assert_int_eq(c.status, 2);
	ck_one_line(c.err);
	ck_assert_msg(!strncmp(c.err, expected, strlen(expected)), "%s", c.err);
	cli_free(&c);
}
END_TEST

START_TEST(noise_reserves_its_file_before_it_measures)
{
	struct cli c;

	cli_run(&c, "$HARNESS noise self/null --times 5 -o /no/such/dir/f");
	ck_assert_int_eq(c.status, 1);
	ck_one_line(c.err);
	ck_assert_ptr_nonnull(strstr(c.err, "cannot write '/no/such/dir/f'"));
	ck_assert_str_eq(c.out, "");
	cli_free(&c);
}
END_TEST

static Suite *usage_suite(void)
{
	Suite *s = suite_create("usage");
	TCase *misuse = tcase_create("misuse");
	TCase *help = tcase_create("help");
	TCase *streams = tcase_create("streams");

	tcase_add_loop_test(misuse,
			    run_refuses_nonsense_before_it_touches_anything, 0,
			    COUNT(run_misuses));
	tcase_add_loop_test(misuse,
			    who_does_not_find_a_benchmark_says_its_own_name, 0,
			    COUNT(planners));
	tcase_add_loop_test(misuse, other_commands_refuse_nonsense, 0,
			    COUNT(other_misuses));
	tcase_add_test(misuse, noise_reserves_its_file_before_it_measures);
	suite_add_tcase(s, misuse);

	tcase_add_loop_test(help, every_command_has_help_on_stdout, 0,
			    COUNT(commands));
	tcase_add_test(help, version_is_one_line);
	tcase_add_test(help, help_of_a_benchmark_comes_from_its_plugin);
	suite_add_tcase(s, help);

	tcase_add_test(streams, columns_and_colours_never_matter);
	tcase_add_test(streams, output_that_cannot_be_written_is_an_error);
	tcase_add_test(streams,
		       a_reader_that_has_gone_is_an_error_not_a_signal);
	tcase_add_test(streams, closed_descriptors_let_nothing_into_the_result);
	tcase_add_test(streams, an_ignored_child_signal_is_not_inherited);
	suite_add_tcase(s, streams);
	return s;
}

TEST_SUITE(usage_suite);
