/* SPDX-License-Identifier: MIT */
/*
 * core/report/ranking.c - many benchmarks in one table.
 */
#include "report/ranking.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/entry.h"
#include "report/notes.h"
#include "result/cpu_sweep.h"
#include "result/entry_key.h"
#include "result/param_sweep.h"
#include "util/text.h"

#define MOST_MARKS 26
#define ID_LEN 24

/**
 * struct mark - a warning, by its id
 * @text:	what it says of the first benchmark that has it
 * @nr:		benchmarks that have it
 */
struct mark {
	char id[ID_LEN];
	char *text;
	size_t nr;
};

/**
 * struct row - one benchmark
 * @marks:	a bit for each of the table's marks
 * @worth:	what it is compared by with others of its kind, ns; NaN: none
 */
struct row {
	struct view v;
	uint32_t marks;
	double worth;
};

/**
 * struct ranking - the table
 * @rows:	@nr, those with a number first
 * @nr_rows:	with a number
 */
struct ranking {
	const struct report_opts *opts;
	struct row *rows;
	size_t nr, nr_rows;
	struct mark marks[MOST_MARKS];
	size_t nr_marks;
};

int report_is_ranking(const struct session *s)
{
	struct param_sweeps sweeps;
	int err;

	if (s->nr_entries < 2)
		return 0;
	for (size_t i = 0; i < s->nr_entries; i++)
		if (sweep_length(s, i) > 1)
			return 0;
	err = param_sweeps_find(s, &sweeps);
	if (err)
		return err;
	err = !sweeps.nr;
	param_sweeps_free(&sweeps);
	return err;
}

/* --- marks ------------------------------------------------------------------ */

/* Return: its index; MOST_MARKS: no more can be told apart. */
static size_t mark_of(struct ranking *r, const char *id, size_t len)
{
	size_t i;

	for (i = 0; i < r->nr_marks; i++)
		if (strlen(r->marks[i].id) == len &&
		    !strncmp(r->marks[i].id, id, len))
			return i;
	if (i == MOST_MARKS || len >= ID_LEN)
		return MOST_MARKS;
	memcpy(r->marks[i].id, id, len);
	r->nr_marks++;
	return i;
}

/* A line such as "# W-BUSY: other tasks ran on CPU 1". */
static int take_remark(struct ranking *r, struct row *row, const char *line)
{
	const char *colon = strstr(line, ": ");
	struct mark *m;
	size_t i;

	if (strncmp(line, "# W-", 4) || !colon)
		return 0;
	i = mark_of(r, line + 2, (size_t)(colon - line) - 2);
	if (i == MOST_MARKS || row->marks & 1u << i)
		return 0;
	m = &r->marks[i];
	row->marks |= 1u << i;
	if (!m->nr++)
		m->text = strdup(colon + 2);
	return m->text ? 0 : -ENOMEM;
}

/* The remarks of a block, as marks. */
static int mark_row(struct ranking *r, struct row *row)
{
	char *text = NULL, *save = NULL;
	struct view v = row->v;
	size_t len;
	int err = 0;

	v.out = open_memstream(&text, &len);
	if (!v.out)
		return -ENOMEM;
	view_notes(&v);
	if (fclose(v.out))
		err = -ENOMEM;
	for (char *l = err ? NULL : strtok_r(text, "\n", &save); l && !err;
	     l = strtok_r(NULL, "\n", &save))
		err = take_remark(r, row, l);
	free(text);
	return err;
}

static bool of_all(const struct ranking *r, size_t i)
{
	return r->marks[i].nr == r->nr_rows && r->nr_rows > 1;
}

static void put_legend(FILE *out, const struct ranking *r)
{
	for (size_t i = 0; i < r->nr_marks; i++) {
		const struct mark *m = &r->marks[i];

		if (of_all(r, i))
			text_line(out, "# all: %s: %s", m->id, m->text);
		else
			text_line(out, "# %c: %s: %s", 'a' + (int)i, m->id,
				  m->text);
	}
}

/* --- rows ------------------------------------------------------------------- */

static bool has_switches(const struct row *row)
{
	return !isnan(row->v.sum.ns_per_switch);
}

