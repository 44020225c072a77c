/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_ab.c - two sides in turn: words, verdicts, statuses.
 *
 * No time is asserted; where a verdict is, one side does several times the
 * work of the other.
 */
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "processes.h"
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

START_TEST(a_side_may_be_counted)
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
	{ "sched/pipe", 2, "two sides" },
	{ "sched/pipe -- -T", 2, "two sides" },
	{ "-- -T -- -T", 2, "no benchmark" },
	{ "sched/pipe self/null -- --", 2, "self/null" },
	{ "sched/pipe -- -s nosuch --", 2, "nosuch" },
	{ "sched/pipe -- -- -p msg=1,2", 2, "2 configurations" },
	{ "sched/pipe -- -- -p nosuch=1", 2, "nosuch" },
	{ "sched/nosuch -- --", 2, "harness ab: no benchmark 'sched/nosuch'" },
	{ "-r 10 sched/pipe -- --", 2, "option '-r' is not for ab" },
	{ "--loops=10 sched/pipe -- --", 2, "option '--loops' is not for ab" },
	{ "sched/pipe -s nosuch -- --", 2, "nosuch" },
	{ "--env A sched/pipe -- --", 2, "not of the form NAME=VALUE" },
	{ "sched/pipe -- -r 10 --", 2, "A: option '-r' is not for a side" },
	{ "sched/pipe -- -- -Tl 10", 2, "B: option '-l' is not for a side" },
	{ "sched/pipe -- -- --output=x", 2, "option '--output' is not for" },
	{ "sched/pipe -- -- --seed 1", 2, "option '--seed' is not for a side" },
	{ "sched/pipe -- -- --pairs 10", 2, "unknown option '--pairs'" },
	{ "sched/pipe -- sched/pipe --", 2, "unexpected word" },
	{ "sched/pipe -- --scope cpu --", 2, "harness ab: --scope needs" },
	{ "sched/pipe -- --env A --", 2, "not of the form NAME=VALUE" },
	{ "sched/pipe -- --env =A --", 2, "not of the form NAME=VALUE" },
	{ "sched/pipe -- -- --env LD_PRELOAD=x", 2, "when a program starts" },
	{ "sched/pipe -- -- --before ''", 2, "must not be empty" },
	{ "--pairs 9 sched/pipe -- --", 2, "9" },
	{ "--threshold 2x sched/pipe -- --", 2, "2x" },
	{ "sched/pipe -- -c 9999 --", 77, "9999" },
};

START_TEST(refuses_sides_that_cannot_be)
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

/* --- what makes a side differ from the other --- */

#define FOLDER TEST_BUILD_DIR "/tests/plugins/planted"
#define PAIRS 10
#define SHORT "--pairs 10 --slices 2 --threshold 100 "

static size_t count(const char *text, const char *words)
{
	size_t n = 0;

	for (const char *p = text; (p = strstr(p, words)); p += strlen(words))
		n++;
	return n;
}

/* What is in a file; empty if it is not there. Owned by the caller. */
static char *contents(const char *path)
{
	FILE *f = fopen(path, "re");
	char *text = calloc(1, 65536);

	ck_assert_ptr_nonnull(text);
	if (f) {
		ck_assert_uint_lt(fread(text, 1, 65535, f), 65535);
		fclose(f);
	}
	return text;
}

/* Waits until @path holds @words. */
static void await_words(const char *path, const char *words)
{
	const struct timespec pause = { .tv_nsec = 2000000 };
	bool there = false;

	for (int i = 0; i < 60000 && !there; i++) {
		char *text = contents(path);

		there = strstr(text, words) != NULL;
		free(text);
		if (!there)
			nanosleep(&pause, NULL);
	}
	ck_assert_msg(there, "%s never had '%s'", path, words);
}

