/* SPDX-License-Identifier: MIT */
/*
 * core/result/cpu_sweep.h - what the entries of one sweep over CPUs say
 * together. Only valid runs count.
 */
#ifndef CORE_RESULT_CPU_SWEEP_H
#define CORE_RESULT_CPU_SWEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "result/result.h"

/* Below this a CPU differs from the median one. */
#define SWEEP_ALPHA 0.05

/**
 * sweep_length - how many entries, from one on, are places of one sweep
 * @first:	index of an entry
 *
 * They follow each other and differ in their CPUs only.
 *
 * Return: at least 1; 1 also where the entry is of no sweep.
 */
size_t sweep_length(const struct session *s, size_t first);

/**
 * struct sweep_row - a CPU against the median one; NaN where there is nothing
 * to compare
 * @ratio:	how many times longer an op takes: Hodges-Lehmann estimate; 1
 *		for the median CPU itself
 * @lo, @hi, @level: its interval, for this CPU alone
 * @p:		Mann-Whitney test of no difference
 * @p_holm:	the same, corrected for all CPUs that were tested
 */
struct sweep_row {
	double ratio, lo, hi, level;
	double p, p_holm;
};

/**
 * struct sweep_judged - all CPUs of a sweep
 * @nr, @rows:	one for each entry; owned
 * @reference:	the entry whose median run is the median of all entries (the
 *		lower one of two); @nr: no entry has a valid run
 * @fastest, @slowest: by ratio; @nr: none
 * @nr_tests:	CPUs that were tested
 * @runs_needed: runs on each CPU below which no test of so many can find
 *		anything
 */
struct sweep_judged {
	size_t nr;
	struct sweep_row *rows;
	size_t reference, fastest, slowest;
	size_t nr_tests;
	size_t runs_needed;
};

/**
 * sweep_judge - which CPUs differ
 * @e:		@nr entries
 * @out:	to be freed with sweep_judged_free()
 *
 * Return: 0 or -ENOMEM.
 */
int sweep_judge(const struct entry *e, size_t nr, struct sweep_judged *out);

void sweep_judged_free(struct sweep_judged *j);

/* Whether row @i stands for a CPU that differs. */
bool sweep_differs(const struct sweep_judged *j, size_t i);

/**
 * struct sweep_relation - pairs that are related alike
 * @relation:	of the entries; borrowed
 * @distance:	of their NUMA nodes, NOT_MEASURED: not known
 * @nr:		pairs that have a number
 * @total:	pairs there are
 * @min, @median, @max: of the means of their runs, ns per op
 * @fastest, @slowest: entries
 */
struct sweep_relation {
	const char *relation;
	int64_t distance;
	size_t nr;
	uint64_t total;
	double min, median, max;
	size_t fastest, slowest;
};

/**
 * sweep_relations - pairs by relation: smt, llc, package, remote, then others
 * @e:		@nr entries of a sweep over pairs
 * @ns:		their time per op, NaN: none
 * @out:	malloc'ed
 *
 * Return: how many relations there are, or -ENOMEM.
 */
int sweep_relations(const struct entry *e, const double *ns, size_t nr,
		    struct sweep_relation **out);

#endif
