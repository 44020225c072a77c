/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/run/test_cgroups.c - control groups made for tasks: which hierarchy they
 * are in, their names, and what happens to old ones. A machine's files stand
 * for the hierarchies; tests/e2e/test_run_cgroups.c has real ones.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machines.h"
#include "run/cgroups.h"
#include "tests.h"

#define V1_MOUNT "31 23 0:28 / /sys/v1 rw - cgroup cgroup rw,perf_event\n"
#define V2_MOUNT "32 23 0:29 / /sys/v2 rw - cgroup2 cgroup2 rw\n"
#define V1_CPU_MOUNT "33 23 0:30 / /sys/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
#define GROUPS "3:cpu,cpuacct:/slow\n7:perf_event:/job\n0::/user\n"

static char *root;

static void machine_without_groups(void)
{
	root = machine_unpack("x86-server");
	machine_put(root, "/proc/self/cgroup", GROUPS);
	machine_put(root, "/sys/v1/job/x", "");
	machine_put(root, "/sys/v2/user/x", "");
	machine_put(root, "/sys/cpu/slow/x", "");
}

static void forget_machine(void)
{
	free(root);
}

static bool is_there(const char *dir)
{
	return !access(dir, F_OK);
}

static void ck_content(const char *path, const char *text)
{
	char buf[64] = "";
	FILE *f = fopen(path, "r");

	ck_assert_ptr_nonnull(f);
	ck_assert_ptr_nonnull(fgets(buf, sizeof(buf), f));
	fclose(f);
	ck_assert_str_eq(buf, text);
}

START_TEST(they_are_where_perf_looks_for_them)
{
	static const struct {
		const char *mounts, *home, *file;
	} t[] = {
		{ V2_MOUNT V1_CPU_MOUNT V1_MOUNT, "/sys/v1/job/", "tasks" },
		{ V1_CPU_MOUNT V2_MOUNT, "/sys/v2/user/", "cgroup.procs" },
		{ V1_CPU_MOUNT, "/sys/cpu/slow/", "tasks" },
	};
	char path[2 * CGROUPS_PATH];
	struct cgroups c = { 0 };

	machine_put(root, "/proc/self/mountinfo", t[_i].mounts);
	ck_assert_int_eq(cgroups_make(root, 2, false, &c), 0);
	ck_assert_uint_eq(c.nr_dirs, 3);
	snprintf(path, sizeof(path), "%s%sharness-%d-0", root, t[_i].home,
		 (int)getpid());
	ck_assert_str_eq(c.dir[0], path);
	ck_assert(is_there(c.dir[1]) && is_there(c.dir[2]));
	snprintf(path, sizeof(path), "%s/%s", c.dir[2], t[_i].file);
	machine_put("", path, "");
	ck_assert_int_eq(cgroups_admit(&c), 0);
	ck_assert_int_eq(cgroups_enter(&c, 1), 0);
	ck_content(path, "0");
	ck_assert_int_eq(cgroups_enter(&c, 0), -ENOENT);
	machine_remove("", path);
	ck_assert_int_eq(cgroups_remove(&c, 0), 0);
	ck_assert(!is_there(c.dir[0]));
	ck_assert_int_eq(cgroups_remove(&c, 0), 0);
}
END_TEST

START_TEST(without_a_hierarchy_there_are_none)
{
	struct cgroups c = { 0 };

	machine_put(root, "/proc/self/mountinfo", "");
	ck_assert_int_eq(cgroups_make(root, 1, false, &c), -ENODEV);
	ck_assert_uint_eq(c.nr_dirs, 0);
}
END_TEST

START_TEST(a_kernel_without_groups_for_threads_is_refused)
{
	struct cgroups c = { 0 };

	machine_put(root, "/proc/self/mountinfo", V2_MOUNT);
	ck_assert_int_eq(cgroups_make(root, 2, true, &c), -EOPNOTSUPP);
	ck_assert_uint_eq(c.nr_dirs, 2);
	ck_assert_int_eq(cgroups_remove(&c, 0), 0);
	ck_assert(!is_there(c.dir[0]));
}
END_TEST

