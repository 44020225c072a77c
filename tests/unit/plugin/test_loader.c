/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/plugin/test_loader.c - which files are refused, and in which words.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "other_user.h"
#include "plugin/file.h"
#include "plugin/loader.h"
#include "tests.h"

#define PLUGINS TEST_BUILD_DIR "/tests/plugins"

/* The reason of the last refusal. */
static char why[1024];

struct file_case {
	const char *file;
	int err;
	const char *words;
};

static const struct file_case broken_files[] = {
	{ "abi_newer", -EPROTO, "built for interface 2, this harness has 1" },
	{ "abi_zero", -EPROTO, "built for interface 0, this harness has 1" },
	{ "short", -EINVAL, "says it has 16 bytes" },
	{ "oversized", -EINVAL, "bytes, the object has" },
	{ "newer_tail", -E2BIG, "made for a newer interface" },
	{ "no_op", -EINVAL, "'op' is missing" },
	{ "misnamed", -EINVAL, "it calls itself 'sched/pipe'" },
	{ "no_symbol", -ENOENT, "it has no symbol harness_bench" },
	{ "namesake", -EINVAL, "its symbol harness_bench is no description" },
	{ "undefined", -ENOEXEC, "no_such_function_anywhere" },
	{ "empty", -ENOEXEC, "it is empty" },
	{ "text", -ENOEXEC, "not an ELF file" },
	{ "truncated", -ENOEXEC, "truncated: it has 8192 bytes" },
	{ "headless", -ENOEXEC, "truncated: its header is not complete" },
	{ "machine", -ENOEXEC, "built for another machine" },
	{ "byte_order", -ENOEXEC, "the other byte order" },
	{ "object", -ENOEXEC, "no shared object" },
};

#define NR_BROKEN ((int)(sizeof(broken_files) / sizeof(*broken_files)))

static int load(const char *path, const char *name)
{
	struct bench out;

	why[0] = '\0';
	return plugin_load(path, name, &out, why, sizeof(why));
}

START_TEST(refuses_a_broken_file_with_its_reason)
{
	const struct file_case *c = &broken_files[_i];
	char *path, *name;

	ck_assert_int_gt(asprintf(&path, PLUGINS "/broken/bad/%s.so", c->file),
			 0);
	ck_assert_int_gt(asprintf(&name, "bad/%s", c->file), 0);
	ck_assert_int_eq(load(path, name), c->err);
	ck_assert_msg(strstr(why, c->words), "%s: \"%s\" lacks \"%s\"", c->file,
		      why, c->words);
	ck_assert_ptr_null(strchr(why, '\n'));
	free(path);
	free(name);
}
END_TEST

START_TEST(loads_what_is_whole)
{
	struct bench out;

	ck_assert_int_eq(plugin_load(PLUGINS "/good/demo/full.so", "demo/full",
				     &out, why, sizeof(why)),
			 0);
	ck_assert_str_eq(out.name, "demo/full");
	ck_assert_ptr_nonnull(out.baseline);
	ck_assert_int_eq(plugin_load(PLUGINS "/good/demo/older.so",
				     "demo/older", &out, why, sizeof(why)),
			 0);
	ck_assert_ptr_null(out.baseline);
	ck_assert_int_eq(plugin_load(PLUGINS "/good/demo/newer.so",
				     "demo/newer", &out, why, sizeof(why)),
			 0);
	ck_assert_uint_gt(out.size, sizeof(out));
}
END_TEST

START_TEST(never_searches_for_a_name_without_directory)
{
	ck_assert_int_eq(load("full.so", "demo/full"), -EINVAL);
	ck_assert_int_eq(load("", "demo/full"), -EINVAL);
}
END_TEST

