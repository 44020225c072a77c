/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_launcher.c - ./harness, make install, plugins from outside.
 *
 * The launcher is tried in a small tree of its own, whose Makefile "builds" a
 * script that says how it was called.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "other_user.h"
#include "tests.h"

#define TREE TEST_SOURCE_DIR

/* A program that prints its arguments, one a line, in brackets. */
static const char stub[] = "#!/bin/sh\\nprintf \"[%%s]\\\\\\\\n\" \"$@\"\\n";

static char *tmp;

static void succeed(struct cli *c)
{
	ck_assert_msg(c->status == 0, "status %d, stderr: %s", c->status,
		      c->err);
}

/* Runs what must succeed and whose output does not matter. */
#define DO(...)                               \
	do {                                  \
		struct cli done_;             \
		cli_run(&done_, __VA_ARGS__); \
		succeed(&done_);              \
		cli_free(&done_);             \
	} while (0)

static void setup(void)
{
	tmp = cli_tmpdir();
}

static void teardown(void)
{
	free(tmp);
}

static void setup_tree(void)
{
	setup();
	DO("mkdir -p '%s/tree/scripts' && cp '%s/harness' '%s/tree'", tmp, TREE,
	   tmp);
}

static void setup_built(void)
{
	setup_tree();
	DO("cd '%s/tree' && mkdir -p build/bin && printf '%s' >build/bin/harness"
	   " && chmod +x build/bin/harness",
	   tmp, stub);
}

/* Runs @how with T as the tree; it must print the argument and nothing else. */
static void starts_stub(const char *how)
{
	struct cli c;

	cli_run(&c, "T='%s/tree'; %s", tmp, how);
	succeed(&c);
	ck_assert_str_eq(c.out, "[run]\n");
	ck_assert_str_eq(c.err, "");
	cli_free(&c);
}

static const char *const ways[] = {
	"cd \"$T\" && ./harness run",
	"cd / && \"$T/harness\" run",
	"cd \"$T/scripts\" && ../harness run",
	"cd \"$T\" && sh harness run",
	"cd / && PATH=\"$T:$PATH\" && harness run",
	"cd \"$T\" && PATH=\".:$PATH\" && harness run",
	"cd / && ln -s \"$T/harness\" \"$T/../h\" && \"$T/../h\" run",
	"cd \"$T/..\" && ln -s tree/harness h2 && ./h2 run",
	"cd \"$T/..\" && mkdir in && ln -s ../tree/harness in/h && cd in && h=1 "
	"&& PATH=\"$T/../in:$PATH\" h run",
	"cd \"$T/..\" && ln -s tree a && ln -s a/harness b && ln -s b c && "
	"cd / && \"$T/../c\" run",
	"mv \"$T\" \"$T x\" && cd / && \"$T x/harness\" run",
};

START_TEST(starts_from_anywhere)
{
	starts_stub(ways[_i]);
}
END_TEST

START_TEST(passes_arguments_as_they_are)
{
	struct cli c;

	cli_run(&c, "cd / && '%s/tree/harness' 'a b' '' '*' '-x\\y' \"it's\"",
		tmp);
	succeed(&c);
	ck_assert_str_eq(c.out, "[a b]\n[]\n[*]\n[-x\\y]\n[it's]\n");
	cli_free(&c);
}
END_TEST

START_TEST(becomes_the_program)
{
	struct cli c;

	DO("printf '#!/bin/sh\\necho $$\\nexit 7\\n' >'%s/tree/build/bin/harness'",
	   tmp);
	cli_run(&c, "echo $$; exec '%s/tree/harness'", tmp);
	ck_assert_int_eq(c.status, 7);
	ck_assert_ptr_nonnull(strchr(c.out, '\n'));
	*strchr(c.out, '\n') = '\0';
	ck_assert_int_eq(atoi(c.out), atoi(c.out + strlen(c.out) + 1));
	cli_free(&c);
}
END_TEST

START_TEST(takes_another_build_when_told)
{
	DO("cd '%s/tree' && mkdir -p other && mv build/bin other && rmdir build",
	   tmp);
	starts_stub("cd / && HARNESS_BUILD=other \"$T/harness\" run");
	starts_stub("cd / && HARNESS_BUILD=\"$T/other\" \"$T/harness\" run");
}
END_TEST

START_TEST(names_the_build_that_is_missing)
{
	struct cli c;

	cli_run(&c, "HARNESS_BUILD=none '%s/tree/harness' run", tmp);
	ck_assert_int_eq(c.status, 1);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	ck_assert_ptr_nonnull(strstr(c.err, "none/bin/harness is not there"));
	cli_free(&c);
}
END_TEST

