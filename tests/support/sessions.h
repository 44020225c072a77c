/* SPDX-License-Identifier: MIT */
/*
 * tests/support/sessions.h - sessions made by hand, for tests of what reads them.
 *
 * All numbers are fixed. Each session is to be freed with session_free().
 */
#ifndef TESTS_SUPPORT_SESSIONS_H
#define TESTS_SUPPORT_SESSIONS_H

#include "result/result.h"

/* sched/pipe on one CPU: ten runs with slices, a control, facts, checks. */
struct session session_pipe(void);

/* Entries of every kind: one run, preempted, groups, skipped, failed, ... */
struct session session_mixed(void);

/* Entries with counters: counted, partly counted, not counted at all. */
struct session session_counted(void);

/* An empty session with a name, complete, without entries. */
struct session session_plain(uint32_t repeat);

/* An entry of two processes on CPU 1, SCHED_OTHER, libc, 1000 ops a run. */
struct entry *session_entry(struct session *s, const char *name,
			    const char *op);

/* A valid run: @ops in @elapsed_ns, of that CPU time, two switches an op. */
struct sample *entry_run(struct entry *e, uint64_t ops, uint64_t elapsed_ns);

/* A paired comparison called "control" with ten pairs. */
struct paired *entry_control(struct entry *e, double ratio, double lo,
			       double hi);

/* Events in scope pair; all but names and metrics may be left out. */
void entry_counters(struct entry *e, const struct counter *v, size_t nr);

/* A valid counted run of 1000 ops and 2000 switches; a value for each event. */
struct sample *entry_counted(struct entry *e, const int64_t *values);

/* A paired comparison called "counted" with ten pairs. */
struct paired *entry_cost(struct entry *e, double ratio, double lo,
			    double hi);

/* The result file of a session, which is freed; owned by the caller. */
char *document(struct session s);

/* What result_read_text() makes of it; fails if it is refused. */
struct session decoded(const char *text);

/* Replaces a string of a session. */
void set_text(char **text, const char *value);

#endif
