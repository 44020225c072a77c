/* SPDX-License-Identifier: MIT */
/*
 * core/compare/text.c - the comparison as a table, for people and as Markdown.
 *
 * Two groups stand side by side with all there is about a row. Up to
 * MOST_WIDE groups have one column group each. More have a table each.
 */
#include "compare/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/group.h"
#include "compare/key.h"
#include "compare/status.h"
#include "compare/types.h"
#include "result/counter_text.h"
#include "util/grid.h"
#include "util/text.h"

/*
 * What stands before and behind the table: who is
 * compared, and how to read it.
 */

/* Longer values are not printed, only that they differ. */
#define LONGEST_FACT 40

const char *compare_host_word(int host)
{
	static const char *const words[] = {
		[COMPARE_HOST_UNKNOWN] = "machine not known",
		[COMPARE_HOST_SAME] = "same machine and configuration",
		[COMPARE_HOST_CONFIG] = "same machine, other configuration",
		[COMPARE_HOST_OTHER] = "other machine",
	};

	return words[host];
}

static void compare_add_ratio(struct grid *g, double ratio, double lo,
			      double hi);

static void put_fact_change(FILE *f, const char *name, const char *a,
			    const char *b)
{
	a = a ? a : "unknown";
	b = b ? b : "unknown";
	if (strlen(a) > LONGEST_FACT || strlen(b) > LONGEST_FACT)
		fprintf(f, "; %s differs", name);
	else
		fprintf(f, "; %s %s -> %s", name, a, b);
}

/* Facts of either side, each once. */
static void put_changes(FILE *f, const struct compare *c,
			const struct compare_group *g)
{
	const struct compare_group *base = &c->groups[0];

	for (size_t i = 0; i < base->nr_facts; i++) {
		const char *name = base->facts[i].name;

		if (compare_changed(c, g, name))
			put_fact_change(f, name, base->facts[i].value,
					compare_fact(g, name));
	}
	for (size_t i = 0; i < g->nr_facts; i++) {
		const char *name = g->facts[i].name;

		if (!compare_has_fact(base, name) &&
		    compare_changed(c, g, name))
			put_fact_change(f, name, NULL, g->facts[i].value);
	}
}

static void put_machine(FILE *f, const struct compare_group *g)
{
	static const char *const names[] = { "host", "cpu_model", "kernel" };
	const char *separator = ": ";

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *value = compare_fact(g, names[i]);

		if (!value)
			continue;
		fprintf(f, "%s%s", separator, value);
		separator = ", ";
	}
}

static void put_files(FILE *f, const struct compare_group *g)
{
	fprintf(f, "%s  %s", g->label, g->path);
	if (g->nr_files > 1)
		fprintf(f, " and %zu more", g->nr_files - 1);
	if (g->nr_copies)
		fprintf(f, " (%zu left out: the same session again)",
			g->nr_copies);
	if (g->nr_partial)
		fprintf(f, " (%zu interrupted)", g->nr_partial);
}

/* One line about a group, whatever its facts hold. */
static void put_group(FILE *out, const struct compare_view *v,
		      const struct compare_group *g, const char *prefix)
{
	bool base = g == v->c->groups;
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return;
	put_files(f, g);
	if (base) {
		put_machine(f, g);
	} else {
		fprintf(f, ": %s", compare_host_word(compare_host(v->c, g)));
		put_changes(f, v->c, g);
	}
	if (!fclose(f))
		text_line(out, "%s%s", prefix, text);
	free(text);
}

/*
 * What all rows have in common, and what is not said where it is as usual:
 * " cpus=same sched=other ...", malloc'ed; "" for nothing.
 */
static char *parts_text(const struct compare *c, bool common)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return NULL;
	for (const struct compare_usual *u = compare_usual; u->part; u++) {
		const char *value = compare_common(c, u->part);

		if ((value != NULL) == common)
			fprintf(f, " %s=%s", u->part,
				common ? value : u->value);
	}
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}

static void put_parts(FILE *out, const struct compare_view *v,
		      const char *prefix)
{
	char *common = parts_text(v->c, true);
	char *usual = parts_text(v->c, false);

	if (common && *common)
		text_line(out, "%sall rows:%s", prefix, common);
	if (usual && *usual && v->c->nr_rows)
		text_line(out, "%sunless said:%s", prefix, usual);
	free(common);
	free(usual);
}

/* What stands before and behind the table, each line after @prefix. */
static void compare_intro(FILE *out, const struct compare_view *v,
			  const char *prefix)
{
	for (size_t i = 0; i < v->c->nr_groups; i++)
		put_group(out, v, &v->c->groups[i], prefix);
	put_parts(out, v, prefix);
}

/* --- behind the table ------------------------------------------------------- */

/**
 * struct extent - what the judged rows have in common
 * @nr:		of them
 * @sessions:	fewest on a side
 * @small, @large: changes that could be seen
 * @lowest, @highest: thresholds
 */
struct extent {
	size_t nr, sessions;
	double small, large;
	double lowest, highest;
};

