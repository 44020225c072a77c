/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/machine/test_checks.c - environment checks of recorded machines.
 */
#include <stdlib.h>
#include <string.h>

#include "machine/checks.h"
#include "machine/facts.h"
#include "machines.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))
#define CPU "/sys/devices/system/cpu"

static char *root;
static struct session s;

static void forget(void)
{
	session_free(&s);
	free(root);
}

static const struct check *find(const char *id)
{
	for (size_t i = 0; i < s.nr_checks; i++)
		if (!strcmp(s.checks[i].id, id))
			return &s.checks[i];
	ck_abort_msg("no check %s", id);
	return NULL;
}

/* Checks a machine for tasks on @nr CPUs, from @first on. */
static void check_cpus(const char *machine, int first, size_t nr)
{
	int cpus[4];

	if (!root)
		root = machine_unpack(machine);
	for (size_t i = 0; i < nr; i++)
		cpus[i] = first + (int)i;
	ck_assert_int_eq(checks_collect_at(&s, root, cpus, nr), 0);
}

static void start(void)
{
	root = NULL;
	s = (struct session){ 0 };
}

/*
 * One check after one change of the x86 server, tasks on CPUs first to
 * first + nr - 1. A path without text is removed.
 */
static const struct {
	const char *id;
	int first;
	size_t nr;
	const char *path, *text;
	int state;
	const char *value, *says;
} cases[] = {
	{ "cpu.governor", 0, 1, NULL, NULL, CHECK_WARN, "powersave",
	  "the clock of CPU 0 may" },
	{ "cpu.governor", 0, 4, NULL, NULL, CHECK_WARN, "powersave",
	  "CPUs 0-1 may change" },
	{ "cpu.governor", 2, 2, NULL, NULL, CHECK_OK, "performance", "" },
	{ "cpu.governor", 2, 1, CPU "/cpu2/cpufreq/scaling_governor", NULL,
	  CHECK_UNKNOWN, NULL, "" },
	{ "cpu.boost", 0, 1, NULL, NULL, CHECK_WARN, "on", "cycles" },
	{ "cpu.boost", 0, 1, CPU "/intel_pstate/no_turbo", "1", CHECK_OK, "off",
	  "" },
	{ "cpu.boost", 0, 1, CPU "/intel_pstate/no_turbo", NULL, CHECK_UNKNOWN,
	  NULL, "" },
	{ "cpu.kind", 0, 1, NULL, NULL, CHECK_NA, NULL, "" },
	{ "cpu.kind", 0, 2, NULL, NULL, CHECK_NA, NULL, "" },
	{ "cpu.kind", 0, 2, "/sys/devices/cpu_atom/cpus", "1-3", CHECK_WARN,
	  "mixed", "CPU 0 and CPU 1" },
	{ "cpu.kind", 1, 2, "/sys/devices/cpu_atom/cpus", "1-3", CHECK_OK,
	  "alike", "" },
	{ "smt.sibling", 1, 1, NULL, NULL, CHECK_UNKNOWN, "3",
	  "CPU 1 shares its core with CPU 3" },
	{ "smt.sibling", 1, 1, CPU "/cpu1/topology/thread_siblings_list", "1",
	  CHECK_OK, "none", "" },
	{ "smt.sibling", 1, 1, CPU "/cpu1/topology/thread_siblings_list", NULL,
	  CHECK_UNKNOWN, NULL, "cannot be seen" },
	{ "cpu.isolated", 0, 1, NULL, NULL, CHECK_OK, "none", "other tasks" },
	{ "cpu.isolated", 2, 2, CPU "/isolated", "2-3", CHECK_OK, "2-3",
	  "are isolated" },
	{ "cpu.isolated", 1, 2, CPU "/isolated", "2-3", CHECK_OK, "2-3",
	  "other tasks" },
	{ "cpu.isolated", 0, 1, CPU "/isolated", NULL, CHECK_UNKNOWN, NULL,
	  "" },
	{ "idle.latency", 0, 1, NULL, NULL, CHECK_NA, NULL, "" },
	{ "idle.latency", 0, 2, NULL, NULL, CHECK_WARN, "C6", "133 us" },
	{ "idle.latency", 0, 2, CPU "/cpu0/cpuidle/state2/disable", "1",
	  CHECK_OK, "C1", "2 us" },
	{ "idle.latency", 1, 2, NULL, NULL, CHECK_UNKNOWN, NULL, "" },
	{ "aslr", 0, 1, NULL, NULL, CHECK_OK, "2", "" },
	{ "aslr", 0, 1, "/proc/sys/kernel/randomize_va_space", "0", CHECK_WARN,
	  "0", "randomize_va_space=2" },
	{ "aslr", 0, 1, "/proc/sys/kernel/randomize_va_space", NULL,
	  CHECK_UNKNOWN, NULL, "" },
	{ "sched.numa_balancing", 0, 1, NULL, NULL, CHECK_WARN, "1", "" },
	{ "sched.numa_balancing", 0, 1, "/proc/sys/kernel/numa_balancing", NULL,
	  CHECK_NA, NULL, "" },
	{ "sched.schedstats", 0, 1, NULL, NULL, CHECK_OK, "0", "" },
	{ "pmu.watchdog", 0, 1, NULL, NULL, CHECK_WARN, "1", "" },
	{ "pmu.paranoid", 0, 1, "/proc/sys/kernel/perf_event_paranoid", "1",
	  CHECK_OK, "1", "" },
	{ "pmu.paranoid", 0, 1, "/proc/sys/kernel/perf_event_paranoid", NULL,
	  CHECK_NA, NULL, "" },
	{ "mitigations", 0, 1, NULL, NULL, CHECK_OK, "recorded", "" },
	{ "sched.ext", 0, 1, NULL, NULL, CHECK_NA, NULL, "" },
	{ "sched.ext", 0, 1, "/sys/kernel/sched_ext/state", "disabled",
	  CHECK_OK, "disabled", "" },
	{ "sched.ext", 0, 1, "/sys/kernel/sched_ext/state", "enabled",
	  CHECK_WARN, "enabled", "" },
	{ "sched.rt_limit", 0, 1, NULL, NULL, CHECK_OK, "950000/1000000",
	  "5 %" },
	{ "sched.rt_limit", 0, 1, "/proc/sys/kernel/sched_rt_runtime_us", "-1",
	  CHECK_OK, "-1/1000000", "not limited" },
	{ "kernel.lockdep", 0, 1, NULL, NULL, CHECK_OK, "off", "" },
	{ "kernel.lockdep", 0, 1, "/proc/lockdep",
	  "all lock classes:", CHECK_WARN, "on", "" },
	{ "virt", 0, 1, NULL, NULL, CHECK_OK, "none", "" },
	{ "virt", 0, 1, "/proc/cpuinfo", "flags\t: hypervisor\n", CHECK_WARN,
	  "guest", "" },
	{ "virt", 0, 1, "/proc/cpuinfo", NULL, CHECK_UNKNOWN, NULL, "" },
	{ "load", 0, 1, NULL, NULL, CHECK_OK, "0.01", "" },
	{ "load", 0, 1, "/proc/loadavg", "99999.00 0 0 1/1 1", CHECK_WARN,
	  "99999.00", "" },
	{ "load", 0, 1, "/proc/loadavg", "x", CHECK_UNKNOWN, NULL, "" },
	{ "load.pressure", 0, 1, NULL, NULL, CHECK_OK, "0.10 %", "" },
	{ "load.pressure", 0, 1, "/proc/pressure/cpu", "some avg10=16.90 x",
	  CHECK_WARN, "16.90 %", "" },
	{ "load.pressure", 0, 1, "/proc/pressure/cpu", NULL, CHECK_UNKNOWN,
	  NULL, "" },
	{ "cgroup.quota", 0, 1, NULL, NULL, CHECK_WARN, "1.50", "1.50 CPUs" },
	{ "cgroup.quota", 0, 1, "/sys/fs/cgroup/user.slice/cpu.max",
	  "max 100000", CHECK_OK, "none", "" },
	{ "cgroup.quota", 0, 1, "/proc/self/mountinfo", "", CHECK_UNKNOWN, NULL,
	  "" },
	{ "clock", 0, 1, NULL, NULL, CHECK_OK, "tsc", "" },
	{ "clock", 0, 1,
	  "/sys/devices/system/clocksource/clocksource0/current_clocksource",
	  "hpet", CHECK_WARN, "hpet", "" },
	{ "power", 0, 1, NULL, NULL, CHECK_NA, NULL, "" },
};

