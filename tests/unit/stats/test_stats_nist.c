/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/stats/test_stats_nist.c - certified values of reference data sets.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "stats/stats.h"
#include "tests.h"

#define NIST_MAX 5000

/**
 * struct nist - certified values of one reference set
 * @file:	below tests/data/nist; NULL: computed as @base + .2, then .1 and
 *		.3 in turn
 * @sd_digits:	digits of the standard deviation that must be right
 */
struct nist {
	const char *file;
	double base;
	size_t n;
	double mean, stddev, lag1;
	double sd_digits;
	uint32_t flags;
};

static const struct nist nist_sets[] = {
	{ "pidigits.txt", 0, 5000, 4.53480000000000, 2.86733906028871,
	  -0.00355099287237972, 14, 0 },
	{ "lottery.txt", 0, 218, 518.958715596330, 291.699727470969,
	  -0.120948622967393, 14, 0 },
	{ "lew.txt", 0, 200, -177.435000000000, 277.332168044316,
	  -0.307304800605679, 14, STATS_ALTERNATING },
	{ "mavro.txt", 0, 50, 2.00185600000000, 0.000429123454003053,
	  0.937989183438248, 12, STATS_CORRELATED },
	{ "michelso.txt", 0, 100, 299.852400000000, 0.0790105478190518,
	  0.535199668621283, 12, STATS_CORRELATED },
	{ NULL, 1, 1001, 1.2, 0.1, -0.999, 13, STATS_ALTERNATING },
	{ NULL, 1e6, 1001, 1000000.2, 0.1, -0.999, 9, STATS_ALTERNATING },
	{ NULL, 1e7, 1001, 10000000.2, 0.1, -0.999, 8, STATS_ALTERNATING },
};

static size_t read_numbers(const char *name, double *x)
{
	char path[4096];
	size_t n = 0;
	FILE *f;

	snprintf(path, sizeof(path), TEST_SOURCE_DIR "/tests/data/nist/%s",
		 name);
	f = fopen(path, "r");
	ck_assert_ptr_nonnull(f);
	while (n < NIST_MAX && fscanf(f, "%lf", &x[n]) == 1)
		n++;
	fclose(f);
	return n;
}

static size_t nist_values(const struct nist *set, double *x)
{
	if (set->file)
		return read_numbers(set->file, x);
	x[0] = set->base + 0.2;
	for (size_t i = 1; i < set->n; i++)
		x[i] = set->base + (i % 2 ? 0.1 : 0.3);
	return set->n;
}

/* @digits: -log10 of the relative error. */
static void ck_digits(double got, double want, double digits)
{
	ck_assert_double_eq_tol(got, want, pow(10, -digits) * fabs(want));
}

START_TEST(nist_certified_values_are_reached)
{
	const uint32_t lag_flags = STATS_ALTERNATING | STATS_CORRELATED;
	const struct nist *set = &nist_sets[_i];
	double *x = calloc(NIST_MAX, sizeof(*x));
	struct stats s;
	size_t n;

	ck_assert_ptr_nonnull(x);
	n = nist_values(set, x);
	ck_assert_uint_eq(n, set->n);
	ck_assert_int_eq(stats_compute(&s, x, n), 0);
	ck_digits(s.mean, set->mean, 13.5);
	ck_digits(s.stddev, set->stddev, set->sd_digits);
	ck_digits(s.lag1, set->lag1, fmin(13, set->sd_digits));
	ck_assert_uint_eq(s.flags & lag_flags, set->flags);
	stats_free(&s);
	free(x);
}
END_TEST

START_TEST(nist_numacc1_is_exact)
{
	static const double x[] = { 10000001, 10000003, 10000002 };

	ck_assert_double_eq(stats_mean(x, 3), 10000002);
	ck_assert_double_eq(stats_stddev(x, 3), 1);
	ck_assert_double_eq(stats_lag1(x, 3), -0.5);
}
END_TEST

static Suite *stats_nist_suite(void)
{
	Suite *s = suite_create("stats_nist");
	TCase *tc = tcase_create("stats_nist");

	tcase_add_loop_test(tc, nist_certified_values_are_reached, 0, 8);
	tcase_add_test(tc, nist_numacc1_is_exact);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(stats_nist_suite);
