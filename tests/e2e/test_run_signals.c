/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_run_signals.c - signals to the harness: it ends with what is
 * finished, or stops and goes on with its tasks.
 */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "processes.h"
#include "tests.h"
#include "util/signals.h"

#define LONG_RUN "-r 1 -l 100000000"
/* One task that nothing disturbs: no run of it is invalid by itself. */
#define LEAVES "fault/leaves " FAULTS

static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU };

static json_t *runs_of(json_t *doc, size_t benchmark)
{
	return json_object_get(result_benchmark(doc, benchmark), "runs");
}

static bool has_reason(const json_t *run, const char *id)
{
	json_t *why;
	size_t i;

	json_array_foreach (json_object_get(run, "why"), i, why)
		if (!strcmp(json_string_value(json_object_get(why, "id")), id))
			return true;
	return false;
}

/* Ends it with @sig; stderr must be the line that says so. */
static void interrupt(struct cli_job *j, int sig, struct cli *c)
{
	char name[24];

	kill(j->pid, sig);
	cli_end(j, c);
	ck_assert_msg(c->status == 1 && !c->signal, "status %d: %s", c->status,
		      c->err);
	ck_one_line(c->err);
	ck_has(c->err, "interrupted by ");
	ck_has(c->err, signals_name(sig, name, sizeof(name)));
	ck_none_left();
}

START_TEST(an_interrupt_leaves_the_finished_runs)
{
	char *dir = cli_tmpdir(), path[256];
	json_t *printed, *saved;
	struct cli_job j;
	struct cli c;
	pid_t pid;

	snprintf(path, sizeof(path), "%s/r.json", dir);
	cli_start(
		&j,
		"exec $HARNESS run sched/pipe -r 1000 -l 50000 --json -o %s %s",
		path, _i % 2 ? "-T" : "");
	processes_await("sched-pipe", 1, &pid);
	processes_await_after("sched-pipe", pid);
	interrupt(&j, ending[_i], &c);
	printed = ck_json(c.out);
	ck_assert(json_is_false(json_object_get(printed, "complete")));
	ck_assert_uint_ge(json_array_size(runs_of(printed, 0)), 1);
	saved = ck_json_file(path);
	ck_assert(json_equal(printed, saved));
	json_decref(printed);
	json_decref(saved);
	cli_free(&c);
	cli_expect(&c, 0, "ls -A %s", dir);
	ck_assert_str_eq(c.out, "r.json\n");
	cli_free(&c);
	free(dir);
}
END_TEST

/* Where nothing is measured the signal ends it, and is named all the same. */
START_TEST(a_signal_that_ends_the_program_is_named)
{
	char *dir = cli_tmpdir(), expected[64], name[24];
	struct cli_job j;
	struct cli c;

	cli_start(&j,
		  "mkfifo %s/p && exec 3<>%s/p && exec $HARNESS show /dev/fd/3",
		  dir, dir);
	processes_await("harness", 1, &(pid_t){ 0 });
	process_await_state(j.pid, 'S');
	kill(j.pid, ending[_i]);
	cli_end(&j, &c);
	ck_assert_int_eq(c.signal, ending[_i]);
	snprintf(expected, sizeof(expected), "harness: interrupted by %s\n",
		 signals_name(ending[_i], name, sizeof(name)));
	ck_assert_str_eq(c.err, expected);
	cli_free(&c);
	free(dir);
}
END_TEST

/* What the command has taken out of its group and session, too. */
START_TEST(a_killed_harness_leaves_nothing_of_a_command)
{
	struct cli_job j;
	struct cli c;

	cli_start(&j, "exec $HARNESS ab self/null -- "
		      "--before 'setsid sleep 60 & sleep 61' --");
	processes_await("sleep", 2, (pid_t[2]){ 0 });
	kill(j.pid, SIGKILL);
	cli_end(&j, &c);
	cli_free(&c);
	ck_none_left();
}
END_TEST

START_TEST(an_interrupt_in_the_first_run_leaves_none)
{
	struct cli_job j;
	struct cli c;
	json_t *doc;
	pid_t pid;

	cli_start(&j, "exec $HARNESS run sched/pipe --json %s",
		  _i ? LONG_RUN : "-t 20s");
	processes_await("sched-pipe", 1, &pid);
	interrupt(&j, SIGINT, &c);
	doc = ck_json(c.out);
	ck_assert(json_is_false(json_object_get(doc, "complete")));
	ck_assert_uint_eq(json_array_size(runs_of(doc, 0)), 0);
	json_decref(doc);
	cli_free(&c);
}
END_TEST

