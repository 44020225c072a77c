/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/machine/test_memory_limit.c - what the memory of this process is held
 * to, in both versions of control groups.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "machine/cgroup.h"
#include "machines.h"
#include "tests.h"

#define V1 "31 23 0:28 / /sys/v1 rw - cgroup cgroup rw,memory\n"
#define V2 "32 23 0:29 / /sys/v2 rw - cgroup2 cgroup2 rw\n"

static char *root;

static void set_up(void)
{
	root = machine_unpack("x86-server");
	machine_put(root, "/proc/self/cgroup", "4:memory:/a/b\n0::/c\n");
}

static void tear_down(void)
{
	free(root);
}

START_TEST(the_tightest_group_of_version_1_counts)
{
	struct cgroup_memory m;

	machine_put(root, "/proc/self/mountinfo", V1 V2);
	machine_put(root, "/sys/v1/memory.limit_in_bytes",
		    "9223372036854771712\n");
	machine_put(root, "/sys/v1/a/memory.limit_in_bytes", "41943040\n");
	machine_put(root, "/sys/v1/a/b/memory.limit_in_bytes",
		    "9223372036854771712\n");
	machine_put(root, "/sys/v1/a/b/memory.oom_control",
		    "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");
	ck_assert_int_eq(cgroup_memory(root, &m), 0);
	ck_assert_int_eq(m.limit, 40 << 20);
	ck_assert_int_eq(m.kills, 3);
	ck_assert_str_eq(m.dir, "/sys/v1/a");
	ck_assert_str_eq(m.file, "memory.limit_in_bytes");
}
END_TEST

START_TEST(version_2_says_max_where_there_is_no_limit)
{
	struct cgroup_memory m;

	machine_put(root, "/proc/self/mountinfo", V2);
	machine_put(root, "/sys/v2/c/memory.max", "max\n");
	machine_put(root, "/sys/v2/c/memory.events",
		    "low 0\nhigh 0\nmax 7\noom 2\noom_kill 1\n");
	ck_assert_int_eq(cgroup_memory(root, &m), 0);
	ck_assert_int_eq(m.limit, INT64_MAX);
	ck_assert_int_eq(m.kills, 1);
	ck_assert_str_eq(m.dir, "");
	machine_put(root, "/sys/v2/c/memory.max", "1048576\n");
	ck_assert_int_eq(cgroup_memory(root, &m), 0);
	ck_assert_int_eq(m.limit, 1 << 20);
	ck_assert_str_eq(m.dir, "/sys/v2/c");
	ck_assert_str_eq(m.file, "memory.max");
}
END_TEST

START_TEST(without_the_controller_nothing_is_known)
{
	struct cgroup_memory m;

	machine_put(root, "/proc/self/mountinfo", "");
	ck_assert_int_eq(cgroup_memory(root, &m), -ENOENT);
	ck_assert_int_eq(m.limit, INT64_MAX);
}
END_TEST

static Suite *memory_limit_suite(void)
{
	Suite *s = suite_create("memory_limit");
	TCase *t = tcase_create("memory_limit");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_test(t, the_tightest_group_of_version_1_counts);
	tcase_add_test(t, version_2_says_max_where_there_is_no_limit);
	tcase_add_test(t, without_the_controller_nothing_is_known);
	suite_add_tcase(s, t);
	return s;
}

TEST_SUITE(memory_limit_suite);
