/* SPDX-License-Identifier: MIT */
/*
 * core/result/latency.h - what a histogram of loop times says. Pure.
 */
#ifndef CORE_RESULT_LATENCY_H
#define CORE_RESULT_LATENCY_H

#include "stats/histogram.h"

/* A loop this many times longer than the median is a long one. */
#define LATENCY_LONG 10

/**
 * enum latency_quantile - which ones are reported
 */
enum latency_quantile {
	LATENCY_P50,
	LATENCY_P90,
	LATENCY_P99,
	LATENCY_P999,
	LATENCY_QUANTILES
};

/**
 * struct latency_stats - in ns
 * @quantile:	by enum latency_quantile; NaN where fewer than ten values lie
 *		beyond it (but for the median), or there are none at all
 * @long_share:	share of all time that went into values longer than
 *		LATENCY_LONG times the median, 0 to 1; NaN where no time passed
 */
struct latency_stats {
	double quantile[LATENCY_QUANTILES];
	double long_share;
};

void latency_stats(const struct buckets *b, struct latency_stats *out);

/* "p99.9" */
const char *latency_quantile_name(enum latency_quantile q);

#endif