START_TEST(an_interrupt_in_the_control_leaves_the_number)
{
	struct cli_job j;
	struct cli c;
	json_t *doc, *control;
	pid_t pids[3];

	cli_start(&j, "exec $HARNESS run fault/happens " FAULTS
		      " -p where=baseline -p what=sleep -r 1 -t 1s --json"
		      " --seed 1");
	/*
	 * Two are the benchmark's, and the third is alive with them. The seed
	 * is one by which the control is not the first to be there.
	 */
	processes_await("fault-happens", 3, pids);
	interrupt(&j, SIGTERM, &c);
	doc = ck_json(c.out);
	ck_assert(json_is_false(json_object_get(doc, "complete")));
	ck_assert_uint_ge(json_array_size(runs_of(doc, 0)), 1);
	control = json_array_get(
		json_object_get(result_benchmark(doc, 0), "contrasts"), 0);
	ck_assert(json_is_null(json_object_get(control, "ratio")));
	json_decref(doc);
	cli_free(&c);
}
END_TEST

START_TEST(an_interrupt_ends_also_what_asks_a_plugin)
{
	struct cli_job j;
	struct cli c;
	pid_t pid;

	cli_start(
		&j,
		"exec $HARNESS run fault/happens sched/pipe --plugins " TEST_BUILD_DIR
		"/lib/harness " FAULTS);
	processes_await(RUNNER, 1, &pid);
	interrupt(&j, SIGINT, &c);
	cli_free(&c);
	cli_start(&j, "exec $HARNESS run fault/happens " FAULTS
		      " -p where=accepts -p what=sleep");
	processes_await(RUNNER, 1, &pid);
	interrupt(&j, SIGINT, &c);
	cli_free(&c);
}
END_TEST

START_TEST(an_ignored_signal_stays_ignored)
{
	static const char *const names[] = { "INT", "TERM", "HUP", "QUIT" };
	struct cli_job j;
	struct cli c;
	json_t *doc;
	pid_t pid;

	cli_start(&j,
		  "trap '' %s; exec $HARNESS run " LEAVES
		  " -r 2 -l 200000000 --json",
		  names[_i]);
	processes_await("fault-leaves", 1, &pid);
	kill(j.pid, ending[_i]);
	cli_end(&j, &c);
	ck_assert_int_eq(c.status, 0);
	ck_assert_str_eq(c.err, "");
	doc = ck_json(c.out);
	ck_assert(json_is_true(json_object_get(doc, "complete")));
	json_decref(doc);
	cli_free(&c);
}
END_TEST

START_TEST(works_where_the_parent_ignores_its_children)
{
	struct cli c;

	cli_expect(&c, 0,
		   "exec env --ignore-signal=CHLD $HARNESS run " LEAVES
		   " -r 2 -l 500 -f simple");
	ck_one_line(c.out);
	cli_free(&c);
}
END_TEST

/* Ctrl-Z, and fg. */
static void stop_and_continue(const struct cli_job *j, pid_t task, int ms)
{
	const struct timespec pause = { .tv_sec = ms / 1000,
					.tv_nsec = ms % 1000 * 1000000L };

	processes_stop(j, task);
	nanosleep(&pause, NULL);
	kill(j->pid, SIGCONT);
}

START_TEST(stopping_stops_the_tasks_and_spoils_only_the_run_it_hit)
{
	struct cli_job j;
	json_t *doc, *run;
	size_t i, hit = 0;
	struct cli c;
	pid_t pid;

	cli_start(&j,
		  "exec $HARNESS run " LEAVES " -r 2 -l 500000000 --json %s",
		  _i ? "-T" : "");
	processes_await("fault-leaves", 1, &pid);
	stop_and_continue(&j, pid, 200);
	cli_end(&j, &c);
	ck_assert_msg(c.status == 0, "status %d: %s", c.status, c.err);
	ck_assert_str_eq(c.err, "");
	doc = ck_json(c.out);
	ck_assert(json_is_true(json_object_get(doc, "complete")));
	ck_assert_uint_eq(json_array_size(runs_of(doc, 0)), 3);
	json_array_foreach (runs_of(doc, 0), i, run)
		hit += has_reason(run, "E-STOP");
	ck_assert_uint_eq(hit, 1);
	ck_assert_int_eq(json_integer_value(json_object_get(
				 result_benchmark(doc, 0), "nr_replaced")),
			 1);
	json_decref(doc);
	ck_none_left();
	cli_free(&c);
}
END_TEST

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/*
 * Stops a run for longer than its timeout. Return: whether it went on; -1 if
 * this test was so slow that it may have been over without being stopped.
 */
