/* SPDX-License-Identifier: MIT */
/*
 * core/compare/counters.h - counts of events in a comparison: what files hold,
 * and two sides of it.
 */
#ifndef CORE_COMPARE_COUNTERS_H
#define CORE_COMPARE_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>

#include "result/result.h"

/**
 * struct compare_count - an event in a cell
 * @name:	"cycles:k"; "IPC:k" is instructions:k per cycle:k
 * @label:	the same, with its PMU where two have one name
 * @kind, @pmu:	see struct counter
 * @class:	enum pmu_class, or -1
 * @reason:	why it has no number, or NULL
 * @mixed:	files of the cell do not mean the same thing by it
 * @values:	@n counts per op (IPC: per cycle), one for each valid counted
 *		run that has one
 */
struct compare_count {
	char *name, *label, *kind, *pmu, *reason;
	int class;
	bool mixed;
	size_t n;
	double *values;
};

/* struct compare_counted - a valid counted run, per op; NaN: not counted */
struct compare_counted {
	double ns, instructions, cycles;
};

/**
 * struct compare_counts - counters of a cell; start with {0}
 * @scope:	whose events: "pair"; "mixed" where files do not agree; NULL:
 *		not known
 * @v:		@nr events
 * @runs:	@nr_runs
 */
struct compare_counts {
	char *scope;
	size_t nr, nr_runs;
	struct compare_count *v;
	struct compare_counted *runs;
};

/**
 * compare_counts_add - take in the counters of an entry
 *
 * Return: 0 or -ENOMEM.
 */
int compare_counts_add(struct compare_counts *c, const struct entry *e);

void compare_counts_free(struct compare_counts *c);

/**
 * struct compare_counter - an event on both sides of a row
 * @base, @new:	what was counted; NULL: not asked for there
 * @n_a, @n_b:	counted runs
 * @a, @b:	medians per op; NaN: none
 * @rsd_a, @rsd_b: relative standard deviations
 * @state:	enum compare_state; COMPARE_OTHER_WORK: other quantities
 * @ratio, @lo, @hi, @level, @p: as in struct compare_row
 * @p_adjusted:	corrected: with @gated among all that decide, else among the
 *		counters of its row
 * @threshold:	smallest change that matters, as a share
 * @verdict:	enum verdict, if judged: "slower" is more
 * @gated:	it decides the exit status
 * @gate:	a regression
 * @why:	why it is not compared, or NULL
 */
struct compare_counter {
	const struct compare_count *base, *new;
	size_t n_a, n_b;
	double a, b, rsd_a, rsd_b;
	int state;
	double ratio, lo, hi, level, p, p_adjusted;
	double threshold;
	int verdict;
	bool gated, gate;
	char *why;
};

/* struct compare_factor - one factor of the time of an op, on both sides */
struct compare_factor {
	const char *name;
	double a, b;
};

#define COMPARE_MOST_FACTORS 3

/**
 * struct compare_parts - what the time of an op is made of
 * @n_a, @n_b:	counted runs that it is taken from
 * @a, @b:	geometric mean of their own time, ns per op
 * @factors:	@nr whose product it is on either side: geometric means of the
 *		same runs, so that the logarithms of their ratios add up. 0:
 *		it cannot be divided
 * @missing:	what was not counted, so that it is divided no further; NULL:
 *		nothing
 */
struct compare_parts {
	size_t n_a, n_b;
	double a, b;
	size_t nr;
	struct compare_factor factors[COMPARE_MOST_FACTORS];
	const char *missing;
};

#endif
