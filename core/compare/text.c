/* SPDX-License-Identifier: MIT */
/*
 * core/compare/text.c - the comparison as a table, for people and as Markdown.
 *
 * Two groups stand side by side with all there is about a row. Up to
 * MOST_WIDE groups have one column group each. More have a table each.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "compare/print.h"
#include "report/view.h"

#define MOST_WIDE 6
#define WORD_LEN 64
/* No p is 0, and none below this one matters. */
#define LEAST_P 0.000001

static void add_time(struct grid *g, const struct compare_side *s)
{
	char number[NUMBER_LEN];

	if (isnan(s->median))
		grid_add(g, "-");
	else
		grid_add(g, "%s", digits_text(s->median, 5, number));
}

static void add_side(struct grid *g, const struct compare_side *s)
{
	char number[NUMBER_LEN];

	add_time(g, s);
	if (isnan(s->rsd))
		grid_add(g, "-");
	else
		grid_add(g, "%s", digits_text(100 * s->rsd, 2, number));
	grid_add(g, "%zu", s->n);
}

void compare_add_ratio(struct grid *g, double ratio, double lo, double hi)
{
	if (isnan(ratio))
		grid_add(g, "-");
	else
		grid_add(g, "%.4f", ratio);
	if (isnan(lo))
		grid_add(g, "-");
	else
		grid_add(g, "%.4f .. %.4f", lo, hi);
}

void compare_add_p(struct grid *g, double p)
{
	char number[NUMBER_LEN];

	if (isnan(p))
		grid_add(g, "-");
	else if (p > 0 && p < LEAST_P)
		grid_add(g, "<%.6f", LEAST_P);
	else
		grid_add(g, "%s", digits_text(p, 2, number));
}

static void add_notes(struct grid *g, const struct compare_row *r)
{
	char *notes = compare_notes(r);

	if (!notes)
		g->err = -ENOMEM;
	else
		grid_add(g, "%s", notes);
	free(notes);
}

/* --- two groups, everything ------------------------------------------------- */

static void add_pair_heading(struct grid *g, const char *a, const char *b)
{
	grid_add(g, "benchmark");
	grid_add(g, "%s ns/op", a);
	grid_add(g, "sd %%");
	grid_add(g, "n");
	grid_add(g, "%s ns/op", b);
	grid_add(g, "sd %%");
	grid_add(g, "n");
	grid_add(g, "%s/%s", b, a);
	grid_add(g, "95 %% interval");
	grid_add(g, "verdict");
	grid_add(g, "p");
	grid_add(g, "notes");
	grid_end_row(g);
}

static void add_pair_row(struct grid *g, const struct compare_view *v,
			 const struct compare_row *r)
{
	char word[WORD_LEN];

	grid_add(g, "%s", v->c->keys[r->key].label);
	add_side(g, &r->a);
	add_side(g, &r->b);
	compare_add_ratio(g, r->ratio, r->lo, r->hi);
	grid_add(g, "%s", compare_word(v->c, r, word, sizeof(word)));
	compare_add_p(g, r->p_adjusted);
	add_notes(g, r);
	grid_end_row(g);
}

static void add_pair_mean(struct grid *g, const struct compare_mean *m)
{
	grid_add(g, "geomean (%zu of %zu)", m->nr_rows, m->nr_keys);
	for (int i = 0; i < 6; i++)
		grid_add(g, "%s", "");
	compare_add_ratio(g, m->ratio, m->lo, m->hi);
	grid_end_row(g);
}

/**
 * struct order - rows by group
 * @row:	indices of the rows, those of group 1 first
 * @from:	per group: where its rows start; one more for the end
 */
struct order {
	size_t *row, *from;
};

static void fill_pair(struct grid *g, const struct compare_view *v,
		      const struct order *o, uint32_t group)
{
	const struct compare *c = v->c;

	add_pair_heading(g, c->groups[0].label, c->groups[group].label);
	for (size_t i = o->from[group]; i < o->from[group + 1]; i++) {
		add_pair_row(g, v, &c->rows[o->row[i]]);
		compare_add_counts(g, v, &c->rows[o->row[i]]);
	}
	add_pair_mean(g, &c->means[group]);
}

/* Counting sort: rows of one group stay in their order. */
static int order_rows(const struct compare *c, struct order *o)
{
	o->row = calloc(c->nr_rows + 1, sizeof(*o->row));
	o->from = calloc(c->nr_groups + 2, sizeof(*o->from));
	if (!o->row || !o->from)
		return -ENOMEM;
	for (size_t i = 0; i < c->nr_rows; i++)
		o->from[c->rows[i].group + 2]++;
	for (size_t i = 2; i < c->nr_groups + 2; i++)
		o->from[i] += o->from[i - 1];
	for (size_t i = 0; i < c->nr_rows; i++)
		o->row[o->from[c->rows[i].group + 1]++] = i;
	return 0;
}

/* --- several groups side by side -------------------------------------------- */

static void add_wide_heading(struct grid *g, const struct compare *c)
{
	grid_add(g, "benchmark");
	grid_add(g, "A ns/op");
	for (size_t i = 1; i < c->nr_groups; i++) {
		const char *label = c->groups[i].label;

		grid_add(g, "%s ns/op", label);
		grid_add(g, "%s/A", label);
		grid_add(g, "95 %% interval");
		grid_add(g, "verdict");
	}
	grid_end_row(g);
}