static int outlives_stop(int timeout_ms)
{
	double begin = now(), running;
	char words[64];
	struct cli_job j;
	struct cli c;
	bool alive;
	pid_t pid;

	cli_start(&j,
		  "exec $HARNESS run fault/happens " FAULTS
		  " -p where=task -p what=sleep -r 1 -l 500 -q --timeout %dms",
		  timeout_ms);
	processes_await("fault-happens", 1, &pid);
	stop_and_continue(&j, pid, timeout_ms + 100);
	alive = processes_find("fault-happens", &pid, 1) != 0;
	running = now() - begin - (timeout_ms + 100) / 1e3;
	cli_end(&j, &c);
	ck_assert_int_eq(c.status, 1);
	snprintf(words, sizeof(words), "did not end within %.3g s",
		 timeout_ms / 1e3);
	ck_has(c.err, words);
	ck_none_left();
	cli_free(&c);
	return running < timeout_ms / 1e3 ? alive : -1;
}

START_TEST(stopped_time_is_not_held_against_the_timeout)
{
	int timeout_ms = 1500, alive;

	do
		alive = outlives_stop(timeout_ms);
	while (alive < 0 && (timeout_ms *= 2) < 50000);
	ck_assert_int_eq(alive, 1);
}
END_TEST

START_TEST(stopping_does_not_spoil_the_calibration)
{
	struct cli_job j;
	struct cli c;
	json_t *doc;
	pid_t pid;

	cli_start(
		&j,
		"exec $HARNESS run sched/pipe --no-control -r 30 -t 10ms --json");
	processes_await("sched-pipe", 1, &pid);
	/* Its task may be gone before it is stopped. */
	stop_and_continue(&j, j.pid, 200);
	cli_end(&j, &c);
	doc = ck_json(c.out);
	ck_assert_int_gt(json_integer_value(json_object_get(
				 result_benchmark(doc, 0), "ops")),
			 50);
	json_decref(doc);
	cli_free(&c);
}
END_TEST

START_TEST(a_runner_stopped_after_a_stop_of_the_harness_is_noticed)
{
	struct cli_job j;
	struct cli c;
	pid_t task, runner;

	cli_start(&j, "exec $HARNESS run sched/pipe -q " LONG_RUN);
	processes_await("sched-pipe", 1, &task);
	processes_await(RUNNER, 1, &runner);
	processes_stop(&j, task);
	process_await_state(runner, 'T');
	kill(j.pid, SIGCONT);
	process_await_state(runner, 'S');
	kill(runner, SIGSTOP);
	cli_end(&j, &c);
	ck_assert_int_eq(c.status, 1);
	ck_has(c.err, "run 1: the runner (process ");
	ck_has(c.err, "was stopped");
	ck_none_left();
	cli_free(&c);
}
END_TEST

START_TEST(nothing_survives_a_harness_that_is_killed)
{
	static const char *const options[] = { "", "-T", "-g 3", "-T -g 3" };
	struct cli_job j;
	struct cli c;
	pid_t pid;

	cli_start(&j, "exec $HARNESS run sched/pipe -q " LONG_RUN " %s",
		  options[_i % 4]);
	processes_await("sched-pipe", 1, &pid);
	if (_i >= 4) {
		kill(j.pid, SIGTSTP);
		process_await_state(pid, 'T');
	}
	kill(j.pid, SIGKILL);
	cli_end(&j, &c);
	ck_none_left();
	cli_free(&c);
}
END_TEST

/*
 * As in a container: process 1 is of the same session, so that the kernel
 * resumes nobody who has been stopped, and it buries no dead.
 */
#define CONTAINER                            \
	"unshare --pid --fork --kill-child " \
	"sh -c '\"$@\" & exec sleep 1000' sh "

