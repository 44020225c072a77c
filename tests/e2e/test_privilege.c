/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_privilege.c - a program that has rights which its caller lacks
 * obeys neither the caller's environment nor files that the caller can change.
 */
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "processes.h"
#include "tests.h"

#define AS_STRANGER                        \
	"env ASAN_OPTIONS=detect_leaks=0 " \
	"setpriv --reuid=61234 --regid=61234 --clear-groups "

/* struct place - a copy of the program that a stranger can execute */
static struct place {
	char *dir, exe[256];
} place;

static void make_copy(void)
{
	struct cli c;

	processes_mark();
	place.dir = cli_tmpdir();
	ck_assert_int_eq(chmod(place.dir, 0755), 0);
	snprintf(place.exe, sizeof(place.exe), "%s/harness", place.dir);
	cli_run(&c, "cp \"$HARNESS\" %s", place.exe);
	ck_assert_int_eq(c.status, 0);
	cli_free(&c);
	ck_assert_int_eq(chmod(place.exe, 0755), 0);
}

static void forget_copy(void)
{
	free(place.dir);
}

/* Gives the file a harmless capability. Return: whether that is possible. */
static bool lend(void)
{
	const struct vfs_cap_data cap = {
		.magic_etc = VFS_CAP_REVISION_2 | VFS_CAP_FLAGS_EFFECTIVE,
		.data[0].permitted = 1u << CAP_NET_RAW,
	};

	return geteuid() == 0 && !setxattr(place.exe, "security.capability",
					   &cap, XATTR_CAPS_SZ_2, 0);
}

START_TEST(setuid_and_setgid_are_refused)
{
	struct cli c;

	if (geteuid() || SANITIZED)
		return;
	ck_assert_int_eq(chmod(place.exe, _i ? 02755 : 04755), 0);
	cli_run(&c, AS_STRANGER "%s show /etc/shadow", place.exe);
	ck_assert_int_eq(c.status, 1);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	ck_has(c.err, "installed setuid or setgid");
	cli_free(&c);
}
END_TEST

static const struct {
	const char *variable, *words, *heard;
} obeyed[] = {
	{ "HWLOC_SYNTHETIC='core:64 pu:2'", "info", "another machine" },
	{ "LIBPFM_ENCODE_INACTIVE=1", "events cs",
	  "libpfm4's event names may not match" },
	{ "HARNESS_PATH=relative", "list", "has the relative entry" },
};

/* By file capabilities, and by sudo with the environment kept. */
START_TEST(a_caller_without_the_rights_changes_nothing_by_a_variable)
{
	const char *variable = obeyed[_i / 2].variable;
	bool sudo = _i % 2;
	struct cli c;

	if (sudo ? geteuid() != 0 : !lend())
		return;
	cli_run(&c, "%s env %s %s %s",
		sudo ? "env SUDO_UID=61234" : AS_STRANGER, variable,
		sudo ? "$HARNESS" : place.exe, obeyed[_i / 2].words);
	ck_assert_ptr_null(strstr(c.out, obeyed[_i / 2].heard));
	ck_assert_ptr_null(strstr(c.err, obeyed[_i / 2].heard));
	ck_has(c.err, "not obeyed with rights that the caller lacks: ");
	cli_free(&c);
	cli_run(&c, "env %s $HARNESS %s", variable, obeyed[_i / 2].words);
	ck_assert(strstr(c.out, obeyed[_i / 2].heard) ||
		  strstr(c.err, obeyed[_i / 2].heard) ||
		  strstr(c.err, "libpfm4 cannot be loaded"));
	cli_free(&c);
}
END_TEST

START_TEST(a_callers_own_plugins_are_not_loaded_with_rights_he_lacks)
{
	char dir[256];
	struct cli c;

	if (!lend())
		return;
	snprintf(dir, sizeof(dir), "%s/mine", place.dir);
	cli_run(&c,
		"mkdir -p %s/self && cp " TEST_BUILD_DIR
		"/lib/harness/self/null.so %s/self && chown -R 61234 %s && " AS_STRANGER
		"%s list --plugins %s",
		dir, dir, dir, place.exe, dir);
	ck_assert_int_eq(c.status, 1);
	ck_has(c.err, "is refused: it belongs to user 61234");
	cli_free(&c);
}
END_TEST

