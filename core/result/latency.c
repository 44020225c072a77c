/* SPDX-License-Identifier: MIT */
/*
 * core/result/latency.c - what a histogram of loop times says.
 */
#include "result/latency.h"

#include <math.h>

/* Of fewer values beyond it a quantile says nothing. */
#define FEWEST_BEYOND 10

static const struct {
	const char *name;
	double p;
	uint64_t least;
} quantiles[LATENCY_QUANTILES] = {
	[LATENCY_P50] = { "p50", 0.5, 1 },
	[LATENCY_P90] = { "p90", 0.9, FEWEST_BEYOND * 10 },
	[LATENCY_P99] = { "p99", 0.99, FEWEST_BEYOND * 100 },
	[LATENCY_P999] = { "p99.9", 0.999, FEWEST_BEYOND * 1000 },
};

const char *latency_quantile_name(enum latency_quantile q)
{
	return quantiles[q].name;
}

static double long_share(const struct histogram *h, double median)
{
	double all = 0, beyond = 0;

	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		double time;

		if (!h->count[i])
			continue;
		time = histogram_middle(i) * (double)h->count[i];
		all += time;
		if (histogram_middle(i) > LATENCY_LONG * median)
			beyond += time;
	}
	return all > 0 ? beyond / all : NAN;
}

void latency_stats(const struct buckets *b, struct latency_stats *out)
{
	struct histogram h;

	buckets_expand(b, &h);
	for (int q = 0; q < LATENCY_QUANTILES; q++)
		out->quantile[q] =
			h.total < quantiles[q].least ?
				NAN :
				histogram_quantile(&h, quantiles[q].p);
	out->long_share = long_share(&h, out->quantile[LATENCY_P50]);
}
