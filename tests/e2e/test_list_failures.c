/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_list_failures.c - what harness list refuses, and with which
 * status.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "tests.h"

#define PLUGINS TEST_BUILD_DIR "/tests/plugins"
#define GOOD PLUGINS "/good"
#define BROKEN PLUGINS "/broken"

/* Runs it; the status must be @status. */
static struct cli list(int status, const char *words)
{
	struct cli c;

	cli_run(&c, "$HARNESS list %s", words);
	ck_assert_msg(c.status == status, "status %d, stderr: %s", c.status,
		      c.err);
	return c;
}

static void ck_contains(const char *text, const char *words)
{
	ck_assert_msg(strstr(text, words), "\"%s\" lacks \"%s\"", text, words);
}

static void ck_usage(const char *words, const char *message)
{
	struct cli c = list(2, words);

	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	ck_contains(c.err, message);
	cli_free(&c);
}

START_TEST(refuses_what_it_does_not_understand)
{
	ck_usage("--bogus", "harness list: unknown option '--bogus'");
	ck_usage("-x", "unknown option '-x'");
	ck_usage("--json=yes", "--json' takes no argument");
	ck_usage("--plugins", "'--plugins' needs an argument");
	ck_usage("--plugins ''", "--plugins ''");
	ck_usage("''", "no benchmark ''");
	ck_usage("shced/pipe", "no benchmark 'shced/pipe': did you mean "
			       "sched/pipe?");
	ck_usage("sched/pipe pip", "did you mean sched/pipe?");
	ck_usage("'sched/x*'", "no benchmark 'sched/x*'");
}
END_TEST

START_TEST(nothing_but_broken_plugins_is_a_failure)
{
	struct cli c = list(1, "--plugins " BROKEN " bad/no_op");

	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	cli_free(&c);
}
END_TEST

START_TEST(refuses_a_bad_search_path)
{
	struct cli c;

	cli_run(&c, "HARNESS_PATH= $HARNESS list");
	ck_assert_int_eq(c.status, 2);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	cli_free(&c);
	cli_run(&c, "HARNESS_PATH=plugins $HARNESS list --json");
	ck_assert_int_eq(c.status, 2);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	cli_free(&c);
	c = list(1, "--plugins /nonexistent");
	ck_one_line(c.err);
	ck_contains(c.err, "/nonexistent");
	cli_free(&c);
}
END_TEST

START_TEST(finding_nothing_at_all_is_a_failure)
{
	static const char *const commands[] = { "list", "run all",
						"run sched/pipe", "selfcheck" };
	char *dir = cli_tmpdir();
	struct cli c;

	cli_run(&c, "mkdir %s/bin && cp $HARNESS %s/bin/h && %s/bin/h %s", dir,
		dir, dir, commands[_i]);
	ck_assert_int_eq(c.status, 1);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	ck_contains(c.err, "/lib/harness");
	cli_free(&c);
	free(dir);
}
END_TEST

START_TEST(fails_when_its_output_cannot_be_written)
{
	struct cli c = list(1, ">/dev/full");

	ck_one_line(c.err);
	cli_free(&c);
	c = list(1, "--json >/dev/full");
	ck_one_line(c.err);
	cli_free(&c);
}
END_TEST

START_TEST(a_library_path_does_not_change_what_is_loaded)
{
	char *dir = cli_tmpdir();
	struct cli c;

	cli_run(&c,
		"echo decoy | tee %s/pipe.so %s/null.so >%s/harness_bench; "
		"cd %s; LD_LIBRARY_PATH=%s:. $HARNESS list sched/pipe",
		dir, dir, dir, dir, dir);
	ck_assert_int_eq(c.status, 0);
	ck_assert_str_eq(c.err, "");
	ck_contains(c.out, "sched/pipe");
	cli_free(&c);
	free(dir);
}
END_TEST

START_TEST(a_file_system_without_execution_is_named)
{
	char *dir = cli_tmpdir();
	struct cli c;

	cli_run(&c, "unshare -m mount -t tmpfs none %s", dir);
	if (c.status == 0) {
		cli_free(&c);
		cli_run(&c,
			"unshare -m sh -c 'mount -t tmpfs -o noexec none %s && "
			"chmod 755 %s && cp -r " GOOD "/demo %s && "
			"$HARNESS list --plugins %s'",
			dir, dir, dir, dir);
		ck_assert_int_eq(c.status, 0);
		ck_contains(c.err, "demo/full cannot be used: its file system "
				   "is mounted noexec");
	}
	cli_free(&c);
	free(dir);
}
END_TEST

START_TEST(with_rights_that_others_lack_their_plugins_are_refused)
{
	char *dir = cli_tmpdir();
	struct cli c;
	int root = geteuid() == 0;

	cli_run(&c,
		"cp -r " GOOD "/demo %s && chmod 777 %s && chmod 755 %s/demo "
		"&& $HARNESS list --plugins %s demo/full",
		dir, dir, dir, dir);
	ck_assert_int_eq(c.status, root ? 1 : 0);
	if (root) {
		ck_one_line(c.err);
		ck_contains(c.err, "is refused: every user can change it (mode "
				   "0777): chmod o-w it");
	}
	cli_free(&c);
	cli_run(&c,
		"chmod 755 %s && chmod 666 %s/demo/full.so && "
		"$HARNESS list --plugins %s demo",
		dir, dir, dir);
	ck_assert_int_eq(c.status, 0);
	ck_assert_int_eq(!!strstr(c.err, "demo/full cannot be used: every"),
			 root);
	ck_contains(c.out, "demo/newer");
	cli_free(&c);
	cli_run(&c, "chmod 777 %s/demo && $HARNESS list --plugins %s", dir,
		dir);
	ck_assert_int_eq(c.status, 0);
	ck_assert_int_eq(!!strstr(c.err, "demo cannot be used: its folder"),
			 root);
	cli_free(&c);
	free(dir);
}
END_TEST

static Suite *list_failures_suite(void)
{
	Suite *s = suite_create("list_failures");
	TCase *tc = tcase_create("list_failures");

	tcase_add_test(tc, refuses_what_it_does_not_understand);
	tcase_add_test(tc, nothing_but_broken_plugins_is_a_failure);
	tcase_add_test(tc, refuses_a_bad_search_path);
	tcase_add_loop_test(tc, finding_nothing_at_all_is_a_failure, 0, 4);
	tcase_add_test(tc, fails_when_its_output_cannot_be_written);
	tcase_add_test(tc, a_library_path_does_not_change_what_is_loaded);
	tcase_add_test(tc, a_file_system_without_execution_is_named);
	tcase_add_test(tc,
		       with_rights_that_others_lack_their_plugins_are_refused);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(list_failures_suite);
