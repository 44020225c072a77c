/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/machine/test_checks_more.c - checks of what takes CPUs from tasks and of what
 * makes calls dearer, and what is warned of before runs.
 */
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "cli.h"
#include "machine/checks.h"
#include "machine/facts.h"
#include "machines.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))
#define CPU "/sys/devices/system/cpu"
#define TRACING "/sys/kernel/tracing/"
#define HEAT CPU "/cpu1/thermal_throttle/"
#define CONFIG "/boot/config-6.1.0-28-amd64"

static char *root;
static struct session s;

static void start(void)
{
	root = machine_unpack("x86-server");
	s = (struct session){ 0 };
}

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
	return NULL;
}

/* Tasks on CPU 1; two changes of the machine. */
static const struct {
	const char *id;
	const char *path, *text;
	const char *path2, *text2;
	int state;
	const char *value, *says;
} cases[] = {
	{ "steal", NULL, NULL, NULL, NULL, CHECK_WARN, "8.29 %", "hypervisor" },
	{ "steal", "/proc/stat", "cpu1 90 0 9 0 0 0 0 1\n", NULL, NULL,
	  CHECK_OK, "1.00 %", "" },
	{ "steal", "/proc/stat", "cpu1 0 0 0 9 0 0 0 0\n", NULL, NULL, CHECK_OK,
	  "0.00 %", "" },
	{ "steal", "/proc/stat", "cpu0 1 1 1 1 1 1 1 1\n", NULL, NULL,
	  CHECK_UNKNOWN, NULL, "" },
	{ "thermal", NULL, NULL, NULL, NULL, CHECK_UNKNOWN, NULL, "" },
	{ "thermal", HEAT "core_throttle_count", "2",
	  HEAT "package_throttle_count", "5", CHECK_WARN, "7", "cooling" },
	{ "thermal", HEAT "core_throttle_count", "0",
	  HEAT "package_throttle_count", "0", CHECK_OK, "0", "" },
	{ "irq", "/proc/interrupts", NULL, NULL, NULL, CHECK_UNKNOWN, NULL,
	  "" },
	{ "irq", "/proc/interrupts",
	  "     CPU0 CPU1\n 1: 4 5 edge x\nLOC: 7 8 timer\n", NULL, NULL,
	  CHECK_OK, "5", "" },
	{ "irq", "/run/irqbalance/socket", "", NULL, NULL, CHECK_WARN,
	  "irqbalance", "systemctl stop" },
	{ "tick", NULL, NULL, NULL, NULL, CHECK_UNKNOWN, NULL, "" },
	{ "tick", CONFIG, "CONFIG_HZ_250=y\nCONFIG_HZ=250\n", NULL, NULL,
	  CHECK_OK, "250 Hz", "" },
	{ "tick", CPU "/nohz_full", "1-3", NULL, NULL, CHECK_WARN, "nohz_full",
	  "intel_pstate" },
	{ "tick", CPU "/nohz_full", "1-3", CPU "/cpu1/cpufreq/scaling_driver",
	  "acpi-cpufreq", CHECK_OK, "nohz_full", "" },
	{ "seccomp", NULL, NULL, NULL, NULL, CHECK_UNKNOWN, NULL, "" },
	{ "seccomp", "/proc/self/status", "Name:\tx\nSeccomp:\t0\n", NULL, NULL,
	  CHECK_OK, "0", "" },
	{ "seccomp", "/proc/self/status", "Name:\tx\nSeccomp:\t2\n", NULL, NULL,
	  CHECK_WARN, "2", "unconfined" },
	{ "kernel.tracer", NULL, NULL, NULL, NULL, CHECK_UNKNOWN, NULL,
	  "root" },
	{ "kernel.tracer", TRACING "current_tracer", "nop", NULL, NULL,
	  CHECK_OK, "nop", "" },
	{ "kernel.tracer", TRACING "current_tracer", "function", NULL, NULL,
	  CHECK_WARN, "function", "nop" },
	{ "kernel.tracer", TRACING "current_tracer", "nop", TRACING "set_event",
	  "sched:sched_switch", CHECK_WARN, "sched:sched_switch", "events" },
	{ "kernel.debug", NULL, NULL, NULL, NULL, CHECK_UNKNOWN, NULL, "" },
	{ "kernel.debug", CONFIG, "# CONFIG_KASAN is not set\n", NULL, NULL,
	  CHECK_OK, "none", "" },
	{ "kernel.debug", CONFIG, "CONFIG_HZ=250\nCONFIG_KASAN=y\n", NULL, NULL,
	  CHECK_WARN, "CONFIG_KASAN", "boot another" },
	{ "sched.autogroup", NULL, NULL, NULL, NULL, CHECK_NA, NULL, "" },
	{ "sched.autogroup", "/proc/sys/kernel/sched_autogroup_enabled", "1",
	  NULL, NULL, CHECK_OK, "1", "" },
	{ "load.running", NULL, NULL, NULL, NULL, CHECK_OK, "0", "" },
	{ "load.running", "/proc/loadavg", "0.01 0 0 99999/99999 1", NULL, NULL,
	  CHECK_WARN, "99998", "stop other work" },
	{ "load.running", "/proc/loadavg", "0.01 0 0 x", NULL, NULL,
	  CHECK_UNKNOWN, NULL, "" },
};

