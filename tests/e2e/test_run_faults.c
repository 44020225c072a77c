/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_run_faults.c - tasks, and runners, that somebody kills or stops
 * while they run.
 *
 * That the run ends within two seconds is not asserted: on a loaded machine
 * the limit of cli_end() has to do.
 */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "processes.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))
#define LONG_RUN "-r 1 -l 100000000"

/* struct blow - what is done to a task, and how the message calls it */
struct blow {
	int sig;
	const char *words;
};

static const struct blow blows[] = {
	{ SIGKILL, "was killed by SIGKILL" },
	{ SIGTERM, "was killed by SIGTERM" },
	{ SIGSEGV, "was killed by SIGSEGV" },
	{ SIGBUS, "was killed by SIGBUS" },
	{ SIGSTOP, "was stopped" },
};

/* The line that says so, and nothing else on stderr. */
static void ck_message(const struct cli *c, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void ck_message(const struct cli *c, const char *fmt, ...)
{
	char line[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	ck_assert_str_eq(c->err, line);
}

static void ck_ended(struct cli_job *j, struct cli *c, pid_t pgid)
{
	cli_end(j, c);
	ck_assert_int_eq(c->status, 1);
	ck_none_left();
	ck_assert_int_eq(kill(-pgid, 0), -1);
}

START_TEST(a_process_that_is_killed_or_stopped_ends_its_run)
{
	const struct blow *b = &blows[_i / 2];
	int task = _i % 2;
	struct cli_job j;
	struct cli c;
	pid_t pids[2], pgid;

	cli_start(&j, "exec $HARNESS run sched/pipe -q " LONG_RUN);
	processes_await("sched-pipe", 2, pids);
	pgid = getpgid(pids[0]);
	kill(pids[task], b->sig);
	ck_ended(&j, &c, pgid);
	ck_message(&c, "harness: sched/pipe: run 1: task %d (process %d) %s\n",
		   task, pids[task], b->words);
	cli_free(&c);
}
END_TEST

START_TEST(a_process_of_threads_that_is_killed_or_stopped_ends_its_run)
{
	const struct blow *b = &blows[_i];
	struct cli_job j;
	struct cli c;
	pid_t pid;

	cli_start(&j, "exec $HARNESS run sched/pipe -q -T " LONG_RUN);
	processes_await("sched-pipe", 1, &pid);
	kill(pid, b->sig);
	ck_ended(&j, &c, pid);
	ck_one_line(c.err);
	ck_has(c.err, "harness: sched/pipe: run 1: ");
	ck_has(c.err, b->words);
	if (b->sig != SIGSTOP)
		ck_message(
			&c,
			"harness: sched/pipe: run 1: a thread of process %d %s\n",
			pid, b->words);
	cli_free(&c);
}
END_TEST

/* The others still make progress, or make none that shows. */
START_TEST(a_fault_in_one_group_of_several_ends_the_run)
{
	const struct blow *b = _i ? &blows[0] : &blows[4];
	struct cli_job j;
	struct cli c;
	pid_t pids[6], pgid;

	cli_start(&j, "exec $HARNESS run sched/futex -q -g 3 " LONG_RUN);
	processes_await("sched-futex", 6, pids);
	pgid = getpgid(pids[0]);
	kill(pids[5], b->sig);
	ck_ended(&j, &c, pgid);
	ck_one_line(c.err);
	ck_has(c.err, "sched/futex: run 1: task ");
	ck_has(c.err, " of group ");
	ck_has(c.err, b->words);
	cli_free(&c);
}
END_TEST

/* Task 0 yields on, alone: neither an error nor a standstill shows. */
START_TEST(a_fault_shows_though_its_peer_goes_on)
{
	const struct blow *b = _i ? &blows[0] : &blows[4];
	struct cli_job j;
	struct cli c;
	pid_t pids[2], pgid;

	cli_start(&j, "exec $HARNESS run sched/yield -q " LONG_RUN);
	processes_await("sched-yield", 2, pids);
	pgid = getpgid(pids[0]);
	kill(pids[1], b->sig);
	ck_ended(&j, &c, pgid);
	ck_message(&c, "harness: sched/yield: run 1: task 1 (process %d) %s\n",
		   pids[1], b->words);
	cli_free(&c);
}
END_TEST

/*
 * As soon as it exists: pinning, set-up, calibration. Who is late for that on
 * a busy machine finds a run that is long.
 */
START_TEST(a_task_that_is_killed_at_once_ends_its_run)
{
	struct cli_job j;
	struct cli c;
	pid_t pid;

	cli_start(&j, "exec $HARNESS run sched/sem -q -t 20s %s",
		  _i ? "-T" : "");
	processes_await("sched-sem", 1, &pid);
	kill(pid, _i % 2 ? SIGKILL : SIGSTOP);
	cli_end(&j, &c);
	ck_assert_int_eq(c.status, 1);
	ck_one_line(c.err);
	ck_assert_msg(strstr(c.err, "harness: sched/sem: calibration: ") ||
			      strstr(c.err, "harness: sched/sem: run 1: "),
		      "%s", c.err);
	ck_none_left();
	cli_free(&c);
}
END_TEST

START_TEST(a_runner_that_is_killed_or_stopped_ends_its_run)
{
	static const int signals[] = { SIGKILL, SIGSEGV, SIGSTOP };
	struct cli_job j;
	struct cli c;
	pid_t pids[2], runner, pgid;

	cli_start(&j, "exec $HARNESS run sched/pipe -q %s " LONG_RUN,
		  _i % 2 ? "-T" : "");
	/* Others that only ask the plugin are gone when there is a task. */
	processes_await("sched-pipe", 1, pids);
	processes_await(RUNNER, 1, &runner);
	pgid = getpgid(pids[0]);
	kill(runner, signals[_i / 2]);
	ck_ended(&j, &c, pgid);
	ck_one_line(c.err);
	ck_has(c.err, "harness: sched/pipe: run 1: the runner (process ");
	ck_has(c.err, signals[_i / 2] == SIGSTOP ? "stopped" : "was killed");
	cli_free(&c);
}
END_TEST

/* Whether there is yet another task of it, @pid, and no failure. */
static bool await_failure(const struct cli_job *j, pid_t *pid)
{
	while (!has_ended(j)) {
		pid_t now;

		if (!processes_find("sched-pipe", &now, 1) || now == *pid)
			continue;
		*pid = now;
		return true;
	}
	return false;
}

START_TEST(a_fault_leaves_what_was_finished_in_the_file)
{
	char *dir = cli_tmpdir(), path[256];
	struct cli_job j;
	struct cli c;
	json_t *doc, *b;
	pid_t pid;

	snprintf(path, sizeof(path), "%s/r.json", dir);
	cli_start(
		&j,
		"exec $HARNESS run sched/pipe self/null -r 12 -l 100000 -s batch -q %s -o %s",
		_i ? "-T" : "", path);
	processes_await("sched-pipe", 1, &pid);
	pid = processes_await_after("sched-pipe", pid);
	/* A run may be over before it is hit; then it is the next one's turn. */
	do
		kill(pid, SIGKILL);
	while (await_failure(&j, &pid));
	cli_end(&j, &c);
	ck_assert_int_eq(c.status, 1);
	doc = ck_json_file(path);
	ck_assert(json_is_true(json_object_get(doc, "complete")));
	b = result_benchmark(doc, 0);
	ck_assert_str_eq(json_string_value(json_object_get(b, "status")),
			 "failed");
	ck_assert_uint_ge(json_array_size(json_object_get(b, "runs")), 1);
	ck_has(json_string_value(json_object_get(b, "reason")), "SIGKILL");
	b = result_benchmark(doc, 1);
	ck_assert_uint_ge(json_array_size(json_object_get(b, "runs")), 12);
	json_decref(doc);
	ck_none_left();
	cli_free(&c);
	free(dir);
}
END_TEST

/* Kills the youngest task; a benchmark that cannot run here ends by itself. */
static void kill_one_task(const char *name, const char *options)
{
	char task[16];
	struct cli_job j;
	struct cli c;
	pid_t pids[2];
	size_t nr;

	snprintf(task, sizeof(task), "%s", name);
	*strchr(task, '/') = '-';
	cli_start(&j, "exec $HARNESS run %s -q %s " LONG_RUN, name, options);
	do
		nr = processes_find(task, pids, 2);
	while (!nr && !has_ended(&j));
	if (nr)
		kill(pids[nr > 1 ? 1 : 0], SIGKILL);
	cli_end(&j, &c);
	ck_assert_int_ne(c.status, 0);
	ck_has(c.err, name);
	if (nr)
		ck_has(c.err, "run 1: ");
	ck_none_left();
	cli_free(&c);
}

/*
 * Whether the benchmark notices itself, or the runner has to. Every other one
 * as threads: check-faults tries all as both.
 */
START_TEST(no_benchmark_waits_for_a_dead_task)
{
	char *next, *name;
	bool threads = false;
	struct cli c;

	cli_expect(&c, 0, "cd " TEST_BUILD_DIR "/lib/harness && ls sched/*.so");
	for (next = c.out; (name = strsep(&next, "\n")) && *name;) {
		*strrchr(name, '.') = '\0';
		kill_one_task(name, threads ? "-T" : "");
		threads = !threads;
	}
	cli_free(&c);
}
END_TEST

static Suite *run_faults_suite(void)
{
	Suite *s = suite_create("run_faults");
	TCase *tc = tcase_create("run_faults");

	tcase_add_checked_fixture(tc, processes_mark, NULL);
	tcase_add_loop_test(tc,
			    a_process_that_is_killed_or_stopped_ends_its_run, 0,
			    2 * COUNT(blows));
	tcase_add_loop_test(
		tc, a_process_of_threads_that_is_killed_or_stopped_ends_its_run,
		0, COUNT(blows));
	tcase_add_loop_test(tc, a_fault_in_one_group_of_several_ends_the_run, 0,
			    2);
	tcase_add_loop_test(tc, a_fault_shows_though_its_peer_goes_on, 0, 2);
	tcase_add_loop_test(tc, a_task_that_is_killed_at_once_ends_its_run, 0,
			    2);
	tcase_add_loop_test(tc, a_runner_that_is_killed_or_stopped_ends_its_run,
			    0, 6);
	tcase_add_loop_test(tc, a_fault_leaves_what_was_finished_in_the_file, 0,
			    2);
	tcase_add_test(tc, no_benchmark_waits_for_a_dead_task);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(run_faults_suite);
