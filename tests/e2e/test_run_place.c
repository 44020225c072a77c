/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_run_place.c - tasks really are where, and scheduled as, the
 * result says.
 */
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "processes.h"
#include "tests.h"

/* Its tasks enter their loops and then sleep: they take no CPU from others. */
#define SLEEPER                                                \
	"fault/happens " FAULTS " -p where=task -p what=sleep" \
	" -r 1 -l 2 -w 0"
#define NAME "fault-happens"
#define LIST 256

static void ck_affinity(pid_t pid, int cpu)
{
	char wanted[16];

	snprintf(wanted, sizeof(wanted), "%d", cpu);
	process_await_status(pid, "Cpus_allowed_list", wanted);
}

/* Whether a list such as "0,2-5" has it. */
static bool list_has(const char *list, int cpu)
{
	while (*list) {
		char *end;
		long from = strtol(list, &end, 10), to = from;

		if (*end == '-')
			to = strtol(end + 1, &end, 10);
		if (from <= cpu && cpu <= to)
			return true;
		list = end + (*end == ',');
	}
	return false;
}

static void ck_elsewhere(pid_t pid, int cpu)
{
	char seen[LIST];

	process_status(pid, "Cpus_allowed_list", seen, sizeof(seen));
	ck_assert_msg(!list_has(seen, cpu), "%s has CPU %d", seen, cpu);
}

/* What the result says of task @i. */
static void ck_reported(const char *text, size_t i, int cpu)
{
	json_t *doc = ck_json(text);
	json_t *place = json_object_get(result_benchmark(doc, 0), "placement");
	json_t *cpus = json_object_get(place, "cpus");

	ck_assert_int_eq(json_integer_value(json_array_get(cpus, i)), cpu);
	json_decref(doc);
}

/* Runs it with two tasks on those CPUs, looks, interrupts it. */
static void ck_placed(const char *prefix, const char *options, int a, int b)
{
	pid_t pids[2], runner;
	struct cli_job j;
	struct cli c;

	cli_start(&j, "exec %s $HARNESS run " SLEEPER " --json %s", prefix,
		  options);
	processes_await(NAME, 2, pids);
	processes_await(RUNNER, 1, &runner);
	ck_affinity(pids[0], a);
	ck_affinity(pids[1], b);
	if (a == b && first_cpu() != last_cpu() && !*prefix) {
		ck_elsewhere(j.pid, a);
		ck_elsewhere(runner, a);
	}
	kill(j.pid, SIGINT);
	cli_end(&j, &c);
	ck_reported(c.out, 0, a);
	ck_reported(c.out, 1, b);
	ck_none_left();
	cli_free(&c);
}

START_TEST(tasks_are_on_the_last_allowed_cpu)
{
	char prefix[64];

	ck_placed("", "", last_cpu(), last_cpu());
	snprintf(prefix, sizeof(prefix), "taskset -c %d", first_cpu());
	ck_placed(prefix, "", first_cpu(), first_cpu());
}
END_TEST

START_TEST(tasks_are_on_the_cpus_asked_for)
{
	char options[64], prefix[64];
	int a = first_cpu(), b = last_cpu();

	snprintf(options, sizeof(options), "-c %d", a);
	ck_placed("", options, a, a);
	snprintf(options, sizeof(options), "-c %d,%d", b, a);
	ck_placed("", options, b, a);
	snprintf(options, sizeof(options), "-c %d,%d", b, b);
	ck_placed("", options, b, b);
	snprintf(prefix, sizeof(prefix), "taskset -c %d", a);
	ck_placed(prefix, options, b, b);
}
END_TEST

START_TEST(tasks_that_are_not_pinned_have_the_mask_of_the_harness)
{
	char mine[LIST];
	struct cli_job j;
	struct cli c;
	pid_t pids[2];

	process_status(getpid(), "Cpus_allowed_list", mine, sizeof(mine));
	cli_start(&j, "exec $HARNESS run " SLEEPER " -c any");
	processes_await(NAME, 2, pids);
	for (int i = 0; i < 2; i++)
		process_await_status(pids[i], "Cpus_allowed_list", mine);
	kill(j.pid, SIGINT);
	cli_end(&j, &c);
	cli_free(&c);
}
END_TEST

START_TEST(a_cpu_that_is_not_there_is_no_other_cpu)
{
	static const char *const lists[] = { "4000", "0,4000", "3999-4000" };
	struct cli c;

	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
		cli_expect(
			&c, 77,
			"exec $HARNESS run sched/pipe -r 1 -l 50 -f simple -c %s",
			lists[i]);
		ck_one_line(c.err);
		ck_has(c.err, "there is no CPU ");
		ck_assert_str_eq(c.out, "");
		cli_free(&c);
	}
}
END_TEST

/* Without /sys hwloc knows nothing, and says so itself if it is let. */
START_TEST(a_machine_that_does_not_show_its_cores_is_said_in_one_line)
{
	char *empty = cli_tmpdir();
	struct cli c;

	cli_expect(&c, 77,
		   "HWLOC_FSROOT=%s HWLOC_THISSYSTEM=1 exec $HARNESS run "
		   "sched/pipe -r 1 -l 50 -f simple -c smt",
		   empty);
	ck_one_line(c.err);
	ck_has(c.err, "the cores of this machine are not visible");
	cli_free(&c);
	free(empty);
}
END_TEST

