/* SPDX-License-Identifier: MIT */
/*
 * core/report/counters.h - the block of counts of one entry.
 *
 * What was not counted stands in sentences, never as a number.
 */
#ifndef CORE_REPORT_COUNTERS_H
#define CORE_REPORT_COUNTERS_H

#include "report/view.h"

/* Counts, and what was not counted: core/report/counters.c */
void view_counters(const struct view *v);

/* Events without a number, a line for each reason. */
void view_uncounted(const struct view *v);

/* Adds what a number that follows from counts is, as a heading: "IPC",
 * "cycles/ns", "user cycles". */
void derived_title(struct grid *g, int rank, const struct entry *e,
		   const struct derived *d);

#endif
