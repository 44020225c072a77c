/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_idle.c - CPUs kept out of idle states, and by what.
 */
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "processes.h"
#include "run/spinner.h"
#include "steady.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))
#define LONG_RUN "-r 1 -l 100000000 -w 0 --timeout 60s"

static const struct misuse {
	const char *options, *words;
} misuses[] = {
	{ "--idle spin", "--idle 'spin': not one of: allow, poll" },
	{ "--idle poll -s idle", "tasks of -s idle would share their CPUs" },
	{ "-s idle --idle poll", "tasks of -s idle would share their CPUs" },
	{ "--scope cpu --idle poll", "--scope cpu would also count" },
};

START_TEST(what_would_disturb_the_tasks_is_refused)
{
	struct cli c;

	cli_expect(&c, 2, "exec $HARNESS run sched/pipe %s",
		   misuses[_i].options);
	ck_one_line(c.err);
	ck_has(c.err, misuses[_i].words);
	ck_assert_str_eq(c.out, "");
	cli_free(&c);
}
END_TEST

START_TEST(either_word_alone_is_accepted_with_any_policy)
{
	static const char *const options[] = {
		"--idle allow -s idle",
		"--idle poll -s other",
		"--idle poll -s batch",
		"--idle poll -s idle --idle allow",
	};
	struct cli c;

	cli_expect(&c, 0, "exec $HARNESS run self/null -r 1 -l 100 -q %s",
		   options[_i]);
	ck_assert_str_eq(c.err, "");
	cli_free(&c);
}
END_TEST

static void interrupt(struct cli_job *j)
{
	struct cli c;

	kill(j->pid, SIGINT);
	cli_end(j, &c);
	ck_has(c.err, "interrupted");
	cli_free(&c);
	ck_none_left();
}

/* As many as there should be now; else what the harness says about it. */
static void ck_spinners(struct cli_job *j, size_t nr)
{
	pid_t pids[8];
	struct cli c;
	size_t found = processes_find(SPINNER_NAME, pids, COUNT(pids));

	if (found == nr)
		return;
	kill(j->pid, SIGINT);
	cli_end(j, &c);
	ck_abort_msg("%zu spinners, not %zu: %s", found, nr, c.err);
}

START_TEST(a_spinner_is_idle_priority_and_pinned_where_the_tasks_are)
{
	char cpu[64], task_cpu[64], group[64], task_group[64];
	pid_t spinner, tasks[2];
	struct cli_job j;

	cli_start(&j, "exec $HARNESS run sched/pipe --idle poll %s " LONG_RUN,
		  _i ? "-T" : "");
	processes_await(SPINNER_NAME, 1, &spinner);
	process_await_state(spinner, 'R');
	processes_await("sched-pipe", _i ? 1 : 2, tasks);
	ck_assert_int_eq(sched_getscheduler(spinner), SCHED_IDLE);
	process_status(spinner, "Cpus_allowed_list", cpu, sizeof(cpu));
	process_status(tasks[0], "Cpus_allowed_list", task_cpu,
		       sizeof(task_cpu));
	/* The process of threads is where the harness is, its threads are not. */
	if (!_i)
		ck_assert_str_eq(cpu, task_cpu);
	ck_assert_ptr_null(strpbrk(cpu, ",-"));
	process_status(spinner, "NSpgid", group, sizeof(group));
	process_status(tasks[0], "NSpgid", task_group, sizeof(task_group));
	ck_assert_str_eq(group, task_group);
	interrupt(&j);
}
END_TEST

START_TEST(each_cpu_of_the_tasks_has_one_spinner)
{
	pid_t spinners[2], tasks[4];
	char cpu[2][64];
	struct cli_job j;

	if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
		return;
	cli_start(
		&j,
		"exec $HARNESS run sched/pipe -g 2 -c apart --idle poll " LONG_RUN);
	processes_await(SPINNER_NAME, 2, spinners);
	/* Spinners are put in their places before there are tasks. */
	processes_await("sched-pipe", 4, tasks);
	for (int i = 0; i < 2; i++) {
		process_await_state(spinners[i], 'R');
		ck_assert_int_eq(sched_getscheduler(spinners[i]), SCHED_IDLE);
		process_status(spinners[i], "Cpus_allowed_list", cpu[i], 64);
	}
	ck_assert_str_ne(cpu[0], cpu[1]);
	ck_spinners(&j, 2);
	interrupt(&j);
}
END_TEST

START_TEST(unpinned_tasks_have_a_spinner_on_every_cpu)
{
	cpu_set_t allowed;
	pid_t spinners[64];
	struct cli_job j;

	if (sched_getaffinity(0, sizeof(allowed), &allowed) ||
	    CPU_COUNT(&allowed) > COUNT(spinners))
		return;
	cli_start(&j,
		  "exec $HARNESS run sched/pipe -c any --idle poll " LONG_RUN);
	processes_await(SPINNER_NAME, (size_t)CPU_COUNT(&allowed), spinners);
	interrupt(&j);
}
END_TEST

START_TEST(without_it_there_is_no_spinner)
{
	struct cli_job j;
	pid_t pids[2];

	cli_start(&j, "exec $HARNESS run sched/pipe " LONG_RUN);
	processes_await("sched-pipe", 2, pids);
	ck_spinners(&j, 0);
	interrupt(&j);
}
END_TEST

/* Runs it; the document's first benchmark, whose spinners are gone. */
static json_t *measured(const char *options, json_t **doc)
{
	struct cli c;

	steady_expect(&c, "exec $HARNESS run sched/pipe $STEADY -r 2 --json %s",
		      options);
	*doc = ck_json(c.out);
	cli_free(&c);
	ck_none_left();
	return result_benchmark(*doc, 0);
}