START_TEST(each_check_says_what_the_machine_shows)
{
	const struct check *k;

	root = machine_unpack("x86-server");
	if (cases[_i].text)
		machine_put(root, cases[_i].path, cases[_i].text);
	else if (cases[_i].path)
		machine_remove(root, cases[_i].path);
	check_cpus(NULL, cases[_i].first, cases[_i].nr);
	k = find(cases[_i].id);
	ck_assert_int_eq(k->state, cases[_i].state);
	ck_assert_pstr_eq(k->value, cases[_i].value);
	if (!strstr(k->text, cases[_i].says))
		ck_abort_msg("'%s' lacks '%s'", k->text, cases[_i].says);
}
END_TEST

START_TEST(a_loaded_scheduler_is_named)
{
	root = machine_unpack("x86-server");
	machine_put(root, "/sys/kernel/sched_ext/state", "enabled\n");
	machine_put(root, "/sys/kernel/sched_ext/root/ops", "rusty\n");
	check_cpus(NULL, 0, 1);
	ck_assert_str_eq(find("sched.ext")->value, "rusty");
}
END_TEST

START_TEST(a_laptop_on_battery_is_seen)
{
	root = machine_unpack("x86-server");
	machine_put(root, "/sys/class/power_supply/BAT0/type", "Battery\n");
	machine_put(root, "/sys/class/power_supply/AC/type", "Mains\n");
	machine_put(root, "/sys/class/power_supply/AC/online", "0\n");
	check_cpus(NULL, 0, 1);
	ck_assert_int_eq(find("power")->state, CHECK_WARN);
	session_free(&s);
	machine_put(root, "/sys/class/power_supply/AC/online", "1\n");
	check_cpus(NULL, 0, 1);
	ck_assert_int_eq(find("power")->state, CHECK_OK);
}
END_TEST

