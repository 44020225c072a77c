/* SPDX-License-Identifier: MIT */
/*
 * core/report/view.h - what the reports for people share: one entry with its
 * summary, lines, numbers, and the sentences about it.
 */
#ifndef CORE_REPORT_VIEW_H
#define CORE_REPORT_VIEW_H

#include <stdbool.h>
#include <stdio.h>

#include "report/report.h"
#include "result/result.h"
#include "result/summary.h"

/* Room for any number that number_text() and its like write. */
#define NUMBER_LEN 32

/**
 * struct view - an entry being printed
 * @out:	stream
 * @e:		the entry
 * @session:	it belongs to
 * @opts:	how to print
 * @sum:	its summary; of all runs, where invalid ones were forced
 * @forced:	the numbers are of invalid runs
 * @unit:	of time in this block: "ns", "us", "ms", "s"
 * @unit_ns:	its length
 * @comment:	all lines are "# " lines
 */
struct view {
	FILE *out;
	const struct entry *e;
	const struct session *session;
	const struct report_opts *opts;
	struct summary sum;
	bool forced;
	const char *unit;
	double unit_ns;
	bool comment;
};

/**
 * view_open - summarize an entry
 * @v:		filled in; to be closed with view_close()
 *
 * Return: 0 or -ENOMEM.
 */
int view_open(struct view *v, FILE *out, const struct session *s,
	      const struct entry *e, const struct report_opts *opts);

void view_close(struct view *v);

/* Chooses the unit in which a time of @ns is easy to read. */
void view_set_unit(struct view *v, double ns);

/**
 * view_header - the two lines above a block of numbers
 * @where:	" on CPU 1", ", not pinned"
 * @runs:	"10 runs of 47000 round trips"
 *
 * Return: 0 or -ENOMEM.
 */
int view_header(const struct view *v, const char *where, const char *runs);

/* Whether there is a number to print. */
bool view_has_numbers(const struct view *v);

/* Whether this run counts in @sum. */
bool view_counts(const struct view *v, const struct sample *r);

/* Whether byte @i of @text is (part of) a control character, C1 included. */
bool is_control(const char *text, size_t i);

/**
 * report_line - one line of output
 *
 * Control characters of whatever origin become '?', so that it stays one
 * line and does nothing to a terminal.
 */
void report_line(FILE *out, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* A line whose number stands in a column; NULL: a dash in its place. */
void view_number(const struct view *v, const char *number, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* A remark: always a "# " line. */
void view_remark(const struct view *v, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* @value with @digits significant digits, never an exponent below 1e15. */
const char *digits_text(double value, int digits, char buf[NUMBER_LEN]);

/* A count per op with five digits; "0" is a count of zero, "-" none. */
const char *count_text(double count, char buf[NUMBER_LEN]);

/* @value with @decimals behind the point. */
const char *number_text(double value, int decimals, char buf[NUMBER_LEN]);

/* Nanoseconds in the unit of the view, three decimals. */
const char *view_time(const struct view *v, double ns, char buf[NUMBER_LEN]);

/* "0.21" for 0.0021 */
const char *percent_text(double share, char buf[NUMBER_LEN]);

/**
 * plural - @word for @n of them: "round trips", "switches", "entries"
 * @buf:	@len bytes
 */
const char *plural(const char *word, double n, char *buf, size_t len);

/* "processes" or "threads", in the singular for one. */
const char *task_word(const struct entry *e, double n);

/* The block of numbers: core/report/numbers.c */
void view_numbers(const struct view *v);

/* Counts, and what was not counted: core/report/counters.c */
void view_counters(const struct view *v);

/* Events without a number, a line for each reason. */
void view_uncounted(const struct view *v);

/**
 * derived_title - what a number that follows from counts is, as a heading
 * @buf:	@len bytes: "IPC", "cycles/ns", "user cycles"
 *
 * Return: @buf.
 */
const char *derived_title(const struct entry *e, const struct derived *d,
			  char *buf, size_t len);

/* Wall time well above CPU time on one CPU: others were running there. */
bool view_disturbed(const struct view *v);

/* How loop times are distributed: core/report/latency.c */
void view_latency(const struct view *v);

/* What is left to say: core/report/notes.c */
void view_notes(const struct view *v);

/* Why there are no numbers, one line: core/report/notes.c */
void view_no_numbers(const struct view *v);

/* "12 E-SWOP, 3 E-MIGR" of those of @nr runs that are invalid, into @buf. */
void invalid_ids(const struct sample *runs, size_t nr, char *buf, size_t len);

/* Entries that were skipped or failed without a run: one line, true. */
bool view_not_run(const struct view *v);

/* Every run, with -v: core/report/runs.c */
void view_runs(const struct view *v);

/* Every counted run, likewise. */
void view_counted_runs(const struct view *v);

#endif
