/* SPDX-License-Identifier: MIT */
/*
 * core/stats/verdict.h - what an interval of a ratio says, against a threshold of
 * what matters. Pure.
 */
#ifndef CORE_STATS_VERDICT_H
#define CORE_STATS_VERDICT_H

/**
 * enum verdict - of a new value against a base, where less is better
 * @VERDICT_INCONCLUSIVE: the interval holds both "no change" and more than the
 *		threshold
 * @VERDICT_SAME:	within the threshold, whatever it is
 * @VERDICT_SLOWER:	beyond the threshold
 * @VERDICT_FASTER:	beyond the threshold
 * @VERDICT_SLOWER_SMALL: there is a difference; it may be below the threshold
 * @VERDICT_FASTER_SMALL: likewise
 */
enum verdict {
	VERDICT_INCONCLUSIVE,
	VERDICT_SAME,
	VERDICT_SLOWER,
	VERDICT_FASTER,
	VERDICT_SLOWER_SMALL,
	VERDICT_FASTER_SMALL,
};

/**
 * verdict - judge
 * @lo, @hi:	interval of the ratio new / base; NaN: none
 * @threshold:	smallest change that matters, as a share: 0.02
 *
 * With lo > 1 + d slower, with hi < 1 / (1 + d) faster, an interval inside
 * 1 / (1 + d) .. 1 + d that holds 1 is the same, one on one side of 1 is a
 * small difference.
 */
enum verdict verdict(double lo, double hi, double threshold);

/* "slower", "faster", "slower?", "faster?", "same", "inconclusive"; static. */
const char *verdict_text(enum verdict v);

#endif