static const struct {
	const char *a, *b;
	const char *a_says, *b_says;
} variants[] = {
	{ "-s other", "-s batch", "policy=0", "policy=3" },
	{ "", "-c any", "cpus=1", "cpus=0" },
	{ "-T", "", "threads=1", "threads=0" },
	{ "--calls libc", "--calls inline", "libc=1", "libc=0" },
	{ "", "--touch fp", "work=0", "work=1" },
	{ "--nice 18", "--nice 19", "nice=18 ", "nice=19 " },
	{ "--timer-slack 2us", "--timer-slack 3us", "slack=2000 ",
	  "slack=3000 " },
	{ "--ws 64k:write", "--ws 0", "work=1", "work=0" },
	{ "", "--env HARNESS_VALUE=7", "value=none", "value=7" },
	{ "--env HARNESS_VALUE=1 -T",
	  "--env HARNESS_VALUE=2 --env X=", "value=1", "value=2" },
};

/* Every pair has fresh tasks of either side, and they are as asked for. */
START_TEST(a_side_is_what_its_options_say)
{
	char *dir = cli_tmpdir(), path[256], *told;
	struct cli c;

	snprintf(path, sizeof(path), "%s/told", dir);
	cli_run(&c,
		PLANTED "HARNESS_TOLD=%s $HARNESS ab " SHORT
			"planted/told -- %s -- %s",
		path, variants[_i].a, variants[_i].b);
	/* Which of them takes longer does not matter here. */
	ck_assert_msg(c.status <= 1, "%s%s", c.out, c.err);
	ck_has(c.out, "slices interleaved");
	told = contents(path);
	ck_assert_msg(count(told, variants[_i].a_says) == PAIRS, "%s", told);
	ck_assert_msg(count(told, variants[_i].b_says) == PAIRS, "%s", told);
	free(told);
	cli_free(&c);
	free(dir);
}
END_TEST

START_TEST(a_side_may_have_other_plugins)
{
	char *dir = cli_tmpdir(), path[256], *told;
	struct cli c;

	snprintf(path, sizeof(path), "%s/told", dir);
	cli_run(&c,
		"mkdir -m 755 %s/planted && cp " FOLDER
		"/planted/told.so %s/planted && chmod 755 %s/planted/told.so && "
		"HARNESS_TOLD=%s $HARNESS ab " SHORT
		"planted/told -- --plugins " FOLDER " -- --plugins %s",
		dir, dir, dir, path, dir);
	ck_assert_msg(c.status == 0, "%s%s", c.out, c.err);
	told = contents(path);
	ck_assert_msg(count(told, "folder=" FOLDER "\n") == PAIRS, "%s", told);
	ck_assert_msg(count(told, "folder=/") == 2 * PAIRS, "%s", told);
	free(told);
	cli_free(&c);
	free(dir);
}
END_TEST

/* Not everybody may make control groups; who may not is told so. */
START_TEST(a_side_may_have_control_groups)
{
	char *dir = cli_tmpdir(), path[256], *told;
	struct cli c;

	snprintf(path, sizeof(path), "%s/told", dir);
	cli_run(&c,
		PLANTED "HARNESS_TOLD=%s $HARNESS ab " SHORT
			"planted/told -- --cgroups one --",
		path);
	told = contents(path);
	if (c.status == 4) {
		ck_one_line(c.err);
		ck_has(c.err, "control group");
	} else {
		ck_assert_msg(c.status == 0, "%s%s", c.out, c.err);
		ck_assert_msg(count(told, "cgroup=1") == PAIRS, "%s", told);
		ck_assert_msg(count(told, "cgroup=0") == PAIRS, "%s", told);
	}
	free(told);
	cli_free(&c);
	free(dir);
}
END_TEST

