/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/machine/test_checks.c - environment checks of recorded machines.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "capture.h"
#include "cli.h"
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
	{ "cpu.governor", 0, 1, CPU "/cpu0/cpufreq/scaling_governor", "",
	  CHECK_UNKNOWN, NULL, "" },
	/* An offline CPU may keep its directory, and nobody runs there. */
	{ "cpu.governor", 2, 1, CPU "/cpu3/cpufreq/scaling_governor",
	  "powersave", CHECK_OK, "performance", "" },
	{ "cpu.governor", 2, 2, CPU "/cpu3/cpufreq/scaling_governor",
	  "powersave", CHECK_WARN, "powersave", "CPU 3 may" },
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

/* --- what takes CPUs from tasks and slows system calls --- */

#define TRACING "/sys/kernel/tracing/"
#define HEAT CPU "/cpu1/thermal_throttle/"
#define CONFIG "/boot/config-6.1.0-28-amd64"

static void unpack_x86(void)
{
	root = machine_unpack("x86-server");
	s = (struct session){ 0 };
}

/* Of a task under a filter. */
#define STATES(store, branch)                            \
	"Seccomp:\t2\nSpeculation_Store_Bypass:\t" store \
	"\nSpeculationIndirectBranch:\t" branch "\n"

/* Tasks on CPU 1; two changes of the machine. */
static const struct {
	const char *id;
	const char *path, *text;
	const char *path2, *text2;
	int state;
	const char *value, *says;
} task_cases[] = {
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
	{ "mitigations.task", "/proc/self/status", "Seccomp:\t0\n", NULL, NULL,
	  CHECK_UNKNOWN, NULL, "" },
	{ "mitigations.task", "/proc/self/status",
	  STATES("thread vulnerable", "conditional enabled"), NULL, NULL,
	  CHECK_OK,
	  "store bypass: thread vulnerable; indirect branch: conditional enabled",
	  "" },
	{ "mitigations.task", "/proc/self/status",
	  STATES("globally mitigated", "always disabled"), NULL, NULL, CHECK_OK,
	  "store bypass: globally mitigated; indirect branch: always disabled",
	  "" },
	{ "mitigations.task", "/proc/self/status",
	  STATES("thread force mitigated", "conditional enabled"), NULL, NULL,
	  CHECK_WARN,
	  "store bypass: thread force mitigated; indirect branch: conditional enabled",
	  "apart from any filter" },
	{ "mitigations.task", "/proc/self/status",
	  STATES("not vulnerable", "conditional force disabled"), NULL, NULL,
	  CHECK_WARN,
	  "store bypass: not vulnerable; indirect branch: conditional force disabled",
	  "=prctl" },
	{ "seccomp", "/proc/self/status",
	  STATES("thread force mitigated", "conditional enabled"), NULL, NULL,
	  CHECK_WARN, "2", "filter" },
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
	  CHECK_WARN, "99998", "stop them" },
	{ "load.running", "/proc/loadavg", "0.01 0 0 x", NULL, NULL,
	  CHECK_UNKNOWN, NULL, "" },
};

START_TEST(each_of_them_says_what_the_machine_shows)
{
	const int cpu = 1;
	const struct check *k;

	if (task_cases[_i].text)
		machine_put(root, task_cases[_i].path, task_cases[_i].text);
	if (task_cases[_i].text2)
		machine_put(root, task_cases[_i].path2, task_cases[_i].text2);
	ck_assert_int_eq(checks_collect_at(&s, root, &cpu, 1), 0);
	k = find(task_cases[_i].id);
	ck_assert_ptr_nonnull(k);
	ck_assert_pstr_eq(k->value, task_cases[_i].value);
	ck_assert_int_eq(k->state, task_cases[_i].state);
	if (!strstr(k->text, task_cases[_i].says))
		ck_abort_msg("'%s' lacks '%s'", k->text, task_cases[_i].says);
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

/* All that a run warns of; see the table in output.md. */
static const char *const warnings[] = {
	"build",
	"cgroup.quota",
	"sched.ext",
	"kernel.tracer",
	"kernel.lockdep",
	"sched.rt_limit",
	"load.running",
	"nice",
	"clock",
	"power",
	"affinity",
	"cpu.kind",
	"seccomp",
	"aslr",
	"mitigations.task",
	"cpu.governor",
	"cpu.boost",
	"idle.latency",
	"sched.schedstats",
	"sched.numa_balancing",
};

START_TEST(each_warning_can_be_silenced_by_its_id)
{
	const char *id = warnings[_i];
	char said[64];

	add(id, CHECK_WARN);
	snprintf(said, sizeof(said), "harness: warning: %s: text\n", id);
	ck_assert_str_eq(warned(NULL), said);
	ck_assert_str_eq(warned(id), "");
}
END_TEST

/* Whatever else may be defined: what counts is how it was compiled. */
START_TEST(a_build_is_judged_by_its_optimisation)
{
	const struct check *k;

	check_cpus(NULL, 0, 1);
	k = find("build");
#if SANITIZED
	ck_assert_str_eq(k->value, "sanitizer");
#elif !defined(__OPTIMIZE__)
	ck_assert_str_eq(k->value, "not optimised");
#else
	ck_assert_str_eq(k->value, "optimised");
#endif
	ck_assert(k->state ==
		  (strcmp(k->value, "optimised") ? CHECK_WARN : CHECK_OK));
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
	char said[64];

	cli_run(&c,
		"HARNESS_ALLOW=%s nice -n 1 $HARNESS run self/null -r 1 -l 10 %s",
		runs[_i].allow, runs[_i].option);
	snprintf(said, sizeof(said),
		 "warning: nice %d: ", getpriority(PRIO_PROCESS, 0) + 1);
	ck_assert(!!strstr(c.err, said) == runs[_i].said);
	cli_free(&c);
}
END_TEST

static TCase *tasks_and_calls_case(void)
{
	TCase *tc = tcase_create("tasks and calls");

	tcase_add_checked_fixture(tc, unpack_x86, forget);
	tcase_add_loop_test(tc, each_of_them_says_what_the_machine_shows, 0,
			    COUNT(task_cases));
	tcase_add_loop_test(
		tc, the_limit_of_real_time_matters_to_real_time_tasks, 0, 4);
	tcase_add_test(tc, only_what_warns_is_said_and_the_most_serious_first);
	tcase_add_test(tc, what_is_allowed_is_not_said);
	tcase_add_loop_test(tc, each_warning_can_be_silenced_by_its_id, 0,
			    COUNT(warnings));
	tcase_add_test(tc, a_build_is_judged_by_its_optimisation);
	tcase_add_test(tc, five_lines_are_the_most);
	/* The emulated guests have no nice(1). */
	if (system("nice -n 1 true >/dev/null 2>&1"))
		puts("not tested: what a run warns of (nice(1) is not there)");
	else
		tcase_add_loop_test(
			tc, a_run_warns_of_what_is_wrong_unless_told_not_to, 0,
			4);
	return tc;
}

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
	suite_add_tcase(suite, tasks_and_calls_case());
	return suite;
}
TEST_SUITE(checks_suite);
