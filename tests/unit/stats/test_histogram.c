/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/stats/test_histogram.c - the log-linear histogram.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stats/histogram.h"
#include "tests.h"
#include "util/rng.h"

#define NR_VALUES 5000

static struct histogram *new_histogram(void)
{
	struct histogram *h = calloc(1, sizeof(*h));

	ck_assert_ptr_nonnull(h);
	return h;
}

/* Values of every magnitude. */
static uint64_t draw(struct rng *r)
{
	return rng_u64(r) >> rng_below(r, 64);
}

static int compare_u64(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

START_TEST(buckets_cover_every_value_without_gap)
{
	for (size_t i = 0; i + 1 < HISTOGRAM_BUCKETS; i++) {
		uint64_t low = histogram_lowest(i);
		uint64_t next = histogram_lowest(i + 1);

		ck_assert_uint_lt(low, next);
		ck_assert_uint_eq(histogram_index(low), i);
		ck_assert_uint_eq(histogram_index(next - 1), i);
	}
	ck_assert_uint_eq(histogram_index(UINT64_MAX), HISTOGRAM_BUCKETS - 1);
	ck_assert_uint_eq(histogram_lowest(0), 0);
}
END_TEST

START_TEST(buckets_are_two_significant_digits_wide)
{
	for (size_t i = 1; i + 1 < HISTOGRAM_BUCKETS; i++) {
		uint64_t low = histogram_lowest(i);
		uint64_t width = histogram_lowest(i + 1) - low;

		if (low < 256)
			ck_assert_uint_eq(width, 1);
		else
			ck_assert_uint_le(width, low / 128);
	}
}
END_TEST

START_TEST(zeroed_memory_is_an_empty_histogram)
{
	struct histogram *h = new_histogram();

	ck_assert_double_nan(histogram_quantile(h, 0.5));
	histogram_add(h, 77);
	ck_assert_uint_eq(h->total, 1);
	ck_assert_double_eq(histogram_quantile(h, 0.5), 77);
	free(h);
}
END_TEST

START_TEST(reset_empties)
{
	struct histogram *h = new_histogram();

	memset(h, 0xff, sizeof(*h));
	histogram_reset(h);
	ck_assert_uint_eq(h->total, 0);
	ck_assert_uint_eq(h->max, 0);
	ck_assert_double_nan(histogram_quantile(h, 1));
	free(h);
}
END_TEST

START_TEST(quantile_is_within_half_a_bucket)
{
	static const double ps[] = { 0, 0.01, 0.5, 0.9, 0.99, 0.999, 1 };
	struct histogram *h = new_histogram();
	uint64_t *x = calloc(NR_VALUES, sizeof(*x));
	struct rng r;

	ck_assert_ptr_nonnull(x);
	rng_seed(&r, 11);
	for (size_t i = 0; i < NR_VALUES; i++) {
		x[i] = draw(&r);
		histogram_add(h, x[i]);
	}
	qsort(x, NR_VALUES, sizeof(*x), compare_u64);
	for (size_t i = 0; i < sizeof(ps) / sizeof(*ps); i++) {
		size_t rank = (size_t)ceil(ps[i] * NR_VALUES);
		double want = (double)x[rank ? rank - 1 : 0];

		ck_assert_double_le(fabs(histogram_quantile(h, ps[i]) - want),
				    0.004 * want);
	}
	ck_assert_double_eq(histogram_quantile(h, 1), (double)x[NR_VALUES - 1]);
	free(x);
	free(h);
}
END_TEST

START_TEST(quantile_counts_in_decimal)
{
	struct histogram *h = new_histogram();

	for (uint64_t v = 1; v <= 100; v++)
		histogram_add(h, v);
	for (int k = 1; k <= 100; k++)
		ck_assert_double_eq(histogram_quantile(h, k / 100.0), k);
	free(h);
}
END_TEST

START_TEST(quantile_never_exceeds_the_maximum)
{
	struct histogram *h = new_histogram();

	histogram_add(h, 1 << 20);
	histogram_add(h, 1 << 20);
	ck_assert_double_eq(histogram_quantile(h, 0.5), 1 << 20);
	free(h);
}
END_TEST

START_TEST(quantile_zero_is_the_smallest)
{
	struct histogram *h = new_histogram();

	histogram_add(h, 60);
	histogram_add(h, 50);
	ck_assert_double_eq(histogram_quantile(h, 0), 50);
	free(h);
}
END_TEST

START_TEST(quantile_outside_is_nan)
{
	struct histogram *h = new_histogram();

	histogram_add(h, 5);
	ck_assert_double_nan(histogram_quantile(h, -0.01));
	ck_assert_double_nan(histogram_quantile(h, 1.01));
	ck_assert_double_nan(histogram_quantile(h, NAN));
	free(h);
}
END_TEST

START_TEST(extreme_values_are_kept)
{
	struct histogram *h = new_histogram();

	histogram_add(h, 0);
	histogram_add(h, UINT64_MAX);
	ck_assert_uint_eq(h->total, 2);
	ck_assert_uint_eq(h->max, UINT64_MAX);
	ck_assert_uint_eq(h->count[0], 1);
	ck_assert_uint_eq(h->count[HISTOGRAM_BUCKETS - 1], 1);
	ck_assert_double_eq(histogram_quantile(h, 0), 0);
	free(h);
}
END_TEST

START_TEST(merging_equals_adding_to_one)
{
	struct histogram *a = new_histogram(), *b = new_histogram();
	struct histogram *all = new_histogram();
	struct rng r;

	rng_seed(&r, 12);
	for (size_t i = 0; i < NR_VALUES; i++) {
		uint64_t v = draw(&r);

		histogram_add(i % 3 ? a : b, v);
		histogram_add(all, v);
	}
	histogram_merge(a, b);
	ck_assert_mem_eq(a, all, sizeof(*all));
	free(a);
	free(b);
	free(all);
}
END_TEST

START_TEST(merging_an_empty_one_changes_nothing)
{
	struct histogram *a = new_histogram(), *empty = new_histogram();

	histogram_add(a, 300);
	histogram_merge(a, empty);
	ck_assert_uint_eq(a->total, 1);
	ck_assert_uint_eq(a->max, 300);
	histogram_merge(empty, a);
	ck_assert_mem_eq(a, empty, sizeof(*a));
	free(a);
	free(empty);
}
END_TEST

START_TEST(works_in_memory_shared_with_a_child)
{
	struct histogram *h = mmap(NULL, sizeof(*h), PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t pid;

	ck_assert_ptr_ne(h, MAP_FAILED);
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (!pid) {
		histogram_add(h, 1234567);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	ck_assert_uint_eq(h->total, 1);
	ck_assert_uint_eq(h->max, 1234567);
	munmap(h, sizeof(*h));
}
END_TEST

static Suite *histogram_suite(void)
{
	Suite *s = suite_create("histogram");
	TCase *tc = tcase_create("histogram");

	tcase_add_test(tc, buckets_cover_every_value_without_gap);
	tcase_add_test(tc, buckets_are_two_significant_digits_wide);
	tcase_add_test(tc, zeroed_memory_is_an_empty_histogram);
	tcase_add_test(tc, reset_empties);
	tcase_add_test(tc, quantile_is_within_half_a_bucket);
	tcase_add_test(tc, quantile_counts_in_decimal);
	tcase_add_test(tc, quantile_never_exceeds_the_maximum);
	tcase_add_test(tc, quantile_zero_is_the_smallest);
	tcase_add_test(tc, quantile_outside_is_nan);
	tcase_add_test(tc, extreme_values_are_kept);
	tcase_add_test(tc, merging_equals_adding_to_one);
	tcase_add_test(tc, merging_an_empty_one_changes_nothing);
	tcase_add_test(tc, works_in_memory_shared_with_a_child);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(histogram_suite);
