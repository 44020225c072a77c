/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/machine/test_procfs.c - small readers of /proc, /sys and control groups.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <harness/bench.h>

#include "machine/cgroup.h"
#include "machine/procfs.h"
#include "machines.h"
#include "tests.h"

static char *root;

static void unpack_x86(void)
{
	root = machine_unpack("x86-server");
}

static void unpack_arm(void)
{
	root = machine_unpack("arm-server");
}

static void forget(void)
{
	free(root);
}

START_TEST(reads_the_first_line_trimmed)
{
	char line[64];

	machine_put(root, "/sys/x", "  two words \t\nnext\n");
	ck_assert_int_eq(procfs_line(root, line, sizeof(line), "/sys/%s", "x"),
			 9);
	ck_assert_str_eq(line, "two words");
	machine_put(root, "/sys/x", "\n");
	ck_assert_int_eq(procfs_line(root, line, sizeof(line), "/sys/x"), 0);
	ck_assert_str_eq(line, "");
}
END_TEST

START_TEST(cuts_what_is_too_long)
{
	char line[4];

	machine_put(root, "/sys/x", "abcdefgh");
	ck_assert_int_eq(procfs_line(root, line, sizeof(line), "/sys/x"), 3);
	ck_assert_str_eq(line, "abc");
}
END_TEST

#define CLOCKS \
	"/sys/devices/system/clocksource/clocksource0/available_clocksource"

/* An emulated CPU may lack the instruction though the kernel offers the TSC. */
START_TEST(a_cpu_without_rdtscp_has_no_ticks)
{
	machine_put(root, CLOCKS, "tsc hpet acpi_pm\n");
	ck_assert(procfs_tsc_fits(root, true));
	ck_assert(!procfs_tsc_fits(root, false));
	machine_put(root, CLOCKS, "hpet acpi_pm\n");
	ck_assert(!procfs_tsc_fits(root, true));
	machine_remove(root, CLOCKS);
	ck_assert(!procfs_tsc_fits(root, true));
}
END_TEST

static uint64_t clock_of_test(void)
{
	return 4711;
}

START_TEST(without_ticks_the_clock_is_read_and_nothing_else)
{
	const struct bench_task t = { .tsc = false, .clock = clock_of_test };

	ck_assert_uint_eq(bench_now(&t), 4711);
}
END_TEST

START_TEST(says_why_a_file_cannot_be_read)
{
	char path[2 * PROCFS_PATH_LEN], line[8] = "old";
	int64_t v = 42;

	ck_assert_int_eq(procfs_line(root, line, sizeof(line), "/none"),
			 -ENOENT);
	ck_assert_str_eq(line, "");
	ck_assert_int_eq(procfs_number(root, &v, "/none"), -ENOENT);
	ck_assert_int_eq(procfs_read(root, line, sizeof(line), "/proc"),
			 -EISDIR);
	memset(path, 'x', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	ck_assert_int_eq(procfs_line(root, line, sizeof(line), "/%s", path),
			 -ENAMETOOLONG);
	ck_assert_int_eq(v, 42);
}
END_TEST

START_TEST(reads_numbers_and_nothing_else)
{
	static const char *const bad[] = {
		"", "x", "1 2", "12k", "1.5", "99999999999999999999"
	};
	int64_t v = 42;

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		machine_put(root, "/sys/n", bad[i]);
		ck_assert_int_eq(procfs_number(root, &v, "/sys/n"), -EINVAL);
	}
	ck_assert_int_eq(v, 42);
	machine_put(root, "/sys/n", "-1\n");
	ck_assert_int_eq(procfs_number(root, &v, "/sys/n"), 0);
	ck_assert_int_eq(v, -1);
}
END_TEST