static struct extent extent_of(const struct compare *c)
{
	struct extent x = {
		.small = NAN, .large = NAN, .lowest = NAN, .highest = NAN
	};

	for (size_t i = 0; i < c->nr_rows; i++) {
		const struct compare_row *r = &c->rows[i];
		size_t n = r->a.nr_sessions < r->b.nr_sessions ?
				   r->a.nr_sessions :
				   r->b.nr_sessions;

		if (r->state != COMPARE_JUDGED)
			continue;
		x.sessions = x.nr && x.sessions < n ? x.sessions : n;
		x.small = fmin(x.small, r->visible);
		x.large = fmax(x.large, r->visible);
		x.lowest = fmin(x.lowest, r->threshold);
		x.highest = fmax(x.highest, r->threshold);
		x.nr++;
	}
	return x;
}

/* Floors and gates give rows thresholds of their own. */
static const char *thresholds_text(const struct extent *x, char *buf,
				   size_t len)
{
	if (x->lowest == x->highest)
		snprintf(buf, len, "%.3g", 100 * x->lowest);
	else
		snprintf(buf, len, "%.3g to %.3g", 100 * x->lowest,
			 100 * x->highest);
	return buf;
}

static void put_session_note(FILE *out, const struct extent *x,
			     const char *prefix)
{
	if (x->sessions == 1)
		text_line(out,
			  "%s1 session per side: between-session noise not "
			  "measured",
			  prefix);
	else if (x->sessions < COMPARE_MIN_SESSIONS)
		text_line(out,
			  "%s%zu sessions per side: too few to measure "
			  "between-session noise (%d do)",
			  prefix, x->sessions, COMPARE_MIN_SESSIONS);
	else
		text_line(out,
			  "%s%zu sessions per side or more: medians of "
			  "sessions are compared",
			  prefix, x->sessions);
}

static void put_correction(FILE *out, const struct compare_view *v,
			   const char *prefix)
{
	static const char *const words[] = {
		[COMPARE_HOLM] = "after Holm's correction",
		[COMPARE_BH] = "after Benjamini and Hochberg's correction",
		[COMPARE_NO_CORRECTION] = "without a correction",
	};
	size_t nr = v->c->nr_tests;

	if (nr)
		text_line(out, "%sp %s for %zu test%s", prefix,
			  words[v->rule->correction], nr, nr == 1 ? "" : "s");
	if (v->rule->nr_gates)
		text_line(out,
			  "%sonly what --gate names decides the exit status: "
			  "it has a p",
			  prefix);
}

static void put_counter_note(FILE *out, const struct compare_view *v,
			     const char *prefix)
{
	bool counters = false, parts = false;

	for (size_t i = 0; v->counters && i < v->c->nr_rows; i++) {
		counters |= v->c->rows[i].nr_counters > 0;
		parts |= v->c->rows[i].parts.nr > 0;
	}
	if (counters)
		text_line(out,
			  "%scounters: of counted runs; more, fewer: beyond "
			  "the threshold, of which one in ten by chance",
			  prefix);
	if (parts)
		text_line(out,
			  "%slog %%: 100 ln of the ratio, so that the "
			  "factors of the time of counted runs add up",
			  prefix);
}

static void compare_legend(FILE *out, const struct compare_view *v,
			   const char *prefix)
{
	struct extent x = extent_of(v->c);
	char small[NUMBER_LEN], large[NUMBER_LEN];
	char thresholds[2 * NUMBER_LEN];

	if (!x.nr)
		return;
	text_line(out,
		  "%sratios above 1: takes longer than A; median of runs; sd: "
		  "standard deviation; n: runs",
		  prefix);
	text_line(out,
		  "%sslower, faster: beyond %s %%; same: within; '?': may be "
		  "less; inconclusive: may be more or nothing",
		  prefix, thresholds_text(&x, thresholds, sizeof(thresholds)));
	put_correction(out, v, prefix);
	digits_text(100 * x.small, 2, small);
	digits_text(100 * x.large, 2, large);
	if (!isnan(x.small) && !strcmp(small, large))
		text_line(out, "%ssmallest change that could be seen: %s %%",
			  prefix, small);
	else if (!isnan(x.small))
		text_line(out,
			  "%ssmallest change that could be seen: %s to %s %%",
			  prefix, small, large);
	put_session_note(out, &x, prefix);
	put_counter_note(out, v, prefix);
}

char *compare_notes(const struct compare_row *r)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return NULL;
	for (size_t i = 0; i < r->notes.nr; i++)
		fprintf(f, "%s%s", i ? "; " : "", r->notes.v[i].text);
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}

/*
 * Beneath a row of the table: its counters, and
 * what its time is made of.
 */

#define WORD_LEN 64

/* Logarithms of ratios in hundredths of a per cent. */
#define HUNDREDTHS 1e4

static void add_value(struct grid *g, double value)
{
	char number[NUMBER_LEN];

	grid_add(g, "%s", count_text(value, number));
}

