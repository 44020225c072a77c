/* SPDX-License-Identifier: MIT */
/*
 * core/compare/csv.h - the comparison with one line per row, RFC 4180 with
 * plain newlines. An empty cell was not measured; numbers have ten digits.
 */
#ifndef CORE_COMPARE_CSV_H
#define CORE_COMPARE_CSV_H

#include <stdio.h>

#include "compare/types.h"

int compare_csv(FILE *out, const struct compare_view *v);

#endif
