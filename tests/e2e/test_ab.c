/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_ab.c - two sides in turn: words, verdicts, statuses.
 *
 * No time is asserted; where a verdict is, one side does several times the
 * work of the other.
 */
#include <jansson.h>
#include <string.h>

#include "cli.h"
#include "stats/verdict.h"
#include "tests.h"

#define PLANTED "HARNESS_PATH=" TEST_BUILD_DIR "/tests/plugins/planted "

static double real_of(const json_t *o, const char *key)
{
	return json_number_value(json_object_get(o, key));
}

START_TEST(finds_a_large_planted_difference)
{
	struct cli c;

	cli_run(&c, PLANTED "$HARNESS ab --pairs 10 --slices 4 planted/spin "
			    "-- -p spin=0 -- -p spin=200k");
	ck_assert_int_eq(c.status, 1);
	ck_assert_ptr_nonnull(strstr(c.out, "slower at a threshold of 2 %"));
	cli_free(&c);
	cli_run(&c, PLANTED "$HARNESS ab --pairs 10 --slices 4 planted/spin "
			    "-- -p spin=200k -- -p spin=0");
	ck_assert_int_eq(c.status, 0);
	ck_assert_ptr_nonnull(strstr(c.out, "faster at a threshold of 2 %"));
	cli_free(&c);
}
END_TEST

START_TEST(json_has_one_value_for_each_pair)
{
	struct cli c;
	json_t *root, *logs;

	cli_run(&c, "$HARNESS ab --json --pairs 11 --slices 3 sched/pipe "
		    "-- -T -- -s batch");
	root = json_loads(c.out, JSON_REJECT_DUPLICATES, NULL);
	ck_assert_msg(root != NULL, "status %d: %s%s", c.status, c.out, c.err);
	logs = json_object_get(root, "log_ratios");
	ck_assert_int_eq(json_array_size(logs), 11);
	ck_assert(real_of(root, "lo") <= real_of(root, "ratio"));
	ck_assert(real_of(root, "hi") >= real_of(root, "ratio"));
	ck_assert(real_of(root, "level") >= 0.95);
	ck_assert(real_of(root, "p") > 0 && real_of(root, "p") <= 1);
	json_decref(root);
	cli_free(&c);
}
END_TEST

START_TEST(an_arm_may_be_counted)
{
	struct cli c;

	cli_run(&c, "$HARNESS ab --pairs 10 --slices 2 sched/pipe -- -- "
		    "-e nosuchevent");
	ck_assert_int_eq(c.status, 2);
	ck_one_line(c.err);
	cli_free(&c);
	cli_run(&c, "$HARNESS ab --threshold 100 --pairs 10 --slices 2 "
		    "sched/pipe -- -- -e context-switches:k");
	ck_assert_msg(c.status == 0, "%s%s", c.out, c.err);
	ck_assert_ptr_nonnull(strstr(c.out, "# switches/op: A "));
	cli_free(&c);
}
END_TEST

