/* SPDX-License-Identifier: MIT */
/*
 * core/compare/cycles.h - time as cycles x clock: which of the two a row is
 * judged by.
 */
#ifndef CORE_COMPARE_CYCLES_H
#define CORE_COMPARE_CYCLES_H

#include "compare/types.h"

/**
 * compare_cycles_add - take in a run's cycles per op
 * @ns:	 its time per op
 *
 * Return: 0 or -ENOMEM.
 */
int compare_cycles_add(struct compare_cell *cell, const struct sample *r,
		       double ns, uint64_t session);

/**
 * compare_cycles - decide what a row with times on both sides is judged by
 *
 * Sets the clock of both sides where all of their runs have one, and
 * @r->in_cycles where cycles say what the clock does not change: on machines
 * that are not known to be different, and if time follows the clock within
 * the sessions. If it does not, a note says so.
 *
 * Return: 0 or -ENOMEM.
 */
int compare_cycles(const struct compare *c, struct compare_row *r);

#endif