START_TEST(cores_of_unequal_capacity_are_of_two_kinds)
{
	check_cpus("arm-server", 0, 2);
	ck_assert_int_eq(find("cpu.kind")->state, CHECK_WARN);
	ck_assert_int_eq(find("cgroup.quota")->state, CHECK_WARN);
	ck_assert_int_eq(find("clock")->state, CHECK_OK);
}
END_TEST

START_TEST(a_machine_that_shows_nothing_is_unknown_and_never_in_order)
{
	static const char *const ids[] = {
		"cpu.governor",	 "cpu.boost", "smt.sibling",  "cpu.isolated",
		"idle.latency",	 "aslr",      "mitigations",  "virt",
		"load.pressure", "load",      "cgroup.quota", "clock",
	};

	root = machine_unpack("arm-server");
	free(root);
	root = strdup("/nonexistent");
	check_cpus(NULL, 0, 2);
	for (int i = 0; i < COUNT(ids); i++)
		if (find(ids[i])->state != CHECK_UNKNOWN)
			ck_abort_msg("%s is not unknown", ids[i]);
}
END_TEST

START_TEST(each_check_is_made_once_and_has_words)
{
	ck_assert_int_eq(checks_collect(&s, NULL, 0), 0);
	ck_assert_uint_gt(s.nr_checks, 15);
	for (size_t i = 0; i < s.nr_checks; i++) {
		const struct check *k = &s.checks[i];

		ck_assert_ptr_eq(find(k->id), k);
		ck_assert_uint_gt(strlen(k->text), 10);
		ck_assert_ptr_null(strchr(k->text, '\n'));
		ck_assert_int_ge(k->state, CHECK_OK);
		ck_assert_int_le(k->state, CHECK_NA);
	}
}
END_TEST

START_TEST(facts_that_are_there_already_are_believed)
{
	root = machine_unpack("x86-server");
	ck_assert_int_eq(facts_collect_at(&s, root, 0), 0);
	machine_remove(root, "/proc/cpuinfo");
	machine_remove(root, CPU "/intel_pstate/no_turbo");
	check_cpus(NULL, 0, 1);
	ck_assert_str_eq(find("virt")->value, "none");
	ck_assert_str_eq(find("cpu.boost")->value, "on");
}
END_TEST

static Suite *checks_suite(void)
{
	Suite *suite = suite_create("checks");
	TCase *tc = tcase_create("machines");

	tcase_add_checked_fixture(tc, start, forget);
	tcase_add_loop_test(tc, each_check_says_what_the_machine_shows, 0,
			    COUNT(cases));
	tcase_add_test(tc, a_loaded_scheduler_is_named);
	tcase_add_test(tc, a_laptop_on_battery_is_seen);
	tcase_add_test(tc, cores_of_unequal_capacity_are_of_two_kinds);
	tcase_add_test(
		tc, a_machine_that_shows_nothing_is_unknown_and_never_in_order);
	tcase_add_test(tc, facts_that_are_there_already_are_believed);
	tcase_add_test(tc, each_check_is_made_once_and_has_words);
	suite_add_tcase(suite, tc);
	return suite;
}
TEST_SUITE(checks_suite);