static const struct {
	const char *words;
	int status;
	const char *says;
} misuse[] = {
	{ "sched/pipe", 2, "two arms" },
	{ "sched/pipe -- -T", 2, "two arms" },
	{ "-- -T -- -T", 2, "no benchmark" },
	{ "sched/pipe self/null -- --", 2, "self/null" },
	{ "sched/pipe -- -s nosuch --", 2, "nosuch" },
	{ "sched/pipe -- -- -p msg=1,2", 2, "2 configurations" },
	{ "sched/pipe -- -- -p nosuch=1", 2, "nosuch" },
	{ "sched/nosuch -- --", 2, "harness ab: no benchmark 'sched/nosuch'" },
	{ "-r 10 sched/pipe -- --", 2, "option '-r' of harness run" },
	{ "--loops=10 sched/pipe -- --", 2, "option '--loops' of harness run" },
	{ "sched/pipe -T -- --", 2, "after a --" },
	{ "--env A=1 sched/pipe -- --", 2, "--env 'A=1': belongs to an arm" },
	{ "sched/pipe -- -r 10 --", 2, "A: option '-r' is not for an arm" },
	{ "sched/pipe -- -- -Tl 10", 2, "B: option '-l' is not for an arm" },
	{ "sched/pipe -- -- --output=x", 2, "option '--output' is not for" },
	{ "sched/pipe -- -- --seed 1", 2, "option '--seed' is not for an arm" },
	{ "sched/pipe -- -- --pairs 10", 2, "unknown option '--pairs'" },
	{ "sched/pipe -- sched/pipe --", 2, "unexpected word" },
	{ "sched/pipe -- --scope cpu --", 2, "harness ab: --scope says" },
	{ "sched/pipe -- --env A --", 2, "not of the form NAME=VALUE" },
	{ "sched/pipe -- --env =A --", 2, "not of the form NAME=VALUE" },
	{ "sched/pipe -- -- --env LD_PRELOAD=x", 2, "when a program starts" },
	{ "sched/pipe -- -- --before ''", 2, "must not be empty" },
	{ "--pairs 9 sched/pipe -- --", 2, "9" },
	{ "--threshold 2x sched/pipe -- --", 2, "2x" },
	{ "sched/pipe -- -c 9999 --", 4, "9999" },
};

START_TEST(refuses_arms_that_cannot_be)
{
	struct cli c;

	cli_run(&c, "$HARNESS ab %s", misuse[_i].words);
	ck_assert_msg(c.status == misuse[_i].status, "%s: status %d: %s",
		      misuse[_i].words, c.status, c.err);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	ck_assert_msg(strstr(c.err, misuse[_i].says), "%s", c.err);
	cli_free(&c);
}
END_TEST

static const struct {
	double lo, hi, threshold;
	enum verdict is;
} verdicts[] = {
	{ 1.03, 1.04, 0.02, VERDICT_SLOWER },
	{ 1.02, 1.04, 0.02, VERDICT_SLOWER_SMALL },
	{ 1.01, 1.04, 0.02, VERDICT_SLOWER_SMALL },
	{ 0.99, 1.01, 0.02, VERDICT_SAME },
	{ 0.99, 1.03, 0.02, VERDICT_INCONCLUSIVE },
	{ 0.97, 1.01, 0.02, VERDICT_INCONCLUSIVE },
	{ 0.96, 0.97, 0.02, VERDICT_FASTER },
	{ 0.97, 0.99, 0.02, VERDICT_FASTER_SMALL },
	{ 1.0, 1.0, 0, VERDICT_SAME },
	{ 0.9, 1.1, 0, VERDICT_INCONCLUSIVE },
	{ 1.0001, 1.1, 0, VERDICT_SLOWER },
	{ 0.9, 0.9999, 0, VERDICT_FASTER },
	{ __builtin_nan(""), __builtin_nan(""), 0.02, VERDICT_INCONCLUSIVE },
};

START_TEST(an_interval_has_one_verdict)
{
	ck_assert_int_eq(verdict(verdicts[_i].lo, verdicts[_i].hi,
				 verdicts[_i].threshold),
			 verdicts[_i].is);
}
END_TEST

static Suite *ab_suite(void)
{
	Suite *s = suite_create("ab");
	TCase *run = tcase_create("run"), *pure = tcase_create("verdict");

	tcase_add_test(run, finds_a_large_planted_difference);
	tcase_add_test(run, json_has_one_value_for_each_pair);
	tcase_add_test(run, an_arm_may_be_counted);
	tcase_add_loop_test(run, refuses_arms_that_cannot_be, 0,
			    sizeof(misuse) / sizeof(*misuse));
	tcase_add_loop_test(pure, an_interval_has_one_verdict, 0,
			    sizeof(verdicts) / sizeof(*verdicts));
	suite_add_tcase(s, run);
	suite_add_tcase(s, pure);
	return s;
}
TEST_SUITE(ab_suite);
