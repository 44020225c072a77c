/* SPDX-License-Identifier: MIT */
/*
 * core/report/waterfall.c - where the time of an op goes, as text.
 */
#include "report/waterfall.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/mann_whitney.h"
#include "util/grid.h"
#include "util/text.h"

/* Columns that the longest bar takes. */
#define BAR_WIDTH 20
#define NAME_LEN 64

/**
 * struct scale - from ns to columns of a bar
 * @least, @most: what the left and the right end stand for
 */
struct scale {
	double least, most;
};

static int column_of(const struct scale *s, double ns)
{
	double span = s->most - s->least;

	return span > 0 ? (int)lround(BAR_WIDTH * (ns - s->least) / span) : 0;
}

/* A bar from one sum to the next: '#', or '-' where it leads back. */
static void add_bar(struct grid *g, const struct scale *s, double from,
		    double to)
{
	int left = column_of(s, fmin(from, to));
	int right = column_of(s, fmax(from, to));
	char bar[BAR_WIDTH + 1];

	memset(bar, ' ', (size_t)left);
	memset(bar + left, to < from ? '-' : '#', (size_t)(right - left));
	bar[right] = '\0';
	grid_add(g, "%s", bar);
}

static struct scale scale_of(const struct waterfall *w)
{
	struct scale s = { 0, fmax(0, w->rows[WATERFALL_WHOLE].ns) };
	double sum = 0;

	for (int i = 0; i < WATERFALL_NR_PARTS; i++) {
		if (!w->rows[i].values)
			continue;
		sum += w->rows[i].ns;
		s.least = fmin(s.least, sum);
		s.most = fmax(s.most, sum);
	}
	return s;
}

/* Digits behind the point, so that there are about three that count. */
static int decimals_of(const struct waterfall *w)
{
	double ns = w->rows[WATERFALL_WHOLE].ns;

	if (ns < 100)
		return 2;
	return ns < 1000 ? 1 : 0;
}

static void add_interval(struct grid *g, double lo, double hi, int decimals)
{
	char a[NUMBER_LEN], b[NUMBER_LEN];

	if (isnan(lo) || isnan(hi))
		grid_add(g, "-");
	else
		grid_add(g, "%s..%s", number_text(lo, decimals, a),
			 number_text(hi, decimals, b));
}

static void add_row(struct grid *g, const struct waterfall *w, int i)
{
	const struct waterfall_row *row = &w->rows[i];
	int decimals = decimals_of(w);
	char text[NAME_LEN];

	grid_add(g, "%s", waterfall_name(w, i, text, sizeof(text)));
	grid_add(g, "%s", number_text(row->ns, decimals, text));
	add_interval(g, row->lo, row->hi, decimals);
	grid_add(g, "%.1f", 100 * row->ns / w->rows[WATERFALL_WHOLE].ns);
}

static void add_rows(struct grid *g, const struct waterfall *w)
{
	struct scale s = scale_of(w);
	double sum = 0;

	for (int i = 0; i < WATERFALL_NR_ROWS; i++) {
		const struct waterfall_row *row = &w->rows[i];

		if (!row->values)
			continue;
		add_row(g, w, i);
		if (i == WATERFALL_WHOLE)
			add_bar(g, &s, 0, row->ns);
		else if (!waterfall_is_told(row))
			grid_add(g, "not significant");
		else
			add_bar(g, &s, sum, sum + row->ns);
		sum += row->ns;
		grid_end_row(g);
	}
}

static void put_left_out(FILE *out, const struct waterfall *w)
{
	struct waterfall unnumbered = { .op = w->op, .switches = NAN };
	char name[NAME_LEN];

	for (int i = 0; i < WATERFALL_NR_PARTS; i++)
		if (w->rows[i].reason)
			text_line(out, "# no part '%s': %s",
				  waterfall_name(&unnumbered, i, name,
						 sizeof(name)),
				  w->rows[i].reason);
}

/* A spread below this is not worth a line. */
#define STEADY 1.05

static void put_slowness(FILE *out, const struct waterfall *w)
{
	double least = INFINITY, most = 0;

	for (size_t i = 0; i < w->nr_samples; i++) {
		least = fmin(least, w->slowness[i]);
		most = fmax(most, w->slowness[i]);
	}
	if (most / least > STEADY)
		text_line(out,
			  "# times are at the median speed of this machine, "
			  "which varied by %.0f %%",
			  100 * (most / least - 1));
}

static void put_table(FILE *out, struct grid *g)
{
	fputc('\n', out);
	grid_text(out, g);
	fputc('\n', out);
	grid_free(g);
}

int report_waterfall(FILE *out, const struct waterfall *w)
{
	static const struct grid_column columns[] = {
		{ .align = GRID_LEFT },
		{ .align = GRID_RIGHT },
		{ .align = GRID_RIGHT, .rank = 1 },
		{ .align = GRID_RIGHT, .rank = 2 },
		{ .align = GRID_LEFT, .rank = 3 },
	};
	struct grid g = { 0 };
	int err;

	text_line(out, "# %s: where the time of one %s goes", w->bench, w->op);
	text_line(out, "# %s", w->config);
	text_line(out,
		  "# %zu samples of %zu variants, interleaved slice by slice; "
		  "%s",
		  w->nr_samples, w->nr_variants,
		  w->cpu_time ? "CPU time of the tasks" : "wall time");
	grid_columns(&g, columns, sizeof(columns) / sizeof(*columns));
	grid_add(&g, "part");
	grid_add(&g, "ns");
	grid_add(&g, isnan(w->level) ? "interval" : "%.0f %% CI",
		 100 * w->level);
	grid_add(&g, "%%");
	grid_add(&g, "bar");
	grid_end_row(&g);
	add_rows(&g, w);
	err = g.err;
	put_table(out, &g);
	put_left_out(out, w);
	put_slowness(out, w);
	return err;
}

