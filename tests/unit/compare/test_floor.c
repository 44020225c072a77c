/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/compare/test_floor.c - noise floors: what sessions show, and how
 * they are kept.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "compare/floor.h"
#include "tests.h"

static void add_clocked(struct compare_floor *f, const char *boot, double ns,
			double clock_mhz)
{
	ck_assert_int_eq(compare_floor_add(f, boot, "2026-11-30T09:02:55Z", ns,
					   clock_mhz),
			 0);
}

static void add(struct compare_floor *f, const char *boot, double ns)
{
	add_clocked(f, boot, ns, NAN);
}

START_TEST(sessions_of_one_boot_say_nothing_of_the_next)
{
	static const double ns[] = { 100, 102, 98, 101, 99 };
	struct compare_floors all = { 0 };
	struct compare_floor *f = compare_floor_of(&all, "sched/pipe");

	for (size_t i = 0; i < 5; i++)
		add(f, "1", ns[i]);
	ck_assert_int_eq(compare_floor_estimate(f), 0);
	/* sd of the five logarithms */
	ck_assert_double_eq_tol(f->noise.sessions, 0.015814, 2e-5);
	ck_assert_double_eq(f->noise.sessions_df, 4);
	ck_assert_double_nan(f->noise.boots);
	ck_assert_uint_eq(f->nr_boots, 1);
	ck_assert_double_eq_tol(f->pairs, 0.0366, 3e-3);
	compare_floors_free(&all);
}
END_TEST

START_TEST(three_boots_show_how_boots_differ)
{
	struct compare_floors all = { 0 };
	struct compare_floor *f = compare_floor_of(&all, "sched/pipe");

	for (int i = 0; i < 3; i++) {
		static const char *const boots[] = { "1", "2", "3" };

		add(f, boots[i], 100 * exp(0.02 * (i - 1) - 0.001));
		add(f, boots[i], 100 * exp(0.02 * (i - 1) + 0.001));
	}
	ck_assert_int_eq(compare_floor_estimate(f), 0);
	ck_assert_double_eq_tol(f->noise.boots, 0.02, 1e-12);
	ck_assert_double_eq(f->noise.boots_df, 2);
	ck_assert_double_eq_tol(f->noise.sessions, 0.001 * M_SQRT2, 1e-12);
	ck_assert_double_eq(f->noise.sessions_df, 3);
	compare_floors_free(&all);
}
END_TEST

START_TEST(the_clock_is_no_noise_of_cycles)
{
	struct compare_floors all = { 0 };
	struct compare_floor *f = compare_floor_of(&all, "sched/pipe");

	for (int i = 0; i < 4; i++)
		add_clocked(f, "1", 100 * exp(0.03 * i), 4000 * exp(-0.03 * i));
	ck_assert_int_eq(compare_floor_estimate(f), 0);
	ck_assert_double_gt(f->noise.sessions, 0.03);
	ck_assert_double_eq_tol(f->cycles.sessions, 0, 1e-12);
	add(f, "1", 100);
	ck_assert_int_eq(compare_floor_estimate(f), 0);
	ck_assert_double_nan(f->cycles.sessions);
	compare_floors_free(&all);
}
END_TEST

START_TEST(what_is_written_is_read_again)
{
	struct compare_floors all = { 0 }, again;
	char *dir = cli_tmpdir(), *path, why[256] = "";
	struct compare_floor *f = compare_floor_of(&all, "sched/pipe");
	FILE *out;

	f->share = 0.004;
	f->median = 0.001;
	f->nr_comparisons = 20;
	for (int i = 0; i < 4; i++)
		add_clocked(f, "1", 100 + i, 3800 + i);
	ck_assert_int_eq(compare_floor_estimate(f), 0);
	ck_assert_int_gt(asprintf(&path, "%s/floors.json", dir), 0);
	out = fopen(path, "w");
	ck_assert_ptr_nonnull(out);
	ck_assert_int_eq(compare_floors_write(out, &all), 0);
	ck_assert_int_eq(fclose(out), 0);
	ck_assert_int_eq(compare_floors_read(path, &again, why, sizeof(why)),
			 0);
	ck_assert_uint_eq(again.nr, 1);
	ck_assert_double_eq_tol(again.v[0].share, 0.004, 1e-12);
	ck_assert_uint_eq(again.v[0].nr_comparisons, 20);
	ck_assert_uint_eq(again.v[0].nr_sessions, 4);
	ck_assert_double_eq(again.v[0].noise.sessions, f->noise.sessions);
	ck_assert_double_eq(again.v[0].cycles.sessions, f->cycles.sessions);
	compare_floors_free(&again);
	compare_floors_free(&all);
	free(path);
	free(dir);
}
END_TEST

static Suite *floor_suite(void)
{
	Suite *s = suite_create("compare_floor");
	TCase *t = tcase_create("floor");

	tcase_add_test(t, sessions_of_one_boot_say_nothing_of_the_next);
	tcase_add_test(t, three_boots_show_how_boots_differ);
	tcase_add_test(t, the_clock_is_no_noise_of_cycles);
	tcase_add_test(t, what_is_written_is_read_again);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(floor_suite);
