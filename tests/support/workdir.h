/* SPDX-License-Identifier: MIT */
/*
 * tests/support/workdir.h - a directory of a test's own, in which it works.
 *
 *	tcase_add_checked_fixture(tc, workdir_enter, workdir_leave);
 */
#ifndef TESTS_SUPPORT_WORKDIR_H
#define TESTS_SUPPORT_WORKDIR_H

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

/* struct workdir - @dir: its path, absolute */
static struct workdir {
	char *dir;
} workdir;

static inline void workdir_enter(void)
{
	workdir.dir = cli_tmpdir();
	ck_assert_int_eq(chdir(workdir.dir), 0);
}

static inline void workdir_leave(void)
{
	ck_assert_int_eq(chdir("/"), 0);
	free(workdir.dir);
}

/* A file with that content, as a whole. */
static inline void put_file(const char *path, const char *text, mode_t mode)
{
	FILE *f = fopen(path, "w");

	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	ck_assert_int_eq(fclose(f), 0);
	ck_assert_int_eq(chmod(path, mode), 0);
}

/* Names in the working directory, hidden ones too. */
static inline int nr_files(void)
{
	DIR *d = opendir(".");
	int n = -2;

	ck_assert_ptr_nonnull(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n;
}

#endif
