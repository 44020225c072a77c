/* SPDX-License-Identifier: MIT */
/*
 * core/compare/counters.h - counts of events in a comparison: what files hold,
 * and two sides of it.
 */
#ifndef CORE_COMPARE_COUNTERS_H
#define CORE_COMPARE_COUNTERS_H

#include "compare/types.h"

/**
 * compare_counts_add - take in the counters of an entry
 * @file:	its file, an index of the files of the comparison
 *
 * Return: 0 or -ENOMEM.
 */
int compare_counts_add(struct compare_counts *c, const struct entry *e,
		       uint64_t file);

void compare_counts_free(struct compare_counts *c);

/**
 * compare_row_counters - fill in the counters of a row
 * @r:		cells are set; nothing happens where a side has no counters
 *
 * Return: 0 or -ENOMEM.
 */
int compare_row_counters(const struct compare *c, struct compare_row *r,
			 const struct compare_rule *rule);

void compare_counters_free(struct compare_row *r);

/* Divides the time of an op of a row by what was counted. Return: 0, -ENOMEM */
int compare_row_parts(const struct compare *c, struct compare_row *r);

#endif
