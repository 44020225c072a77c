/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/plugin/test_registry.c - which plugins are found, where, and what a word
 * means.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "registries.h"
#include "tests.h"

/* What registry_open() says on stderr when it refuses; to be freed. */
static char *refusal(const char *const *dirs, int err)
{
	char *dir = cli_tmpdir(), *path, *text;
	int saved = dup(STDERR_FILENO), fd;
	struct registry *r = NULL;
	ssize_t n;

	ck_assert_int_gt(asprintf(&path, "%s/err", dir), 0);
	fd = open(path, O_RDWR | O_CREAT, 0600);
	ck_assert_int_ge(dup2(fd, STDERR_FILENO), 0);
	ck_assert_int_eq(registry_open(dirs, &r), err);
	dup2(saved, STDERR_FILENO);
	ck_assert_ptr_null(r);
	text = calloc(1, 8192);
	ck_assert_ptr_nonnull(text);
	n = pread(fd, text, 8191, 0);
	ck_assert_int_gt(n, 0);
	close(fd);
	close(saved);
	free(path);
	free(dir);
	ck_one_line(text);
	return text;
}

static void ck_refusal(const char *dir, int err, const char *words)
{
	const char *const dirs[] = { dir, NULL };
	char *text = refusal(dir ? dirs : NULL, err);

	ck_assert_msg(strstr(text, words), "\"%s\" lacks \"%s\"", text, words);
	free(text);
}

static void write_file(const char *dir, const char *name)
{
	char *path;
	FILE *f;

	ck_assert_int_gt(asprintf(&path, "%s/%s", dir, name), 0);
	f = fopen(path, "w");
	ck_assert_ptr_nonnull(f);
	fputs("text\n", f);
	fclose(f);
	free(path);
}

static void make_dir(const char *dir, const char *name)
{
	char *path;

	ck_assert_int_gt(asprintf(&path, "%s/%s", dir, name), 0);
	ck_assert_int_eq(mkdir(path, 0755), 0);
	free(path);
}

START_TEST(lists_plugins_sorted_by_name)
{
	struct registry *r = open_dirs(GOOD, NULL);

	ck_assert_uint_ge(registry_nr(r), 5);
	for (size_t i = 1; i < registry_nr(r); i++)
		ck_assert_int_le(strcmp(registry_get(r, i - 1)->name,
					registry_get(r, i)->name),
				 0);
	ck_assert_str_eq(find(r, "demo/full")->collection, "demo");
	ck_assert_str_eq(find(r, "demo/full")->path, GOOD "/demo/full.so");
	registry_close(r);
}
END_TEST

START_TEST(an_earlier_directory_hides_a_later_one)
{
	char *dir = cli_tmpdir(), *reason;
	struct registry *r;
	size_t *idx, nr;

	make_dir(dir, "demo");
	write_file(dir, "demo/full.so");
	r = open_dirs(GOOD, dir);
	ck_assert_int_eq(registry_match(r, "demo/full", &idx, &nr), 0);
	ck_assert_uint_eq(nr, 1);
	ck_assert_str_eq(registry_get(r, idx[0])->path, GOOD "/demo/full.so");
	ck_assert_int_gt(
		asprintf(&reason, "hidden by %s", GOOD "/demo/full.so"), 0);
	ck_assert_str_eq(registry_get(r, idx[0] + 1)->name, "demo/full");
	ck_assert_str_eq(registry_get(r, idx[0] + 1)->broken, reason);
	free(idx);
	free(reason);
	registry_close(r);
	r = open_dirs(dir, GOOD);
	probe_word(r, "demo/full");
	ck_assert_str_eq(find(r, "demo/full")->broken, "not an ELF file");
	registry_close(r);
	free(dir);
}
END_TEST

START_TEST(a_directory_given_twice_hides_nothing)
{
	struct registry *r = open_dirs(GOOD, GOOD "/../good/");

	for (size_t i = 0; i < registry_nr(r); i++)
		ck_assert_ptr_null(registry_get(r, i)->broken);
	registry_close(r);
}
END_TEST

