/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/machine/test_procfs_noise.c - how often CPUs were interrupted and slowed.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "machine/procfs.h"
#include "machines.h"
#include "tests.h"

#define HEAT(n) "/sys/devices/system/cpu/cpu" #n "/thermal_throttle/"

static char *root;

static void unpack(void)
{
	root = machine_unpack("x86-server");
}

static void forget(void)
{
	free(root);
}

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

static Suite *procfs_noise_suite(void)
{
	Suite *s = suite_create("procfs_noise");
	TCase *t = tcase_create("x86");

	tcase_add_checked_fixture(t, unpack, forget);
	tcase_add_test(t, adds_up_the_interrupts_of_cpus);
	tcase_add_test(t, a_table_too_long_to_be_read_often_is_refused);
	tcase_add_test(t, adds_up_how_often_heat_slowed_cpus);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(procfs_noise_suite);