START_TEST(builds_a_new_tree_first)
{
	struct cli c;

	DO("printf 'all:\\n\\t@echo making\\n\\t@mkdir -p $(O)/bin\\n"
	   "\\t@cp stub $(O)/bin/harness\\n' >'%s/tree/Makefile' && "
	   "printf '%s' >'%s/tree/stub' && chmod +x '%s/tree/stub'",
	   tmp, stub, tmp, tmp);
	cli_run(&c, "cd / && '%s/tree/harness' run", tmp);
	succeed(&c);
	ck_assert_str_eq(c.out, "[run]\n");
	ck_assert_ptr_nonnull(strstr(c.err, "making\n"));
	cli_free(&c);
	starts_stub("\"$T/harness\" run");
}
END_TEST

START_TEST(says_what_to_do_when_the_build_fails)
{
	struct cli c;

	DO("printf 'all:\\n\\tfalse\\n' >'%s/tree/Makefile'", tmp);
	cli_run(&c, "cd / && '%s/tree/harness' run", tmp);
	ck_assert_int_eq(c.status, 1);
	ck_assert_str_eq(c.out, "");
	ck_assert_ptr_nonnull(strstr(c.err, "tree/scripts/install-deps\n"));
	cli_free(&c);
}
END_TEST

START_TEST(says_what_to_install_without_make)
{
	struct cli c;

	cli_run(&c, "cd / && PATH=/nonexistent '%s/tree/harness' run", tmp);
	ck_assert_int_eq(c.status, 1);
	ck_one_line(c.err);
	ck_assert_ptr_nonnull(strstr(c.err, "make is missing"));
	ck_assert_ptr_nonnull(strstr(c.err, "tree/scripts/install-deps"));
	cli_free(&c);
}
END_TEST

/* As the make that built this program was called. */
static void make(const char *umask, const char *target)
{
	DO("umask %s; MAKEFLAGS=\"-- $(cat '%s/overrides')\" "
	   "DESTDIR='%s/stage dir' PREFIX=/usr make -C '%s' %s",
	   umask, TEST_BUILD_DIR, tmp, TREE, target);
}

static void setup_installed(void)
{
	setup();
	make("022", "install");
}

/* What root has built in somebody's tree, as that user finds it. */
START_TEST(a_build_of_another_user_is_named_with_what_to_do)
{
	struct cli c;

	DO("cp -R '%s/Makefile' '%s/core' '%s/tree' && mkdir -p '%s/tree/build' "
	   "&& chmod 755 '%s' '%s/tree' '%s/tree/build'",
	   TREE, TREE, tmp, tmp, tmp, tmp, tmp);
	if (geteuid())
		DO("chmod 555 '%s/tree/build'", tmp);
	cli_run(&c,
		"unset MAKEFLAGS MFLAGS MAKELEVEL; %s make -C '%s/tree' all",
		geteuid() ? "" : AS_USER, tmp);
	if (geteuid())
		DO("chmod 755 '%s/tree/build'", tmp);
	ck_assert_int_ne(c.status, 0);
	ck_one_line(c.err);
	ck_assert_ptr_nonnull(
		strstr(c.err, "cannot write to build (it belongs"));
	ck_assert_ptr_nonnull(strstr(c.err, "HARNESS_BUILD=DIR"));
	cli_free(&c);
}
END_TEST

START_TEST(installs_below_destdir_only)
{
	struct cli c;

	cli_run(&c,
		"cd '%s' && ls && cd 'stage dir' && ls && "
		"grep -r -l -F '%s' usr/lib/pkgconfig usr/share usr/include",
		tmp, tmp);
	ck_assert_str_eq(c.out, "stage dir\nusr\n");
	ck_assert_str_eq(c.err, "");
	cli_free(&c);
	DO("cd '%s/stage dir/usr' && test -x bin/harness -a "
	   "-f lib/harness/self/null.so -a -f include/harness/bench.h -a "
	   "-f lib/pkgconfig/harness.pc -a -f share/doc/harness/COPYING",
	   tmp);
}
END_TEST

START_TEST(links_between_installed_pages_hold)
{
	struct cli c;

	cli_run(&c,
		"cd '%s/stage dir/usr/share/doc/harness' && "
		"find . -name '*.md' | while read -r f; do "
		"grep -oE '\\]\\([^)#: ]+' \"$f\" | cut -c3- | grep -v ^http | "
		"while read -r to; do test -e \"${f%%/*}/$to\" || "
		"echo \"$f: $to\"; done; done",
		tmp);
	ck_assert_str_eq(c.err, "");
	ck_assert_str_eq(c.out, "");
	cli_free(&c);
}
END_TEST

static const char *const installed_ways[] = {
	"cd / && \"$S/bin/harness\" list",
	"cd / && PATH=\"$S/bin:$PATH\" && harness list",
	"ln -s \"$S/bin/harness\" \"$S/../../h\" && \"$S/../../h\" list",
	"cd \"$S/../..\" && mv \"stage dir\" moved && moved/usr/bin/harness list",
};