START_TEST(finds_a_cpu_in_a_list)
{
	machine_put(root, "/sys/l", "0-1,4-9:2\n");
	ck_assert_int_eq(procfs_list_has(root, 1, "/sys/l"), 1);
	ck_assert_int_eq(procfs_list_has(root, 2, "/sys/l"), 0);
	ck_assert_int_eq(procfs_list_has(root, 6, "/sys/l"), 1);
	ck_assert_int_eq(procfs_list_has(root, 7, "/sys/l"), 0);
	machine_put(root, "/sys/l", "\n");
	ck_assert_int_eq(procfs_list_has(root, 0, "/sys/l"), 0);
	machine_put(root, "/sys/l", "same\n");
	ck_assert_int_eq(procfs_list_has(root, 0, "/sys/l"), -EINVAL);
	machine_put(root, "/sys/l", "0,,1\n");
	ck_assert_int_eq(procfs_list_has(root, 0, "/sys/l"), -EINVAL);
	ck_assert_int_eq(procfs_list_has(root, 0, "/sys/none"), -ENOENT);
}
END_TEST

START_TEST(finds_a_field_by_its_whole_name)
{
	const char *text = "model name\t: Some CPU \nmodel\t\t: 85\nempty\t:\n";
	char buf[32];

	ck_assert_int_eq(procfs_field(text, "model", buf, sizeof(buf)), 2);
	ck_assert_str_eq(buf, "85");
	ck_assert_int_eq(procfs_field(text, "model name", buf, sizeof(buf)), 8);
	ck_assert_str_eq(buf, "Some CPU");
	ck_assert_int_eq(procfs_field(text, "empty", buf, sizeof(buf)), 0);
	ck_assert_int_eq(procfs_field(text, "mod", buf, sizeof(buf)), -ENOENT);
	ck_assert_int_eq(procfs_field("", "model", buf, sizeof(buf)), -ENOENT);
}
END_TEST

START_TEST(finds_whole_words_only)
{
	ck_assert(procfs_has_word("kvm-clock tsc acpi_pm\n", "tsc"));
	ck_assert(procfs_has_word("tsc", "tsc"));
	ck_assert(!procfs_has_word("constant_tsc tscx", "tsc"));
	ck_assert(!procfs_has_word("", "tsc"));
}
END_TEST

static int64_t tick_ns(void)
{
	return 1000000000 / sysconf(_SC_CLK_TCK);
}

/* In the recorded machine: ticks of CPU 0 to 3 are 100, 30, 20, 0. */
START_TEST(adds_up_the_steal_time_of_cpus)
{
	const int cpus[] = { 2, 0, 2 }, idle[] = { 3 };
	struct procfs_times t[] = { { .cpus = cpus, .nr = 3 },
				    { .cpus = idle, .nr = 1 } };
	struct procfs_times all = { .nr = 0 };

	ck_assert_int_eq(procfs_times(root, t, 2), 0);
	ck_assert_int_eq(t[0].steal_ns, 120 * tick_ns());
	ck_assert_int_eq(t[1].steal_ns, 0);
	ck_assert_int_eq(procfs_times(root, &all, 1), 0);
	ck_assert_int_eq(all.steal_ns, 150 * tick_ns());
}
END_TEST

/* user, nice, system, irq and softirq; not idle, iowait or stolen */
START_TEST(adds_up_the_busy_time_of_cpus)
{
	const int first[] = { 0 };
	struct procfs_times t[] = { { .cpus = first, .nr = 1 }, { .nr = 0 } };

	ck_assert_int_eq(procfs_times(root, t, 2), 0);
	ck_assert_int_eq(t[0].busy_ns, (250 + 5 + 75 + 0 + 2) * tick_ns());
	ck_assert_int_eq(t[1].busy_ns, (1000 + 20 + 300 + 0 + 7) * tick_ns());
}
END_TEST

START_TEST(times_that_are_not_told_are_no_zero)
{
	const int absent[] = { 0, 7 };
	struct procfs_times two = { .cpus = absent, .nr = 2, .steal_ns = 42 };
	struct procfs_times one = { .cpus = absent, .nr = 1, .steal_ns = 42 };
	struct procfs_times all = { .steal_ns = 42 };

	ck_assert_int_eq(procfs_times(root, &two, 1), -ENODATA);
	machine_put(root, "/proc/stat", "cpu  1 2 3 4 5 6 7\ncpu0 1 2 3\n");
	ck_assert_int_eq(procfs_times(root, &all, 1), -ENODATA);
	ck_assert_int_eq(procfs_times(root, &one, 1), -ENODATA);
	machine_remove(root, "/proc/stat");
	ck_assert_int_eq(procfs_times(root, &all, 1), -ENOENT);
	ck_assert_int_eq(one.steal_ns + two.steal_ns + all.steal_ns, 3 * 42);
}
END_TEST