START_TEST(each_of_them_says_what_the_machine_shows)
{
	const int cpu = 1;
	const struct check *k;

	if (cases[_i].text)
		machine_put(root, cases[_i].path, cases[_i].text);
	if (cases[_i].text2)
		machine_put(root, cases[_i].path2, cases[_i].text2);
	ck_assert_int_eq(checks_collect_at(&s, root, &cpu, 1), 0);
	k = find(cases[_i].id);
	ck_assert_ptr_nonnull(k);
	ck_assert_pstr_eq(k->value, cases[_i].value);
	ck_assert_int_eq(k->state, cases[_i].state);
	if (!strstr(k->text, cases[_i].says))
		ck_abort_msg("'%s' lacks '%s'", k->text, cases[_i].says);
}
END_TEST

/* Only real-time tasks are paused, so only they are warned of it. */
START_TEST(the_limit_of_real_time_matters_to_real_time_tasks)
{
	static const struct {
		const char *policy;
		int state;
	} policies[] = { { "other", CHECK_OK },
			 { "batch", CHECK_OK },
			 { "fifo:1", CHECK_WARN },
			 { "rr:9", CHECK_WARN } };
	const int cpu = 1;

	session_add_entry(&s)->policy = strdup(policies[_i].policy);
	ck_assert_int_eq(checks_collect_at(&s, root, &cpu, 1), 0);
	ck_assert_int_eq(find("sched.rt_limit")->state, policies[_i].state);
}
END_TEST

/* struct check - of which only what is printed matters */
static void add(const char *id, int state)
{
	struct check *v = reallocarray(s.checks, s.nr_checks + 1, sizeof(*v));

	ck_assert_ptr_nonnull(v);
	s.checks = v;
	v[s.nr_checks++] = (struct check){
		.id = strdup(id),
		.state = state,
		.text = strdup("text"),
	};
}

static const char *warned(const char *allow)
{
	capture_begin();
	checks_warn(&s, allow);
	return capture_end();
}

START_TEST(only_what_warns_is_said_and_the_most_serious_first)
{
	add("cpu.boost", CHECK_WARN);
	add("nice", CHECK_OK);
	add("clock", CHECK_UNKNOWN);
	add("virt", CHECK_WARN);
	add("cgroup.quota", CHECK_WARN);
	ck_assert_str_eq(warned(NULL), "harness: warning: cgroup.quota: text\n"
				       "harness: warning: cpu.boost: text\n");
}
END_TEST

START_TEST(what_is_allowed_is_not_said)
{
	add("cpu.boost", CHECK_WARN);
	add("cgroup.quota", CHECK_WARN);
	ck_assert_str_eq(warned("cpu.boost,cgroup.quota"), "");
	ck_assert_str_eq(warned("all"), "");
	ck_assert_str_eq(warned("nice,,cgroup.quota"),
			 "harness: warning: cpu.boost: text\n");
	ck_assert_str_eq(warned("cpu.boos,cgroup.quotas,al"), warned(""));
}
END_TEST

START_TEST(five_lines_are_the_most)
{
	static const char *const ids[] = { "nice",    "clock", "power",
					   "aslr",    "build", "seccomp",
					   "affinity" };
	const char *text;
	size_t lines = 0;

	for (size_t i = 0; i < 7; i++)
		add(ids[i], CHECK_WARN);
	text = warned(NULL);
	for (const char *p = text; (p = strchr(p, '\n')); p++)
		lines++;
	ck_assert_uint_eq(lines, 6);
	ck_assert_ptr_nonnull(strstr(text, "build"));
	ck_assert_ptr_nonnull(strstr(text, "and 2 more: harness info"));
}
END_TEST

/* What a person sees, unless he does not want to. */
START_TEST(a_run_warns_of_what_is_wrong_unless_told_not_to)
{
	static const struct {
		const char *allow, *option;
		bool said;
	} runs[] = { { "", "", true },
		     { "", "--json", true },
		     { "", "-q", false },
		     { "nice", "", false } };
	struct cli c;

	cli_run(&c,
		"HARNESS_ALLOW=%s nice -n 1 $HARNESS run self/null -r 1 -l 10 %s",
		runs[_i].allow, runs[_i].option);
	ck_assert(!!strstr(c.err, "warning: nice 1: ") == runs[_i].said);
	cli_free(&c);
}
END_TEST

static Suite *checks_more_suite(void)
{
	Suite *suite = suite_create("checks_more");
	TCase *tc = tcase_create("machines");

	tcase_add_checked_fixture(tc, start, forget);
	tcase_add_loop_test(tc, each_of_them_says_what_the_machine_shows, 0,
			    COUNT(cases));
	tcase_add_loop_test(
		tc, the_limit_of_real_time_matters_to_real_time_tasks, 0, 4);
	tcase_add_test(tc, only_what_warns_is_said_and_the_most_serious_first);
	tcase_add_test(tc, what_is_allowed_is_not_said);
	tcase_add_test(tc, five_lines_are_the_most);
	tcase_add_loop_test(tc, a_run_warns_of_what_is_wrong_unless_told_not_to,
			    0, 4);
	suite_add_tcase(suite, tc);
	return suite;
}
TEST_SUITE(checks_more_suite);
