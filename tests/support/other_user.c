/* SPDX-License-Identifier: MIT */
/*
 * tests/support/other_user.c - a copy of the program that any user may run, and
 * a user to run it.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "other_user.h"
#include "tests.h"

/*
 * Users that hardly any machine has; a container has no numbers above 65535.
 * Others who run the tests at the same time have another one.
 */
#define FIRST_UID 20000
#define NR_UIDS 40000

/* Where the copy is, in the process that made it. */
static struct {
	pid_t owner;
	char *dir;
	int uid;
} copy;

int other_user(void)
{
	return copy.uid;
}

int other_user_is_there(void)
{
	int status;
	pid_t pid;

	if (geteuid())
		return 1;
	pid = fork();
	if (!pid)
		_exit(setresgid(65534, 65534, 65534) ||
		      setresuid(65534, 65534, 65534));
	return pid > 0 && waitpid(pid, &status, 0) == pid && !status;
}

static int shell(const char *script, const char *dir)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		execl("/bin/sh", "sh", "-c", script, "sh", dir, TEST_BUILD_DIR,
		      (char *)NULL);
		_exit(127);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid ? status : -1;
}

static void remove_copy(void)
{
	/* Tests that end are copies of the process that made it. */
	if (copy.dir && copy.owner == getpid())
		shell("rm -rf \"$1\"", copy.dir);
}

/* Whether the user can run it: directories closed, mounted noexec, ... */
static bool can_run(const char *dir)
{
	char path[4096];
	int status;
	pid_t pid;

	snprintf(path, sizeof(path), "%s/bin/harness", dir);
	pid = fork();
	if (!pid) {
		if (setresgid(copy.uid, copy.uid, copy.uid) ||
		    setresuid(copy.uid, copy.uid, copy.uid))
			_exit(1);
		_exit(access(path, R_OK | X_OK) ? 1 : 0);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && !status;
}

static bool copy_to(const char *where)
{
	static const char script[] =
		"mkdir -p \"$1\"/bin \"$1\"/lib && "
		"cp \"$2\"/bin/harness \"$1\"/bin && "
		"cp -R \"$2\"/lib/harness \"$1\"/lib && chmod -R go=u,go-w \"$1\"";
	char *dir;

	if (asprintf(&dir, "%s/harness-user-XXXXXX", where) < 0)
		return false;
	if (!mkdtemp(dir)) {
		free(dir);
		return false;
	}
	if (!shell(script, dir) && can_run(dir)) {
		copy.dir = dir;
		return true;
	}
	shell("rm -rf \"$1\"", dir);
	free(dir);
	return false;
}

static bool make_copy(void)
{
	const char *places[] = { getenv("TMPDIR"), "/tmp", "/var/tmp",
				 "/dev/shm", "/run" };

	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		if (places[i] && copy_to(places[i]))
			return true;
	return false;
}

static void publish(void)
{
	char path[4096], uid[32];

	snprintf(path, sizeof(path), "%s/bin/harness", copy.dir);
	snprintf(uid, sizeof(uid), "%d", copy.uid);
	setenv("HARNESS_COPY", path, 1);
	setenv("HARNESS_UID", uid, 1);
}

int other_user_prepare(const char *what)
{
	if (copy.dir)
		return 1;
	copy.owner = getpid();
	copy.uid = FIRST_UID + (int)getpid() % NR_UIDS;
	atexit(remove_copy);
	if (geteuid() || !make_copy()) {
		printf("not tested: %s (%s)\n", what,
		       geteuid() ? "needs root to become another user" :
				   "no directory where any user may run a copy "
				   "of the program: set TMPDIR to one");
		return 0;
	}
	publish();
	return 1;
}
