/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_run_plugins.c - benchmarks that crash, fail, hang, miscount, or
 * leave things behind while they run.
 */
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "processes.h"
#include "tests.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))
/* The first of the mishaps that happens in a task. */
#define FIRST_IN_TASK 7

/* struct mishap - where, what, to whom; the status and words to expect */
struct mishap {
	const char *where, *what;
	int who;
	int status;
	const char *words;
};

static const struct mishap mishaps[] = {
	{ "tasks", "error", 0, 1, "has no tasks" },
	{ "tasks", "segv", 0, 1, "its tasks() failed: " },
	{ "tasks", "exit", 0, 1, "its tasks() failed: " },
	{ "tasks", "stop", 0, 1, "its tasks() failed: " },
	{ "accepts", "error", 0, 2, "refused: made to refuse" },
	{ "accepts", "segv", 0, 1, "its accepts() failed: " },
	{ "accepts", "mute", 0, 1, "not done within 2 s" },
	{ "setup", "error", 0, 1, "made to fail: Structure needs cleaning" },
	{ "setup", "segv", 0, 1, "was killed by SIGSEGV" },
	{ "setup", "abort", 0, 1, "was killed by SIGABRT" },
	{ "setup", "exit", 0, 1, "ended with status 3" },
	{ "setup", "stop", 0, 1, "was stopped" },
	{ "setup", "spin", 0, 1, "did not end within 0.3 s" },
	{ "prepare", "error", 0, 1, "made to fail: Structure needs cleaning" },
	{ "prepare", "error", 1, 1, "made to fail: Structure needs cleaning" },
	{ "prepare", "bus", 1, 1, "was killed by SIGBUS" },
	{ "prepare", "exit", 1, 1, "ended with status 3" },
	{ "prepare", "sleep", 1, 1, "did not end within 0.3 s" },
	{ "prepare", "stop", 1, 1, "was stopped" },
	{ "warmup", "error", 0, 1, "made to fail: Structure needs cleaning" },
	{ "warmup", "segv", 1, 1, "was killed by SIGSEGV" },
	{ "task", "error", 0, 1, "made to fail: Structure needs cleaning" },
	{ "task", "error", 1, 1, "made to fail: Structure needs cleaning" },
	{ "task", "segv", 0, 1, "was killed by SIGSEGV" },
	{ "task", "bus", 1, 1, "was killed by SIGBUS" },
	{ "task", "exit", 0, 1, "ended with status 3" },
	{ "task", "exit", 1, 1, "ended with status 3" },
	{ "task", "stop", 1, 1, "was stopped" },
	{ "task", "spin", 1, 1, "did not end within 0.3 s" },
	{ "task", "deaf", 0, 1, "did not end within 0.3 s" },
	{ "task", "mute", 1, 1, "did not end within 0.3 s" },
	{ "teardown", "error", 0, 1, "made to fail: Structure needs cleaning" },
	{ "teardown", "segv", 0, 1, "was killed by SIGSEGV" },
	{ "teardown", "exit", 0, 1, "ended with status 3" },
	{ "teardown", "quit", 0, 1, "ended with status 0" },
	{ "task", "quit", 1, 1, "ended with status 0" },
	{ "teardown", "sleep", 0, 1, "did not end within 0.3 s" },
};

/* Bounded only where the bound is what ends it: the machine may be slow. */
static void start(struct cli_job *j, const struct mishap *m,
		  const char *options)
{
	const char *bound = strncmp(m->words, "did not", 7) ? "" :
							      "--timeout 300ms";

	cli_start(j,
		  "exec $HARNESS run fault/happens " FAULTS
		  " -p where=%s -p what=%s -p who=%d -r 2 -l 500 -q %s %s",
		  m->where, m->what, m->who, bound, options);
}

/* Of threads that crash the kernel tells only the process. */
static void end(struct cli_job *j, const struct mishap *m, bool threads)
{
	char words[32];
	struct cli c;

	cli_end(j, &c);
	ck_assert_msg(c.status == m->status, "status %d: %s", c.status, c.err);
	ck_one_line(c.err);
	ck_has(c.err, "harness: fault/happens: ");
	ck_has(c.err, m->words);
	if (m >= &mishaps[FIRST_IN_TASK])
		ck_has(c.err, "run 1: ");
	if (m >= &mishaps[FIRST_IN_TASK] && strncmp(m->words, "did not", 7)) {
		snprintf(words, sizeof(words), "task %d (process ", m->who);
		ck_has(c.err, threads ? "thread " : words);
	}
	cli_free(&c);
}

