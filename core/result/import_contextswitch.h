/* SPDX-License-Identifier: MIT */
/*
 * core/result/import_contextswitch.h - the table of figures that were published for
 * the contextswitch programs: a session per machine, an entry per row.
 *
 * Each row is one run without a spread. What its columns mean is in
 * Documentation/reference/README.md.
 */
#ifndef CORE_RESULT_IMPORT_CONTEXTSWITCH_H
#define CORE_RESULT_IMPORT_CONTEXTSWITCH_H

#include "result/import.h"

/* The table of published contextswitch figures: a session per machine. */
int import_contextswitch(struct import_source *s, struct import_result *out,
			 char *why, size_t len);

#endif
