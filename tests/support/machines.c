/* SPDX-License-Identifier: MIT */
/*
 * tests/support/machines.c - recorded machines as directory trees.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "machines.h"
#include "tests.h"

#define PATH_LEN 4096

static FILE *create(const char *root, const char *path)
{
	char full[PATH_LEN];
	FILE *f;

	ck_assert_int_eq(*path, '/');
	ck_assert_int_lt(snprintf(full, sizeof(full), "%s%s", root, path),
			 PATH_LEN);
	for (char *p = full + strlen(root) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		if (mkdir(full, 0755) && errno != EEXIST)
			ck_abort_msg("%s: %s", full, strerror(errno));
		*p = '/';
	}
	f = fopen(full, "w");
	if (!f)
		ck_abort_msg("%s: %s", full, strerror(errno));
	return f;
}

void machine_put(const char *root, const char *path, const char *text)
{
	FILE *f = create(root, path);

	fputs(text, f);
	ck_assert_int_eq(fclose(f), 0);
}

void machine_remove(const char *root, const char *path)
{
	char full[PATH_LEN];

	snprintf(full, sizeof(full), "%s%s", root, path);
	ck_assert_int_eq(unlink(full), 0);
}

char *machine_unpack(const char *name)
{
	char path[PATH_LEN], *line = NULL, *root = cli_tmpdir();
	FILE *in, *out = NULL;
	size_t size = 0;

	snprintf(path, sizeof(path), "%s/tests/machines/%s.txt",
		 TEST_SOURCE_DIR, name);
	in = fopen(path, "r");
	if (!in)
		ck_abort_msg("%s: %s", path, strerror(errno));
	while (getline(&line, &size, in) > 0) {
		if (strncmp(line, "== ", 3)) {
			ck_assert_ptr_nonnull(out);
			fputs(line, out);
			continue;
		}
		if (out)
			ck_assert_int_eq(fclose(out), 0);
		line[strcspn(line, "\n")] = '\0';
		out = create(root, line + 3);
	}
	ck_assert_ptr_nonnull(out);
	ck_assert_int_eq(fclose(out), 0);
	fclose(in);
	free(line);
	return root;
}

START_TEST(a_machine_is_unpacked_file_by_file)
{
	char *root = machine_unpack("x86-server");
	char path[PATH_LEN], line[64];
	FILE *f;

	snprintf(path, sizeof(path), "%s/sys/devices/system/cpu/online", root);
	f = fopen(path, "r");
	ck_assert_ptr_nonnull(f);
	ck_assert_ptr_nonnull(fgets(line, sizeof(line), f));
	ck_assert_str_eq(line, "0-3\n");
	ck_assert_ptr_null(fgets(line, sizeof(line), f));
	fclose(f);
	free(root);
}
END_TEST

static Suite *machines_suite(void)
{
	Suite *s = suite_create("machines");
	TCase *tc = tcase_create("unpack");

	tcase_add_test(tc, a_machine_is_unpacked_file_by_file);
	suite_add_tcase(s, tc);
	return s;
}
TEST_SUITE(machines_suite);