/* --- two of them --------------------------------------------------------------- */

#define LEVEL 0.95

/* struct difference - B minus A of a row, NaN where one of them has none */
struct difference {
	double ns, lo, hi;
};

static int compare_row(const struct waterfall *a, const struct waterfall *b,
		       int i, struct difference *d)
{
	struct rank_result r;
	double *va, *vb;
	int ret;

	*d = (struct difference){ NAN, NAN, NAN };
	if (!a->rows[i].values || !b->rows[i].values)
		return 0;
	va = waterfall_values(a, i);
	vb = waterfall_values(b, i);
	ret = va && vb ? rank_shift(va, a->nr_samples, vb, b->nr_samples, LEVEL,
				    &r) :
			 -ENOMEM;
	free(va);
	free(vb);
	if (ret)
		return ret;
	*d = (struct difference){ r.estimate, r.lo, r.hi };
	return 0;
}

static void add_ns(struct grid *g, double ns, int decimals)
{
	char text[NUMBER_LEN];

	grid_add(g, "%s", isnan(ns) ? "-" : number_text(ns, decimals, text));
}

static bool is_told(const struct difference *d)
{
	return d->lo > 0 || d->hi < 0;
}

static void add_difference(struct grid *g, const struct waterfall *a,
			   const struct waterfall *b, int i,
			   const struct difference *d)
{
	double most = fabs(a->rows[WATERFALL_WHOLE].ns) +
		      fabs(b->rows[WATERFALL_WHOLE].ns);
	int decimals = decimals_of(a);
	const struct scale s = { 0, most / 2 };
	char name[NAME_LEN];

	grid_add(g, "%s", waterfall_name(b, i, name, sizeof(name)));
	add_ns(g, a->rows[i].ns, decimals);
	add_ns(g, b->rows[i].ns, decimals);
	add_ns(g, d->ns, decimals);
	add_interval(g, d->lo, d->hi, decimals);
	if (isnan(d->ns))
		grid_add(g, "not in both");
	else if (!is_told(d))
		grid_add(g, "not significant");
	else if (d->ns < 0)
		add_bar(g, &s, -d->ns, 0);
	else
		add_bar(g, &s, 0, d->ns);
	grid_end_row(g);
}

/* The part that explains most of what the wholes differ by. */
static void put_verdict(FILE *out, const struct waterfall *b,
			const struct difference *d)
{
	const struct difference *whole = &d[WATERFALL_WHOLE];
	double sign = whole->ns < 0 ? -1 : 1, most = 0;
	char name[NAME_LEN];
	int which = -1;

	for (int i = 0; i < WATERFALL_NR_PARTS; i++)
		if (is_told(&d[i]) && sign * d[i].ns > most) {
			most = sign * d[i].ns;
			which = i;
		}
	if (!is_told(whole))
		text_line(out, "# no significant difference between A and B");
	else if (which < 0)
		text_line(out, "# B is %s, but no single part significantly",
			  sign > 0 ? "slower" : "faster");
	else
		text_line(out,
			  "# B is %s, most of all by: %s (%+.0f of %+.0f ns)",
			  sign > 0 ? "slower" : "faster",
			  waterfall_name(b, which, name, sizeof(name)),
			  d[which].ns, whole->ns);
	text_line(out,
		  "# intervals are of the two sessions; others differ more: "
		  "see harness noise --between");
}

static void put_side(FILE *out, const char *side, const char *name,
		     const struct waterfall *w)
{
	text_line(out, "# %s: %s: %s", side, name, w->config);
	text_line(out, "#    %s, kernel %s, %s; %zu samples",
		  w->cpu_model ? w->cpu_model : "CPU not known",
		  w->kernel ? w->kernel : "not known",
		  w->created ? w->created : "time not known", w->nr_samples);
}

static void add_titles(struct grid *g)
{
	static const struct grid_column columns[] = {
		{ .align = GRID_LEFT },
		{ .align = GRID_RIGHT, .rank = 2 },
		{ .align = GRID_RIGHT, .rank = 2 },
		{ .align = GRID_RIGHT },
		{ .align = GRID_RIGHT, .rank = 1 },
		{ .align = GRID_LEFT, .rank = 3 },
	};
	static const char *const titles[] = { "part",  "A ns",	  "B ns",
					      "B - A", "95 % CI", "bar" };

	grid_columns(g, columns, sizeof(columns) / sizeof(*columns));
	for (size_t i = 0; i < sizeof(titles) / sizeof(*titles); i++)
		grid_add(g, "%s", titles[i]);
	grid_end_row(g);
}

int report_waterfalls(FILE *out, const struct waterfall *a, const char *name_a,
		      const struct waterfall *b, const char *name_b)
{
	struct difference d[WATERFALL_NR_ROWS];
	struct grid g = { 0 };
	int err = 0;

	for (int i = 0; i < WATERFALL_NR_ROWS && !err; i++)
		err = compare_row(a, b, i, &d[i]);
	if (err)
		return err;
	text_line(out, "# %s: which part of one %s differs", b->bench, b->op);
	put_side(out, "A", name_a, a);
	put_side(out, "B", name_b, b);
	add_titles(&g);
	for (int i = 0; i < WATERFALL_NR_ROWS; i++)
		if (a->rows[i].values || b->rows[i].values)
			add_difference(&g, a, b, i, &d[i]);
	err = g.err;
	put_table(out, &g);
	put_verdict(out, b, d);
	return err;
}
