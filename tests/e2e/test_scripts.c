/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_scripts.c - what users run beside the program, with a program
 * and an ssh that only pretend.
 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "sessions.h"
#include "tests.h"
#include "workdir.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))
#define SCRIPTS TEST_SOURCE_DIR "/scripts"

/* It prints a verdict and exits as it is told. */
#define FAKE                                         \
	"#!/bin/sh\n"                                \
	"echo \"$@\" >>calls\n"                      \
	"echo '{\"verdict\": \"'\"$VERDICT\"'\"}'\n" \
	"case $1 in ab | compare) exit \"$STATUS\" ;; esac\n"

static const struct step {
	const char *verdict;
	int status, exit;
} steps[] = {
	{ "same", 0, 0 },
	{ "faster", 0, 0 },
	{ "slower", 1, 1 },
	{ "", 1, 125 }, /* interrupted */
	{ "inconclusive", 3, 125 },
	{ "", 4, 125 },
	{ "", 5, 125 },
	{ "", 77, 125 },
	{ "", 2, 128 },
};

START_TEST(a_step_of_a_bisection_has_gits_status)
{
	const struct step *s = &steps[_i];
	struct cli c;

	put_file("fake", FAKE, 0755);
	cli_run(&c,
		"mkdir good new && HARNESS=./fake VERDICT='%s' STATUS=%d "
		"'" SCRIPTS "/bisect-step' --plugins good new demo/x "
		"--threshold 1",
		s->verdict, s->status);
	ck_assert_int_eq(c.status, s->exit);
	cli_free(&c);
	cli_run(&c,
		"HARNESS=./fake VERDICT='%s' STATUS=%d "
		"'" SCRIPTS "/bisect-step' --base fake demo/x",
		s->verdict, s->status);
	ck_assert_int_eq(c.status, s->exit);
	cli_free(&c);
	cli_run(&c, "cat calls");
	ck_assert_ptr_nonnull(
		strstr(c.out, "ab --strict --json --threshold 1 demo/x -- "
			      "--plugins good -- --plugins new\n"));
	cli_free(&c);
}
END_TEST

START_TEST(what_is_not_built_is_skipped)
{
	struct cli c;

	put_file("fake", FAKE, 0755);
	cli_run(&c, "HARNESS=./fake '" SCRIPTS
		    "/bisect-step' --build false --base fake demo/x");
	ck_assert_int_eq(c.status, 125);
	cli_free(&c);
	cli_run(&c, "HARNESS=./fake '" SCRIPTS "/bisect-step' demo/x");
	ck_assert_int_eq(c.status, 128);
	ck_one_line(c.err);
	cli_free(&c);
}
END_TEST

/* A tree whose program prints result.json, or fails for h2; ssh is local. */
static void make_fleet(void)
{
	char *text = document(session_pipe());
	struct cli c;

	put_file("result.json", text, 0644);
	free(text);
	put_file("ssh",
		 "#!/bin/sh\n"
		 "while [ \"$1\" = -o ]; do shift 2; done\n"
		 "HOST=$1 exec sh -c \"$2\"\n",
		 0755);
	cli_run(&c, "mkdir -p tree/bin tree/lib");
	cli_free(&c);
	put_file("tree/bin/harness",
		 "#!/bin/sh\n"
		 "[ \"$1\" = run ] || exec \"$HARNESS\" \"$@\"\n"
		 "printf '%s:' \"$HOST\" \"$@\" >>\"$CALLS\"\n"
		 "echo >>\"$CALLS\"\n"
		 "[ \"$HOST\" != \"$DOWN\" ] || exit 1\n"
		 "sed \"s/\\\"id\\\": \\\"/&$HOST/; "
		 "s/\\\"host\\\": {/&\\\"host\\\": \\\"$HOST\\\",/\" "
		 "\"$RESULT\"\n",
		 0755);
	put_file("hosts", "h1\nh2 # the second\n\nh3\n", 0644);
}

static void measure(struct cli *c, const char *down)
{
	cli_run(c,
		"export CALLS=$PWD/calls RESULT=$PWD/result.json DOWN='%s' "
		"HARNESS_TREE=$PWD/tree SSH=$PWD/ssh && "
		"'" SCRIPTS
		"/fleet/ssh-fleet' hosts results demo/x -p \"a=b'c\"",
		down);
}

START_TEST(a_fleet_over_ssh_resumes_and_names_who_is_missing)
{
	struct cli c;

	make_fleet();
	measure(&c, "h2");
	ck_assert_int_eq(c.status, 0);
	ck_assert_ptr_nonnull(strstr(c.out, "# 2 machines, 2 sessions"));
	ck_assert_ptr_nonnull(strstr(c.out, "# Missing\nh2\n"));
	cli_free(&c);
	cli_run(&c, "ls results && sort -u calls && rm calls");
	ck_assert_ptr_null(strstr(c.out, "h2.json"));
	ck_assert_ptr_nonnull(strstr(
		c.out, "h1:run:--no-progress:--json:demo/x:-p:a=b'c:\n"));
	cli_free(&c);
	/* Only the one that failed is measured again. */
	measure(&c, "");
	ck_assert_ptr_nonnull(strstr(c.out, "# 3 machines, 3 sessions"));
	ck_assert_ptr_null(strstr(c.out, "Missing"));
	cli_free(&c);
	cli_run(&c, "cat calls");
	ck_one_line(c.out);
	ck_assert_ptr_eq(strstr(c.out, "h2:"), c.out);
	cli_free(&c);
}
END_TEST

static Suite *scripts_suite(void)
{
	Suite *s = suite_create("scripts");
	TCase *tc = tcase_create("bisect"), *fleet = tcase_create("fleet");

	tcase_add_checked_fixture(tc, workdir_enter, workdir_leave);
	tcase_add_loop_test(tc, a_step_of_a_bisection_has_gits_status, 0,
			    COUNT(steps));
	tcase_add_test(tc, what_is_not_built_is_skipped);
	suite_add_tcase(s, tc);
	tcase_add_checked_fixture(fleet, workdir_enter, workdir_leave);
	tcase_add_test(fleet,
		       a_fleet_over_ssh_resumes_and_names_who_is_missing);
	suite_add_tcase(s, fleet);
	return s;
}

TEST_SUITE(scripts_suite);
