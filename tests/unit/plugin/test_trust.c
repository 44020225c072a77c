/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/plugin/test_trust.c - whose files are believed when the harness has rights
 * that others lack.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "plugin/trust.h"
#include "tests.h"

#define FRIEND 1000
#define STRANGER 1001

/* Run by root; the executable belongs to FRIEND and FRIEND's group. */
static struct trust by_root(void)
{
	return (struct trust){
		.privileged = true,
		.nr_uids = 2,
		.uids = { 0, FRIEND },
		.nr_gids = 1,
		.gids = { FRIEND },
		.exe = "/home/friend/harness/build/bin/harness",
	};
}

static char why[1024];

static int judge(const struct trust *t, uid_t uid, gid_t gid, mode_t mode)
{
	const struct stat st = {
		.st_uid = uid,
		.st_gid = gid,
		.st_mode = S_IFREG | mode,
	};

	why[0] = '\0';
	return trust_inode(t, &st, why, sizeof(why));
}

START_TEST(an_ordinary_user_believes_everybody)
{
	struct trust t = by_root();

	t.privileged = false;
	ck_assert_int_eq(judge(&t, STRANGER, STRANGER, 0777), 0);
	ck_assert_int_eq(trust_path(&t, "/tmp", why, sizeof(why)), 0);
}
END_TEST

START_TEST(root_believes_only_who_could_replace_the_program)
{
	struct trust t = by_root();

	ck_assert_int_eq(judge(&t, 0, 0, 0644), 0);
	ck_assert_int_eq(judge(&t, FRIEND, STRANGER, 0644), 0);
	ck_assert_int_eq(judge(&t, STRANGER, 0, 0444), -EPERM);
	ck_assert_ptr_nonnull(strstr(why, "belongs to user 1001"));
	ck_assert_ptr_nonnull(strstr(why, "chown it to root"));
}
END_TEST

START_TEST(root_refuses_what_all_can_change)
{
	struct trust t = by_root();

	ck_assert_int_eq(judge(&t, 0, 0, 0646), -EPERM);
	ck_assert_ptr_nonnull(strstr(why, "mode 0646"));
	ck_assert_ptr_nonnull(strstr(why, "chmod o-w"));
	ck_assert_int_eq(judge(&t, FRIEND, FRIEND, 01777), -EPERM);
}
END_TEST

START_TEST(root_refuses_what_a_group_can_change_unless_it_is_the_programs)
{
	struct trust t = by_root();

	ck_assert_int_eq(judge(&t, FRIEND, FRIEND, 0664), 0);
	ck_assert_int_eq(judge(&t, 0, 0, 0664), -EPERM);
	ck_assert_ptr_nonnull(strstr(why, "group 0 can change it"));
	ck_assert_ptr_nonnull(strstr(why, "chmod g-w"));
	t.nr_gids = 0;
	ck_assert_int_eq(judge(&t, FRIEND, FRIEND, 0664), -EPERM);
}
END_TEST

START_TEST(finds_out_about_this_process)
{
	static struct trust t;
	struct stat st;

	trust_read(&t);
	ck_assert_int_eq(stat("/proc/self/exe", &st), 0);
	ck_assert_int_eq(judge(&t, st.st_uid, 0, 0644), 0);
	ck_assert_int_eq(judge(&t, geteuid(), 0, 0644), 0);
	ck_assert_int_eq(t.exe[0], '/');
	ck_assert_int_eq(access(t.exe, X_OK), 0);
	if (geteuid() == 0)
		ck_assert(t.privileged);
}
END_TEST

/* This process as if it had rights that others lack. */
static const struct trust *privileged(void)
{
	static struct trust t;

	trust_read(&t);
	t.privileged = true;
	return &t;
}

static int judge_path(const char *path)
{
	why[0] = '\0';
	return trust_path(privileged(), path, why, sizeof(why));
}

START_TEST(a_path_is_as_safe_as_each_directory_on_it)
{
	char *dir = cli_tmpdir(), *sub, *file;

	ck_assert_int_gt(asprintf(&sub, "%s/sub", dir), 0);
	ck_assert_int_gt(asprintf(&file, "%s/x.so", sub), 0);
	ck_assert_int_eq(mkdir(sub, 0755), 0);
	fclose(fopen(file, "w"));
	ck_assert_int_eq(chmod(file, 0644), 0);
	ck_assert_int_eq(chmod(sub, 0755), 0);
	ck_assert_int_eq(judge_path(file), 0);

	ck_assert_int_eq(chmod(sub, 0777), 0);
	ck_assert_int_eq(judge_path(file), -EPERM);
	ck_assert_ptr_nonnull(strstr(why, "which leads to it"));
	ck_assert_ptr_nonnull(strstr(why, sub));
	ck_assert_int_eq(judge_path(sub), -EPERM);

	ck_assert_int_eq(chmod(sub, 01777), 0);
	ck_assert_int_eq(judge_path(file), 0);
	ck_assert_int_eq(judge_path(sub), -EPERM);

	ck_assert_int_eq(chmod(sub, 0755), 0);
	ck_assert_int_eq(chmod(file, 0666), 0);
	ck_assert_int_eq(judge_path(file), -EPERM);
	unlink(file);
	ck_assert_int_eq(judge_path(file), -ENOENT);
	free(file);
	free(sub);
	free(dir);
}
END_TEST

START_TEST(a_link_is_as_safe_as_where_it_leads)
{
	char *dir = cli_tmpdir(), *open_dir, *link;

	ck_assert_int_gt(asprintf(&open_dir, "%s/open", dir), 0);
	ck_assert_int_gt(asprintf(&link, "%s/link", dir), 0);
	ck_assert_int_eq(mkdir(open_dir, 0777), 0);
	ck_assert_int_eq(symlink(open_dir, link), 0);
	ck_assert_int_eq(chmod(open_dir, 0755), 0);
	ck_assert_int_eq(judge_path(link), 0);
	ck_assert_int_eq(chmod(open_dir, 0777), 0);
	ck_assert_int_eq(judge_path(link), -EPERM);
	free(link);
	free(open_dir);
	free(dir);
}
END_TEST

static Suite *trust_suite(void)
{
	Suite *s = suite_create("trust");
	TCase *tc = tcase_create("trust");

	tcase_add_test(tc, an_ordinary_user_believes_everybody);
	tcase_add_test(tc, root_believes_only_who_could_replace_the_program);
	tcase_add_test(tc, root_refuses_what_all_can_change);
	tcase_add_test(
		tc,
		root_refuses_what_a_group_can_change_unless_it_is_the_programs);
	tcase_add_test(tc, finds_out_about_this_process);
	tcase_add_test(tc, a_path_is_as_safe_as_each_directory_on_it);
	tcase_add_test(tc, a_link_is_as_safe_as_where_it_leads);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(trust_suite);
