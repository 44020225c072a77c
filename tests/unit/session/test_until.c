/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/session/test_until.c - --until stops with an interval that holds
 * the truth: seeded trials.
 */
#include <math.h>

#include "session/until.h"
#include "sessions.h"
#include "tests.h"
#include "util/rng.h"

#define TRIALS 300
#define MOST 400
#define OPS 1000000

static double normal(struct rng *r)
{
	double u = (double)(rng_u64(r) >> 11) + 0.5;
	double v = (double)(rng_u64(r) >> 11);

	return sqrt(-2 * log(u * 0x1p-53)) * cos(2 * M_PI * v * 0x1p-53);
}

/* Runs of 1000 ns with a spread of 5 %, until +- 2 %. Return: how many. */
static size_t stop(struct rng *rng, double lag1, double *mean)
{
	struct session s = session_plain(10);
	struct entry *e = session_entry(&s, "sched/pipe", "round trip");
	double off = normal(rng), sum = 0, reached;
	size_t n = 0;

	while (n < MOST && until_reached(e, 0.02, &reached) == 0) {
		double ns = 1000 * (1 + 0.05 * off);

		entry_run(e, OPS, (uint64_t)llround(ns * OPS));
		sum += ns;
		n++;
		off = lag1 * off + sqrt(1 - lag1 * lag1) * normal(rng);
	}
	*mean = sum / (double)n;
	session_free(&s);
	return n;
}

static const struct {
	double lag1, coverage;
} rows[] = { { 0, 0.94 }, { 0.3, 0.90 }, { 0.5, 0.87 }, { 0.7, 0.84 } };

START_TEST(the_interval_at_the_stop_holds_the_truth)
{
	size_t covered = 0, least = MOST;
	struct rng rng;

	rng_seed(&rng, 7);
	for (int i = 0; i < TRIALS; i++) {
		double mean;
		size_t n = stop(&rng, rows[_i].lag1, &mean);

		covered += fabs(mean - 1000) <= 20;
		least = n < least ? n : least;
	}
	ck_assert_uint_ge(least, UNTIL_FIRST);
	ck_assert_msg((double)covered >= rows[_i].coverage * TRIALS,
		      "%zu of %d", covered, TRIALS);
}
END_TEST

static Suite *until_suite(void)
{
	Suite *s = suite_create("until");
	TCase *t = tcase_create("coverage");

	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, the_interval_at_the_stop_holds_the_truth, 0, 4);
	suite_add_tcase(s, t);
	return s;
}
TEST_SUITE(until_suite);
