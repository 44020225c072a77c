/* SPDX-License-Identifier: MIT */
/*
 * core/compare/levels.h - the ratio of two sides whose values are nested: runs
 * in sessions, sessions in boots. What varied is what is compared, and a level
 * that was not sampled has noise all the same.
 */
#ifndef CORE_COMPARE_LEVELS_H
#define CORE_COMPARE_LEVELS_H

#include "compare/types.h"

/* No numbers. */
extern const struct compare_test compare_no_test;

/**
 * compare_levels - ratio, interval and p-value of two sides
 * @c:		knows boot and start of each file
 * @a, @b:	at least one value each, > 0
 * @noise:	of the levels that were not sampled
 * @out:	filled in; @few: there is a ratio and nothing else
 *
 * From three boots a side on (files, where all are of one boot or boots are
 * not known) their means are compared by Welch's t. Otherwise sessions are,
 * if there are three in a boot, else runs, by ranks, and the noise between
 * boots widens interval and p. The same numbers, or their inverses, whichever
 * side is called the base.
 *
 * Return: 0; -EINVAL: no number that fits; -ENOMEM.
 */
int compare_levels(const struct compare *c, const struct compare_values *a,
		   const struct compare_values *b,
		   const struct compare_noise *noise, struct compare_test *out);

/* Appends a value. Return: 0 or -ENOMEM. */
int compare_values_add(struct compare_values *x, double value,
		       uint64_t session);

void compare_values_free(struct compare_values *x);

/* Takes in when a file began and on which boot. Return: 0 or -ENOMEM. */
int compare_levels_file(struct compare *c, const struct session *s);

/* The file of a session, an index of @c->files. */
static inline size_t compare_file_of(uint64_t session)
{
	return session >> 32;
}

#endif
