/* SPDX-License-Identifier: MIT */
/*
 * tests/support/main.c - runs every suite that registered itself.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "steady.h"
#include "tests.h"

#define MAX_SUITES 256

/* Filled by constructors, before main() runs. */
static struct {
	Suite *(*fn[MAX_SUITES])(void);
	size_t nr;
} suites;

void test_register(Suite *(*fn)(void))
{
	if (suites.nr == MAX_SUITES)
		abort();
	suites.fn[suites.nr++] = fn;
}

/* Tests see the same environment wherever they are started from. */
static void set_environment(void)
{
	static const char *const unwanted[] = {
		"HARNESS_BUILD", "HARNESS_PATH",  "MAKEFLAGS", "MFLAGS",
		"MAKELEVEL",	 "MAKEOVERRIDES", "COLUMNS",   "CDPATH",
		"SUDO_UID",	 "PKEXEC_UID",	  "DOAS_USER",
	};

	for (size_t i = 0; i < sizeof(unwanted) / sizeof(*unwanted); i++)
		unsetenv(unwanted[i]);
	setenv("LC_ALL", "C", 1);
	/* What there is to be said about this machine is no test's business. */
	setenv("HARNESS_ALLOW", "all", 1);
	setenv("HARNESS", TEST_BUILD_DIR "/bin/harness", 0);
	steady_prepare();
	/* It only ends what hangs: a loaded machine may take its time. */
	setenv("CK_DEFAULT_TIMEOUT", "300", 0);
}

/*
 * One directory for all that tests leave behind, also those that crash.
 * Others may pass through it: some tests give up root.
 */
static int make_tmpdir(char *path, size_t len)
{
	const char *tmp = getenv("TMPDIR");
	int n;

	n = snprintf(path, len, "%s/harness-test-XXXXXX",
		     tmp && *tmp == '/' ? tmp : "/tmp");
	if (n < 0 || (size_t)n >= len || !mkdtemp(path) || chmod(path, 0711))
		return -1;
	/* What this machine's user has saved is no test's business either. */
	if (setenv("XDG_STATE_HOME", path, 1))
		return -1;
	return setenv("TMPDIR", path, 1);
}

/*
 * Command lines name the tree by a path of which the shell makes one word: by
 * a link to it, where its own path has spaces.
 */
static int link_tree(const char *tmpdir)
{
	const char *program = getenv("HARNESS");
	const size_t len = strlen(TEST_SOURCE_DIR);
	char tree[4200], path[8192];

	if (!strpbrk(TEST_SOURCE_DIR, " \t"))
		return 0;
	snprintf(tree, sizeof(tree), "%s/tree", tmpdir);
	if (symlink(TEST_SOURCE_DIR, tree))
		return -1;
	if (!strncmp(program, TEST_SOURCE_DIR, len)) {
		snprintf(path, sizeof(path), "%s%s", tree, program + len);
		setenv("HARNESS", path, 1);
	}
	return setenv("HARNESS_TREE", tree, 1);
}

static void remove_tmpdir(const char *path)
{
	static const char script[] =
		"chmod -R u+rwX \"$1\" 2>/dev/null; rm -rf \"$1\"";
	pid_t pid = fork();

	if (!pid) {
		execl("/bin/sh", "sh", "-c", script, "sh", path, (char *)NULL);
		_exit(127);
	}
	if (pid > 0)
		waitpid(pid, NULL, 0);
}

int main(void)
{
	char tmpdir[4096];
	SRunner *sr = srunner_create(NULL);
	int failed;

	set_environment();
	if (make_tmpdir(tmpdir, sizeof(tmpdir)) || link_tree(tmpdir)) {
		perror("check: no temporary directory");
		return EXIT_FAILURE;
	}
	for (size_t i = 0; i < suites.nr; i++)
		srunner_add_suite(sr, suites.fn[i]());
	srunner_run_all(sr, CK_ENV);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	remove_tmpdir(tmpdir);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