static void add_spread(struct grid *g, double rsd)
{
	char number[NUMBER_LEN];

	if (isnan(rsd))
		grid_add(g, "-");
	else
		grid_add(g, "%s", digits_text(100 * rsd, 2, number));
}

/* --- counters --------------------------------------------------------------- */

static void add_label(struct grid *g, const struct compare_counter *k)
{
	const struct compare_count *c = k->base ? k->base : k->new;
	const char *unit = counter_unit(c->name);

	if (!strncmp(c->name, "IPC", 3))
		grid_add(g, "  %s", c->label);
	else
		grid_add(g, "  %s%s%s/op", c->label, *unit ? " " : "", unit);
}

/* A reason that was just given is not given again. */
static const char *why_none(const struct compare_counter *k, const char **said)
{
	const char *why = compare_counter_why(k);

	if (k->state == COMPARE_NO_NUMBERS && *said && !strcmp(*said, why))
		return "";
	*said = why;
	return why;
}

static void add_counter(struct grid *g, const struct compare_view *v,
			const struct compare_row *r,
			const struct compare_counter *k, const char **said)
{
	char word[WORD_LEN];

	add_label(g, k);
	add_value(g, k->a);
	add_spread(g, k->rsd_a);
	grid_add(g, "%zu", k->n_a);
	add_value(g, k->b);
	add_spread(g, k->rsd_b);
	grid_add(g, "%zu", k->n_b);
	compare_add_ratio(g, k->ratio, k->lo, k->hi);
	grid_add(g, "%s", compare_counter_word(v->c, r, k, word, sizeof(word)));
	compare_add_p(g, k->gated ? k->p_adjusted : NAN);
	grid_add(g, "%s", why_none(k, said));
	grid_end_row(g);
}

/* --- parts of the time ------------------------------------------------------ */

/**
 * struct shares - logarithms in hundredths of a per cent
 * @total:	of the ratio of times
 * @part:	of each factor; they add up to it
 */
struct shares {
	long total;
	long part[COMPARE_MOST_FACTORS];
};

static double exact(double a, double b)
{
	return HUNDREDTHS * log(b / a);
}

/* The factor that is rounded furthest to one side: up for @step -1. */
static size_t furthest(const struct compare_parts *p, const struct shares *s,
		       long step)
{
	double most = -INFINITY;
	size_t found = 0;

	for (size_t i = 0; i < p->nr; i++) {
		const struct compare_factor *f = &p->factors[i];
		double off =
			(double)step * (exact(f->a, f->b) - (double)s->part[i]);

		if (off > most) {
			most = off;
			found = i;
		}
	}
	return found;
}

/* What is lost in rounding goes where it is missed most. */
static struct shares shares_of(const struct compare_parts *p)
{
	struct shares s = { .total = lround(exact(p->a, p->b)) };
	long left = s.total;

	for (size_t i = 0; i < p->nr; i++) {
		s.part[i] = lround(exact(p->factors[i].a, p->factors[i].b));
		left -= s.part[i];
	}
	while (left) {
		long step = left > 0 ? 1 : -1;

		s.part[furthest(p, &s, step)] += step;
		left -= step;
	}
	return s;
}

static void add_factor(struct grid *g, const char *sign, const char *name,
		       double a, double b)
{
	grid_add(g, "  %s%s", sign, name);
	add_value(g, a);
	grid_add(g, "%s", "");
	grid_add(g, "%s", "");
	add_value(g, b);
	grid_add(g, "%s", "");
	grid_add(g, "%s", "");
	grid_add(g, "%.4f", b / a);
	for (int i = 0; i < 3; i++)
		grid_add(g, "%s", "");
}

static void add_parts(struct grid *g, const struct compare_parts *p)
{
	struct shares s = shares_of(p);

	add_factor(g, "", "time when counted", p->a, p->b);
	grid_add(g, "%+.2f log %%, of which", (double)s.total / 100);
	grid_end_row(g);
	for (size_t i = 0; i < p->nr; i++) {
		const struct compare_factor *f = &p->factors[i];

		add_factor(g, i ? "  * " : "  = ", f->name, f->a, f->b);
		grid_add(g, "%+.2f", (double)s.part[i] / 100);
		grid_end_row(g);
	}
}

/* Rows for the counters and the parts of the time, if @v has counters. */
static void compare_add_counts(struct grid *g, const struct compare_view *v,
			       const struct compare_row *r)
{
	const char *said = NULL;

	if (!v->counters)
		return;
	for (size_t i = 0; i < r->nr_counters; i++) {
		const struct compare_counter *k = &r->counters[i];

		if (k->n_a || k->n_b)
			add_counter(g, v, r, k, &said);
	}
	if (r->parts.nr)
		add_parts(g, &r->parts);
}

#define MOST_WIDE 6
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

/* Cells of a table: "1.0499", "1.0480 .. 1.0518"; a p-value; "-" for none. */
static void compare_add_ratio(struct grid *g, double ratio, double lo,
			      double hi)
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
			text_line(out, "%s%s in %s: %s", prefix,
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