static double worth_of(const struct row *row)
{
	const struct summary *s = &row->v.sum;

	if (!has_switches(row))
		return s->time.median;
	return s->time.median / s->switches_per_op;
}

static bool of_one_kind(const struct row *a, const struct row *b)
{
	size_t len = strcspn(a->v.e->name, "/") + 1;

	return !strncmp(a->v.e->name, b->v.e->name, len) &&
	       has_switches(a) == has_switches(b) &&
	       a->v.e->records == b->v.e->records;
}

/* Against the cheapest of its collection; NaN: it is the only one. */
static double times_cheapest(const struct ranking *r, const struct row *row)
{
	double least = row->worth;
	size_t nr = 0;

	for (size_t i = 0; i < r->nr_rows; i++) {
		if (!of_one_kind(row, &r->rows[i]))
			continue;
		nr++;
		least = fmin(least, r->rows[i].worth);
	}
	return nr > 1 ? row->worth / least : NAN;
}

/* Whether another entry of that benchmark has another value there. */
static bool part_differs(const struct session *s, const struct entry *e,
			 const struct key_part *p)
{
	for (size_t i = 0; i < s->nr_entries; i++) {
		const struct entry *o = &s->entries[i];
		struct key_part q;

		if (o == e || strcmp(o->name, e->name))
			continue;
		for (size_t k = 0; entry_key(o, k, &q); k++)
			if (!strcmp(q.name, p->name) && q.value && p->value &&
			    strcmp(q.value, p->value))
				return true;
	}
	return false;
}

/* "sched/pipe tasks=threads": with what tells it from others of its name. */
static void add_label(struct grid *g, const struct view *v)
{
	struct strbuf b = { 0 };
	struct key_part p;

	strbuf_add(&b, v->e->name);
	for (size_t i = 0; entry_key(v->e, i, &p); i++)
		if (part_differs(v->session, v->e, &p))
			strbuf_addf(&b, " %s=%s", p.name, p.value);
	if (b.err)
		g->err = b.err;
	grid_add(g, "%s", strbuf_text(&b));
	strbuf_free(&b);
}

static void add_time(struct grid *g, struct view *v, double ns)
{
	char text[NUMBER_LEN];

	if (isnan(ns)) {
		grid_add(g, "-");
		return;
	}
	view_set_unit(v, ns);
	grid_add(g, "%s %s", view_time(v, ns, text), v->unit);
}

static void add_percent(struct grid *g, double share)
{
	char text[NUMBER_LEN];

	if (isnan(share))
		grid_add(g, "-");
	else if (share < 1e-4)
		grid_add(g, "< 0.01%%");
	else
		grid_add(g, "%s%%", digits_text(100 * share, 2, text));
}

static void add_marks(struct grid *g, const struct ranking *r,
		      const struct row *row)
{
	char text[MOST_MARKS + 1];
	size_t n = 0;

	for (size_t i = 0; i < r->nr_marks; i++)
		if (row->marks & 1u << i && !of_all(r, i))
			text[n++] = (char)('a' + (int)i);
	text[n] = '\0';
	grid_add(g, "%s", text);
}

static void add_row(struct grid *g, const struct ranking *r, struct row *row)
{
	const struct summary *s = &row->v.sum;
	double times = times_cheapest(r, row);

	add_label(g, &row->v);
	add_time(g, &row->v, s->time.median);
	add_percent(g, (s->time.median_hi - s->time.median_lo) / 2 /
			       s->time.median);
	add_time(g, &row->v, s->quiet_ns);
	add_time(g, &row->v, has_switches(row) ? worth_of(row) : (double)NAN);
	add_percent(g, s->switch_ns / s->time.mean);
	if (isnan(times))
		grid_add(g, "-");
	else
		grid_add(g, "%.2f", times);
	add_marks(g, r, row);
	grid_end_row(g);
}