static bool can_contain(void)
{
	if (!system("unshare --pid --fork --kill-child true 2>/dev/null"))
		return true;
	puts("not tested: a harness that is killed in a container (no right "
	     "to a namespace)");
	return false;
}

START_TEST(nothing_survives_a_harness_that_is_killed_in_a_container)
{
	pid_t task, harness;
	struct cli_job j;
	struct cli c;

	cli_start(&j,
		  "exec " CONTAINER "$HARNESS run sched/pipe -q " LONG_RUN
		  " %s",
		  _i % 2 ? "-T" : "");
	processes_await("sched-pipe", 1, &task);
	processes_await("harness", 1, &harness);
	if (_i >= 2) {
		kill(harness, SIGTSTP);
		process_await_state(task, 'T');
	}
	kill(harness, SIGKILL);
	ck_none_left_named("sched-pipe");
	ck_none_left_named(RUNNER);
	kill(j.pid, SIGKILL);
	cli_end(&j, &c);
	ck_none_left();
	cli_free(&c);
}
END_TEST

/* A process that leaves a CPU of SCHED_IDLE next to nothing. */
static pid_t occupy(int cpu)
{
	cpu_set_t set;
	pid_t pid = fork();

	ck_assert_int_ge(pid, 0);
	if (pid)
		return pid;
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
	for (;;)
		;
}

/* Lets that CPU alone run it, when nobody else wants to. */
static void slow_down(pid_t pid, int cpu)
{
	const struct sched_param param = { .sched_priority = 0 };
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	ck_assert_int_eq(sched_setaffinity(pid, sizeof(set), &set), 0);
	ck_assert_int_eq(sched_setscheduler(pid, SCHED_IDLE, &param), 0);
}

/* The runner is told to stop, and its harness killed before it has. */
START_TEST(nothing_survives_though_the_runner_is_late_to_stop)
{
	struct cli_job j;
	struct cli c;
	pid_t task, runner, hog;
	int cpu;

	cli_start(&j, "exec $HARNESS run sched/pipe -q " LONG_RUN);
	processes_await("sched-pipe", 1, &task);
	processes_await(RUNNER, 1, &runner);
	cpu = last_cpu();
	hog = occupy(cpu);
	slow_down(runner, cpu);
	kill(j.pid, SIGTSTP);
	process_await_state(task, 'T');
	kill(j.pid, SIGKILL);
	cli_end(&j, &c);
	kill(hog, SIGKILL);
	waitpid(hog, NULL, 0);
	ck_none_left();
	cli_free(&c);
}
END_TEST

static Suite *run_signals_suite(void)
{
	Suite *s = suite_create("run_signals");
	TCase *tc = tcase_create("run_signals");

	tcase_add_checked_fixture(tc, processes_mark, NULL);
	tcase_add_loop_test(tc, an_interrupt_leaves_the_finished_runs, 0, 5);
	tcase_add_loop_test(tc, a_signal_that_ends_the_program_is_named, 0, 5);
	tcase_add_test(tc, a_killed_harness_leaves_nothing_of_a_command);
	tcase_add_loop_test(tc, an_interrupt_in_the_first_run_leaves_none, 0,
			    2);
	if (RUNS_ARE_VALID)
		tcase_add_test(tc,
			       an_interrupt_in_the_control_leaves_the_number);
	tcase_add_test(tc, an_interrupt_ends_also_what_asks_a_plugin);
	tcase_add_loop_test(tc, an_ignored_signal_stays_ignored, 0, 4);
	tcase_add_test(tc, works_where_the_parent_ignores_its_children);
	tcase_add_loop_test(
		tc, stopping_stops_the_tasks_and_spoils_only_the_run_it_hit, 0,
		2);
	tcase_add_test(tc, stopped_time_is_not_held_against_the_timeout);
	tcase_add_test(tc, stopping_does_not_spoil_the_calibration);
	tcase_add_test(tc,
		       a_runner_stopped_after_a_stop_of_the_harness_is_noticed);
	tcase_add_loop_test(tc, nothing_survives_a_harness_that_is_killed, 0,
			    8);
	tcase_add_test(tc, nothing_survives_though_the_runner_is_late_to_stop);
	if (can_contain())
		tcase_add_loop_test(
			tc,
			nothing_survives_a_harness_that_is_killed_in_a_container,
			0, 4);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(run_signals_suite);
