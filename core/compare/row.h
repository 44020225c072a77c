/* SPDX-License-Identifier: MIT */
/*
 * core/compare/row.h - one key in the base and in another group, in numbers.
 */
#ifndef CORE_COMPARE_ROW_H
#define CORE_COMPARE_ROW_H

#include "compare/types.h"

/**
 * compare_row_numbers - fill in a row but for what takes all rows
 * @r:	key, group and cells are set; notes are added
 *
 * Return: 0 or -ENOMEM.
 */
int compare_row_numbers(const struct compare *c, struct compare_row *r,
			const struct compare_rule *rule);

/**
 * compare_work - why two cells are not the same work
 * @buf:	one sentence
 *
 * Return: whether there is a reason.
 */
bool compare_work(const struct compare *c, const struct compare_row *r,
		  char *buf, size_t len);

/* Which numbers of a row decide, and by which threshold. */
void compare_row_gates(const struct compare *c, struct compare_row *r,
		       const struct compare_rule *rule);

/**
 * compare_correct - p-values of all that decides, corrected for their number;
 *	those of other counters, for the number in their row
 * @how:	enum compare_correction
 *
 * Return: 0 or -ENOMEM.
 */
int compare_correct(struct compare *c, int how);

#endif