START_TEST(version_2_groups_count_with_their_ancestors)
{
	const char *dir = NULL;
	struct cgroup c;
	double cpus;
	int64_t ns;

	ck_assert_int_eq(cgroup_open(root, &c), 0);
	ck_assert_uint_eq(c.nr, 3);
	ck_assert(c.v2);
	ck_assert_str_eq(c.dir[0], "/sys/fs/cgroup/user.slice/session-3.scope");
	ck_assert_str_eq(c.dir[2], "/sys/fs/cgroup");
	ck_assert_int_eq(cgroup_throttled_ns(root, &c, &ns), 0);
	ck_assert_int_eq(ns, 3000 * 1000);
	ck_assert_int_eq(cgroup_quota(root, &c, &cpus, &dir), 0);
	ck_assert_double_eq(cpus, 1.5);
	ck_assert_str_eq(dir, "/sys/fs/cgroup/user.slice");
	cgroup_close(&c);
	ck_assert_uint_eq(c.nr, 0);
}
END_TEST

START_TEST(a_root_group_is_not_limited)
{
	const char *dir = "old";
	struct cgroup c;
	double cpus;
	int64_t ns;

	machine_put(root, "/proc/self/cgroup", "0::/\n");
	ck_assert_int_eq(cgroup_open(root, &c), 0);
	ck_assert_uint_eq(c.nr, 1);
	ck_assert_int_eq(cgroup_quota(root, &c, &cpus, &dir), 0);
	ck_assert(isinf(cpus));
	ck_assert_ptr_null(dir);
	ck_assert_int_eq(cgroup_throttled_ns(root, &c, &ns), 0);
	ck_assert_int_eq(ns, 0);
	cgroup_close(&c);
}
END_TEST

START_TEST(a_group_that_cannot_be_read_is_unknown)
{
	const char *dir;
	struct cgroup c;
	int64_t ns = 42;
	double cpus;

	machine_put(root, "/proc/self/mountinfo",
		    "31 23 0:28 / /elsewhere rw - cgroup2 cgroup2 rw\n");
	ck_assert_int_eq(cgroup_open(root, &c), 0);
	ck_assert_int_eq(cgroup_throttled_ns(root, &c, &ns), -ENODATA);
	ck_assert_int_eq(cgroup_quota(root, &c, &cpus, &dir), -ENODATA);
	ck_assert_int_eq(ns, 42);
	cgroup_close(&c);
}
END_TEST

START_TEST(the_tightest_group_limits_the_tasks)
{
	static const char top[] = "/sys/fs/cgroup/user.slice";
	char path[128], dir[128] = "";
	int64_t max = 0;

	ck_assert_int_eq(cgroup_tasks_max(root, &max, dir, sizeof(dir)),
			 -ENODATA);
	snprintf(path, sizeof(path), "%s/pids.max", top);
	machine_put(root, path, "500\n");
	snprintf(path, sizeof(path), "%s/session-3.scope/pids.max", top);
	machine_put(root, path, "max\n");
	ck_assert_int_eq(cgroup_tasks_max(root, &max, dir, sizeof(dir)), 0);
	ck_assert_int_eq(max, 500);
	ck_assert_str_eq(dir, top);
	machine_put(root, path, "20\n");
	ck_assert_int_eq(cgroup_tasks_max(root, &max, dir, sizeof(dir)), 0);
	ck_assert_int_eq(max, 20);
}
END_TEST

