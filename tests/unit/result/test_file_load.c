/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/result/test_file_load.c - result files read from disk.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "result/file.h"
#include "result/load.h"
#include "sessions.h"
#include "tests.h"
#include "workdir.h"

static int unreadable(const char *path, char *why)
{
	struct session s = { 0 };

	return result_read(path, &s, why, 64);
}

START_TEST(reads_what_it_has_written)
{
	char *text = document(session_pipe()), *again;
	struct session s = { 0 };
	char why[128] = "";

	put_file("r.json", text, 0600);
	ck_assert_int_eq(result_read("r.json", &s, why, sizeof(why)), 0);
	again = document(s);
	ck_assert_str_eq(text, again);
	free(text);
	free(again);
}
END_TEST

START_TEST(says_why_a_file_cannot_be_read)
{
	char why[64];

	ck_assert_int_eq(unreadable("nosuch", why), -ENOENT);
	ck_assert_str_eq(why, "No such file or directory");
	ck_assert_int_eq(unreadable(".", why), -EISDIR);
	ck_assert_str_eq(why, "Is a directory");
	ck_assert_int_eq(unreadable("/dev/null", why), -EINVAL);
	ck_assert_str_eq(why, "the file is empty");
	put_file("big", "{", 0600);
	ck_assert_int_eq(truncate("big", ((off_t)256 << 20) + 1), 0);
	ck_assert_int_eq(unreadable("big", why), -EFBIG);
	ck_assert_str_eq(why, "larger than 256 MiB");
}
END_TEST

/* Gives up root for good, so it needs a process of its own. */
START_TEST(says_that_a_file_may_not_be_read)
{
	char why[64];

	put_file("secret", "{}", 0);
	if (!geteuid()) {
		ck_assert_int_eq(chmod(".", 0755), 0);
		ck_assert_int_eq(setuid(65534), 0);
	}
	ck_assert_int_eq(unreadable("secret", why), -EACCES);
	ck_assert_str_eq(why, "Permission denied");
}
END_TEST

START_TEST(does_not_read_for_ever)
{
	char why[64];

	ck_assert_int_eq(unreadable("/dev/zero", why), -EFBIG);
}
END_TEST

static Suite *result_load_suite(void)
{
	Suite *s = suite_create("result_load");
	TCase *t = tcase_create("files");
	const char *mode = getenv("CK_FORK");

	tcase_add_checked_fixture(t, workdir_enter, workdir_leave);
	tcase_add_test(t, reads_what_it_has_written);
	tcase_add_test(t, says_why_a_file_cannot_be_read);
	if (!mode || strcmp(mode, "no"))
		tcase_add_test(t, says_that_a_file_may_not_be_read);
	tcase_add_test(t, does_not_read_for_ever);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(result_load_suite);
