/* SPDX-License-Identifier: MIT */
/*
 * core/report/csv.h - one row per run, RFC 4180 with plain newlines.
 *
 * Everything that a run has but its slices, and what it takes to know what
 * was run. An empty cell was not measured. The first columns are always the
 * same; behind them is one for each event that a session counted.
 */
#ifndef CORE_REPORT_CSV_H
#define CORE_REPORT_CSV_H

#include "report/convert.h"
#include "report/view.h"

/* Several sessions, with the files that they are from. */
convert_fn convert_csv;

/* One session, with the events of opts->all where others follow. */
int report_csv(FILE *out, const struct session *s,
	       const struct report_opts *opts);

#endif