START_TEST(files_at_the_wrong_place_or_name_are_broken)
{
	char *dir = cli_tmpdir();
	struct registry *r;

	write_file(dir, "stray.so");
	make_dir(dir, "Upper");
	write_file(dir, "Upper/x.so");
	make_dir(dir, "fine");
	write_file(dir, "fine/a b.so");
	r = open_dirs(dir, NULL);
	ck_assert_ptr_nonnull(
		strstr(find(r, "stray")->broken, "outside a collection"));
	ck_assert_ptr_nonnull(strstr(find(r, "Upper/x")->broken, "named in"));
	ck_assert_ptr_nonnull(strstr(find(r, "fine/a b")->broken, "named in"));
	registry_close(r);
	free(dir);
}
END_TEST

START_TEST(what_is_no_plugin_by_name_is_passed_over)
{
	char *dir = cli_tmpdir();
	struct registry *r;

	write_file(dir, "good.so.bak");
	write_file(dir, "set.suite");
	make_dir(dir, "void.so");
	make_dir(dir, ".hidden");
	write_file(dir, ".hidden/x.so");
	make_dir(dir, "c");
	make_dir(dir, "c/folder.so");
	write_file(dir, "c/x.so.bak");
	write_file(dir, "c/.so");
	write_file(dir, "c/.x.so");
	r = open_dirs(dir, NULL);
	for (size_t i = 0; i < registry_nr(r); i++)
		ck_assert_msg(strncmp(registry_get(r, i)->path, dir,
				      strlen(dir)),
			      "listed: %s", registry_get(r, i)->path);
	registry_close(r);
	free(dir);
}
END_TEST

START_TEST(a_directory_may_be_relative_or_a_symbolic_link)
{
	char *dir = cli_tmpdir(), *link;
	struct registry *r;
	char before[4096];

	ck_assert_ptr_nonnull(getcwd(before, sizeof(before)));
	ck_assert_int_gt(asprintf(&link, "%s/link", dir), 0);
	ck_assert_int_eq(symlink(GOOD, link), 0);
	r = open_dirs(link, NULL);
	ck_assert_str_eq(find(r, "demo/full")->path, GOOD "/demo/full.so");
	registry_close(r);
	ck_assert_int_eq(chdir(PLUGINS), 0);
	r = open_dirs("./good/", NULL);
	ck_assert_str_eq(find(r, "demo/full")->path, GOOD "/demo/full.so");
	ck_assert_int_eq(chdir(before), 0);
	probe_word(r, "demo/full");
	ck_assert_ptr_nonnull(find(r, "demo/full")->bench);
	registry_close(r);
	free(link);
	free(dir);
}
END_TEST

START_TEST(a_directory_asked_for_must_be_one)
{
	ck_refusal("/nonexistent", -ENOENT,
		   "--plugins '/nonexistent': No such file");
	ck_refusal("/dev/null", -ENOTDIR, "--plugins '/dev/null': Not a dir");
	ck_refusal("", -EINVAL, "--plugins '' names no directory");
}
END_TEST

static void ck_variable(const char *value, int err, const char *words)
{
	setenv("HARNESS_PATH", value, 1);
	ck_refusal(NULL, err, words);
	unsetenv("HARNESS_PATH");
}

START_TEST(refuses_a_search_path_with_holes)
{
	ck_variable("", -EINVAL, "HARNESS_PATH has an empty entry");
	ck_variable(GOOD ":", -EINVAL, "HARNESS_PATH has an empty entry");
	ck_variable(":" GOOD, -EINVAL, "HARNESS_PATH has an empty entry");
	ck_variable(GOOD "::" BROKEN, -EINVAL, "an empty entry");
	ck_variable(GOOD ":plugins", -EINVAL, "the relative entry 'plugins'");
	ck_variable("./x", -EINVAL, "the relative entry './x'");
	ck_variable("/nonexistent", -ENOENT, "HARNESS_PATH '/nonexistent'");
}
END_TEST

