/* SPDX-License-Identifier: MIT */
/*
 * core/stats/verdict.c - what an interval of a ratio says.
 */
#include "stats/verdict.h"

#include <math.h>

enum verdict verdict(double lo, double hi, double threshold)
{
	double above = 1 + threshold, below = 1 / above;

	if (isnan(lo) || isnan(hi))
		return VERDICT_INCONCLUSIVE;
	if (lo > above)
		return VERDICT_SLOWER;
	if (hi < below)
		return VERDICT_FASTER;
	if (lo > 1)
		return VERDICT_SLOWER_SMALL;
	if (hi < 1)
		return VERDICT_FASTER_SMALL;
	if (lo >= below && hi <= above)
		return VERDICT_SAME;
	return VERDICT_INCONCLUSIVE;
}

const char *verdict_text(enum verdict v)
{
	static const char *const text[] = {
		[VERDICT_INCONCLUSIVE] = "inconclusive",
		[VERDICT_SAME] = "same",
		[VERDICT_SLOWER] = "slower",
		[VERDICT_FASTER] = "faster",
		[VERDICT_SLOWER_SMALL] = "slower?",
		[VERDICT_FASTER_SMALL] = "faster?",
	};

	return text[v];
}