START_TEST(a_mishap_in_any_callback_is_named)
{
	const struct mishap *m = &mishaps[_i];
	struct cli_job processes, threads;

	start(&processes, m, "");
	start(&threads, m, "-T");
	end(&processes, m, false);
	end(&threads, m, true);
	ck_none_left();
}
END_TEST

START_TEST(a_control_that_fails_leaves_the_number_but_fails_the_run)
{
	static const char *const whats[] = { "error", "segv", "stop" };
	struct cli c;
	json_t *doc, *b, *control;

	cli_expect(&c, 1,
		   "exec $HARNESS run fault/happens " FAULTS
		   " -p where=baseline -p what=%s -r 3 -t 300ms --json %s",
		   whats[_i], _i % 2 ? "-T" : "");
	ck_one_line(c.err);
	ck_has(c.err, "harness: fault/happens: control: ");
	doc = ck_json(c.out);
	b = result_benchmark(doc, 0);
	ck_assert_str_eq(json_string_value(json_object_get(b, "status")),
			 "done");
	control = json_array_get(json_object_get(b, "contrasts"), 0);
	ck_assert(json_is_null(json_object_get(control, "ratio")));
	ck_assert(json_is_string(json_object_get(control, "reason")));
	json_decref(doc);
	ck_none_left();
	cli_free(&c);
}
END_TEST

/* A loop that is not as agreed, and how that is called. */
static const struct {
	const char *how;
	int who;
	const char *words;
} miscounts[] = {
	{ "break", 0, "task 0 left its loop early" },
	{ "break", 1, "task 1 left its loop early" },
	{ "half", 0, "task 0 performed 250 loops, not 500" },
	{ "half", 1, "task 1 performed 250 loops, not 500" },
	{ "twice", 0, "task 0 entered its loop 2 times" },
	{ "never", 2, "no task entered the measured loop" },
};

START_TEST(loops_that_are_not_as_agreed_are_no_result)
{
	struct cli c;

	cli_expect(&c, 1,
		   "exec $HARNESS run fault/loops " FAULTS
		   " -p how=%s -p who=%d -r 1 -l 500 -w 0 -q %s",
		   miscounts[_i / 2].how, miscounts[_i / 2].who,
		   _i % 2 ? "-T" : "");
	ck_one_line(c.err);
	ck_has(c.err, "harness: fault/loops: run 1: ");
	ck_has(c.err, miscounts[_i / 2].words);
	cli_free(&c);
}
END_TEST

START_TEST(a_task_that_never_loops_is_a_companion)
{
	struct cli c;
	json_t *doc, *run;

	cli_expect(&c, 0,
		   "exec $HARNESS run fault/loops " FAULTS
		   " -p how=never -p who=1 -r 1 -l 500 --json");
	doc = ck_json(c.out);
	run = json_array_get(json_object_get(result_benchmark(doc, 0), "runs"),
			     0);
	ck_assert_int_eq(json_integer_value(json_object_get(run, "ops")), 500);
	json_decref(doc);
	cli_free(&c);
}
END_TEST

/* Every run, and the extra ones, with @id as a reason; no number. */
static void ck_all_invalid(const char *how, const char *options, const char *id,
			   size_t runs)
{
	struct cli c;
	json_t *doc, *b, *run, *why;
	size_t i, k;
	bool found;

	cli_expect(&c, 1,
		   "exec $HARNESS run fault/counts " FAULTS
		   " -p how=%s -w 0 --json %s",
		   how, options);
	doc = ck_json(c.out);
	b = result_benchmark(doc, 0);
	ck_assert_str_eq(json_string_value(json_object_get(b, "status")),
			 "invalid");
	ck_assert_uint_eq(json_array_size(json_object_get(b, "runs")), runs);
	json_array_foreach (json_object_get(b, "runs"), i, run) {
		ck_assert(json_is_false(json_object_get(run, "valid")));
		found = false;
		json_array_foreach (json_object_get(run, "why"), k, why)
			found = found ||
				!strcmp(json_string_value(
						json_object_get(why, "id")),
					id);
		ck_assert_msg(found, "no %s: %s", id, c.out);
	}
	json_decref(doc);
	cli_free(&c);
}

START_TEST(what_a_benchmark_does_not_declare_makes_its_runs_invalid)
{
	ck_all_invalid("idle", "-r 4 -l 500 -s batch", "E-SWOP", 3);
	ck_all_invalid("idle", "-r 9 -l 500 -s batch -T", "E-SWOP", 3);
	ck_all_invalid("idle", "-r 1 -l 500 -s batch", "E-SWOP", 2);
	ck_all_invalid("faults", "-r 2 -l 500", "E-FAULT", 3);
	ck_all_invalid("faults", "-r 2 -l 500 -T", "E-FAULT", 3);
	if (sysconf(_SC_NPROCESSORS_ONLN) > 1)
		ck_all_invalid("moves", "-r 2 -l 500", "E-MIGR", 3);
}
END_TEST