/* Before, tasks, after: of one side only, in one order or the other. */
START_TEST(commands_stand_around_each_run_of_their_side)
{
	char *dir = cli_tmpdir(), path[256], *told;
	json_t *doc;
	struct cli c;

	snprintf(path, sizeof(path), "%s/told", dir);
	cli_run(&c,
		PLANTED "HARNESS_TOLD=%s $HARNESS ab --json " SHORT
			"planted/told -- -T -- "
			"--before 'echo up >>%s' --after 'echo down >>%s'",
		path, path, path);
	ck_assert_msg(c.status == 0, "%s%s", c.out, c.err);
	told = contents(path);
	ck_assert_uint_eq(count(told, "up\npolicy=0"), PAIRS);
	ck_assert_uint_eq(count(told, "threads=1"), PAIRS);
	ck_assert_uint_eq(count(told, "threads=0"), PAIRS);
	for (const char *p = told; (p = strstr(p, "threads=0")); p++)
		ck_assert_int_eq(strncmp(strchr(p, '\n'), "\ndown\n", 6), 0);
	/* One pair is the other way round than the one before. */
	ck_assert_uint_gt(count(told, "down\nup\n"), 0);
	doc = json_loads(c.out, JSON_REJECT_DUPLICATES, NULL);
	ck_assert_str_eq(json_string_value(json_object_get(doc, "interleaved")),
			 "run by run");
	ck_has(json_string_value(json_object_get(doc, "interleaved_why")),
	       "--before or --after");
	ck_assert_uint_eq(json_array_size(json_object_get(doc, "log_ratios")),
			  PAIRS);
	json_decref(doc);
	free(told);
	cli_free(&c);
	free(dir);
}
END_TEST

static const struct {
	const char *own, *benchmark, *a, *b, *says;
} failures[] = {
	{ "", "self/null", "", "--before 'exit 3'",
	  "--before 'exit 3' of B failed with status 3" },
	{ "", "self/null", "", "--before 'kill -9 $$'",
	  "--before 'kill -9 $$' of B was killed by SIGKILL" },
	/* All that is not to overrun it has that time, too. */
	{ "--timeout 3s", "self/null", "", "--before 'sleep 100'",
	  "--before 'sleep 100' of B not done within 3 s" },
	{ "", "fault/happens", FAULTS, FAULTS " -p where=task", "task" },
	{ "", "fault/happens", FAULTS, FAULTS " -p where=setup -p what=segv",
	  "SIGSEGV" },
	{ "--timeout 500ms", "fault/happens", FAULTS,
	  FAULTS " -p where=task -p what=spin", "0.5 s" },
};

START_TEST(what_fails_is_named_and_undone)
{
	char *dir = cli_tmpdir(), path[256], *told;
	struct cli c;

	processes_mark();
	snprintf(path, sizeof(path), "%s/told", dir);
	cli_run(&c,
		"$HARNESS ab " SHORT
		"%s %s -- %s -- %s --after 'echo undone >>%s'",
		failures[_i].own, failures[_i].benchmark, failures[_i].a,
		failures[_i].b, path);
	ck_assert_msg(c.status == 4, "status %d: %s%s", c.status, c.out, c.err);
	ck_one_line(c.err);
	ck_has(c.err, failures[_i].says);
	told = contents(path);
	ck_assert_msg(count(told, "undone") == 1, "%s", told);
	ck_none_left();
	free(told);
	cli_free(&c);
	free(dir);
}
END_TEST

START_TEST(an_undoing_that_fails_is_said)
{
	struct cli c;

	cli_run(&c, "$HARNESS ab " SHORT
		    "self/null -- --after 'exit 9' -- --before true");
	ck_assert_int_eq(c.status, 4);
	ck_one_line(c.err);
	ck_has(c.err, "--after 'exit 9' of A failed with status 9");
	cli_free(&c);
}
END_TEST

static const struct {
	const char *before, *after;
	const char *at, *left;
} interrupts[] = {
	/* in a command that is under way */
	{ "echo up >>$F; sleep 100", "echo down >>$F", "up", "down" },
	/* in a run, or close to one */
	{ "echo up >>$F", "echo down >>$F", "up", "down" },
	/* while something is undone */
	{ "true", "echo first >>$F; sleep 0.3; echo down >>$F", "first",
	  "down" },
};