static void put_table(FILE *out, struct ranking *r)
{
	static const struct grid_column columns[] = {
		{ 0 },
		{ .align = GRID_RIGHT },
		{ .rank = 2, .align = GRID_RIGHT },
		{ .rank = 3, .align = GRID_RIGHT },
		{ .rank = 1, .align = GRID_RIGHT },
		{ .rank = 4, .align = GRID_RIGHT },
		{ .rank = 5, .align = GRID_RIGHT },
		{ .align = GRID_LEFT },
	};
	static const char *const titles[] = {
		"benchmark",  "median", "+-",	 "quiet",
		"per switch", "switch", "times", "",
	};
	struct grid g = { 0 };

	grid_columns(&g, columns, sizeof(columns) / sizeof(*columns));
	for (size_t i = 0; i < sizeof(titles) / sizeof(*titles); i++)
		grid_add(&g, "%s", titles[i]);
	grid_end_row(&g);
	for (size_t i = 0; i < r->nr_rows; i++)
		add_row(&g, r, &r->rows[i]);
	if (g.err)
		text_line(out, "# (no memory is left for this table)");
	else
		grid_text(out, &g);
	grid_free(&g);
}

static void put_explanations(FILE *out, const struct ranking *r, bool alone)
{
	if (r->opts->quiet)
		return;
	text_line(
		out,
		"# median: of the runs, per op; +-: half of its 95 %% interval; quiet: 1 %% quantile of slices");
	text_line(
		out,
		"# switch: share of the switch; times: median per switch (or op) against the cheapest of the collection");
	if (alone)
		text_line(out, "# -v prints each benchmark in full");
}

/* --- the whole -------------------------------------------------------------- */

static int by_median(const void *a, const void *b)
{
	double x = ((const struct row *)a)->v.sum.time.median;
	double y = ((const struct row *)b)->v.sum.time.median;

	return x < y ? -1 : x > y;
}

/* Those without a number move behind the others. */
static int open_rows(struct ranking *r, FILE *out, const struct session *s)
{
	size_t last = s->nr_entries;
	int err = 0;

	r->rows = calloc(s->nr_entries, sizeof(*r->rows));
	if (!r->rows)
		return -ENOMEM;
	for (size_t i = 0; i < s->nr_entries && !err; i++) {
		struct row row = { .marks = 0 };

		err = view_open(&row.v, out, s, &s->entries[i], r->opts);
		if (err)
			break;
		row.worth = worth_of(&row);
		r->nr++;
		if (view_has_numbers(&row.v))
			r->rows[r->nr_rows++] = row;
		else
			r->rows[--last] = row;
	}
	for (size_t i = 0; i < r->nr_rows && !err; i++)
		err = mark_row(r, &r->rows[i]);
	return err;
}

/* In the order of the session: they were put there from the end. */
static void put_missing(const struct ranking *r)
{
	for (size_t i = r->nr; i > r->nr_rows; i--) {
		const struct view *v = &r->rows[i - 1].v;

		if (!view_not_run(v))
			view_no_numbers(v);
	}
}

static void put_failed(FILE *out, const struct ranking *r)
{
	for (size_t i = 0; i < r->nr_rows; i++) {
		const struct entry *e = r->rows[i].v.e;

		if (e->status == ENTRY_FAILED)
			text_line(out, "%s: failed: %s", e->name,
				  e->reason ? e->reason : "no reason recorded");
	}
}

static void close_rows(struct ranking *r, size_t nr_entries)
{
	for (size_t i = 0; i < r->nr_rows; i++)
		view_close(&r->rows[i].v);
	for (size_t i = r->nr_rows; r->rows && i < nr_entries; i++)
		if (r->rows[i].v.e)
			view_close(&r->rows[i].v);
	for (size_t i = 0; i < r->nr_marks; i++)
		free(r->marks[i].text);
	free(r->rows);
}

int report_ranking(FILE *out, const struct session *s,
		   const struct report_opts *opts, bool alone)
{
	struct ranking r = { .opts = opts };
	int err = open_rows(&r, out, s);

	if (!err) {
		if (!opts->given_order)
			qsort(r.rows, r.nr_rows, sizeof(*r.rows), by_median);
		if (r.nr_rows) {
			put_table(out, &r);
			put_legend(out, &r);
			put_explanations(out, &r, alone);
		}
		if (alone) {
			put_missing(&r);
			put_failed(out, &r);
		}
	}
	close_rows(&r, s->nr_entries);
	return err;
}
