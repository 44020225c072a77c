/* SPDX-License-Identifier: MIT */
/*
 * core/result/import_column.h - one column of a table of values.
 *
 * The first row names the columns; cells stand between commas, semicolons or
 * tabs, whichever the first row has, and may be quoted as RFC 4180 says.
 */
#ifndef CORE_RESULT_IMPORT_COLUMN_H
#define CORE_RESULT_IMPORT_COLUMN_H

#include "result/import.h"

/* The values of a column: a benchmark, or one for each value of other columns. */
int import_column(struct import_source *s, struct import_result *out, char *why,
		  size_t len);

#endif
