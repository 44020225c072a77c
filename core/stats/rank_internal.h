/* SPDX-License-Identifier: MIT */
/*
 * core/stats/rank_internal.h - shared by the files behind rank.h only.
 */
#ifndef CORE_STATS_RANK_INTERNAL_H
#define CORE_STATS_RANK_INTERNAL_H

#include "stats/rank.h"

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
 * @pairs:	@nr values, sorted in place
 * @k:		order statistic that bounds the interval; 0: none
 * @r:		estimate, lo and hi are filled in
 */
void rank_bounds(double *pairs, size_t nr, size_t k, struct rank_result *r);

#endif
