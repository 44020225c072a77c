/* SPDX-License-Identifier: MIT */
/*
 * core/report/notes.h - what is to be said about an entry besides numbers.
 *
 * Findings of the session come from the file, findings about the shape of
 * the data from the summary. Runs are numbered from 1.
 */
#ifndef CORE_REPORT_NOTES_H
#define CORE_REPORT_NOTES_H

#include "report/view.h"

/* What is left to say: core/report/notes.c */
void view_notes(const struct view *v);

/* Why there are no numbers, one line: core/report/notes.c */
void view_no_numbers(const struct view *v);

/* Adds "12 E-SWOP, 3 E-MIGR", of those of @nr runs that are invalid. */
void add_invalid_ids(struct strbuf *b, const struct sample *runs, size_t nr);

/* Entries that were skipped or failed without a run: one line, true. */
bool view_not_run(const struct view *v);

#endif
