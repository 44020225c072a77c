/* SPDX-License-Identifier: MIT */
/*
 * core/summary.h - from the raw runs of an entry to the numbers in a report.
 * Pure: no I/O. Only valid runs count.
 */
#ifndef CORE_SUMMARY_H
#define CORE_SUMMARY_H

#include "result.h"
#include "stats.h"

/**
 * struct summary - one entry in numbers; NaN where there is none
 * @time:	ns per op over the valid runs
 * @nr_invalid:	runs left out
 * @ops_per_sec: 1e9 / mean time; NaN where the benchmark records its result
 * @cpu_ns_per_op: mean over the runs
 * @switches_per_op: voluntary and involuntary, all runs together
 * @involuntary: share of the switches that were involuntary, 0 to 1
 * @ns_per_switch: mean time / switches_per_op; NaN below 0.01 switches per op
 * @quiet_ns:	1 % quantile of the slices in ns per op; NaN where it is not
 *		defined, see @quiet_reason
 * @nr_slices:	slices it rests on
 * @quiet_reason: static string, why there is none; NULL if there is one
 * @switch_ns:	time * (1 - 1 / ratio of the contrast "control"), ns per op;
 *		NaN: none, or below resolution, see @switch_reason
 * @control_ns:	time / ratio
 * @switch_reason: why there is no @switch_ns: static, or owned by the entry's
 *		contrast; else NULL
 * @bytes_per_sec: NaN without bytes_per_op
 */
struct summary {
	struct stats time;
	size_t nr_invalid;
	double ops_per_sec;
	double cpu_ns_per_op;
	double switches_per_op;
	double involuntary;
	double ns_per_switch;
	double quiet_ns;
	size_t nr_slices;
	const char *quiet_reason;
	double switch_ns, control_ns;
	const char *switch_reason;
	double bytes_per_sec;
};

/**
 * summarize - compute a summary
 * @e:	 entry with any number of runs
 * @out: filled in; to be freed with summary_free()
 *
 * Return: 0, or -ENOMEM. No valid run is not an error: all NaN, n = 0.
 */
int summarize(const struct entry *e, struct summary *out);

void summary_free(struct summary *s);

#endif