START_TEST(invalid_runs_yield_no_number_unless_forced)
{
	static const char run[] = "exec $HARNESS run fault/counts " FAULTS
				  " -s batch -r 2 -l 500";
	struct cli c;

	cli_expect(&c, 1, "%s", run);
	ck_has(c.out, "fault/counts: no number: 3 of 3 runs are invalid");
	ck_has(c.out, "E-SWOP");
	ck_assert_ptr_null(strstr(c.out, "/op  "));
	cli_free(&c);
	cli_expect(&c, 1, "%s --force", run);
	ck_has(c.out, "/op  ");
	ck_has(c.out, "every run is invalid (3 E-SWOP)");
	cli_free(&c);
	cli_expect(&c, 1, "%s -f simple", run);
	ck_assert_int_ne(strncmp(c.out, "0.", 2), 0);
	cli_free(&c);
}
END_TEST

START_TEST(what_a_benchmark_leaves_behind_goes_with_it)
{
	static const char *const whats[] = { "child", "daemon", "files",
					     "output" };
	struct cli c;

	cli_expect(&c, 0,
		   "exec $HARNESS run fault/leaves " FAULTS
		   " -p what=%s -r 20 -l 500 -f simple %s",
		   whats[_i / 2], _i % 2 ? "-T" : "");
	ck_none_left();
	ck_one_line(c.out);
	/* Of processes it is said, once for all runs. */
	if (_i / 2 < 2)
		ck_one_line(c.err);
	else
		ck_assert_str_eq(c.err, "");
	cli_free(&c);
}
END_TEST

/* On a CPU of its own it leaves the harness able to end it. */
START_TEST(a_real_time_task_that_spins_is_ended)
{
	struct cli c;

	cli_expect(
		&c, 1,
		"exec $HARNESS run fault/happens " FAULTS
		" -p where=task -p what=spin -s %s -r 1 -l 50 -q --timeout 300ms",
		_i ? "rr:99" : "fifo:1");
	ck_one_line(c.err);
	ck_has(c.err, "run 1: did not end within 0.3 s");
	ck_none_left();
	cli_free(&c);
}
END_TEST

static bool may_be_real_time(void)
{
	const struct sched_param fifo = { .sched_priority = 1 };
	const struct sched_param other = { .sched_priority = 0 };

	if (sched_setscheduler(0, SCHED_FIFO, &fifo)) {
		puts("not tested: a real-time task that spins "
		     "(no right to SCHED_FIFO)");
		return false;
	}
	sched_setscheduler(0, SCHED_OTHER, &other);
	return true;
}

/* A hundred sleeps of a millisecond last longer than that. */
START_TEST(a_timeout_shorter_than_a_look_at_the_tasks_is_kept)
{
	struct cli c;

	cli_run(&c,
		"$HARNESS run wake/timer -p interval=1ms -l 100 -w 0 -r 1 -q "
		"--timeout 50ms");
	ck_assert_int_eq(c.status, 1);
	ck_one_line(c.err);
	ck_has(c.err, "did not end within 0.05 s");
	cli_free(&c);
	ck_none_left();
}
END_TEST

static Suite *run_plugins_suite(void)
{
	Suite *s = suite_create("run_plugins");
	TCase *tc = tcase_create("run_plugins");

	tcase_add_checked_fixture(tc, processes_mark, NULL);
	tcase_add_loop_test(tc, a_mishap_in_any_callback_is_named, 0,
			    COUNT(mishaps));
	if (RUNS_ARE_VALID)
		tcase_add_loop_test(
			tc,
			a_control_that_fails_leaves_the_number_but_fails_the_run,
			0, 3);
	tcase_add_loop_test(tc, loops_that_are_not_as_agreed_are_no_result, 0,
			    2 * COUNT(miscounts));
	tcase_add_test(tc, a_task_that_never_loops_is_a_companion);
	tcase_add_test(
		tc, what_a_benchmark_does_not_declare_makes_its_runs_invalid);
	tcase_add_test(tc, a_timeout_shorter_than_a_look_at_the_tasks_is_kept);
	tcase_add_test(tc, invalid_runs_yield_no_number_unless_forced);
	tcase_add_loop_test(tc, what_a_benchmark_leaves_behind_goes_with_it, 0,
			    8);
	if (may_be_real_time())
		tcase_add_loop_test(tc, a_real_time_task_that_spins_is_ended, 0,
				    2);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(run_plugins_suite);
