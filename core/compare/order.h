/* SPDX-License-Identifier: MIT */
/*
 * core/compare/order.h - what the order of the runs of a side says: drift,
 * correlation of neighbours, warm-up.
 */
#ifndef CORE_COMPARE_ORDER_H
#define CORE_COMPARE_ORDER_H

#include "compare/types.h"

/**
 * compare_order - look at the runs of a side, session by session
 * @x:		in the order measured
 * @out:	filled in
 *
 * Return: 0 or -ENOMEM.
 */
int compare_order(const struct compare_values *x, struct compare_order *out);

/* Says of a side, called @label, what its order says. Return: 0 or -ENOMEM. */
int compare_note_order(struct findings *notes, const char *label,
		       const struct compare_order *o);

#endif
