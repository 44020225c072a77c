/* SPDX-License-Identifier: MIT */
/*
 * core/report/ranking.h - many benchmarks in one table.
 */
#ifndef CORE_REPORT_RANKING_H
#define CORE_REPORT_RANKING_H

#include <stdio.h>

#include "report/view.h"

/*
 * Whether a session has more than one entry and no sweep, which has a table of
 * its own. Return: 1, 0 or -ENOMEM.
 */
int report_is_ranking(const struct session *s);

/**
 * report_ranking - one line for each benchmark, and what is to be said
 *
 * By median time, or as given. Warnings are marks, explained below the table;
 * what holds for all benchmarks is said once.
 *
 * @alone: there are no blocks: what has no number follows
 *
 * Return: 0 or -ENOMEM.
 */
int report_ranking(FILE *out, const struct session *s,
		   const struct report_opts *opts, bool alone);

#endif
