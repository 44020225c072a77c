/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_check.c - harness check: what is complete and successful.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "compare_sets.h"
#include "tests.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static char *dir;

static struct session whole(void)
{
	struct session s = session_plain(10);

	set_spread(&s, "sched/pipe", 2105, 0.3);
	return s;
}

static struct session failed(void)
{
	struct session s = whole();
	struct entry *e = session_entry(&s, "sched/futex", "round trip");

	e->status = ENTRY_FAILED;
	set_text(&e->reason, "task 1 was killed");
	return s;
}

static struct session interrupted(void)
{
	struct session s = whole();

	s.complete = false;
	return s;
}

static struct session nothing(void)
{
	struct session s = session_plain(10);
	struct entry *e = session_entry(&s, "sched/mq", "round trip");

	e->status = ENTRY_SKIPPED;
	set_text(&e->reason, "no message queues");
	return s;
}

/* Four of ten runs are valid: less than half of what was asked for. */
static struct session few(void)
{
	struct session s = whole();

	for (size_t i = 0; i < 6; i++)
		s.entries[0].runs[i].valid = false;
	return s;
}

/* A limit of time left two runs of ten. */
static struct session cut_short(void)
{
	struct session s = session_plain(10);

	set_entry(&s, "sched/pipe", set_base, 2);
	return s;
}

static void set_up(void)
{
	dir = cli_tmpdir();
	set_save(dir, "done.json", whole());
	set_save(dir, "failed.json", failed());
	set_save(dir, "interrupted.json", interrupted());
	set_save(dir, "nothing.json", nothing());
	set_save(dir, "few.json", few());
	set_save(dir, "short.json", cut_short());
}

static void tear_down(void)
{
	free(dir);
}

static const struct kind {
	const char *file;
	int status;
	const char *says;
} kinds[] = {
	{ "done.json", 0, "done: 1 of 1 benchmarks measured" },
	{ "short.json", 0, "done: 1 of 1 benchmarks measured" },
	{ "failed.json", 1, "failed: sched/futex: task 1 was killed" },
	{ "few.json", 1, "failed: sched/pipe: half of its runs" },
	{ "interrupted.json", 1, "interrupted: 1 of 1 benchmarks" },
	{ "nothing.json", 1, "nothing: 0 of 1 benchmarks" },
	{ "none.json", 1, "unreadable: No such file" },
	{ "/dev/null", 1, "unreadable: the file is empty" },
};

START_TEST(each_kind_of_file_has_its_line_and_status)
{
	const struct kind *k = &kinds[_i];
	struct cli c;

	cli_run(&c, "cd '%s' && $HARNESS check %s", dir, k->file);
	ck_assert_int_eq(c.status, k->status);
	ck_assert_str_eq(c.err, "");
	ck_one_line(c.out);
	ck_assert_msg(strstr(c.out, k->says) != NULL, "said: %s", c.out);
	cli_free(&c);
}
END_TEST

START_TEST(the_file_has_the_same_word)
{
	struct cli c;

	cli_run(&c, "cd '%s' && grep -h '^  \"status\"' done.json failed.json",
		dir);
	ck_assert_str_eq(
		c.out, "  \"status\": \"done\",\n  \"status\": \"failed\",\n");
	cli_free(&c);
}
END_TEST

START_TEST(one_of_many_that_is_not_done_decides)
{
	struct cli c;

	cli_run(&c,
		"cd '%s' && $HARNESS check -q done.json few.json short.json",
		dir);
	ck_assert_int_eq(c.status, 1);
	ck_assert_str_eq(c.out, "");
	cli_free(&c);
	cli_run(&c, "cd '%s' && $HARNESS check -f json done.json none.json",
		dir);
	ck_assert_int_eq(c.status, 1);
	ck_assert_ptr_nonnull(
		strstr(c.out, "\"file\":\"done.json\",\"ok\":true"));
	ck_assert_ptr_nonnull(strstr(c.out, "\"status\":\"unreadable\""));
	cli_free(&c);
}
END_TEST

static Suite *check_suite(void)
{
	Suite *s = suite_create("check");
	TCase *tc = tcase_create("files");

	tcase_add_unchecked_fixture(tc, set_up, tear_down);
	tcase_add_loop_test(tc, each_kind_of_file_has_its_line_and_status, 0,
			    COUNT(kinds));
	tcase_add_test(tc, the_file_has_the_same_word);
	tcase_add_test(tc, one_of_many_that_is_not_done_decides);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(check_suite);
