/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/util/test_input.c - files that somebody names: bounded, and what they
 * seem.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests.h"
#include "util/input.h"
#include "util/privilege.h"
#include "workdir.h"

static int try(const char *path, size_t most, bool regular)
{
	char *text = NULL;
	size_t len = 0;
	int err = input_read(path, most, regular, &text, &len);

	if (!err)
		ck_assert_uint_eq(len, strlen(text));
	free(text);
	return err;
}

START_TEST(a_file_is_read_whole_or_not_at_all)
{
	put_file("f", "0123456789", 0600);
	ck_assert_int_eq(try("f", 10, true), 0);
	ck_assert_int_eq(try("f", 9, true), -EFBIG);
	put_file("f", "", 0600);
	ck_assert_int_eq(try("f", 10, true), 0);
	ck_assert_int_eq(try("none", 10, true), -ENOENT);
	ck_assert_int_eq(try(".", 10, false), -EISDIR);
}
END_TEST

/* Nobody writes to the FIFO: opened as a file it would wait for ever. */
START_TEST(where_a_regular_file_is_wanted_nothing_else_is_opened)
{
	ck_assert_int_eq(mkfifo("p", 0600), 0);
	ck_assert_int_eq(try("p", 10, true), -ENOTSUP);
	ck_assert_int_eq(try("/dev/zero", 10, true), -ENOTSUP);
	ck_assert_int_eq(symlink("p", "l"), 0);
	ck_assert_int_eq(try("l", 10, true), -ENOTSUP);
}
END_TEST

START_TEST(what_has_no_end_is_bounded)
{
	ck_assert_int_eq(try("/dev/zero", 100000, false), -EFBIG);
	ck_assert_int_eq(try("/dev/null", 100000, false), 0);
}
END_TEST

/* To others it is opened at once, and read when there is something. */
START_TEST(a_fifo_is_not_for_the_privileged_unless_opened_for_them)
{
	char path[32];
	int fd;

	ck_assert_int_eq(mkfifo("p", 0600), 0);
	fd = open("p", O_RDWR);
	ck_assert_int_eq(write(fd, "text", 4), 4);
	if (privilege_held())
		ck_assert_int_eq(try("p", 10, false), -ENOTSUP);
	snprintf(path, sizeof(path), "/dev/fd/%d", fd);
	ck_assert_int_eq(try(path, 3, false), -EFBIG);
}
END_TEST

START_TEST(the_reasons_are_words)
{
	char buf[64];

	ck_assert_str_eq(input_why(-EFBIG, 64 << 10, buf, sizeof(buf)),
			 "larger than 64 KiB");
	ck_assert_str_eq(input_why(-EFBIG, 256 << 20, buf, sizeof(buf)),
			 "larger than 256 MiB");
	ck_assert_str_eq(input_why(-ENOTSUP, 1, buf, sizeof(buf)),
			 "not a regular file");
	ck_assert_str_eq(input_why(-ENOENT, 1, buf, sizeof(buf)),
			 "No such file or directory");
}
END_TEST

static Suite *input_suite(void)
{
	Suite *s = suite_create("input");
	TCase *t = tcase_create("input");

	tcase_add_checked_fixture(t, workdir_enter, workdir_leave);
	tcase_add_test(t, a_file_is_read_whole_or_not_at_all);
	tcase_add_test(t,
		       where_a_regular_file_is_wanted_nothing_else_is_opened);
	tcase_add_test(t, what_has_no_end_is_bounded);
	tcase_add_test(t,
		       a_fifo_is_not_for_the_privileged_unless_opened_for_them);
	tcase_add_test(t, the_reasons_are_words);
	suite_add_tcase(s, t);
	return s;
}

TEST_SUITE(input_suite);
