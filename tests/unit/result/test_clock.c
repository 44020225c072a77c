/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/result/test_clock.c - the clock of a run, and its cycles.
 */
#include <math.h>
#include <stdlib.h>

#include "result/clock.h"
#include "result/summary.h"
#include "sessions.h"
#include "tests.h"

#define NR 20

/* Slices of 1 ms of 100 ops, and chains at @mhz before each. */
static void slices_at(struct sample *r, double mhz)
{
	r->slice_ops = 100;
	r->nr_slices = r->nr_chains = NR;
	r->slice_ns = calloc(NR, sizeof(*r->slice_ns));
	r->chain_ns = calloc(NR, sizeof(*r->chain_ns));
	ck_assert(r->slice_ns && r->chain_ns);
	for (size_t i = 0; i < NR; i++) {
		r->slice_ns[i] = 1000000;
		r->chain_ns[i] =
			(uint64_t)round(1e3 * CLOCK_CHAIN_CYCLES / mhz);
	}
}

static struct entry *one_run(struct session *s)
{
	struct entry *e;

	*s = session_plain(1);
	e = session_entry(s, "a/b", "op");
	entry_run(e, 100 * NR, 1000000 * NR);
	slices_at(e->runs, 2048);
	return e;
}

START_TEST(a_chain_of_2000_ns_is_2048_mhz)
{
	struct session s;
	struct entry *e = one_run(&s);
	double mhz;

	ck_assert_int_eq(clock_of_run(e->runs, &mhz), 0);
	ck_assert_double_eq_tol(mhz, 2048, 1e-9);
	session_free(&s);
}
END_TEST

/* Four in any nine readings move none of the slices. */
START_TEST(interrupted_readings_move_nothing)
{
	struct session s;
	struct entry *e = one_run(&s);
	double mhz[NR];

	for (size_t i = 4; i < NR; i += 4)
		e->runs->chain_ns[i] = 50000;
	ck_assert_int_eq(clock_of_slices(e->runs, mhz), 0);
	for (size_t i = 0; i < NR; i++)
		ck_assert_double_eq_tol(mhz[i], 2048, 1e-9);
	session_free(&s);
}
END_TEST

/* Half of the time at 2048 MHz, and a third as long at 4096. */
START_TEST(the_clock_of_a_run_is_weighted_by_time)
{
	struct session s;
	struct entry *e = one_run(&s);
	double mhz;

	for (size_t i = NR / 2; i < NR; i++) {
		e->runs->chain_ns[i] = 1000;
		e->runs->slice_ns[i] = 500000;
	}
	ck_assert_int_eq(clock_of_run(e->runs, &mhz), 0);
	ck_assert_double_eq_tol(mhz, (2 * 2048 + 4096) / 3.0, 1e-9);
	session_free(&s);
}
END_TEST

START_TEST(without_readings_there_is_no_clock)
{
	struct session s;
	struct entry *e = one_run(&s);
	double mhz;

	e->runs->nr_chains = 0;
	ck_assert_int_eq(clock_of_run(e->runs, &mhz), 0);
	ck_assert_double_nan(mhz);
	session_free(&s);
}
END_TEST

START_TEST(cycles_are_time_by_clock)
{
	struct session s;
	struct entry *e = one_run(&s);
	struct summary sum;

	e->runs->clock_mhz = 2048;
	entry_run(e, 1000, 5000000)->clock_mhz = 4096;
	ck_assert_int_eq(summarize(e, &sum), 0);
	/* 10,000 ns at 2.048 GHz, and 5,000 at 4.096 */
	ck_assert_double_eq_tol(sum.cycles_per_op, 20480, 1e-6);
	ck_assert_double_eq_tol(sum.cycles_per_op,
				sum.time.mean * sum.clock_mhz / 1e3, 1e-6);
	summary_free(&sum);
	e->runs[1].clock_mhz = NAN;
	ck_assert_int_eq(summarize(e, &sum), 0);
	ck_assert_double_nan(sum.cycles_per_op);
	ck_assert_str_eq(sum.clock_reason,
			 "the clock was not measured in each run");
	summary_free(&sum);
	session_free(&s);
}
END_TEST

static Suite *clock_suite(void)
{
	Suite *s = suite_create("clock");
	TCase *t = tcase_create("clock");

	tcase_add_test(t, a_chain_of_2000_ns_is_2048_mhz);
	tcase_add_test(t, interrupted_readings_move_nothing);
	tcase_add_test(t, the_clock_of_a_run_is_weighted_by_time);
	tcase_add_test(t, without_readings_there_is_no_clock);
	tcase_add_test(t, cycles_are_time_by_clock);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(clock_suite);