static void add_wide_cell(struct grid *g, const struct compare_view *v,
			  const struct compare_row *r)
{
	char word[WORD_LEN];

	add_time(g, &r->b);
	compare_add_ratio(g, r->ratio, r->lo, r->hi);
	grid_add(g, "%s", compare_word(v->c, r, word, sizeof(word)));
}

static void add_no_cell(struct grid *g)
{
	for (int i = 0; i < 4; i++)
		grid_add(g, "-");
}

/* The rows of one key, @i on. Return: where those of the next one start. */
static size_t add_wide_row(struct grid *g, const struct compare_view *v,
			   size_t i)
{
	const struct compare_row *rows = v->c->rows;
	uint32_t key = rows[i].key;

	grid_add(g, "%s", v->c->keys[key].label);
	add_time(g, &rows[i].a);
	for (uint32_t group = 1; group < v->c->nr_groups; group++) {
		if (i < v->c->nr_rows && rows[i].key == key &&
		    rows[i].group == group)
			add_wide_cell(g, v, &rows[i++]);
		else
			add_no_cell(g);
	}
	grid_end_row(g);
	return i;
}

static void fill_wide(struct grid *g, const struct compare_view *v)
{
	const struct compare *c = v->c;

	add_wide_heading(g, c);
	for (size_t i = 0; i < c->nr_rows;)
		i = add_wide_row(g, v, i);
	grid_add(g, "geomean");
	grid_add(g, "%s", "");
	for (size_t i = 1; i < c->nr_groups; i++) {
		const struct compare_mean *m = &c->means[i];

		grid_add(g, "%s", "");
		compare_add_ratio(g, m->ratio, m->lo, m->hi);
		grid_add(g, "(%zu of %zu)", m->nr_rows, m->nr_keys);
	}
	grid_end_row(g);
}

/* A wide table has no room for them. */
static void put_wide_notes(FILE *out, const struct compare_view *v,
			   const char *prefix)
{
	for (size_t i = 0; i < v->c->nr_rows; i++) {
		const struct compare_row *r = &v->c->rows[i];
		char *notes = r->notes.nr ? compare_notes(r) : NULL;

		if (notes)
			report_line(out, "%s%s in %s: %s", prefix,
				    v->c->keys[r->key].label,
				    v->c->groups[r->group].label, notes);
		free(notes);
	}
}

/* --- formats ---------------------------------------------------------------- */

/**
 * struct style - text or Markdown
 * @prefix:	of lines outside the table
 * @put:	writes a table
 */
struct style {
	const char *prefix;
	void (*put)(FILE *out, const struct grid *g);
};

static int put_grid(FILE *out, const struct style *s, struct grid *g)
{
	int err = g->err;

	if (!err) {
		fputc('\n', out);
		s->put(out, g);
	}
	grid_free(g);
	return err;
}

static int put_pairs(FILE *out, const struct style *s,
		     const struct compare_view *v)
{
	struct order o = { 0 };
	int err = order_rows(v->c, &o);

	for (uint32_t i = 1; !err && i < v->c->nr_groups; i++) {
		struct grid g = { 0 };

		fill_pair(&g, v, &o, i);
		err = put_grid(out, s, &g);
	}
	fputc('\n', out);
	free(o.row);
	free(o.from);
	return err;
}

/* Nor for counters: they have a table for each group, of rows with some. */
static int put_wide_counts(FILE *out, const struct style *s,
			   const struct compare_view *v, uint32_t group)
{
	const struct compare *c = v->c;
	struct grid g = { 0 };
	size_t nr = 0;

	add_pair_heading(&g, c->groups[0].label, c->groups[group].label);
	for (size_t i = 0; i < c->nr_rows; i++) {
		const struct compare_row *r = &c->rows[i];

		if (r->group != group || !r->nr_counters)
			continue;
		add_pair_row(&g, v, r);
		compare_add_counts(&g, v, r);
		nr++;
	}
	if (nr && v->counters)
		return put_grid(out, s, &g);
	grid_free(&g);
	return 0;
}

static int put_wide(FILE *out, const struct style *s,
		    const struct compare_view *v)
{
	struct grid g = { 0 };
	int err;

	fill_wide(&g, v);
	err = put_grid(out, s, &g);
	for (uint32_t i = 1; !err && i < v->c->nr_groups; i++)
		err = put_wide_counts(out, s, v, i);
	fputc('\n', out);
	if (!err)
		put_wide_notes(out, v, s->prefix);
	return err;
}

static int put_all(FILE *out, const struct style *s,
		   const struct compare_view *v)
{
	bool wide = v->c->nr_groups > 2 && v->c->nr_groups <= MOST_WIDE;
	int err;

	compare_intro(out, v, s->prefix);
	err = wide ? put_wide(out, s, v) : put_pairs(out, s, v);
	compare_legend(out, v, s->prefix);
	return err;
}

int compare_text(FILE *out, const struct compare_view *v)
{
	static const struct style text = { "# ", grid_text };

	return put_all(out, &text, v);
}

int compare_markdown(FILE *out, const struct compare_view *v)
{
	static const struct style markdown = { "- ", grid_markdown };

	return put_all(out, &markdown, v);
}