START_TEST(searches_option_then_variable_then_beside_the_program)
{
	struct registry *r;

	setenv("HARNESS_PATH", BROKEN ":" PLUGINS "/hang", 1);
	r = open_dirs(GOOD, NULL);
	unsetenv("HARNESS_PATH");
	ck_assert_int_eq(strncmp(registry_where(r),
				 GOOD ", " BROKEN ", " PLUGINS "/hang",
				 strlen(GOOD ", " BROKEN ", " PLUGINS "/hang")),
			 0);
	find(r, "demo/full");
	find(r, "bad/no_op");
	find(r, "bad/hangs");
	registry_close(r);
}
END_TEST

static void ck_match(const struct registry *r, const char *word,
		     const char *first, size_t least)
{
	size_t *idx, nr;

	ck_assert_int_eq(registry_match(r, word, &idx, &nr), 0);
	ck_assert_str_eq(registry_get(r, idx[0])->name, first);
	ck_assert_uint_ge(nr, least);
	for (size_t i = 1; i < nr; i++)
		ck_assert_uint_gt(idx[i], idx[i - 1]);
	free(idx);
}

START_TEST(a_word_is_a_name_a_collection_a_glob_or_all)
{
	struct registry *r = open_dirs(GOOD, BROKEN);
	size_t *idx, nr;

	ck_match(r, "demo/full", "demo/full", 1);
	ck_match(r, "demo", "demo/elsewhere", 5);
	ck_match(r, "demo/n*", "demo/newer", 2);
	ck_match(r, "*/ol?er", "demo/older", 1);
	ck_match(r, "all", registry_get(r, 0)->name, registry_nr(r));
	ck_assert_int_eq(registry_match(r, "", &idx, &nr), -ENOENT);
	ck_assert_int_eq(registry_match(r, "dem", &idx, &nr), -ENOENT);
	ck_assert_int_eq(registry_match(r, "demo/", &idx, &nr), -ENOENT);
	ck_assert_int_eq(registry_match(r, "demo/x*", &idx, &nr), -ENOENT);
	ck_assert_int_eq(registry_match(r, "full", &idx, &nr), -ENOENT);
	registry_close(r);
}
END_TEST

START_TEST(suggests_what_was_probably_meant)
{
	struct registry *r = open_dirs(GOOD, NULL);

	ck_assert_str_eq(registry_suggest(r, "demo/ful"), "demo/full");
	ck_assert_str_eq(registry_suggest(r, "demo/fulll"), "demo/full");
	ck_assert_str_eq(registry_suggest(r, "full"), "demo/full");
	ck_assert_str_eq(registry_suggest(r, "odler"), "demo/older");
	ck_assert_str_eq(registry_suggest(r, "dmeo"), "demo");
	ck_assert_ptr_null(registry_suggest(r, "completely/else"));
	ck_assert_ptr_null(registry_suggest(r, ""));
	registry_close(r);
}
END_TEST

static Suite *registry_suite(void)
{
	Suite *s = suite_create("registry");
	TCase *tc = tcase_create("registry");

	tcase_add_test(tc, lists_plugins_sorted_by_name);
	tcase_add_test(tc, an_earlier_directory_hides_a_later_one);
	tcase_add_test(tc, a_directory_given_twice_hides_nothing);
	tcase_add_test(tc, files_at_the_wrong_place_or_name_are_broken);
	tcase_add_test(tc, what_is_no_plugin_by_name_is_passed_over);
	tcase_add_test(tc, a_directory_may_be_relative_or_a_symbolic_link);
	tcase_add_test(tc, a_directory_asked_for_must_be_one);
	tcase_add_test(tc, refuses_a_search_path_with_holes);
	tcase_add_test(tc,
		       searches_option_then_variable_then_beside_the_program);
	tcase_add_test(tc, a_word_is_a_name_a_collection_a_glob_or_all);
	tcase_add_test(tc, suggests_what_was_probably_meant);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(registry_suite);