START_TEST(finds_its_plugins_wherever_it_is)
{
	struct cli c;

	cli_run(&c, "S='%s/stage dir/usr'; %s", tmp, installed_ways[_i]);
	succeed(&c);
	ck_assert_ptr_nonnull(strstr(c.out, "null"));
	ck_assert_ptr_nonnull(strstr(c.out, "pipe"));
	cli_free(&c);
}
END_TEST

/* By root with a closed umask, for everybody. */
START_TEST(a_closed_umask_closes_nothing_that_is_installed)
{
	struct cli c;

	DO("rm -rf '%s/stage dir'", tmp);
	make("077", "install");
	cli_run(&c,
		"cd '%s/stage dir' && find usr ! -perm -444 && "
		"find usr \\( -type d -o -path '*/bin/*' \\) ! -perm -111",
		tmp);
	succeed(&c);
	ck_assert_str_eq(c.out, "");
	cli_free(&c);
	cli_run(&c,
		"'%s/stage dir/usr/bin/harness' run self/null -r 1 -l 10 -q",
		tmp);
	succeed(&c);
	cli_free(&c);
}
END_TEST

START_TEST(uninstall_removes_every_file)
{
	struct cli c;

	make("022", "uninstall");
	cli_run(&c, "cd '%s' && find . ! -type d", tmp);
	succeed(&c);
	ck_assert_str_eq(c.out, "");
	cli_free(&c);
}
END_TEST

/* With the installed header and pkg-config file alone. */
START_TEST(runs_a_plugin_compiled_outside_the_tree)
{
	struct cli c;

	DO("umask 022; cd '%s' && mkdir -p plugins/mine && "
	   "sed s,self/null,mine/copy, '%s/bench/self/null.c' >copy.c && "
	   "cp -r 'stage dir' s && export PKG_CONFIG_PATH=s/usr/lib/pkgconfig &&"
	   "${CC:-cc} $(pkg-config --define-variable=prefix=\"$PWD/s/usr\" "
	   "--cflags harness) -O2 -Wall -Werror -shared -o plugins/mine/copy.so "
	   "copy.c",
	   tmp, TREE);
	cli_run(&c,
		"cd / && export HARNESS_PATH='%s/plugins' && "
		"$HARNESS list && $HARNESS run mine/copy -r 1 -l 100",
		tmp);
	succeed(&c);
	ck_assert_ptr_nonnull(strstr(c.out, "mine"));
	ck_assert_ptr_nonnull(strstr(c.out, "'mine/copy'"));
	ck_assert_ptr_nonnull(strstr(c.out, "/op"));
	cli_free(&c);
}
END_TEST

static TCase *case_of(const char *name, void (*prepare)(void))
{
	TCase *tc = tcase_create(name);

	tcase_add_checked_fixture(tc, prepare, teardown);
	return tc;
}

static Suite *launcher_suite(void)
{
	const int nr_ways = sizeof(ways) / sizeof(*ways);
	const int nr_installed = sizeof(installed_ways) / sizeof(*ways);
	Suite *s = suite_create("launcher");
	TCase *built = case_of("built", setup_built);
	TCase *unbuilt = case_of("unbuilt", setup_tree);
	TCase *installed = case_of("installed", setup_installed);

	tcase_add_loop_test(built, starts_from_anywhere, 0, nr_ways);
	tcase_add_test(built, passes_arguments_as_they_are);
	tcase_add_test(built, becomes_the_program);
	tcase_add_test(built, takes_another_build_when_told);
	tcase_add_test(built, names_the_build_that_is_missing);
	tcase_add_test(unbuilt, builds_a_new_tree_first);
	tcase_add_test(unbuilt, says_what_to_do_when_the_build_fails);
	tcase_add_test(unbuilt, says_what_to_install_without_make);
	if (geteuid() || other_user_prepare("a build of another user"))
		tcase_add_test(
			unbuilt,
			a_build_of_another_user_is_named_with_what_to_do);
	tcase_add_test(installed,
		       a_closed_umask_closes_nothing_that_is_installed);
	tcase_add_test(installed, installs_below_destdir_only);
	tcase_add_test(installed, links_between_installed_pages_hold);
	tcase_add_loop_test(installed, finds_its_plugins_wherever_it_is, 0,
			    nr_installed);
	tcase_add_test(installed, uninstall_removes_every_file);
	tcase_add_test(installed, runs_a_plugin_compiled_outside_the_tree);
	suite_add_tcase(s, built);
	suite_add_tcase(s, unbuilt);
	suite_add_tcase(s, installed);
	return s;
}

TEST_SUITE(launcher_suite);
