/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_ab_arms.c - what makes a side of ab differ from the other one:
 * options, environment, commands; and sides that cannot be alive together.
 */
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "processes.h"
#include "tests.h"

#define PLANTED "HARNESS_PATH=" TEST_BUILD_DIR "/tests/plugins/planted "
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

	for (int i = 0; i < 10000 && !there; i++) {
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
	{ "--ws 64k:write", "--ws 0", "work=1", "work=0" },
	{ "", "--env HARNESS_VALUE=7", "value=none", "value=7" },
	{ "--env HARNESS_VALUE=1 -T",
	  "--env HARNESS_VALUE=2 --env X=", "value=1", "value=2" },
};

/* Every pair has fresh tasks of either side, and they are as asked for. */
START_TEST(an_arm_is_what_its_options_say)
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
	ck_has(c.out, "slices in turn");
	told = contents(path);
	ck_assert_msg(count(told, variants[_i].a_says) == PAIRS, "%s", told);
	ck_assert_msg(count(told, variants[_i].b_says) == PAIRS, "%s", told);
	free(told);
	cli_free(&c);
	free(dir);
}
END_TEST

START_TEST(an_arm_may_have_other_plugins)
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
START_TEST(an_arm_may_have_control_groups)
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
START_TEST(commands_stand_around_each_run_of_their_arm)
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
	       "command");
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
	{ "--timeout 300ms", "self/null", "", "--before 'sleep 100'",
	  "--before 'sleep 100' of B not done within 0.3 s" },
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

START_TEST(an_arm_that_fails_alone_fails)
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

START_TEST(arms_that_cannot_be_together_take_turns_run_by_run)
{
	struct cli c;

	cli_run(&c,
		PLANTED "$HARNESS ab " SHORT "planted/alone -- -- -s batch");
	ck_assert_msg(c.status == 0, "%s%s", c.out, c.err);
	ck_has(c.out, "runs in turn");
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

static Suite *ab_arms_suite(void)
{
	Suite *s = suite_create("ab_arms");
	TCase *t = tcase_create("arms");

	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, an_arm_is_what_its_options_say, 0,
			    sizeof(variants) / sizeof(*variants));
	tcase_add_test(t, an_arm_may_have_other_plugins);
	tcase_add_test(t, an_arm_may_have_control_groups);
	tcase_add_test(t, commands_stand_around_each_run_of_their_arm);
	tcase_add_loop_test(t, what_fails_is_named_and_undone, 0,
			    sizeof(failures) / sizeof(*failures));
	tcase_add_test(t, an_undoing_that_fails_is_said);
	tcase_add_loop_test(t, an_interrupt_undoes_first, 0,
			    sizeof(interrupts) / sizeof(*interrupts));
	tcase_add_test(t, an_arm_that_fails_alone_fails);
	tcase_add_test(t, arms_that_cannot_be_together_take_turns_run_by_run);
	tcase_add_test(t, runs_take_turns_if_asked_for);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(ab_arms_suite);
