/* SPDX-License-Identifier: MIT */
/*
 * tests/support/main.c - runs every suite that registered itself.
 *
 * Those that run the program mostly wait, the others mostly compute: the two
 * kinds run side by side. Named suites, and logs, are of one process.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "steady.h"
#include "tests.h"

#define MAX_SUITES 256

/* Filled by constructors, before main() runs. */
static struct {
	struct {
		Suite *(*fn)(void);
		bool e2e;
	} v[MAX_SUITES];
	size_t nr;
} suites;

void test_register(const char *file, Suite *(*fn)(void))
{
	if (suites.nr == MAX_SUITES)
		abort();
	suites.v[suites.nr].fn = fn;
	suites.v[suites.nr++].e2e = strstr(file, "/e2e/");
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

/* Return: how many tests failed. */
static int run_suites(bool unit, bool e2e)
{
	SRunner *sr = srunner_create(NULL);
	int failed;

	for (size_t i = 0; i < suites.nr; i++)
		if (suites.v[i].e2e ? e2e : unit)
			srunner_add_suite(sr, suites.v[i].fn());
	srunner_run_all(sr, CK_ENV);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed;
}

static bool one_process(void)
{
	static const char *const variables[] = {
		"CK_RUN_SUITE",		"CK_RUN_CASE",
		"CK_XML_LOG_FILE_NAME", "CK_TAP_LOG_FILE_NAME",
		"CK_LOG_FILE_NAME",	"CK_INCLUDE_TAGS",
	};

	for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); i++)
		if (getenv(variables[i]))
			return true;
	return false;
}

/* In a directory of their own; what they print goes to @out. */
static pid_t start_unit_suites(const char *tmpdir, FILE *out)
{
	char dir[8192];
	pid_t pid = fork();

	if (pid)
		return pid;
	snprintf(dir, sizeof(dir), "%s/unit", tmpdir);
	if (prctl(PR_SET_PDEATHSIG, SIGTERM) || mkdir(dir, 0711) ||
	    setenv("TMPDIR", dir, 1) || dup2(fileno(out), STDOUT_FILENO) < 0)
		_exit(EXIT_FAILURE);
	exit(run_suites(true, false) ? EXIT_FAILURE : EXIT_SUCCESS);
}

static void copy_out(FILE *from)
{
	char text[4096];
	size_t n;

	rewind(from);
	while ((n = fread(text, 1, sizeof(text), from)) > 0)
		fwrite(text, 1, n, stdout);
}

/* Return: 0 if no test failed. */
static int run_side_by_side(const char *tmpdir)
{
	FILE *out = tmpfile();
	pid_t pid = out ? start_unit_suites(tmpdir, out) : -1;
	int status = 0, failed;

	if (pid < 0)
		return run_suites(true, true);
	failed = run_suites(false, true);
	if (waitpid(pid, &status, 0) != pid || status)
		failed++;
	copy_out(out);
	fclose(out);
	return failed;
}

int main(void)
{
	char tmpdir[4096];
	int failed;

	set_environment();
	if (make_tmpdir(tmpdir, sizeof(tmpdir)) || link_tree(tmpdir)) {
		perror("check: no temporary directory");
		return EXIT_FAILURE;
	}
	failed = one_process() ? run_suites(true, true) :
				 run_side_by_side(tmpdir);
	remove_tmpdir(tmpdir);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
