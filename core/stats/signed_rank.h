/* SPDX-License-Identifier: MIT */
/*
 * core/stats/signed_rank.h - paired values: the exact Wilcoxon signed-rank
 * test, the Hodges-Lehmann estimate and its interval. Pure.
 *
 * Errors are those of rank.h.
 */
#ifndef CORE_STATS_SIGNED_RANK_H
#define CORE_STATS_SIGNED_RANK_H

#include "stats/rank.h"

/**
 * rank_signed - one-sample Wilcoxon signed-rank test of centre 0
 * @d:		@n differences or log ratios
 * @level:	confidence asked for, 0.95
 *
 * Zeros are treated as Pratt does: ranked with the others, then left out. The
 * p-value comes from all sign patterns of the ranks as they are, ties
 * included. The interval runs between order statistics of the Walsh averages
 * (mean of every pair, each value also with itself), the estimate is their
 * median. With ties the interval is on the safe side.
 */
int rank_signed(const double *d, size_t n, double level, struct rank_result *r);

/**
 * rank_signed_index - which Walsh average bounds the interval
 * @n:		1 or more values
 * @level:	confidence asked for
 * @reached:	confidence of the interval from the k-th smallest to the k-th
 *		largest; NaN for k = 0
 *
 * Return: k; 0 if no interval reaches @level, or -EINVAL, -ENOMEM.
 */
int64_t rank_signed_index(size_t n, double level, double *reached);

#endif
