/* SPDX-License-Identifier: MIT */
/*
 * core/report/param_sweep.c - a table for each sweep of a session.
 *
 * One benchmark has its numbers side by side, several have their times, in
 * one unit. What has no number is a dash: its own block says why.
 */
#include "report/param_sweep.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/entry.h"
#include "report/view.h"
#include "result/param_sweep.h"
#include "util/grid.h"

/* Of a time or a rate, whatever its size. */
#define DIGITS 4

/**
 * struct table - a sweep being printed
 * @w:		the sweep
 * @views:	one for each of its entries
 * @disturbed:	how many of them: wall time well above CPU time
 * @unit:	of all times: the unit of the first entry with a number
 */
struct table {
	FILE *out;
	const struct param_sweep *w;
	struct view *views;
	size_t disturbed;
	const char *unit;
	double unit_ns;
	struct grid grid;
};

typedef double number_fn(const struct table *t, const struct view *v);

static double time_of(const struct table *t, const struct view *v)
{
	return v->sum.time.mean / t->unit_ns;
}

/* Of interest where it is not about the wall time. */
static double cpu_of(const struct table *t, const struct view *v)
{
	return t->disturbed ? v->sum.cpu_ns_per_op / t->unit_ns : NAN;
}

static double error_of(const struct table *t, const struct view *v)
{
	(void)t;
	return 100 * v->sum.time.sem / v->sum.time.mean;
}

static double switches_of(const struct table *t, const struct view *v)
{
	(void)t;
	return v->sum.switches_per_op;
}

static double rate_of(const struct table *t, const struct view *v)
{
	(void)t;
	return v->sum.ops_per_sec;
}

static double bandwidth_of(const struct table *t, const struct view *v)
{
	(void)t;
	return v->sum.bytes_per_sec / 1e6;
}

static double share_of(const struct table *t, const struct view *v)
{
	return v->sum.switch_ns / t->unit_ns;
}

static bool over_groups(const struct table *t)
{
	const struct param_sweep *w = t->w;

	return !strcmp(w->columns[w->nr_columns - 1], VALUE_SWEEP_GROUPS);
}

/* Hand-overs in an op: the fewest switches it can do with on one CPU. */
static double handovers(const struct table *t, const struct view *v)
{
	return over_groups(t) && v->e->expect_min > 0 ? v->e->expect_min : NAN;
}

static double tokens_of(const struct table *t, const struct view *v)
{
	return v->sum.ops_per_sec * handovers(t, v);
}

static double per_token(const struct table *t, const struct view *v)
{
	return v->sum.switches_per_op / handovers(t, v);
}

/* What several benchmarks have side by side comes first. */
enum { TIME, ERROR };

/**
 * struct measure - a column of numbers
 * @head:	what stands over it
 * @time:	the unit of time follows, and of what it is
 * @decimals:	behind the point; 0: DIGITS digits in all
 * @rank:	of the column, where a terminal is narrow
 * @value:	NaN: none
 * @legend:	what it is, where that needs saying
 */
static const struct measure {
	const char *head;
	bool time;
	int decimals, rank;
	number_fn *value;
	const char *legend;
} measures[] = {
	[TIME] = { "", true, 0, 0, time_of, NULL },
	[ERROR] = { "stderr%", false, 2, 2, error_of, NULL },
	{ "CPU ", true, 0, 4, cpu_of,
	  "CPU: CPU time of the tasks, without other tasks on the CPU" },
	{ "switches/op", false, 3, 1, switches_of, NULL },
	{ "ops/sec", false, 0, 5, rate_of, NULL },
	{ "MB/sec", false, 0, 1, bandwidth_of, NULL },
	{ "tokens/sec", false, 0, 3, tokens_of,
	  "tokens/sec: hand-overs of all groups together" },
	{ "switches/token", false, 3, 2, per_token,
	  "switches/token: 1 for each hand-over, more where tasks are preempted" },
	{ "switch ", true, 0, 1, share_of,
	  "switch: op minus the same system calls without a switch" },
};

#define NR_MEASURES (sizeof(measures) / sizeof(*measures))

/* "/op", or " recorded" where that is the result of all. */
static const char *what_of(const struct table *t)
{
	for (size_t i = 0; i < t->w->nr; i++)
		if (!t->w->entries[i]->records)
			return "/op";
	return " recorded";
}

static double number(const struct table *t, const struct measure *m, size_t i)
{
	const struct view *v = &t->views[i];

	return view_has_numbers(v) ? m->value(t, v) : NAN;
}

static bool shown(const struct table *t, const struct measure *m)
{
	for (size_t i = 0; i < t->w->nr; i++)
		if (isfinite(number(t, m, i)))
			return true;
	return false;
}

static const char *cell_text(const struct measure *m, double value,
			     char buf[NUMBER_LEN])
{
	if (!isfinite(value))
		return "-";
	return m->decimals ? number_text(value, m->decimals, buf) :
			     digits_text(value, DIGITS, buf);
}

/* The number of entry @i, which may not be there. */
static void add_number(struct table *t, const struct measure *m, size_t i)
{
	double value = i < t->w->nr ? number(t, m, i) : NAN;
	char text[NUMBER_LEN];

	grid_add(&t->grid, "%s", cell_text(m, value, text));
}

static const char *column_name(const struct param_sweep *w, size_t i)
{
	return strcmp(w->columns[i], VALUE_SWEEP_GROUPS) ? w->columns[i] :
							   "groups";
}

