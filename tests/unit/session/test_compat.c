/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/session/test_compat.c - the numbers of other programs.
 */
#include <check.h>
#include <string.h>

#include "cli.h"
#include "session/compat.h"
#include "tests.h"

START_TEST(a_time_grows_with_the_op_and_a_rate_falls)
{
	const struct bench_peer time = { "a", "us", 1e-3, "" };
	const struct bench_peer rate = { "b", "ops/s", BENCH_RATE(2), "" };

	ck_assert_double_eq_tol(compat_number(&time, 4000), 4, 1e-12);
	ck_assert_double_eq_tol(compat_number(&rate, 4000), 5e5, 1e-6);
}
END_TEST

static const struct refusal {
	const char *words, *says;
} refusals[] = {
	{ "sched/pipe --compat prf", "did you mean perf?" },
	{ "sched/pipe --compat nothing-like-it", "(there is: perf, lmbench" },
	{ "sched/eventfd --compat perf", "(there is: none)" },
	{ "sched/eventfd self/null --compat perf", "(there is: none)" },
};

START_TEST(a_peer_that_no_benchmark_has_is_refused)
{
	struct cli c;

	cli_run(&c, "$HARNESS run -r 1 -l 1 %s", refusals[_i].words);
	ck_assert_int_eq(c.status, 2);
	ck_assert_str_eq(c.out, "");
	ck_one_line(c.err);
	ck_assert_msg(strstr(c.err, refusals[_i].says) != NULL, "said: %s",
		      c.err);
	cli_free(&c);
}
END_TEST

START_TEST(who_has_the_peer_prints_its_number_and_who_has_not_says_so)
{
	struct cli c;

	cli_run(&c, "$HARNESS run syscall/getpgid self/null -r 1 -l 1000 "
		    "--force --compat perf");
	ck_assert_int_eq(c.status, 0);
	ck_assert_ptr_nonnull(strstr(c.out, "# N-COMPAT: perf would print "));
	ck_assert_ptr_nonnull(strstr(c.out, " usecs/op: syscall getpgid"));
	ck_assert_ptr_nonnull(strstr(c.out,
				     "# N-COMPAT: perf has no number for this "
				     "op (there is: none)"));
	cli_free(&c);
}
END_TEST

/* perf's GB of memory benchmarks is not the one that is printed here. */
static const char *const memory[] = { "memcpy", "memset", "mmap" };

START_TEST(the_gb_of_perf_is_said_to_be_another)
{
	struct cli c;

	cli_run(&c, "$HARNESS run mem/%s -r 1 -l 2 --force --compat perf",
		memory[_i]);
	ck_assert_int_eq(c.status, 0);
	ck_assert_ptr_nonnull(strstr(c.out, "prints GB/sec, of 2^30 bytes"));
	cli_free(&c);
}
END_TEST

static Suite *compat_suite(void)
{
	Suite *s = suite_create("compat");
	TCase *t = tcase_create("compat");

	tcase_add_test(t, a_time_grows_with_the_op_and_a_rate_falls);
	tcase_add_loop_test(t, a_peer_that_no_benchmark_has_is_refused, 0,
			    sizeof(refusals) / sizeof(*refusals));
	tcase_add_test(
		t, who_has_the_peer_prints_its_number_and_who_has_not_says_so);
	tcase_add_loop_test(t, the_gb_of_perf_is_said_to_be_another, 0, 3);
	suite_add_tcase(s, t);
	return s;
}

TEST_SUITE(compat_suite);
