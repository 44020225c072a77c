/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_run_told.c - what went wrong is told by its cause: a limit of
 * memory, a tracer, a process left behind, no /proc.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machine/cgroup.h"
#include "processes.h"
#include "tests.h"

/* The group of this process, where one with a limit of 40 MiB can be made. */
static bool make_group(char *dir, size_t len)
{
	struct cgroup_where w;
	char cmd[2 * CGROUP_DIR_LEN + 128];

	if (geteuid() || SANITIZED || cgroup_where("", "memory", &w))
		return false;
	snprintf(dir, len, "%s/harness-test-%d", w.dir, (int)getpid());
	if (mkdir(dir, 0755))
		return false;
	snprintf(cmd, sizeof(cmd), "echo 41943040 2>/dev/null >'%s/%s'", dir,
		 w.v2 ? "memory.max" : "memory.limit_in_bytes");
	if (!system(cmd))
		return true;
	rmdir(dir);
	return false;
}

static struct cli run_in(const char *dir, const char *words)
{
	struct cli c;

	cli_run(&c,
		"echo $$ >'%s/cgroup.procs' && exec $HARNESS run %s -r 2 -l 20 "
		"-q",
		dir, words);
	ck_none_left();
	/* Of processes that are gone, but still counted. */
	for (int i = 0; i < 100 && rmdir(dir) && errno == EBUSY; i++)
		usleep(50000);
	return c;
}

START_TEST(a_kill_for_want_of_memory_names_the_limit)
{
	char dir[CGROUP_DIR_LEN + 32];
	struct cli c;

	if (!make_group(dir, sizeof(dir)))
		return;
	c = run_in(dir, "mem/memset -p size=256M");
	ck_assert_int_eq(c.status, 1);
	ck_one_line(c.err);
	ck_has(c.err, "was killed by SIGKILL; the memory limit of 40MiB of "
		      "the control group ");
	ck_has(c.err, dir);
	cli_free(&c);
}
END_TEST

START_TEST(a_working_set_above_the_limit_is_not_begun)
{
	char dir[CGROUP_DIR_LEN + 32];
	struct cli c;

	if (!make_group(dir, sizeof(dir)))
		return;
	c = run_in(dir, "sched/pipe --ws 256M");
	ck_assert_int_eq(c.status, 77);
	ck_one_line(c.err);
	ck_has(c.err, "the working sets take 512MiB, the memory limit of the "
		      "control group ");
	cli_free(&c);
}
END_TEST

/* Whether one of the runs is invalid for a reason with these words in it. */
static bool is_told(const char *text, const char *id, const char *words)
{
	json_t *doc = ck_json(text), *run, *why;
	bool told = false;
	size_t i, k;

	json_array_foreach (json_object_get(result_benchmark(doc, 0), "runs"),
			    i, run)
		json_array_foreach (json_object_get(run, "why"), k, why)
			told |= !strcmp(json_string_value(
						json_object_get(why, "id")),
					id) &&
				strstr(json_string_value(
					       json_object_get(why, "text")),
				       words);
	json_decref(doc);
	return told;
}

/* A process that traces another until it is killed, as a debugger would. */
static pid_t trace(pid_t pid)
{
	int status, sig;
	pid_t tracer = fork();

	if (tracer)
		return tracer;
	if (ptrace(PTRACE_SEIZE, pid, NULL, NULL))
		_exit(1);
	while (waitpid(pid, &status, __WALL) == pid) {
		sig = WIFSTOPPED(status) ? WSTOPSIG(status) : 0;
		ptrace(PTRACE_CONT, pid, NULL, (long)sig);
	}
	_exit(0);
}

START_TEST(a_tracer_is_named)
{
	struct cli_job j;
	char words[64];
	struct cli c;
	pid_t pid, tracer;

	cli_start(&j, "exec $HARNESS run sched/pipe -r 1 -l 300000 -q "
		      "--no-control --json");
	processes_await("sched-pipe", 1, &pid);
	tracer = trace(pid);
	cli_end(&j, &c);
	kill(tracer, SIGKILL);
	waitpid(tracer, NULL, 0);
	snprintf(words, sizeof(words), "(process %d)", (int)tracer);
	ck_assert_msg(is_told(c.out, "E-TRACE", words), "%s", c.out);
	cli_free(&c);
}
END_TEST

