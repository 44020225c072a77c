/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/plugin/test_suite.c - which suites there are, and what is said of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "tests.h"

/* Runs @words with $D a directory of plugins that has only suites. */
static struct cli run(int status, const char *words)
{
	static const char make[] =
		"D=$(mktemp -d) && trap 'rm -rf \"$D\"' EXIT && "
		"printf '# What it is for.\\n#\\n# One.\\n# Two.\\n\\n"
		"sched/pipe -s batch # why\\nself/null\\n' >$D/mine.suite && "
		"echo self/null >$D/plain.suite && "
		"echo '# nothing else' >$D/empty.suite && "
		"echo self/null >$D/Not-A-Name.suite && "
		"echo self/null -s batch -l 7 >$D/regime.suite && "
		"echo self/null -r 3 >$D/often.suite && "
		"echo self/null -o x.json >$D/save.suite && ";
	struct cli c;

	cli_run(&c, "%s $HARNESS %s", make, words);
	ck_assert_msg(c.status == status, "status %d, stderr: %s", c.status,
		      c.err);
	return c;
}

static void ck_contains(const char *text, const char *words)
{
	ck_assert_msg(strstr(text, words), "\"%s\" lacks \"%s\"", text, words);
}

START_TEST(suites_are_listed_with_their_first_line)
{
	static const char *const commands[] = { "list --plugins $D",
						"help --plugins $D" };
	struct cli c = run(0, commands[_i]);

	ck_assert_str_eq(c.err, "");
	ck_contains(c.out, "\n  @mine           What it is for\n");
	ck_contains(c.out, "\n  @plain\n");
	ck_contains(c.out, "\n  @quick          ");
	ck_assert_ptr_null(strstr(c.out, "Not-A-Name"));
	cli_free(&c);
}
END_TEST

START_TEST(the_document_has_suites_too)
{
	struct cli c = run(0, "list --json --plugins $D");

	ck_contains(c.out, "\"suite\": \"mine\"");
	ck_contains(c.out, "\"summary\": \"What it is for\"");
	cli_free(&c);
}
END_TEST

START_TEST(what_is_typed_wins_over_what_a_suite_says)
{
	struct cli c = run(0, "run --plugins $D @regime -r 1 --force");

	ck_contains(c.out, "SCHED_BATCH");
	ck_contains(c.out, "run of 7 ");
	cli_free(&c);
	c = run(0, "run -s idle --plugins $D @regime -r 1 -l 9 -T --force");
	ck_contains(c.out, "# 1 thread on");
	ck_contains(c.out, "SCHED_IDLE");
	ck_contains(c.out, "run of 9 ");
	cli_free(&c);
}
END_TEST

START_TEST(a_suite_says_what_is_measured_only)
{
	static const char *const suites[][2] = {
		{ "@often", "suite @often: option '-r' is not allowed" },
		{ "@save", "suite @save: option '-o' is not allowed" },
	};
	char words[64];
	struct cli c;

	snprintf(words, sizeof(words), "run --plugins $D %s", suites[_i][0]);
	c = run(2, words);
	ck_one_line(c.err);
	ck_contains(c.err, suites[_i][1]);
	ck_assert_str_eq(c.out, "");
	cli_free(&c);
}
END_TEST

START_TEST(who_names_benchmarks_is_not_shown_suites)
{
	struct cli c = run(0, "list self --plugins $D");

	ck_assert_ptr_null(strstr(c.out, "@"));
	cli_free(&c);
}
END_TEST

START_TEST(the_page_of_a_suite_has_its_text_and_its_lines)
{
	struct cli c = run(0, "help @mine --plugins $D");

	ck_assert_str_eq(c.out, "@mine: What it is for\n\n"
				"One. Two.\n\n"
				"Runs these in one session:\n"
				"  harness run sched/pipe -s batch\n"
				"  harness run self/null\n");
	cli_free(&c);
}
END_TEST

static const struct misuse {
	int status;
	const char *words, *says;
} misuses[] = {
	{ 2, "help @min --plugins $D", "no suite 'min': did you mean @mine?" },
	{ 2, "help @zzzzzz", "no suite 'zzzzzz' (harness list shows them)" },
	{ 2, "run @quik", "no suite '@quik': did you mean @quick?" },
	{ 2, "run @zzzzzz", "no suite '@zzzzzz' (" },
	{ 2, "run @../x", "no suite '@../x' (" },
	{ 2, "run @empty --plugins $D", "suite @empty: has no line" },
};

START_TEST(a_suite_that_is_not_there_is_one_line)
{
	struct cli c = run(misuses[_i].status, misuses[_i].words);

	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	ck_contains(c.err, misuses[_i].says);
	cli_free(&c);
}
END_TEST

START_TEST(every_suite_of_the_tree_says_in_a_line_what_it_is_for)
{
	struct cli c;

	cli_run(&c, "cd '" TEST_SOURCE_DIR "/bench' && for f in *.suite; do "
		    "$HARNESS help @${f%%.suite} | "
		    "grep -q -E \"^@${f%%.suite}: .{20,60}$\" || echo $f; "
		    "done; $HARNESS help | awk 'length > 79'");
	ck_assert_str_eq(c.out, "");
	ck_assert_str_eq(c.err, "");
	cli_free(&c);
}
END_TEST

/* A run that is disturbed is invalid, but a row for all that. */
START_TEST(the_published_figures_have_a_row_for_each_test_of_the_suite)
{
	struct cli c;

	cli_run(&c, "D=$(mktemp -d) && trap 'rm -rf \"$D\"' EXIT && "
		    "$HARNESS run @contextswitch -r 1 -l 400 --no-control "
		    "-o $D/f.json >/dev/null 2>&1; "
		    "$HARNESS compare '" TEST_SOURCE_DIR
		    "/Documentation/reference/kunpeng-bare-metal.json' "
		    "$D/f.json");
	ck_contains(c.out, "\ncontextswitch/process-futex cpus=node0 ");
	ck_assert_ptr_null(strstr(c.out, "only in"));
	ck_assert_ptr_null(strstr(c.out, "not the same"));
	cli_free(&c);
}
END_TEST

static Suite *suite_suite(void)
{
	Suite *s = suite_create("suite");
	TCase *t = tcase_create("suites");

	tcase_add_loop_test(t, suites_are_listed_with_their_first_line, 0, 2);
	tcase_add_test(t, the_document_has_suites_too);
	tcase_add_test(t, what_is_typed_wins_over_what_a_suite_says);
	tcase_add_loop_test(t, a_suite_says_what_is_measured_only, 0, 2);
	tcase_add_test(t, who_names_benchmarks_is_not_shown_suites);
	tcase_add_test(t, the_page_of_a_suite_has_its_text_and_its_lines);
	tcase_add_loop_test(t, a_suite_that_is_not_there_is_one_line, 0,
			    sizeof(misuses) / sizeof(*misuses));
	tcase_add_test(t,
		       every_suite_of_the_tree_says_in_a_line_what_it_is_for);
	tcase_add_test(
		t, the_published_figures_have_a_row_for_each_test_of_the_suite);
	suite_add_tcase(s, t);
	return s;
}

TEST_SUITE(suite_suite);
