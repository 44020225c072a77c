/* SPDX-License-Identifier: MIT */
/*
 * core/report/view.h - what the reports for people share: one entry with its
 * summary, lines, numbers, and the sentences about it.
 */
#ifndef CORE_REPORT_VIEW_H
#define CORE_REPORT_VIEW_H

#include <stdbool.h>
#include <stdio.h>

#include "result/result.h"
#include "result/summary.h"
#include "util/grid.h"
#include "util/strbuf.h"
#include "util/text.h"

/**
 * struct report_opts - how to print
 * @quiet:	no header lines
 * @verbose:	every run, every note
 * @force:	numbers of entries all of whose runs are invalid
 * @given_order: a table of benchmarks keeps their order
 * @continued:	another session was printed before: what separates the two
 *		is printed, what is printed once is not
 * @file:	where the session was read, or NULL
 * @all:	@nr_all sessions that are printed one behind the other, or NULL
 */
struct report_opts {
	bool quiet, verbose, force;
	bool given_order, continued;
	const char *file;
	const struct session *all;
	size_t nr_all;
};

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

/* Whether there is a number to print. */
bool view_has_numbers(const struct view *v);

/* Whether this run counts in @sum. */
bool view_counts(const struct view *v, const struct sample *r);

/* A line whose number stands in a column; NULL: a dash in its place. */
void view_number(const struct view *v, const char *number, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* A remark: always a "# " line. */
void view_remark(const struct view *v, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The same for texts that were put together, which they free. */
void view_number_text(const struct view *v, const char *number,
		      struct strbuf *text);
void view_remark_text(const struct view *v, struct strbuf *text);

/* Prints a table, and frees it. */
void view_table(const struct view *v, struct grid *g);

/* Nanoseconds in the unit of the view, three decimals. */
const char *view_time(const struct view *v, double ns, char buf[NUMBER_LEN]);

/* "processes" or "threads", in the singular for one. */
const char *task_word(const struct entry *e, double n);

/**
 * struct sweep_view - the places of one sweep being printed
 * @v:		@nr views, in one unit of time
 * @e:		their entries, @nr that follow each other
 */
struct sweep_view {
	size_t nr;
	struct view *v;
	const struct entry *e;
};

/* Mean time of a place in ns; NaN where there is none. */
double sweep_mean_ns(const struct sweep_view *s, size_t i);

/* "CPU 3", "CPUs 3,7" */
const char *sweep_cpus_text(const struct entry *e, char *buf, size_t len);

#endif
