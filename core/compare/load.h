/* SPDX-License-Identifier: MIT */
/*
 * core/compare/load.h - what else the machine did on both sides, and how much
 * of a difference that alone may have made.
 */
#ifndef CORE_COMPARE_LOAD_H
#define CORE_COMPARE_LOAD_H

#include "compare/types.h"

/* Takes in a run of an entry. */
void compare_load_add(struct compare_load *l, const struct entry *e,
		      const struct sample *r);

/* Share of the CPUs' time that other tasks had; NaN: not known. */
double compare_load_foreign(const struct compare_load *l);

/* Share of the time that the CPUs beside them were busy; NaN: not known. */
double compare_load_beside(const struct compare_load *l);

/**
 * compare_load_bias - what the load alone may have changed
 * @metric:	enum compare_metric: only time and cycles hold the time that
 *		other tasks had
 *
 * Return: the largest change either way, as a logarithm; 0 where the load was
 * alike, or is not known.
 */
double compare_load_bias(const struct compare_row *r, int metric);

/* Says so where it is much. Return: 0 or -ENOMEM. */
int compare_load_note(const struct compare *c, struct compare_row *r);

#endif