START_TEST(refuses_what_is_no_regular_file_without_opening_it)
{
	char *dir = cli_tmpdir(), *path;

	ck_assert_int_gt(asprintf(&path, "%s/x.so", dir), 0);
	ck_assert_int_eq(load(path, "a/x"), -ENOENT);
	ck_assert_ptr_nonnull(strstr(why, "cannot be examined: No such file"));

	ck_assert_int_eq(mkfifo(path, 0600), 0);
	ck_assert_int_eq(load(path, "a/x"), -ENOEXEC);
	ck_assert_str_eq(why, "it is a FIFO, not a regular file");
	unlink(path);

	ck_assert_int_eq(mkdir(path, 0700), 0);
	ck_assert_int_eq(load(path, "a/x"), -ENOEXEC);
	ck_assert_str_eq(why, "it is a directory, not a regular file");
	rmdir(path);

	ck_assert_int_eq(symlink("/nonexistent/gone.so", path), 0);
	ck_assert_int_eq(load(path, "a/x"), -ENOENT);
	ck_assert_str_eq(why, "a symbolic link to nothing");
	unlink(path);

	ck_assert_int_eq(symlink("x.so", path), 0);
	ck_assert_int_eq(load(path, "a/x"), -ELOOP);
	ck_assert_str_eq(why, "its symbolic links lead in a circle");

	ck_assert_int_eq(load("/dev/null", "a/x"), -ENOEXEC);
	ck_assert_str_eq(why, "it is a device, not a regular file");
	free(path);
	free(dir);
}
END_TEST

/* As an ordinary user: 0 if the file is refused as unreadable. */
static int unreadable(const char *path)
{
	char reason[256] = "";
	int err;

	if (geteuid() == 0 &&
	    (setresgid(65534, 65534, 65534) || setresuid(65534, 65534, 65534)))
		return 2;
	err = plugin_file_check(path, reason, sizeof(reason));
	if (err != -EACCES)
		return 1;
	return !!strcmp(reason, "cannot be read: Permission denied");
}

START_TEST(refuses_a_file_that_may_not_be_read)
{
	char *dir = cli_tmpdir(), *path;
	int status;
	pid_t pid;

	ck_assert_int_eq(chmod(dir, 0711), 0);
	ck_assert_int_gt(asprintf(&path, "%s/x.so", dir), 0);
	fclose(fopen(path, "w"));
	ck_assert_int_eq(chmod(path, 0), 0);
	pid = fork();
	if (!pid)
		_exit(unreadable(path));
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), 0);
	free(path);
	free(dir);
}
END_TEST

/* Cut anywhere, a plugin is refused before the dynamic loader touches it. */
START_TEST(refuses_a_plugin_cut_at_any_length)
{
	char *dir = cli_tmpdir(), *path;
	struct stat st;
	struct cli c;

	ck_assert_int_gt(asprintf(&path, "%s/full.so", dir), 0);
	cli_run(&c, "cp " PLUGINS "/good/demo/full.so %s", path);
	ck_assert_int_eq(c.status, 0);
	cli_free(&c);
	ck_assert_int_eq(stat(path, &st), 0);
	ck_assert_int_eq(plugin_file_check(path, why, sizeof(why)), 0);
	for (off_t len = st.st_size - 1; len > 0; len = len * 7 / 8) {
		ck_assert_int_eq(truncate(path, len), 0);
		ck_assert_int_eq(plugin_file_check(path, why, sizeof(why)),
				 -ENOEXEC);
	}
	free(path);
	free(dir);
}
END_TEST

static TCase *file_case(void)
{
	TCase *tc = tcase_create("file");

	tcase_add_loop_test(tc, refuses_a_broken_file_with_its_reason, 0,
			    NR_BROKEN);
	tcase_add_test(tc, loads_what_is_whole);
	tcase_add_test(tc, never_searches_for_a_name_without_directory);
	tcase_add_test(tc, refuses_what_is_no_regular_file_without_opening_it);
	if (other_user_is_there())
		tcase_add_test(tc, refuses_a_file_that_may_not_be_read);
	else
		puts("not tested: a plugin that may not be read (no other user "
		     "here)");
	tcase_add_test(tc, refuses_a_plugin_cut_at_any_length);
	return tc;
}

static Suite *loader_suite(void)
{
	Suite *s = suite_create("loader");

	suite_add_tcase(s, file_case());
	return s;
}

TEST_SUITE(loader_suite);