/* A suite as root finds it; @make: with $S its path and $D its directory. */
static struct cli use_suite(const char *make, const char *words)
{
	struct cli c;

	cli_run(&c,
		"D=%s/suites && mkdir $D && S=$D/x.suite && %s && "
		"$HARNESS %s --plugins $D",
		place.dir, make, words);
	return c;
}

static const struct {
	const char *make, *says;
	bool root;
} suites[] = {
	{ "mkfifo $S", "not a regular file", false },
	{ "{ echo self/null; head -c 70000 /dev/zero | tr '\\0' '#'; } >$S",
	  "larger than 64 KiB", false },
	{ "echo self/null >$S && chown 61234 $S", "belongs to user 61234",
	  true },
	{ "echo self/null >$S && chmod 666 $S", "every user can change it",
	  true },
	{ "mkdir -m 777 $D/o && echo self/null >$D/o/s && ln -s o/s $S",
	  "which leads to it", true },
	{ "ln -s nothing $S", "a symbolic link to nothing", true },
};

START_TEST(suites_are_files_that_nobody_else_can_change)
{
	struct cli c;

	if (suites[_i].root && geteuid())
		return;
	c = use_suite(suites[_i].make, "run @x -r 1 -l 10 -q");
	ck_assert_msg(c.status == 1, "%s: status %d: %s", suites[_i].make,
		      c.status, c.err);
	ck_one_line(c.err);
	ck_has(c.err, suites[_i].says);
	cli_free(&c);
}
END_TEST

START_TEST(a_suites_text_does_nothing_to_the_terminal)
{
	static const char make[] =
		"printf '# a\\302\\233 b\\033[31m\\n#\\n# \\342\\200\\256c\\n"
		"self/null -r\\302\\2331\\n' >$S";
	struct cli c = use_suite(make, _i ? "list" : "help @x");

	ck_assert_int_eq(c.status, 0);
	ck_has(c.out, "a?? b?[31m");
	ck_assert_ptr_null(strpbrk(c.out, "\033\302\342"));
	cli_free(&c);
}
END_TEST

START_TEST(a_plugin_reached_through_a_strangers_link_is_refused)
{
	struct cli c;

	if (geteuid())
		return;
	cli_run(&c,
		"cd %s && mkdir -p p/self q && ln -s " TEST_BUILD_DIR
		"/lib/harness/self/null.so q/l && "
		"ln -s ../../q/l p/self/null.so && ln -s nothing p/self/b.so && "
		"chown 61234 q && $HARNESS list --plugins p self/b self/null",
		place.dir);
	ck_has(c.err, "self/null cannot be used: of ");
	ck_has(c.err, "which leads to it: it belongs to user 61234");
	ck_has(c.err, "self/b cannot be used: a symbolic link to nothing");
	cli_free(&c);
}
END_TEST

static Suite *privilege_suite(void)
{
	Suite *s = suite_create("privilege");
	TCase *t = tcase_create("privilege");

	tcase_add_checked_fixture(t, make_copy, forget_copy);
	tcase_add_loop_test(t, setuid_and_setgid_are_refused, 0, 2);
	tcase_add_loop_test(
		t, a_caller_without_the_rights_changes_nothing_by_a_variable, 0,
		2 * (int)(sizeof(obeyed) / sizeof(*obeyed)));
	tcase_add_test(
		t, a_callers_own_plugins_are_not_loaded_with_rights_he_lacks);
	tcase_add_loop_test(t, suites_are_files_that_nobody_else_can_change, 0,
			    sizeof(suites) / sizeof(*suites));
	tcase_add_loop_test(t, a_suites_text_does_nothing_to_the_terminal, 0,
			    2);
	tcase_add_test(t, a_plugin_reached_through_a_strangers_link_is_refused);
	suite_add_tcase(s, t);
	return s;
}

TEST_SUITE(privilege_suite);