START_TEST(no_hierarchy_is_no_group)
{
	struct cgroup c;

	machine_put(root, "/proc/self/mountinfo",
		    "22 27 0:21 / /proc rw,relatime - proc proc rw\n");
	ck_assert_int_eq(cgroup_open(root, &c), -ENOENT);
	ck_assert_uint_eq(c.nr, 0);
	machine_remove(root, "/proc/self/mountinfo");
	ck_assert_int_eq(cgroup_open(root, &c), -ENOENT);
	cgroup_close(&c);
}
END_TEST

START_TEST(nonsense_in_a_quota_is_an_error)
{
	static const char *const bad[] = { "150000", "x 100000", "100 0",
					   "-5 100000", "" };
	const char *dir;
	struct cgroup c;
	double cpus;

	ck_assert_int_eq(cgroup_open(root, &c), 0);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		machine_put(root, "/sys/fs/cgroup/user.slice/cpu.max", bad[i]);
		ck_assert_int_eq(cgroup_quota(root, &c, &cpus, &dir), -EINVAL);
	}
	cgroup_close(&c);
}
END_TEST

/* A container: the mount shows /docker/abc, the hybrid layout has both. */
START_TEST(version_1_groups_are_found_below_what_the_mount_shows)
{
	const char *dir = NULL;
	struct cgroup c;
	double cpus;
	int64_t ns;

	ck_assert_int_eq(cgroup_open(root, &c), 0);
	ck_assert(!c.v2);
	ck_assert_uint_eq(c.nr, 2);
	ck_assert_str_eq(c.dir[0], "/sys/fs/cgroup/cpu,cpuacct/inner");
	ck_assert_str_eq(c.dir[1], "/sys/fs/cgroup/cpu,cpuacct");
	ck_assert_int_eq(cgroup_throttled_ns(root, &c, &ns), 0);
	ck_assert_int_eq(ns, 1000);
	ck_assert_int_eq(cgroup_quota(root, &c, &cpus, &dir), 0);
	ck_assert_double_eq(cpus, 0.2);
	ck_assert_str_eq(dir, c.dir[0]);
	cgroup_close(&c);
}
END_TEST

START_TEST(an_own_path_outside_the_mount_means_its_top)
{
	struct cgroup c;

	machine_put(root, "/proc/self/cgroup", "4:cpu,cpuacct:/docker/abcde\n");
	ck_assert_int_eq(cgroup_open(root, &c), 0);
	ck_assert_uint_eq(c.nr, 1);
	ck_assert_str_eq(c.dir[0], "/sys/fs/cgroup/cpu,cpuacct");
	cgroup_close(&c);
}
END_TEST

/* --- how often CPUs were interrupted and slowed --- */

#define HEAT(n) "/sys/devices/system/cpu/cpu" #n "/thermal_throttle/"

/* CPU 1 is offline; the last two lines are of no CPU. */
#define INTERRUPTS                                                      \
	"           CPU0       CPU2       CPU10\n"                      \
	"  8:         10         20         30   IO-APIC 8-edge rtc0\n" \
	"125:          1          2          3   PCI-MSI eth0\n"        \
	"LOC:        100        200        300   Local timer\n"         \
	"ERR:          7\n"                                             \
	"MIS:          0\n"

START_TEST(adds_up_the_interrupts_of_cpus)
{
	const int two[] = { 10, 2, 10 }, offline[] = { 0, 1 };
	struct procfs_interrupts n;

	machine_put(root, "/proc/interrupts", INTERRUPTS);
	ck_assert_int_eq(procfs_interrupts(root, two, 3, &n), 0);
	ck_assert_int_eq(n.devices, 20 + 30 + 2 + 3);
	ck_assert_int_eq(n.all, 20 + 30 + 2 + 3 + 200 + 300);
	ck_assert_int_eq(procfs_interrupts(root, NULL, 0, &n), 0);
	ck_assert_int_eq(n.all, 666);
	n.all = 42;
	ck_assert_int_eq(procfs_interrupts(root, offline, 2, &n), -ENODATA);
	machine_put(root, "/proc/interrupts", "");
	ck_assert_int_eq(procfs_interrupts(root, two, 3, &n), -ENODATA);
	machine_remove(root, "/proc/interrupts");
	ck_assert_int_eq(procfs_interrupts(root, two, 3, &n), -ENOENT);
	ck_assert_int_eq(n.all, 42);
}
END_TEST

