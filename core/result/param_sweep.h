/* SPDX-License-Identifier: MIT */
/*
 * core/result/param_sweep.h - which entries of a session are one sweep: they differ in the
 * values of options, the working set or the number of groups, and in nothing
 * else. Pure: no I/O.
 */
#ifndef CORE_RESULT_PARAM_SWEEP_H
#define CORE_RESULT_PARAM_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

#include "result/result.h"

/* The column of the number of groups; no option can be called so. */
#define VALUE_SWEEP_GROUPS "-g"

/* Nobody reads a longer table; every pair of entries is looked at. */
#define VALUE_SWEEP_MOST 2048

/* Room for the value of a column. */
#define VALUE_SWEEP_TEXT 64

/**
 * struct param_sweep - entries that belong into one table
 * @entries:	@nr of the session's, in its order; at least two
 * @names:	@nr_names benchmarks, in the order of their first entries
 * @columns:	@nr_columns that vary: names of params, then VALUE_SWEEP_GROUPS
 *
 * Texts belong to the session.
 */
struct param_sweep {
	size_t nr, nr_names, nr_columns;
	const struct entry **entries;
	const char **names;
	const char **columns;
};

/* struct param_sweeps - all sweeps of a session; start with {0} */
struct param_sweeps {
	size_t nr;
	struct param_sweep *v;
};

/**
 * param_sweeps_find - the sweeps of a session
 *
 * Benchmarks that were swept alike, under one policy and on the same CPUs,
 * are in one sweep.
 *
 * @out: to be freed with param_sweeps_free(), also on error
 *
 * Return: 0, also when there is none or the session has more than VALUE_SWEEP_MOST
 * entries; or -ENOMEM.
 */
int param_sweeps_find(const struct session *s, struct param_sweeps *out);

void param_sweeps_free(struct param_sweeps *all);

/* What @e has in a column: "64KiB", "4". Return: @buf. */
const char *param_sweep_value(const struct entry *e, const char *column,
			      char buf[VALUE_SWEEP_TEXT]);

/* Whether entries @i and @j of the sweep have the same values. */
bool param_sweep_same_row(const struct param_sweep *w, size_t i, size_t j);

/* Which entry of @name has the values of entry @row; @w->nr: there is none. */
size_t param_sweep_cell(const struct param_sweep *w, size_t row,
			const char *name);

#endif
