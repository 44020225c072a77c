/* SPDX-License-Identifier: MIT */
/*
 * core/stats/rank.h - is there a difference, and how large is it?
 *
 * Rank methods for paired values (log ratios of an A/B comparison) and for
 * two independent sets of runs, Welch's t, corrections for many tests, and
 * what a design can see. Pure: no I/O, no state.
 *
 * Functions that return int return 0, -EINVAL (a value is not finite, an array
 * is empty, a level is not inside 0 .. 1), -E2BIG (more than RANK_MAX_PAIRS
 * pairs) or -ENOMEM, and then leave their result alone.
 */
#ifndef CORE_STATS_RANK_H
#define CORE_STATS_RANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Most pairs (Walsh averages, ratios) that are formed: 128 MiB of them. */
#define RANK_MAX_PAIRS ((size_t)1 << 24)

/* Up to here null distributions are exact, above they are normal. */
#define RANK_EXACT_PAIRED 400
#define RANK_EXACT_BOTH 60

/**
 * struct rank_result - an estimate, its interval and the test that goes with it
 * @estimate:	Hodges-Lehmann estimate
 * @lo, @hi:	interval around it; NaN where there are too few values for the
 *		level asked for
 * @level:	confidence that the interval reaches, at least what was asked
 *		for; NaN without an interval
 * @p:		two-sided p-value of "no difference"
 * @exact:	@p and @level come from the exact null distribution
 */
struct rank_result {
	double estimate;
	double lo, hi, level;
	double p;
	bool exact;
};

/**
 * rank_order - the order of values, without moving them
 * @x:		@n finite values
 * @order:	@n results: index of the smallest first, ties by index
 */
void rank_order(const double *x, size_t n, size_t *order);

/**
 * rank_mid - doubled mid-ranks, so that ties keep whole numbers
 * @x:		@n finite values
 * @rank2:	@n results: 2 for the smallest alone, the sum of first and last
 *		rank for ties
 *
 * Return: 0 or -ENOMEM.
 */
int rank_mid(const double *x, size_t n, uint64_t *rank2);

/* Largest tail on both sides together that still gives @level (0.9 is not
 * exactly 9/10, so allow for the rounding). */
double rank_alpha(double level);

/* Whether @level is inside 0 .. 1. */
bool rank_level_ok(double level);

/* Whether there is at least one value and all are finite. */
bool rank_values_ok(const double *x, size_t n);

/**
 * rank_normal_index - k of an interval when its count is nearly normal
 * @mean, @sd:	of the count under "no difference"
 *
 * Return: k as rank_sum_index().
 */
int64_t rank_normal_index(double mean, double sd, double level,
			  double *reached);

/**
 * rank_bounds - estimate and interval from all pairs
 * @pairs:	@nr values, reordered
 * @k:		order statistic that bounds the interval; 0: none
 * @r:		estimate, lo and hi are filled in
 */
void rank_bounds(double *pairs, size_t nr, size_t k, struct rank_result *r);

#endif
