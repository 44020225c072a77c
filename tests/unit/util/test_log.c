/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/util/test_log.c - messages are whole lines of plain text.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "tests.h"
#include "util/log.h"

START_TEST(an_error_says_what_and_why)
{
	capture_begin();
	log_error(ENOENT, "cannot open %s", "x.json");
	ck_assert_str_eq(capture_end(), "harness: cannot open x.json: No such "
					"file or directory\n");
	capture_begin();
	log_error(-ENOENT, "cannot open");
	ck_assert_str_eq(capture_end(), "harness: cannot open: No such file "
					"or directory\n");
	capture_begin();
	log_error(0, "%d runs", 3);
	ck_assert_str_eq(capture_end(), "harness: 3 runs\n");
}
END_TEST

START_TEST(an_error_can_be_returned)
{
	int positive, negative, none;

	capture_begin();
	positive = log_error(EACCES, "x");
	negative = log_error(-EACCES, "x");
	none = log_error(0, "x");
	capture_end();
	ck_assert_int_eq(positive, -EACCES);
	ck_assert_int_eq(negative, -EACCES);
	ck_assert_int_eq(none, -EINVAL);
}
END_TEST

START_TEST(a_warning_is_called_one)
{
	capture_begin();
	log_warn("%s is odd", "it");
	ck_assert_str_eq(capture_end(), "harness: warning: it is odd\n");
}
END_TEST

START_TEST(details_are_said_only_when_asked_for)
{
	capture_begin();
	log_verbose("first");
	log_set_verbose(1);
	log_verbose("%s", "second");
	log_set_verbose(0);
	log_verbose("third");
	ck_assert_str_eq(capture_end(), "harness: second\n");
}
END_TEST

START_TEST(a_message_stays_one_line_of_plain_text)
{
	capture_begin();
	log_warn("file '%s'", "a\nb\033[31m\r\tc\177");
	ck_assert_str_eq(capture_end(),
			 "harness: warning: file 'a?b?[31m??c?'\n");
}
END_TEST

START_TEST(a_long_message_is_not_cut)
{
	static char path[10000];
	const char *text;

	memset(path, 'p', sizeof(path) - 1);
	capture_begin();
	log_error(0, "%s", path);
	text = capture_end();
	ck_assert_uint_eq(strlen(text),
			  strlen("harness: \n") + sizeof(path) - 1);
}
END_TEST

static Suite *log_suite(void)
{
	Suite *s = suite_create("log");
	TCase *tc = tcase_create("log");

	tcase_add_test(tc, an_error_says_what_and_why);
	tcase_add_test(tc, an_error_can_be_returned);
	tcase_add_test(tc, a_warning_is_called_one);
	tcase_add_test(tc, details_are_said_only_when_asked_for);
	tcase_add_test(tc, a_message_stays_one_line_of_plain_text);
	tcase_add_test(tc, a_long_message_is_not_cut);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(log_suite);