START_TEST(spinners_add_no_switches_and_are_in_the_file)
{
	json_t *doc, *b = measured("-l 500 --idle poll", &doc), *param;

	ck_assert_double_eq_tol(
		json_real_value(json_object_get(
			json_object_get(b, "switches_per_op"), "seen")),
		2, 0.02);
	param = json_object_get(json_object_get(b, "params"), PARAM_CPU_IDLE);
	ck_assert_str_eq(json_string_value(param), "poll");
	ck_has(json_string_value(json_object_get(b, "key")), "cpu-idle=poll");
	json_decref(doc);

	b = measured("-l 500 --idle allow", &doc);
	param = json_object_get(json_object_get(b, "params"), PARAM_CPU_IDLE);
	ck_assert_ptr_null(param);
	json_decref(doc);
}
END_TEST

START_TEST(events_across_cpus_are_those_of_the_tasks)
{
	json_t *doc, *b;

	if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
		return;
	b = measured("-l 500 -c apart --idle poll -e context-switches", &doc);
	ck_assert_str_eq(json_string_value(json_object_get(
				 json_object_get(b, "counters"), "scope")),
			 "task");
	json_decref(doc);
}
END_TEST

START_TEST(the_header_says_it)
{
	struct cli c;

	steady_expect(
		&c,
		"exec $HARNESS run sched/pipe $STEADY -r 1 -l 100 --idle poll");
	ck_has(c.out, ", idle states disabled by polling; 1 run of");
	cli_free(&c);
}
END_TEST

START_TEST(the_control_and_counted_runs_have_spinners_too)
{
	json_t *doc, *b, *control;

	b = measured("-t 200ms --idle poll -e task-clock", &doc);
	control = result_control(b);
	ck_assert(!control || json_is_null(json_object_get(control, "reason")));
	json_decref(doc);
}
END_TEST

START_TEST(two_ways_can_be_compared)
{
	struct cli c;

	cli_run(&c, "exec $HARNESS ab sched/pipe --pairs 10 --slices 2 --json "
		    "-- -s batch --idle poll -- -s batch");
	ck_assert_msg(c.status == 0 || c.status == 1, "status %d: %s", c.status,
		      c.err);
	ck_none_left();
	cli_free(&c);
}
END_TEST

/* A signal to a spinner, and what becomes of the run. */
static const struct loss {
	int sig;
	const char *words;
} losses[] = {
	{ SIGKILL, ") was killed by SIGKILL" },
	{ SIGTERM, ") was killed by SIGTERM" },
	{ SIGSTOP, ") was stopped" },
};

START_TEST(a_run_whose_spinner_is_lost_is_no_result)
{
	struct cli_job j;
	struct cli c;
	pid_t spinner;

	cli_start(&j, "exec $HARNESS run sched/pipe -q --idle poll " LONG_RUN);
	processes_await(SPINNER_NAME, 1, &spinner);
	process_await_state(spinner, 'R');
	kill(spinner, losses[_i].sig);
	cli_end(&j, &c);
	ck_assert_int_eq(c.status, 1);
	ck_one_line(c.err);
	ck_has(c.err, "run 1: the polling task (process ");
	ck_has(c.err, losses[_i].words);
	cli_free(&c);
	ck_none_left();
}
END_TEST

START_TEST(spinners_stop_with_the_harness_and_go_on)
{
	struct cli_job j;
	pid_t spinner;

	cli_start(&j, "exec $HARNESS run sched/pipe --idle poll " LONG_RUN);
	processes_await(SPINNER_NAME, 1, &spinner);
	process_await_state(spinner, 'R');
	processes_stop(&j, spinner);
	kill(j.pid, SIGCONT);
	process_await_state(spinner, 'R');
	interrupt(&j);
}
END_TEST

START_TEST(no_spinner_survives_a_harness_that_is_killed)
{
	struct cli_job j;
	struct cli c;
	pid_t spinner;

	cli_start(&j, "exec $HARNESS run sched/pipe --idle poll " LONG_RUN);
	processes_await(SPINNER_NAME, 1, &spinner);
	process_await_state(spinner, 'R');
	kill(j.pid, SIGKILL);
	cli_end(&j, &c);
	ck_assert_int_eq(c.signal, SIGKILL);
	cli_free(&c);
	ck_none_left();
}
END_TEST

static Suite *idle_suite(void)
{
	Suite *s = suite_create("idle");
	TCase *tc = tcase_create("idle");

	tcase_add_checked_fixture(tc, processes_mark, NULL);
	tcase_add_loop_test(tc, what_would_disturb_the_tasks_is_refused, 0,
			    COUNT(misuses));
	tcase_add_loop_test(tc, either_word_alone_is_accepted_with_any_policy,
			    0, 4);
	tcase_add_loop_test(
		tc, a_spinner_is_idle_priority_and_pinned_where_the_tasks_are,
		0, 2);
	tcase_add_test(tc, each_cpu_of_the_tasks_has_one_spinner);
	tcase_add_test(tc, unpinned_tasks_have_a_spinner_on_every_cpu);
	tcase_add_test(tc, without_it_there_is_no_spinner);
	tcase_add_test(tc, spinners_add_no_switches_and_are_in_the_file);
	tcase_add_test(tc, events_across_cpus_are_those_of_the_tasks);
	tcase_add_test(tc, the_header_says_it);
	tcase_add_test(tc, the_control_and_counted_runs_have_spinners_too);
	tcase_add_test(tc, two_ways_can_be_compared);
	tcase_add_loop_test(tc, a_run_whose_spinner_is_lost_is_no_result, 0,
			    COUNT(losses));
	tcase_add_test(tc, spinners_stop_with_the_harness_and_go_on);
	tcase_add_test(tc, no_spinner_survives_a_harness_that_is_killed);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE_OF_RUNS(idle_suite);
