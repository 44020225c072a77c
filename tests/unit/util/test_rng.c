/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/util/test_rng.c - the generator, and that draws are fair.
 */
#include <string.h>

#include "tests.h"
#include "util/rng.h"

START_TEST(gives_the_published_sequence)
{
	static const uint64_t want[] = {
		11520u,
		0u,
		1509978240u,
		1215971899390074240u,
		1216172134540287360u,
		607988272756665600u,
		16172922978634559625u,
		8476171486693032832u,
		10595114339597558777u,
		2904607092377533576u,
	};
	struct rng r = { .s = { 1, 2, 3, 4 } };

	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++)
		ck_assert_uint_eq(rng_u64(&r), want[i]);
}
END_TEST

START_TEST(seeds_with_the_published_splitmix64)
{
	struct rng r;

	rng_seed(&r, 1234567);
	ck_assert_uint_eq(r.s[0], 6457827717110365317u);
	ck_assert_uint_eq(r.s[1], 3203168211198807973u);
	ck_assert_uint_eq(r.s[2], 9817491932198370423u);
	ck_assert_uint_eq(r.s[3], 4593380528125082431u);
}
END_TEST

START_TEST(same_seed_same_order_other_seed_other_order)
{
	size_t a[20], b[20], c[20];
	struct rng r;

	for (size_t i = 0; i < 20; i++)
		a[i] = b[i] = c[i] = i;
	rng_seed(&r, 42);
	rng_shuffle(&r, a, 20);
	rng_seed(&r, 42);
	rng_shuffle(&r, b, 20);
	rng_seed(&r, 43);
	rng_shuffle(&r, c, 20);
	ck_assert_mem_eq(a, b, sizeof(a));
	ck_assert_mem_ne(a, c, sizeof(a));
}
END_TEST

START_TEST(seed_zero_works)
{
	struct rng r;

	rng_seed(&r, 0);
	ck_assert_uint_ne(rng_u64(&r), rng_u64(&r));
}
END_TEST

START_TEST(below_stays_below)
{
	static const uint64_t limits[] = {
		1, 2, 3, 10, 1000, 1u << 31, UINT64_MAX / 2 + 2, UINT64_MAX
	};
	struct rng r;

	rng_seed(&r, 5);
	for (int i = 0; i < 2000; i++)
		ck_assert_uint_lt(rng_below(&r, limits[_i]), limits[_i]);
}
END_TEST

START_TEST(below_zero_or_one_is_zero)
{
	struct rng r;

	rng_seed(&r, 5);
	ck_assert_uint_eq(rng_below(&r, 0), 0);
	ck_assert_uint_eq(rng_below(&r, 1), 0);
}
END_TEST

/* A plain remainder would put half of all draws into the first third. */
START_TEST(below_is_not_biased_by_the_remainder)
{
	const uint64_t third = (uint64_t)1 << 62;
	unsigned int seen[3] = { 0 };
	struct rng r;

	rng_seed(&r, 6);
	for (int i = 0; i < 9000; i++)
		seen[rng_below(&r, 3 * third) / third]++;
	for (int i = 0; i < 3; i++) {
		ck_assert_uint_gt(seen[i], 2800);
		ck_assert_uint_lt(seen[i], 3200);
	}
}
END_TEST

START_TEST(shuffle_gives_every_order_equally_often)
{
	unsigned int seen[27] = { 0 };
	struct rng r;

	rng_seed(&r, 7);
	for (int i = 0; i < 6000; i++) {
		size_t x[3] = { 0, 1, 2 };

		rng_shuffle(&r, x, 3);
		seen[x[0] * 9 + x[1] * 3 + x[2]]++;
	}
	ck_assert_uint_eq(seen[5] + seen[7] + seen[11] + seen[15] + seen[19] +
				  seen[21],
			  6000);
	for (int i = 0; i < 27; i++) {
		if (!seen[i])
			continue;
		ck_assert_uint_gt(seen[i], 880);
		ck_assert_uint_lt(seen[i], 1120);
	}
}
END_TEST

START_TEST(shuffle_of_nothing_or_one_changes_nothing)
{
	size_t one = 9;
	struct rng r, before;

	rng_seed(&r, 8);
	before = r;
	rng_shuffle(&r, NULL, 0);
	rng_shuffle(&r, &one, 1);
	ck_assert_uint_eq(one, 9);
	ck_assert_mem_eq(&r, &before, sizeof(r));
}
END_TEST

static Suite *rng_suite(void)
{
	Suite *s = suite_create("rng");
	TCase *tc = tcase_create("rng");

	tcase_add_test(tc, gives_the_published_sequence);
	tcase_add_test(tc, seeds_with_the_published_splitmix64);
	tcase_add_test(tc, same_seed_same_order_other_seed_other_order);
	tcase_add_test(tc, seed_zero_works);
	tcase_add_loop_test(tc, below_stays_below, 0, 8);
	tcase_add_test(tc, below_zero_or_one_is_zero);
	tcase_add_test(tc, below_is_not_biased_by_the_remainder);
	tcase_add_test(tc, shuffle_gives_every_order_equally_often);
	tcase_add_test(tc, shuffle_of_nothing_or_one_changes_nothing);
	suite_add_tcase(s, tc);
	return s;
}

TEST_SUITE(rng_suite);
