/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/report/test_notes.c - what the report for people says besides
 * numbers.
 */
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "session/options.h"
#include "sessions.h"
#include "tests.h"

/* The report for people, with all remarks; frees the session. */
static char *printed(struct session s)
{
	const struct report_opts all = { .verbose = true };
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(report_print(f, &s, FORMAT_TEXT, &all), 0);
	ck_assert_int_eq(fclose(f), 0);
	session_free(&s);
	return text;
}

START_TEST(says_that_the_first_run_was_never_finished)
{
	struct session s = session_plain(3);
	char *text;

	session_entry(&s, "a/b", "op")->status = ENTRY_INVALID;
	s.complete = false;
	text = printed(s);
	ck_assert_str_eq(text, "# a/b: interrupted before the first run ended\n"
			       "# interrupted: some runs are missing\n");
	free(text);
}
END_TEST

/* Two thirds of the time is not CPU time: in 0.9 ms that is no sign. */
START_TEST(calls_no_short_run_disturbed)
{
	for (uint64_t us = 900; us <= 1100; us += 200) {
		struct session s = session_plain(1);
		struct entry *e = session_entry(&s, "a/b", "op");
		char *text;

		entry_run(e, 1000, us * 1000)->figures.cpu_ns = 300000;
		text = printed(s);
		ck_assert(!strstr(text, "disturbed") == (us < 1000));
		free(text);
	}
}
END_TEST

START_TEST(numbers_the_runs_that_are_unlike_the_others)
{
	static const char *const says[] = { "run 1 differs",
					    "runs 1-2 differ" };

	for (size_t early = 1; early <= 2; early++) {
		struct session s = session_plain(20);
		struct entry *e = session_entry(&s, "a/b", "op");
		char *text;

		for (size_t i = 0; i < 20; i++)
			entry_run(e, 1000,
				  i < early ? 9000000 : 5000000 + i % 3 * 1000);
		text = printed(s);
		if (!strstr(text, says[early - 1]))
			ck_abort_msg("'%s' is not in\n%s", says[early - 1],
				     text);
		free(text);
	}
}
END_TEST

static Suite *report_remarks_suite(void)
{
	Suite *s = suite_create("report_remarks");
	TCase *t = tcase_create("remarks");

	tcase_add_test(t, says_that_the_first_run_was_never_finished);
	tcase_add_test(t, calls_no_short_run_disturbed);
	tcase_add_test(t, numbers_the_runs_that_are_unlike_the_others);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(report_remarks_suite);