/* struct policy - as asked for, and as the kernel has it */
static const struct {
	const char *word;
	int policy, prio;
} policies[] = {
	{ "other", SCHED_OTHER, 0 },
	{ "batch", SCHED_BATCH, 0 },
	{ "fifo:10", SCHED_FIFO, 10 },
	{ "rr:1", SCHED_RR, 1 },
};

START_TEST(tasks_have_the_policy_that_is_reported)
{
	struct sched_param param;
	struct cli_job j;
	json_t *doc, *b;
	struct cli c;
	pid_t pids[2];

	cli_start(&j, "exec $HARNESS run " SLEEPER " --json -s %s %s",
		  policies[_i].word, _i % 2 ? "-T" : "");
	processes_await(NAME, _i % 2 ? 1 : 2, pids);
	if (_i % 2 == 0) {
		for (int i = 0; i < 2; i++) {
			ck_assert_int_eq(sched_getscheduler(pids[i]),
					 policies[_i].policy);
			sched_getparam(pids[i], &param);
			ck_assert_int_eq(param.sched_priority,
					 policies[_i].prio);
		}
	}
	ck_assert_int_eq(sched_getscheduler(j.pid), SCHED_OTHER);
	kill(j.pid, SIGINT);
	cli_end(&j, &c);
	doc = ck_json(c.out);
	b = result_benchmark(doc, 0);
	ck_assert_str_eq(json_string_value(json_object_get(b, "policy")),
			 policies[_i].word);
	json_decref(doc);
	cli_free(&c);
}
END_TEST

/* Root without the capability; anybody else without the limit. */
START_TEST(a_policy_that_is_refused_yields_no_number)
{
	static const char *const words[] = { "fifo:10", "rr:50" };
	const char *without =
		geteuid() ?
			"prlimit --rtprio=0:0" :
			"prlimit --rtprio=0:0 setpriv --bounding-set=-sys_nice --inh-caps=-sys_nice";
	struct cli c;

	cli_expect(
		&c, 1,
		"exec %s $HARNESS run sched/pipe -r 2 -l 500 -f simple -s %s %s",
		without, words[_i / 2], _i % 2 ? "-T" : "");
	ck_one_line(c.err);
	ck_has(c.err, "scheduling policy: Operation not permitted; real-time "
		      "policies need CAP_SYS_NICE or RLIMIT_RTPRIO");
	ck_assert_int_eq(c.out[0], '#');
	ck_none_left();
	cli_free(&c);
}
END_TEST

static int nr_policies(void)
{
	const struct sched_param fifo = { .sched_priority = 10 };
	const struct sched_param other = { .sched_priority = 0 };

	if (sched_setscheduler(0, SCHED_FIFO, &fifo)) {
		puts("not tested: real-time policies (no right to them)");
		return 2;
	}
	sched_setscheduler(0, SCHED_OTHER, &other);
	return 4;
}

/* Which of them anybody else may have made up, and only in a guest. */
static const struct {
	const char *options;
	bool relation;
} notes[] = {
	{ "-c smt", true },
	{ "-c llc --json", true },
	{ "-c same", false },
	{ "-c smt -q", false },
};

START_TEST(in_a_guest_relations_are_called_the_hypervisors)
{
	json_t *doc;
	const char *virt;
	bool guest;
	struct cli c;

	cli_expect(&c, 0, "$HARNESS info --json");
	doc = json_loads(c.out, 0, NULL);
	ck_assert_ptr_nonnull(doc);
	cli_free(&c);
	virt = json_string_value(
		json_object_get(json_object_get(doc, "host"), "virt"));
	guest = virt && strcmp(virt, "none");
	json_decref(doc);
	cli_expect(&c, 0, "$HARNESS run self/null -r 1 -l 10 %s",
		   notes[_i].options);
	ck_assert_int_eq(!!strstr(c.err, "as the hypervisor says"),
			 guest && notes[_i].relation);
	cli_free(&c);
}
END_TEST

static Suite *run_place_suite(void)
{
	Suite *s = suite_create("run_place");
	TCase *tc = tcase_create("run_place");

	tcase_add_checked_fixture(tc, processes_mark, NULL);
	tcase_add_test(tc, tasks_are_on_the_last_allowed_cpu);
	tcase_add_test(tc, tasks_are_on_the_cpus_asked_for);
	tcase_add_test(tc,
		       tasks_that_are_not_pinned_have_the_mask_of_the_harness);
	tcase_add_test(tc, a_cpu_that_is_not_there_is_no_other_cpu);
	tcase_add_loop_test(tc, in_a_guest_relations_are_called_the_hypervisors,
			    0, 4);
	tcase_add_test(
		tc, a_machine_that_does_not_show_its_cores_is_said_in_one_line);
	tcase_add_loop_test(tc, tasks_have_the_policy_that_is_reported, 0,
			    nr_policies());
	tcase_add_loop_test(tc, a_policy_that_is_refused_yields_no_number, 0,
			    4);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(run_place_suite);