static void add_heads(struct table *t)
{
	for (size_t i = 0; i < t->w->nr_columns; i++)
		grid_title(&t->grid, 0, "%s", column_name(t->w, i));
}

static void add_values(struct table *t, const struct entry *e)
{
	char text[VALUE_SWEEP_TEXT];

	for (size_t i = 0; i < t->w->nr_columns; i++)
		grid_add(&t->grid, "%s",
			 param_sweep_value(e, t->w->columns[i], text));
}

/* --- one benchmark ---------------------------------------------------------- */

static void fill_single(struct table *t)
{
	add_heads(t);
	for (size_t m = 0; m < NR_MEASURES; m++)
		if (shown(t, &measures[m]))
			grid_title(&t->grid, measures[m].rank, "%s%s%s",
				   measures[m].head,
				   measures[m].time ? t->unit : "",
				   measures[m].time ? what_of(t) : "");
	grid_end_row(&t->grid);
	for (size_t i = 0; i < t->w->nr; i++) {
		add_values(t, t->w->entries[i]);
		for (size_t m = 0; m < NR_MEASURES; m++)
			if (shown(t, &measures[m]))
				add_number(t, &measures[m], i);
		grid_end_row(&t->grid);
	}
}

static void put_legend(const struct table *t)
{
	for (size_t m = 0; m < NR_MEASURES; m++)
		if (measures[m].legend && shown(t, &measures[m]))
			text_line(t->out, "# %s", measures[m].legend);
}

static void put_disturbed(const struct table *t)
{
	if (t->disturbed)
		text_line(
			t->out,
			"# the CPU was disturbed in %zu of %zu entries: wall time more than 5 %% above CPU time",
			t->disturbed, t->w->nr);
}

/* --- several: their times --------------------------------------------------- */

static void add_times(struct table *t, size_t row)
{
	for (size_t n = 0; n < t->w->nr_names; n++) {
		size_t i = param_sweep_cell(t->w, row, t->w->names[n]);

		add_number(t, &measures[TIME], i);
		add_number(t, &measures[ERROR], i);
	}
}

static bool is_first(const struct param_sweep *w, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (param_sweep_same_row(w, j, i))
			return false;
	return true;
}

static void fill_side_by_side(struct table *t)
{
	add_heads(t);
	for (size_t n = 0; n < t->w->nr_names; n++) {
		grid_title(&t->grid, 0, "%s %s%s", t->w->names[n], t->unit,
			   what_of(t));
		grid_title(&t->grid, measures[ERROR].rank, "%s",
			   measures[ERROR].head);
	}
	grid_end_row(&t->grid);
	for (size_t i = 0; i < t->w->nr; i++) {
		if (!is_first(t->w, i))
			continue;
		add_values(t, t->w->entries[i]);
		add_times(t, i);
		grid_end_row(&t->grid);
	}
}

/* --- tables ----------------------------------------------------------------- */

/* "# sched/ring, user/ring by tasks, ws" */
static void put_title(const struct table *t)
{
	const struct param_sweep *w = t->w;
	struct strbuf b = { 0 };

	for (size_t i = 0; i < w->nr_names; i++)
		strbuf_join(&b, ", ", "%s", w->names[i]);
	for (size_t i = 0; i < w->nr_columns; i++)
		strbuf_join(&b, i ? ", " : " by ", "%s", column_name(w, i));
	text_line(t->out, "# %s", strbuf_text(&b));
	strbuf_free(&b);
}

static void count_disturbed(struct table *t)
{
	for (size_t i = 0; i < t->w->nr; i++)
		t->disturbed += view_disturbed(&t->views[i]);
}

/* Whether there is any number. */
static bool choose_unit(struct table *t)
{
	for (size_t i = 0; i < t->w->nr; i++) {
		if (!view_has_numbers(&t->views[i]))
			continue;
		t->unit = t->views[i].unit;
		t->unit_ns = t->views[i].unit_ns;
		return true;
	}
	return false;
}

static int put_table(struct table *t, const struct report_opts *opts)
{
	bool single = t->w->nr_names == 1;

	if (single)
		fill_single(t);
	else
		fill_side_by_side(t);
	if (t->grid.err)
		return t->grid.err;
	fputc('\n', t->out);
	if (!opts->quiet)
		put_title(t);
	grid_text(t->out, &t->grid);
	if (!opts->quiet && single)
		put_legend(t);
	put_disturbed(t);
	return 0;
}

static int report_one(FILE *out, const struct session *s,
		      const struct param_sweep *w,
		      const struct report_opts *opts)
{
	struct table t = { .out = out, .w = w };
	size_t opened = 0;
	int err = 0;

	t.views = calloc(w->nr, sizeof(*t.views));
	if (!t.views)
		return -ENOMEM;
	for (; opened < w->nr && !err; opened++)
		err = view_open(&t.views[opened], out, s, w->entries[opened],
				opts);
	if (!err && choose_unit(&t)) {
		count_disturbed(&t);
		err = put_table(&t, opts);
	}
	grid_free(&t.grid);
	while (opened--)
		view_close(&t.views[opened]);
	free(t.views);
	return err;
}

int report_param_sweeps(FILE *out, const struct session *s,
			const struct report_opts *opts)
{
	struct param_sweeps all;
	int err = param_sweeps_find(s, &all);

	for (size_t i = 0; i < all.nr && !err; i++)
		err = report_one(out, s, &all.v[i], opts);
	param_sweeps_free(&all);
	return err;
}