START_TEST(an_interrupt_undoes_first)
{
	char *dir = cli_tmpdir(), path[256], *told;
	struct cli_job j;
	struct cli c;

	processes_mark();
	snprintf(path, sizeof(path), "%s/told", dir);
	cli_start(&j,
		  "export F=%s; exec $HARNESS ab --slices 500 --pairs 1000 "
		  "self/null -- --before '%s' --after '%s' --",
		  path, interrupts[_i].before, interrupts[_i].after);
	await_words(path, interrupts[_i].at);
	kill(j.pid, _i % 2 ? SIGTERM : SIGINT);
	cli_end(&j, &c);
	ck_assert_msg(c.status == 1 && !c.signal, "status %d", c.status);
	ck_one_line(c.err);
	ck_has(c.err, "interrupted");
	told = contents(path);
	ck_assert_msg(count(told, interrupts[_i].at) ==
			      count(told, interrupts[_i].left),
		      "%s", told);
	ck_none_left();
	free(told);
	cli_free(&c);
	free(dir);
}
END_TEST

START_TEST(a_side_that_fails_alone_fails)
{
	struct cli c;

	cli_run(&c, "$HARNESS ab " SHORT "fault/happens -- " FAULTS
		    " -- -p where=setup " FAULTS);
	ck_assert_int_eq(c.status, 4);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	ck_has(c.err, "made to fail");
	cli_free(&c);
}
END_TEST

START_TEST(sides_that_cannot_be_together_are_interleaved_run_by_run)
{
	struct cli c;

	cli_run(&c,
		PLANTED "$HARNESS ab " SHORT "planted/alone -- -- -s batch");
	ck_assert_msg(c.status == 0, "%s%s", c.out, c.err);
	ck_has(c.out, "runs interleaved");
	ck_has(c.out, "# interleaved run by run: together they fail: ");
	ck_has(c.out, "the only name");
	ck_assert_str_eq(c.err, "");
	cli_free(&c);
}
END_TEST

START_TEST(runs_take_turns_if_asked_for)
{
	struct cli c;

	cli_run(&c, "$HARNESS ab --by-run " SHORT "self/null -- --");
	ck_assert_msg(c.status == 0, "%s%s", c.out, c.err);
	ck_has(c.out, "# interleaved run by run: asked for\n");
	cli_free(&c);
}
END_TEST

static TCase *sides_case(void)
{
	TCase *t = tcase_create("sides");

	tcase_add_loop_test(t, a_side_is_what_its_options_say, 0,
			    sizeof(variants) / sizeof(*variants));
	tcase_add_test(t, a_side_may_have_other_plugins);
	tcase_add_test(t, a_side_may_have_control_groups);
	tcase_add_test(t, commands_stand_around_each_run_of_their_side);
	tcase_add_loop_test(t, what_fails_is_named_and_undone, 0,
			    sizeof(failures) / sizeof(*failures));
	tcase_add_test(t, an_undoing_that_fails_is_said);
	tcase_add_loop_test(t, an_interrupt_undoes_first, 0,
			    sizeof(interrupts) / sizeof(*interrupts));
	tcase_add_test(t, a_side_that_fails_alone_fails);
	tcase_add_test(
		t, sides_that_cannot_be_together_are_interleaved_run_by_run);
	tcase_add_test(t, runs_take_turns_if_asked_for);
	return t;
}

static Suite *ab_suite(void)
{
	Suite *s = suite_create("ab");
	TCase *run = tcase_create("run"), *pure = tcase_create("verdict");

	tcase_add_test(run, finds_a_large_planted_difference);
	tcase_add_test(run, json_has_one_value_for_each_pair);
	tcase_add_test(run, a_side_may_be_counted);
	tcase_add_loop_test(run, refuses_sides_that_cannot_be, 0,
			    sizeof(misuse) / sizeof(*misuse));
	tcase_add_loop_test(pure, an_interval_has_one_verdict, 0,
			    sizeof(verdicts) / sizeof(*verdicts));
	suite_add_tcase(s, run);
	suite_add_tcase(s, pure);
	suite_add_tcase(s, sides_case());
	return s;
}
TEST_SUITE(ab_suite);
