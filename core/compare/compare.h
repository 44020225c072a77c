/* SPDX-License-Identifier: MIT */
/*
 * core/compare/compare.h - sessions side by side: ratios, intervals, verdicts.
 *
 * Pure: no I/O, no state. Sessions are added one by one and may be freed at
 * once; only the values per run are kept. Summaries in them are not used.
 *
 *	compare_add(&c, &session, "a.json", COMPARE_BY_FILE);
 *	compare_add(&c, &session, "b.json", COMPARE_BY_FILE);
 *	compare_judge(&c, &rule);
 *	... c.rows ...
 *	compare_free(&c);
 */
#ifndef CORE_COMPARE_COMPARE_H
#define CORE_COMPARE_COMPARE_H

#include "compare/types.h"

/**
 * compare_add - take in a session
 * @s:		may be freed afterwards
 * @path:	its file
 * @by:		enum compare_by: which group it belongs to. The first makes
 *		the base; machines that are not known are groups of their own
 *
 * Return: 0 or -ENOMEM.
 */
int compare_add(struct compare *c, const struct session *s, const char *path,
		int by);

/**
 * compare_judge - make rows, once all sessions are there
 *
 * Return: 0 or -ENOMEM.
 */
int compare_judge(struct compare *c, const struct compare_rule *rule);

/* Frees what @c owns and clears it. */
void compare_free(struct compare *c);

#endif
