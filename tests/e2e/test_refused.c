/* SPDX-License-Identifier: MIT */
/*
 * tests/e2e/test_refused.c - system calls that a filter refuses, as in a
 * container: said by name, skipped alike, never without a bound.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "processes.h"
#include "refuse.h"
#include "tests.h"

#define SHORT "-r 1 -l 20 -q --no-control"

static const struct {
	const char *bench, *says;
	unsigned int call, err;
} skips[] = {
	{ "sched/mq", "mq_open: Operation not permitted", SYS_mq_open, EPERM },
	{ "sched/sysvsem", "semget: Operation not permitted", SYS_semget,
	  EPERM },
	{ "sched/sysvsem", "semget: Function not implemented", SYS_semget,
	  ENOSYS },
	{ "numa/mem", ": Operation not permitted", SYS_mbind, EPERM },
	{ "sched/seccomp-notify", "seccomp: Operation not permitted",
	  SYS_seccomp, EPERM },
	{ "sched/ptrace", "PTRACE_SEIZE: Operation not permitted", SYS_ptrace,
	  EPERM },
	{ "sched/uring", "io_uring", SYS_io_uring_setup, EPERM },
	{ "sched/eventfd", "eventfd: Operation not permitted", SYS_eventfd2,
	  EPERM },
	{ "sched/eventfd", "eventfd: Function not implemented", SYS_eventfd2,
	  ENOSYS },
	{ "sched/signal", "signalfd: Operation not permitted", SYS_signalfd4,
	  EPERM },
	{ "breakpoint/enable",
	  "perf_event_open: Operation not permitted; see /",
	  SYS_perf_event_open, EPERM },
	{ "uprobe/empty", "uprobe", SYS_perf_event_open, EPERM },
	{ "sched/socketpair", "socketpair: Operation not permitted",
	  SYS_socketpair, EPERM },
};

START_TEST(a_benchmark_whose_call_is_refused_is_skipped)
{
	struct cli c;

	if (SANITIZED && skips[_i].call == SYS_ptrace)
		return;
	refuse_call(skips[_i].call, skips[_i].err);
	cli_run(&c, "$HARNESS run %s " SHORT, skips[_i].bench);
	ck_assert_msg(c.status == 77, "%s: status %d: %s", skips[_i].bench,
		      c.status, c.err);
	ck_one_line(c.err);
	ck_has(c.err, "skipped: ");
	ck_has(c.err, skips[_i].says);
	cli_free(&c);
}
END_TEST

START_TEST(the_others_run_all_the_same)
{
	struct cli c;

	refuse_call(SYS_mq_open, EPERM);
	cli_run(&c, "$HARNESS run sched/mq,self/null " SHORT " -f simple");
	ck_assert_msg(c.status == 0, "status %d: %s", c.status, c.err);
	ck_has(c.out, "sched/mq: skipped: mq_open: Operation not permitted; "
		      "a seccomp filter is in force");
	cli_free(&c);
}
END_TEST

/* What the membarrier of a kernel without it would have answered. */
START_TEST(a_reason_is_looked_at_and_not_supposed)
{
	struct cli c;

	refuse_call(SYS_membarrier, EPERM);
	cli_run(&c, "$HARNESS list wake/ipi");
	ck_has(c.out, "membarrier: Operation not permitted; a seccomp filter");
	cli_free(&c);
}
END_TEST

START_TEST(without_a_mask_of_cpus_there_is_one_line)
{
	struct cli c;

	refuse_call(SYS_sched_getaffinity, EPERM);
	cli_run(&c, "$HARNESS events");
	ck_assert_int_eq(c.status, 1);
	ck_one_line(c.err);
	ck_has(c.err, "allowed: Operation not permitted");
	cli_free(&c);
}
END_TEST

START_TEST(a_directory_that_cannot_be_read_is_no_empty_one)
{
	struct cli c;

	refuse_call(SYS_getdents64, EIO);
	cli_run(&c, "$HARNESS list");
	ck_assert_int_eq(c.status, 1);
	ck_one_line(c.err);
	ck_has(c.err, "Input/output error");
	cli_free(&c);
}
END_TEST

START_TEST(without_random_numbers_there_are_others)
{
	struct cli c;
	json_t *doc;

	refuse_call(SYS_getrandom, ENOSYS);
	cli_run(&c, "$HARNESS run self/null " SHORT " --json");
	ck_assert_msg(c.status == 0, "status %d: %s", c.status, c.err);
	doc = json_loads(c.out, 0, NULL);
	ck_assert_ptr_nonnull(doc);
	json_decref(doc);
	cli_free(&c);
}
END_TEST

/* cli_run() is the bound. */
START_TEST(a_wait_that_fails_ends_the_run)
{
	struct cli c;

	refuse_call(SYS_waitid, EINVAL);
	cli_run(&c, "$HARNESS run self/null " SHORT);
	ck_assert_int_eq(c.status, 1);
	ck_has(c.err, "cannot be waited for: Invalid argument");
	ck_none_left();
	cli_free(&c);
}
END_TEST

START_TEST(no_task_is_started_that_could_be_left_running)
{
	struct cli c;

	refuse_call(SYS_prctl, EPERM);
	cli_run(&c, "$HARNESS run self/null " SHORT);
	ck_assert_int_eq(c.status, 1);
	ck_has(c.err, "prctl: Operation not permitted");
	ck_none_left();
	cli_free(&c);
}
END_TEST

/* Each has a probe of its own; neither needs tracefs, or leaves anything. */
START_TEST(two_sessions_probe_at_once)
{
	const char *command =
		"exec $HARNESS run uprobe/empty uprobe/empty-ret -r 3 -l 20000 -q";
	struct cli_job j;
	struct cli a, b;

	cli_start(&j, "%s", command);
	cli_run(&a, "%s", command);
	cli_end(&j, &b);
	ck_assert_msg(a.status == 0 || a.status == 77, "%s", a.err);
	ck_assert_msg(b.status == a.status, "%s", b.err);
	cli_free(&a);
	cli_free(&b);
	cli_run(&a, "cat /sys/kernel/tracing/uprobe_events 2>/dev/null");
	ck_assert_ptr_null(strstr(a.out, "uprobe/empty"));
	cli_free(&a);
	ck_none_left();
}
END_TEST

static Suite *refused_suite(void)
{
	Suite *s = suite_create("refused");
	TCase *t = tcase_create("refused");

	tcase_add_checked_fixture(t, processes_mark, NULL);
	tcase_add_loop_test(t, a_benchmark_whose_call_is_refused_is_skipped, 0,
			    sizeof(skips) / sizeof(*skips));
	tcase_add_test(t, the_others_run_all_the_same);
	tcase_add_test(t, a_reason_is_looked_at_and_not_supposed);
	tcase_add_test(t, without_a_mask_of_cpus_there_is_one_line);
	tcase_add_test(t, a_directory_that_cannot_be_read_is_no_empty_one);
	tcase_add_test(t, without_random_numbers_there_are_others);
	tcase_add_test(t, a_wait_that_fails_ends_the_run);
	tcase_add_test(t, two_sessions_probe_at_once);
	tcase_add_test(t, no_task_is_started_that_could_be_left_running);
	suite_add_tcase(s, t);
	return s;
}

TEST_SUITE(refused_suite);
