/* SPDX-License-Identifier: MIT */
/*
 * core/report/csv.h - one row per run, RFC 4180 with plain newlines.
 *
 * Everything that a run has but its slices, and what it takes to know what
 * was run. An empty cell was not measured. The columns are always the same,
 * so that files of any sessions fit together: counts are one cell.
 */
#ifndef CORE_REPORT_CSV_H
#define CORE_REPORT_CSV_H

#include "report/view.h"

int report_csv(FILE *out, const struct session *s,
	       const struct report_opts *opts);

#endif