/* A child that has ended: a zombie until it is waited for. */
static pid_t ended_child(void)
{
	siginfo_t si;
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	ck_assert_int_eq(waitid(P_PID, (id_t)pid, &si, WEXITED | WNOWAIT), 0);
	return pid;
}

/* "harness-4711-0" in the group that the harness is in. */
static const char *named(char *path, pid_t pid, const char *end)
{
	snprintf(path, CGROUPS_PATH, "%s/sys/v2/user/harness-%d%s", root,
		 (int)pid, end);
	return path;
}

/* As a runner does while it lives. */
static void hold(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(flock(fd, LOCK_EX | LOCK_NB), 0);
}

START_TEST(a_live_runner_holds_its_groups)
{
	struct cgroups mine = { 0 }, other = { 0 };
	pid_t pid;
	int status;

	machine_put(root, "/proc/self/mountinfo", V2_MOUNT);
	ck_assert_int_eq(cgroups_make(root, 1, false, &mine), 0);
	pid = fork();
	if (!pid)
		_exit(cgroups_make(root, 1, false, &other) ||
		      cgroups_remove(&other, 0) || !is_there(mine.dir[0]));
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
	ck_assert_int_eq(cgroups_remove(&mine, 0), 0);
}
END_TEST

START_TEST(what_the_dead_have_left_is_removed_and_nothing_else)
{
	pid_t zombie = ended_child(), dead = ended_child();
	const struct {
		pid_t pid;
		const char *end;
		bool stays, held;
	} t[] = {
		{ dead, "-7", false, false },
		{ dead, "-7/0", false, false },
		{ dead, "-7/1", false, false },
		/* Whose pid is alive need not be whose group it was. */
		{ getppid(), "-0", false, false },
		{ getppid(), "-1", true, true },
		{ getpid(), "-0", true, true },
		/* Of a session in another namespace of pids. */
		{ dead, "-9", true, true },
		{ dead, "-9/0", true, false },
		{ dead, "", true, false },
		{ dead, "-0-old", true, false },
		{ dead, "-8", true, false },
		{ dead, "-8/other", true, false },
		{ zombie, "-0", false, false },
	};
	const size_t nr = sizeof(t) / sizeof(*t);
	struct cgroups c = { 0 };
	char path[CGROUPS_PATH];

	ck_assert_int_eq(waitpid(dead, NULL, 0), dead);
	machine_put(root, "/proc/self/mountinfo", V2_MOUNT);
	for (size_t i = 0; i < nr; i++) {
		ck_assert_int_eq(mkdir(named(path, t[i].pid, t[i].end), 0755),
				 0);
		if (t[i].held)
			hold(path);
	}
	ck_assert_int_eq(cgroups_make(root, 1, false, &c), 0);
	for (size_t i = 0; i < nr; i++)
		ck_assert_msg(is_there(named(path, t[i].pid, t[i].end)) ==
				      t[i].stays,
			      "%s", path);
	/* Its own name was taken. */
	ck_assert_str_eq(c.dir[0], named(path, getpid(), "-1"));
	ck_assert_int_eq(cgroups_remove(&c, 0), 0);
}
END_TEST

static Suite *cgroups_suite(void)
{
	Suite *s = suite_create("cgroups");
	TCase *tc = tcase_create("cgroups");

	tcase_add_checked_fixture(tc, machine_without_groups, forget_machine);
	tcase_add_loop_test(tc, they_are_where_perf_looks_for_them, 0, 3);
	tcase_add_test(tc, without_a_hierarchy_there_are_none);
	tcase_add_test(tc, a_kernel_without_groups_for_threads_is_refused);
	tcase_add_test(tc, a_live_runner_holds_its_groups);
	tcase_add_test(tc, what_the_dead_have_left_is_removed_and_nothing_else);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(cgroups_suite);
