/* SPDX-License-Identifier: MIT */
/*
 * core/util/csv.h - cells of CSV as RFC 4180 has it.
 */
#ifndef CORE_UTIL_CSV_H
#define CORE_UTIL_CSV_H

#include <stdio.h>

/*
 * Writes a cell, quoted where need be; control characters of whatever origin
 * become '?'. NULL: an empty one.
 */
void csv_text(FILE *out, const char *text);

#endif
