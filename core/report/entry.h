/* SPDX-License-Identifier: MIT */
/*
 * core/report/entry.h - one benchmark's header, numbers, latency and runs.
 */
#ifndef CORE_REPORT_ENTRY_H
#define CORE_REPORT_ENTRY_H

#include "report/view.h"

/**
 * view_header - the two lines above a block of numbers
 * @where:	" on CPU 1", ", not pinned"
 * @runs:	"10 runs of 47000 round trips"
 *
 * Return: 0 or -ENOMEM.
 */
int view_header(const struct view *v, const char *where, const char *runs);

/**
 * entry_config_text - "2 processes on CPU 1, SCHED_OTHER, libc calls, msg=4"
 *
 * Return: malloc'ed, NULL: no memory.
 */
char *entry_config_text(const struct entry *e);

/* The block of numbers: core/report/entry.c */
void view_numbers(const struct view *v);

/* Wall time well above CPU time on one CPU: others were running there. */
bool view_disturbed(const struct view *v);

/* How loop times are distributed: core/report/entry.c */
void view_latency(const struct view *v);

/* Every run, with -v: core/report/entry.c */
void view_runs(const struct view *v);

/* Every counted run, likewise. */
void view_counted_runs(const struct view *v);

/* view_own_header - the header of an entry that has its block to itself */
int view_own_header(const struct view *v);

#endif
