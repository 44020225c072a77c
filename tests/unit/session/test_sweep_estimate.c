/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/session/test_sweep_estimate.c - what is said before a sweep begins.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "session/sweep_estimate.h"
#include "tests.h"

#define MOST_ENTRIES 1024

static const struct bench bench;

/* A plan of sweeps, made by hand. */
static struct {
	struct plan_entry entries[MOST_ENTRIES];
	struct sweep sweeps[MOST_ENTRIES];
	struct plan p;
	struct run_opts o;
} box;

static void make_box(void)
{
	static const char *words[] = { NULL };

	memset(&box, 0, sizeof(box));
	box.p.entries = box.entries;
	run_opts_default(&box.o, words);
}

/* @nr of @total places of a benchmark whose configuration is @config. */
static void add(int kind, size_t nr, uint64_t total, size_t config)
{
	for (size_t i = 0; i < nr; i++) {
		size_t at = box.p.nr++;

		ck_assert_uint_lt(at, MOST_ENTRIES);
		box.sweeps[at] = (struct sweep){ .kind = kind, .total = total };
		box.entries[at] = (struct plan_entry){
			.sweep = &box.sweeps[at],
			.variant = { .bench = &bench, .config = config },
		};
	}
}

static void ck_text(const char *wanted)
{
	char *text;

	ck_assert_int_eq(sweep_estimate_text(&box.o, &box.p, &text), 0);
	ck_assert_str_eq(text, wanted);
	free(text);
}

START_TEST(says_how_many_places_and_how_long)
{
	add(SWEEP_PAIRS, 120, 120, 0);
	ck_text("120 pairs of CPUs x 10 runs, about 3 min");
}
END_TEST

START_TEST(says_that_it_is_a_sample)
{
	add(SWEEP_PAIRS, 200, 32640, 0);
	ck_text("a sample of 200 of 32640 pairs of CPUs x 10 runs, about 5 min");
}
END_TEST

START_TEST(says_how_many_tables_there_are)
{
	box.o.repeat = 3;
	box.o.sessions = 2;
	add(SWEEP_EACH, 4, 4, 0);
	add(SWEEP_EACH, 4, 4, 1);
	add(SWEEP_PAIRS, 6, 6, 1);
	ck_text("2 x 4 CPUs and 6 pairs of CPUs x 6 runs, about 13 s");
}
END_TEST

START_TEST(a_large_machine_takes_hours)
{
	box.o.time_ns = 10000000000;
	add(SWEEP_EACH, 1000, 1000, 0);
	ck_text("1000 CPUs x 10 runs, about 27.9 h");
}
END_TEST

START_TEST(does_not_say_how_long_where_nobody_knows)
{
	add(SWEEP_EACH, 2, 2, 0);
	box.entries[1].ops_given = true;
	ck_text("2 CPUs x 10 runs, how long is not known");
	box.entries[1].ops_given = false;
	box.o.until = 0.01;
	ck_text("2 CPUs, how long is not known");
}
END_TEST

START_TEST(says_nothing_of_one_place_or_no_sweep)
{
	char *text;

	add(SWEEP_PAIRS, 1, 1, 0);
	ck_assert_int_eq(sweep_estimate_text(&box.o, &box.p, &text), 0);
	ck_assert_ptr_null(text);
	box.entries[0].sweep = NULL;
	ck_assert_int_eq(sweep_estimate_text(&box.o, &box.p, &text), 0);
	ck_assert_ptr_null(text);
}
END_TEST

START_TEST(controls_latencies_and_counters_take_their_time)
{
	double bare, longer;

	add(SWEEP_EACH, 2, 2, 0);
	bare = sweep_estimate_seconds(&box.o, &box.p);
	box.entries[0].has_control = true;
	longer = sweep_estimate_seconds(&box.o, &box.p);
	ck_assert_double_gt(longer, bare);
	box.o.latency = true;
	bare = longer;
	longer = sweep_estimate_seconds(&box.o, &box.p);
	ck_assert_double_gt(longer, bare + 2);
	box.entries[1].reason = (char *)"cannot";
	ck_assert_double_lt(sweep_estimate_seconds(&box.o, &box.p), longer);
}
END_TEST

static Suite *sweep_estimate_suite(void)
{
	Suite *s = suite_create("sweep_estimate");
	TCase *tc = tcase_create("estimate");

	tcase_add_checked_fixture(tc, make_box, NULL);
	tcase_add_test(tc, says_how_many_places_and_how_long);
	tcase_add_test(tc, says_that_it_is_a_sample);
	tcase_add_test(tc, says_how_many_tables_there_are);
	tcase_add_test(tc, a_large_machine_takes_hours);
	tcase_add_test(tc, does_not_say_how_long_where_nobody_knows);
	tcase_add_test(tc, says_nothing_of_one_place_or_no_sweep);
	tcase_add_test(tc, controls_latencies_and_counters_take_their_time);
	suite_add_tcase(s, tc);
	return s;
}
TEST_SUITE(sweep_estimate_suite);
