/* SPDX-License-Identifier: MIT */
/*
 * core/result/summary.h - from the raw runs of an entry to the numbers in a report.
 * Pure: no I/O. Only valid runs count.
 */
#ifndef CORE_RESULT_SUMMARY_H
#define CORE_RESULT_SUMMARY_H

#include <stddef.h>

#include "result/result.h"
#include "stats/stats.h"

/* Fewer switches per op than this are noise, not something to divide by. */
#define FEWEST_SWITCHES 0.01

/**
 * struct counter_stats - one event over the valid counted runs that have a
 * number of it
 * @n:		how many; an event whose group takes turns is in some only
 * @share:	of all valid counted runs, 0 to 1; NaN without one
 * @per_op, @op_stddev: mean and sample standard deviation of count / ops; NaN
 *		below 1 and 2 runs
 * @per_switch, @switch_stddev: the same per context switch; NaN also where
 *		runs have fewer than 0.01 switches per op, or none was counted
 * @reason:	why there is no number: static, or owned by the entry's counter;
 *		NULL if there is one
 * @of_switch:	of the switch alone, (op - control) / switches: Hodges-Lehmann
 *		estimate; NaN: see @switch_reason
 * @switch_lo, @switch_hi, @switch_level: its interval; NaN: too few values
 * @switch_reason: as @reason
 */
struct counter_stats {
	size_t n;
	double share;
	double per_op, op_stddev;
	double per_switch, switch_stddev;
	const char *reason;
	double of_switch, switch_lo, switch_hi, switch_level;
	const char *switch_reason;
};

/**
 * enum derived_kind - what follows from two counts
 * @DERIVED_IPC:   instructions per cycle, both with the same filter
 * @DERIVED_CLOCK: cycles per nanosecond of CPU time
 * @DERIVED_USER:  share of user mode in an event, 0 to 1
 */
enum derived_kind { DERIVED_IPC, DERIVED_CLOCK, DERIVED_USER };

/**
 * struct derived - a number that follows from counts
 * @kind:	enum derived_kind
 * @counter:	index of the event that it is about: instructions, cycles, the
 *		one with ":u"
 * @value:	NaN where something is missing
 * @reason:	what: static, or owned by the entry's counter; else NULL
 */
struct derived {
	int kind;
	size_t counter;
	double value;
	const char *reason;
};

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
 * @cycles_per_op: mean over the runs of time per op x clock of the run; NaN: a
 *		valid run has no clock, see @clock_reason
 * @clock_mhz:	cycles_per_op / mean time
 * @quiet_cycles: 1 % quantile of the slices in cycles per op; NaN without
 *		@quiet_ns or @cycles_per_op
 * @clock_reason: as @quiet_reason
 * @switch_ns:	mean time * (1 - 1 / ratio of the paired comparison "control"), ns per
 *		op; NaN: none, or below resolution, see @switch_reason
 * @control_ns:	mean time / ratio
 * @switch_reason: why there is no @switch_ns: static, or owned by the entry's
 *		paired comparison; else NULL
 * @bytes_per_sec: NaN without bytes_per_op
 * @counters:	@nr_counters, one for each of the entry's
 * @derived:	@nr_derived
 * @coverage:	time counted / CPU time of the tasks, both summed over the valid
 *		runs; NaN: scope cpu, or not known
 * @counting_cost: ratio of the paired comparison "counted" - 1: 0.09 is 9 % slower; NaN:
 *		none, or below resolution, see @event_set_reason
 * @counting_lo, @counting_hi: its interval, also where it is below resolution
 * @event_set_reason: as @switch_reason
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
	double cycles_per_op, clock_mhz, quiet_cycles;
	const char *clock_reason;
	double switch_ns, control_ns;
	const char *switch_reason;
	double bytes_per_sec;
	size_t nr_counters;
	struct counter_stats *counters;
	size_t nr_derived;
	struct derived *derived;
	double coverage;
	double counting_cost, counting_lo, counting_hi;
	const char *event_set_reason;
};

/* What one run yields: ns per op, or the mean of what was recorded. */
double entry_run_ns(const struct entry *e, const struct sample *r);

/**
 * entry_run_quiet - 1 % quantile of the slices of one run
 * @ns:		per op; NaN where runs of the entry have no quiet value, or this
 *		one has fewer than 100 slices of 50 ops
 *
 * Return: 0, or -ENOMEM.
 */
int entry_run_quiet(const struct entry *e, const struct sample *r, double *ns);

/**
 * summarize - compute a summary
 * @e:	 entry with any number of runs
 * @out: filled in; to be freed with summary_free()
 *
 * Return: 0, or -ENOMEM. No valid run is not an error: all NaN, n = 0.
 */
int summarize(const struct entry *e, struct summary *out);

void summary_free(struct summary *s);

/**
 * summarize_counters - the part of summarize() about counters
 * @out:	its members about counters are filled in; to be freed with
 *		summary_free()
 *
 * Return: 0, or -ENOMEM.
 */
int summarize_counters(const struct entry *e, struct summary *out);

/**
 * uncounted_text - which events have no number for one and the same reason
 * @e:		entry
 * @s:		summary of it
 * @i:		index of a counter
 * @text:	"cycles, instructions: REASON", malloc'ed; NULL if counter @i
 *		has a number, or an earlier one has its reason
 *
 * Return: 0, or -ENOMEM.
 */
int uncounted_text(const struct entry *e, const struct summary *s, size_t i,
		   char **text);

#endif