START_TEST(a_process_that_a_task_leaves_is_named_once)
{
	struct cli c;

	cli_run(&c,
		"$HARNESS run fault/leaves " FAULTS
		" -p what=%s -r 3 -l 100 -q",
		_i ? "daemon" : "child");
	ck_assert_int_eq(c.status, 0);
	ck_one_line(c.err);
	ck_has(c.err, "warning: left behind by a task and killed: "
		      "fault-leaves (process ");
	ck_none_left();
	cli_free(&c);
}
END_TEST

START_TEST(a_loop_of_no_ops_is_an_error_of_the_benchmark)
{
	struct cli c;

	cli_run(&c, "$HARNESS run fault/loops " FAULTS " -p how=%s -r 1 -q %s",
		_i % 2 ? "no_slots" : "no_ops", _i / 2 ? "" : "-l 100");
	ck_assert_int_eq(c.status, 1);
	ck_one_line(c.err);
	ck_has(c.err, _i % 2 ? "its setup set 0 slots" : "its setup set 0 ops");
	cli_free(&c);
}
END_TEST

START_TEST(without_proc_it_measures)
{
	struct cli c;

	if (geteuid() || SANITIZED)
		return;
	cli_run(&c, "unshare -m sh -c 'umount -l /proc && "
		    "exec $HARNESS run sched/pipe -t 1500ms -r 1 -q -f "
		    "simple --no-control "
		    "--plugins " TEST_BUILD_DIR "/lib/harness' || echo $?");
	ck_assert_ptr_null(strstr(c.err, "is gone"));
	ck_one_line(c.err);
	ck_one_line(c.out);
	cli_free(&c);
}
END_TEST

START_TEST(no_such_cpu_means_the_same_to_all_commands)
{
	static const char *const words[] = {
		"run self/null -c 4000 -q",
		"events -c 4000",
		"ab self/null -- -c 4000 --",
		"ab self/null -- -- -c 4000",
		"run self/null -c 4000 -e cycles -q",
	};
	struct cli c;

	cli_run(&c, "$HARNESS %s", words[_i]);
	ck_assert_msg(c.status == 77, "%s: status %d: %s", words[_i], c.status,
		      c.err);
	ck_one_line(c.err);
	ck_has(c.err, "4000");
	cli_free(&c);
}
END_TEST

START_TEST(one_cpu_is_a_lack_and_no_misuse)
{
	struct cli c;

	cli_run(&c, "taskset -c %d $HARNESS run epoll/wait -r 1 -l 10 -q",
		last_cpu());
	ck_assert_int_eq(c.status, 77);
	ck_one_line(c.err);
	cli_free(&c);
}
END_TEST

START_TEST(an_output_that_is_full_says_so_however_much_was_to_be_written)
{
	struct cli c;

	cli_run(&c, "$HARNESS list %s >/dev/full", _i ? "--json" : "");
	ck_assert_int_eq(c.status, 1);
	ck_assert_str_eq(c.err, "harness: cannot write the output: No space "
				"left on device\n");
	cli_free(&c);
}
END_TEST

static Suite *run_told_suite(void)
{
	Suite *s = suite_create("run_told");
	TCase *t = tcase_create("run_told");

	tcase_add_checked_fixture(t, processes_mark, NULL);
	tcase_add_test(t, a_kill_for_want_of_memory_names_the_limit);
	tcase_add_test(t, a_working_set_above_the_limit_is_not_begun);
	tcase_add_test(t, a_tracer_is_named);
	tcase_add_loop_test(t, a_process_that_a_task_leaves_is_named_once, 0,
			    2);
	tcase_add_loop_test(t, a_loop_of_no_ops_is_an_error_of_the_benchmark, 0,
			    4);
	tcase_add_test(t, without_proc_it_measures);
	tcase_add_loop_test(t, no_such_cpu_means_the_same_to_all_commands, 0,
			    5);
	tcase_add_test(t, one_cpu_is_a_lack_and_no_misuse);
	tcase_add_loop_test(
		t,
		an_output_that_is_full_says_so_however_much_was_to_be_written,
		0, 2);
	suite_add_tcase(s, t);
	return s;
}

TEST_SUITE(run_told_suite);