START_TEST(a_table_too_long_to_be_read_often_is_refused)
{
	const int cpu = 0;
	struct procfs_interrupts n;
	size_t len = 300 << 10;
	char *text = malloc(len + 1);

	ck_assert_ptr_nonnull(text);
	memset(text, '\n', len);
	text[len] = '\0';
	memcpy(text, " CPU0", 5);
	machine_put(root, "/proc/interrupts", text);
	ck_assert_int_eq(procfs_interrupts(root, &cpu, 1, &n), -EFBIG);
	free(text);
}
END_TEST

START_TEST(adds_up_how_often_heat_slowed_cpus)
{
	const int cpus[] = { 0, 1, 0 };
	struct procfs_throttles t = { .core = 42 };

	machine_put(root, HEAT(0) "core_throttle_count", "1\n");
	machine_put(root, HEAT(0) "package_throttle_count", "10\n");
	machine_put(root, HEAT(1) "core_throttle_count", "2\n");
	ck_assert_int_eq(procfs_throttles(root, cpus, 3, &t), -ENOENT);
	ck_assert_int_eq(t.core, 42);
	machine_put(root, HEAT(1) "package_throttle_count", "20\n");
	ck_assert_int_eq(procfs_throttles(root, cpus, 3, &t), 0);
	ck_assert_int_eq(t.core, 3);
	ck_assert_int_eq(t.package, 30);
}
END_TEST

static TCase *noise_case(void)
{
	TCase *t = tcase_create("noise");

	tcase_add_checked_fixture(t, unpack_x86, forget);
	tcase_add_test(t, adds_up_the_interrupts_of_cpus);
	tcase_add_test(t, a_table_too_long_to_be_read_often_is_refused);
	tcase_add_test(t, adds_up_how_often_heat_slowed_cpus);
	return t;
}

static Suite *procfs_suite(void)
{
	Suite *s = suite_create("procfs");
	TCase *x86 = tcase_create("x86"), *variant = tcase_create("arm");

	tcase_add_checked_fixture(x86, unpack_x86, forget);
	tcase_add_test(x86, reads_the_first_line_trimmed);
	tcase_add_test(x86, cuts_what_is_too_long);
	tcase_add_test(x86, a_cpu_without_rdtscp_has_no_ticks);
	tcase_add_test(x86, without_ticks_the_clock_is_read_and_nothing_else);
	tcase_add_test(x86, says_why_a_file_cannot_be_read);
	tcase_add_test(x86, reads_numbers_and_nothing_else);
	tcase_add_test(x86, finds_a_cpu_in_a_list);
	tcase_add_test(x86, finds_a_field_by_its_whole_name);
	tcase_add_test(x86, finds_whole_words_only);
	tcase_add_test(x86, adds_up_the_steal_time_of_cpus);
	tcase_add_test(x86, adds_up_the_busy_time_of_cpus);
	tcase_add_test(x86, times_that_are_not_told_are_no_zero);
	tcase_add_test(x86, version_2_groups_count_with_their_ancestors);
	tcase_add_test(x86, a_root_group_is_not_limited);
	tcase_add_test(x86, a_group_that_cannot_be_read_is_unknown);
	tcase_add_test(x86, the_tightest_group_limits_the_tasks);
	tcase_add_test(x86, no_hierarchy_is_no_group);
	tcase_add_test(x86, nonsense_in_a_quota_is_an_error);
	suite_add_tcase(s, x86);
	tcase_add_checked_fixture(variant, unpack_arm, forget);
	tcase_add_test(variant,
		       version_1_groups_are_found_below_what_the_mount_shows);
	tcase_add_test(variant, an_own_path_outside_the_mount_means_its_top);
	suite_add_tcase(s, variant);
	suite_add_tcase(s, noise_case());
	return s;
}
TEST_SUITE(procfs_suite);
