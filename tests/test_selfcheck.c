/* SPDX-License-Identifier: MIT */
/*
 * tests/test_selfcheck.c - every benchmark keeps its promises here, and one
 * that does not is found out.
 */
#include <string.h>

#include "cli.h"
#include "processes.h"
#include "tests.h"

#define PLANTED "HARNESS_PATH=" TEST_BUILD_DIR "/tests/plugins/planted "

/* Each in a test of its own, so that each has its own time limit. */
static const char *const checked[] = {
	"sched/pipe",	 "self/null",	 "sched/eventfd", "sched/futex",
	"sched/condvar", "sched/sem",	 "sched/mq",	  "sched/signal",
	"sched/yield",	 "syscall/null", "user/ring",
};

START_TEST(keeps_its_promises)
{
	struct cli c;

	cli_expect(&c, 0, "$HARNESS selfcheck '%s'", checked[_i]);
	ck_assert_ptr_nonnull(strstr(c.out, ", 0 contradicted\n"));
	ck_assert_ptr_null(strstr(c.out, "\n0 checked"));
	cli_free(&c);
}
END_TEST

START_TEST(finds_switches_that_were_promised_and_not_made)
{
	struct cli c;

	cli_run(&c, PLANTED "$HARNESS selfcheck liar/switches");
	ck_assert_int_eq(c.status, 1);
	ck_assert_ptr_nonnull(strstr(c.out, "CONTRADICTED"));
	ck_assert_ptr_nonnull(strstr(c.out, "E-SWOP"));
	cli_free(&c);
}
END_TEST

START_TEST(refuses_a_benchmark_that_is_not_there)
{
	struct cli c;

	cli_run(&c, "$HARNESS selfcheck sched/nosuch");
	ck_assert_int_eq(c.status, 2);
	ck_one_line(c.err);
	cli_free(&c);
}
END_TEST

static Suite *selfcheck_suite(void)
{
	Suite *s = suite_create("selfcheck");
	TCase *t = tcase_create("selfcheck");

	if (RUNS_ARE_VALID)
		tcase_add_loop_test(t, keeps_its_promises, 0,
				    sizeof(checked) / sizeof(*checked));
	tcase_add_test(t, finds_switches_that_were_promised_and_not_made);
	tcase_add_test(t, refuses_a_benchmark_that_is_not_there);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(selfcheck_suite);
