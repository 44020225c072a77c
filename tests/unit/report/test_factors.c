/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/report/test_factors.c - factors in their order, as text.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden.h"
#include "report/factors.h"
#include "tests.h"

static const struct {
	const char *name, *words;
	double ratio, lo, hi;
	const char *reason;
} recorded[] = {
	{ "a control group each", "--cgroups two", 1.048, 1.041, 1.057, NULL },
	{ "dirty AMX tiles", "--touch amx", NAN, NAN, NAN,
	  "--touch: this CPU or kernel has no AMX tiles" },
	{ "threads", "-T", 0.898, 0.872, 0.928, NULL },
	{ "working set 8 MiB", "--ws 8M", 544.038, 525.329, 564.145, NULL },
	{ "dirty fp registers", "--touch fp", 1.010, 0.986, 1.016, NULL },
};

#define NR (sizeof(recorded) / sizeof(*recorded))

static struct factors factors(void)
{
	struct factors all = {
		.bench = strdup("sched/pipe"),
		.op = strdup("round trip"),
		.config = strdup("2 processes on CPU 1, SCHED_OTHER"),
		.ns_per_op = 3055,
		.switches = 2,
		.nr = NR,
		.v = calloc(NR, sizeof(*all.v)),
	};

	for (size_t i = 0; i < NR; i++) {
		struct factor *f = &all.v[i];

		f->name = recorded[i].name;
		f->words = recorded[i].words;
		f->paired.ratio = recorded[i].ratio;
		f->paired.lo = recorded[i].lo;
		f->paired.hi = recorded[i].hi;
		if (recorded[i].reason)
			f->reason = strdup(recorded[i].reason);
	}
	factors_sort(&all);
	return all;
}

START_TEST(prints_them_sorted)
{
	static const struct factor_setting settings[] = {
		{ "kernel/task_delayacct", false },
		{ "kernel/numa_balancing", true },
	};
	struct factors all = factors();
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	ck_assert_int_eq(report_factors(f, &all, settings, 2), 0);
	fclose(f);
	ck_golden("explain-factors.txt", text);
	free(text);
	factors_free(&all);
}
END_TEST

START_TEST(what_it_adds_is_per_switch)
{
	struct factors all = factors();

	ck_assert_str_eq(all.v[0].name, "threads");
	ck_assert_double_eq_tol(factor_ns(&all, &all.v[0]),
				(0.898 - 1) * 3055 / 2, 1e-9);
	ck_assert(factor_is_told(&all.v[0]));
	ck_assert_str_eq(all.v[1].name, "dirty fp registers");
	ck_assert(!factor_is_told(&all.v[1]));
	ck_assert_str_eq(all.v[NR - 1].name, "dirty AMX tiles");
	ck_assert(!factor_is_told(&all.v[NR - 1]));
	factors_free(&all);
}
END_TEST

static Suite *factors_suite(void)
{
	Suite *s = suite_create("factors");
	TCase *tc = tcase_create("factors");

	tcase_add_test(tc, prints_them_sorted);
	tcase_add_test(tc, what_it_adds_is_per_switch);
	suite_add_tcase(s, tc);
	return s;
}
TEST_SUITE(factors_suite);
