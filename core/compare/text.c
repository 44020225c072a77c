/* SPDX-License-Identifier: MIT */
/*
 * core/compare/text.c - the comparison as a table, for people and as Markdown.
 *
 * A row is a line; what there is to say about it stands in footnotes. Two
 * groups have a table, up to MOST_WIDE share one, more have a table each.
 */
#include "compare/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/differences.h"
#include "compare/group.h"
#include "compare/key.h"
#include "compare/status.h"
#include "compare/types.h"
#include "result/counter_text.h"
#include "util/grid.h"
#include "util/memory.h"
#include "util/text.h"

#define MOST_WIDE 6
#define WORD_LEN 64

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

/*
 * Before the table: who is compared, and in what the machines differ.
 */

const char *compare_host_word(int host)
{
	static const char *const words[] = {
		[COMPARE_HOST_UNKNOWN] = "machine not known",
		[COMPARE_HOST_SAME] = "same machine and configuration",
		[COMPARE_HOST_CONFIG] = "same machine, other configuration",
		[COMPARE_HOST_MODEL] = "another machine of the same model",
		[COMPARE_HOST_OTHER] = "other machine",
	};

	return words[host];
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
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return;
	put_files(f, g);
	if (g == v->c->groups)
		put_machine(f, g);
	else
		fprintf(f, ": %s", compare_host_word(compare_host(v->c, g)));
	if (!fclose(f))
		text_line(out, "%s%s", prefix, text);
	free(text);
}

/*
 * What all rows have in common, " cpus=same sched=other ...", malloc'ed. What
 * is as usual is said to the verbose only.
 */
static char *common_text(const struct compare_view *v)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return NULL;
	for (const struct compare_usual *u = compare_usual; u->part; u++) {
		const char *value = compare_common(v->c, u->part);

		if (value && (v->verbose || strcmp(value, u->value)))
			fprintf(f, " %s=%s", u->part, value);
	}
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}

/* Whether all that is compared is known to be the same code. */
static bool same_code(const struct compare *c)
{
	bool any = false;

	for (size_t i = 0; i < c->nr_rows; i++) {
		const struct compare_row *r = &c->rows[i];

		if (!r->base || !r->new)
			continue;
		if (!r->base->code || !r->new->code ||
		    strcmp(r->base->code, r->new->code))
			return false;
		any = true;
	}
	return any;
}

/* One line a fact in which groups differ, one column a group. */
static int put_facts(FILE *out, const struct style *s,
		     const struct compare_view *v)
{
	struct grid g = { 0 };
	size_t left = 0;
	int err = compare_differences(v->c, v->verbose, &g, &left);

	if (!err && g.nr)
		err = put_grid(out, s, &g);
	else
		grid_free(&g);
	if (left)
		text_line(out, "%s%zu more facts differ: -v", s->prefix, left);
	return err;
}

static int compare_intro(FILE *out, const struct style *s,
			 const struct compare_view *v)
{
	char *common = common_text(v);

	for (size_t i = 0; i < v->c->nr_groups; i++)
		put_group(out, v, &v->c->groups[i], s->prefix);
	if (common && *common)
		text_line(out, "%sall rows:%s", s->prefix, common);
	free(common);
	if (same_code(v->c))
		text_line(out, "%splugins: identical code on both sides",
			  s->prefix);
	if (v->floor)
		text_line(out, "%snoise floors: %s", s->prefix, v->floor);
	return v->c->nr_groups <= MOST_WIDE || v->verbose ?
		       put_facts(out, s, v) :
		       0;
}

/*
 * Footnotes: a text is said once, whatever rows it is about.
 */

#define MOST_NOTES 10

/* struct footnotes - @nr texts, borrowed from the rows */
struct footnotes {
	size_t nr;
	const char **v;
	int err;
};

/* The number of a text, from 1. */
static size_t footnote(struct footnotes *f, const char *text)
{
	void *array = f->v;
	const char **slot;

	for (size_t i = 0; i < f->nr; i++) {
		if (!strcmp(f->v[i], text))
			return i + 1;
	}
	slot = array_append(&array, &f->nr, sizeof(*slot));
	f->v = array;
	if (slot)
		*slot = text;
	else
		f->err = -ENOMEM;
	return f->nr;
}

/* Appends the number of a footnote, unless it is there: "1,3" */
static void add_number(char *text, size_t len, size_t number)
{
	size_t at = 0;

	for (const char *p = text; *p; p += strcspn(p, ","), p += *p == ',') {
		if (strtoul(p, NULL, 10) == number)
			return;
	}
	at = strlen(text);
	snprintf(text + at, len - at, "%s%zu", at ? "," : "", number);
}

/* The footnotes of @nr rows in one cell. */
static void add_notes(struct grid *g, struct footnotes *f,
		      const struct compare_row *rows, size_t nr)
{
	char text[WORD_LEN] = "";

	for (size_t i = 0; i < nr; i++) {
		for (size_t k = 0; k < rows[i].notes.nr; k++)
			add_number(text, sizeof(text),
				   footnote(f, rows[i].notes.v[k].text));
	}
	grid_add(g, "%s", text);
}

static void put_footnotes(FILE *out, const struct footnotes *f,
			  const struct compare_view *v, const char *prefix)
{
	size_t nr = v->verbose || f->nr <= MOST_NOTES ? f->nr : MOST_NOTES;

	for (size_t i = 0; i < nr; i++)
		text_line(out, "%s%zu: %s", prefix, i + 1, f->v[i]);
	if (nr < f->nr)
		text_line(out, "%s%zu more notes: -v", prefix, f->nr - nr);
}

/*
 * Behind the table: how to read it.
 */

/**
 * struct extent - what the judged rows have in common
 * @nr:		of them
 * @small, @large: changes that could be seen
 * @lowest, @highest: thresholds
 */
struct extent {
	size_t nr;
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

		if (r->state != COMPARE_JUDGED)
			continue;
		x.small = fmin(x.small, r->t.visible);
		x.large = fmax(x.large, r->t.visible);
		x.lowest = fmin(x.lowest, r->threshold);
		x.highest = fmax(x.highest, r->threshold);
		x.nr++;
	}
	return x;
}

/* Floors and gates give rows thresholds of their own. */
static const char *range_text(double low, double high, char *buf, size_t len)
{
	char a[NUMBER_LEN], b[NUMBER_LEN];

	digits_text(100 * low, 2, a);
	digits_text(100 * high, 2, b);
	if (strcmp(a, b))
		snprintf(buf, len, "%s to %s", a, b);
	else
		snprintf(buf, len, "%s", a);
	return buf;
}

static const char *correction_word(const struct compare_view *v)
{
	static const char *const words[] = {
		[COMPARE_HOLM] = "after Holm's correction",
		[COMPARE_BH] = "after Benjamini and Hochberg's correction",
		[COMPARE_NO_CORRECTION] = "without a correction",
	};

	return words[v->rule->correction];
}

static void put_gate(FILE *out, const struct compare_view *v,
		     const struct compare_gate *g, const char *prefix)
{
	const struct compare_gate_result r = compare_gate_result(v->c, g);

	text_line(out, "%sgate %s:%s: %zu judged, %zu regression%s%s%s%s",
		  prefix, g->benchmarks, g->metric, r.judged, r.regressions,
		  r.regressions == 1 ? "" : "s", r.open ? "; not judged: " : "",
		  r.why, r.open > 1 ? ", and more" : "");
}

static bool counts_events(const struct compare_row *r)
{
	for (size_t i = 0; i < r->nr_counters; i++) {
		const struct compare_counter *k = &r->counters[i];

		if (!compare_own(k->base ? k->base : k->new))
			return true;
	}
	return false;
}

static void put_counter_note(FILE *out, const struct compare_view *v,
			     const char *prefix)
{
	bool counters = false, parts = false;

	for (size_t i = 0; v->counters && i < v->c->nr_rows; i++) {
		counters |= counts_events(&v->c->rows[i]);
		parts |= v->c->rows[i].parts.nr > 0;
	}
	if (counters && !v->verbose)
		text_line(out,
			  "%scounters were compared as well: -v shows them",
			  prefix);
	else if (counters)
		text_line(
			out,
			"%scounters: of counted runs; more, fewer: beyond the threshold (false discovery rate 10 %%)",
			prefix);
	if (parts && v->verbose)
		text_line(out,
			  "%slog %%: 100 ln of the ratio, so that the "
			  "factors of the time of counted runs add up",
			  prefix);
}

static void compare_legend(FILE *out, const struct compare_view *v,
			   const char *prefix)
{
	struct extent x = extent_of(v->c);
	char text[3 * NUMBER_LEN];
	size_t nr = v->c->nr_tests;

	if (x.nr) {
		text_line(out,
			  "%s+-: standard deviation of the runs; change: more "
			  "takes longer than A; threshold: %s %%",
			  prefix,
			  range_text(x.lowest, x.highest, text, sizeof(text)));
		if (v->c->has_cycles)
			text_line(
				out,
				"%sclock, cycles: time = cycles / clock; interval, verdict and p are of cycles where there are any",
				prefix);
		text_line(
			out,
			"%s'?': real, but may be below the threshold; p %s for %zu test%s",
			prefix, correction_word(v), nr, nr == 1 ? "" : "s");
	}
	for (size_t i = 0; i < v->rule->nr_gates; i++)
		put_gate(out, v, &v->rule->gates[i], prefix);
	if (x.nr && v->verbose && !isnan(x.small))
		text_line(out, "%sminimum detectable change: %s %%", prefix,
			  range_text(x.small, x.large, text, sizeof(text)));
	if (x.nr)
		put_counter_note(out, v, prefix);
}

/*
 * Cells.
 */

/* No p is 0, and none below this one matters. */
#define LEAST_P 0.0001

static void add_value(struct grid *g, double value, double rsd)
{
	char number[NUMBER_LEN], spread[NUMBER_LEN];

	if (isnan(value))
		grid_add(g, "-");
	else if (isnan(rsd))
		grid_add(g, "%s", digits_text(value, 5, number));
	else
		grid_add(g, "%s +-%s%%", digits_text(value, 5, number),
			 digits_text(100 * rsd, 2, spread));
}

/* A share in per cent, "+4.99". */
static const char *share_text(double ratio, char *buf, size_t len)
{
	double share = 100 * (ratio - 1), size = fabs(share);

	snprintf(buf, len, "%+.*f",
		 size < 9.995 ? 2 :
		 size < 99.95 ? 1 :
				0,
		 share);
	return buf;
}

static void add_change(struct grid *g, double ratio)
{
	char text[WORD_LEN];

	if (isnan(ratio))
		grid_add(g, "-");
	else
		grid_add(g, "%s%%", share_text(ratio, text, sizeof(text)));
}

/*
 * How a value differs; where rows are judged by cycles, also the clock and the
 * cycles of @r, or nothing.
 */
static void add_changes(struct grid *g, const struct compare *c, double change,
			const struct compare_row *r)
{
	add_change(g, change);
	if (!c->has_cycles)
		return;
	if (!r) {
		grid_add(g, "%s", "");
		grid_add(g, "%s", "");
		return;
	}
	add_change(g, r->b.mhz / r->a.mhz);
	add_change(g, r->in_cycles ? r->t.ratio : NAN);
}

static void add_interval(struct grid *g, double lo, double hi)
{
	char a[WORD_LEN], b[WORD_LEN];

	if (isnan(lo))
		grid_add(g, "-");
	else
		grid_add(g, "%s .. %s", share_text(lo, a, sizeof(a)),
			 share_text(hi, b, sizeof(b)));
}

static void add_p(struct grid *g, double p)
{
	char number[NUMBER_LEN];

	if (isnan(p))
		grid_add(g, "-");
	else if (p > 0 && p < LEAST_P)
		grid_add(g, "<%.4f", LEAST_P);
	else
		grid_add(g, "%s", digits_text(p, 2, number));
}

/* What a word of some length says in a table. */
static const char *short_word(const char *word)
{
	return strcmp(word, "not the same work") ? word : "other work";
}

/* Columns that only the verbose have. */
static void add_more(struct grid *g, const struct compare_view *v,
		     const struct compare_test *t, size_t n_a, size_t n_b)
{
	if (!v->verbose)
		return;
	if (isnan(t->ratio))
		grid_add(g, "-");
	else
		grid_add(g, "%.4f", t->ratio);
	grid_add(g, "%zu+%zu", n_a, n_b);
	if (isnan(t->lo))
		grid_add(g, "-");
	else
		grid_add(g, "%zu+%zu %ss", t->n_a, t->n_b,
			 compare_unit_word(t->unit));
}

/*
 * Beneath a row of the table: its counters, and what its time is made of.
 */

/* Logarithms of ratios in hundredths of a per cent. */
#define HUNDREDTHS 1e4

static void add_label(struct grid *g, const struct compare_counter *k)
{
	const struct compare_count *c = k->base ? k->base : k->new;
	const char *unit = counter_unit(c->name);

	if (compare_own(c))
		grid_add(g, "  %s ns/op", c->label);
	else if (!strncmp(c->name, "IPC", 3))
		grid_add(g, "  %s", c->label);
	else
		grid_add(g, "  %s%s%s/op", c->label, *unit ? " " : "", unit);
}

static void add_counter(struct grid *g, const struct compare_view *v,
			const struct compare_row *r,
			const struct compare_counter *k, struct footnotes *f)
{
	const char *why = compare_counter_why(k);
	char word[WORD_LEN];

	add_label(g, k);
	add_value(g, k->a, k->rsd_a);
	add_value(g, k->b, k->rsd_b);
	add_changes(g, v->c, k->t.ratio, NULL);
	add_interval(g, k->t.lo, k->t.hi);
	grid_add(g, "%s", compare_counter_word(v->c, r, k, word, sizeof(word)));
	add_p(g, k->gated ? k->p_adjusted : NAN);
	add_more(g, v, &k->t, k->n_a, k->n_b);
	if (*why)
		grid_add(g, "%zu", footnote(f, why));
	else
		grid_add(g, "%s", "");
	grid_end_row(g);
}

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

/* The logarithm stands where others have their notes. */
static void add_factor(struct grid *g, const struct compare *c,
		       const char *sign, const char *name, double a, double b)
{
	grid_add(g, "  %s%s", sign, name);
	add_value(g, a, NAN);
	add_value(g, b, NAN);
	add_changes(g, c, b / a, NULL);
	for (int i = 0; i < 3; i++)
		grid_add(g, "%s", "");
	grid_add(g, "%.4f", b / a);
	grid_add(g, "%s", "");
	grid_add(g, "%s", "");
}

static void add_parts(struct grid *g, const struct compare *c,
		      const struct compare_parts *p)
{
	struct shares s = shares_of(p);

	add_factor(g, c, "", "time when counted", p->a, p->b);
	grid_add(g, "%+.2f log %%, of which", (double)s.total / 100);
	grid_end_row(g);
	for (size_t i = 0; i < p->nr; i++) {
		const struct compare_factor *f = &p->factors[i];

		add_factor(g, c, i ? "  * " : "  = ", f->name, f->a, f->b);
		grid_add(g, "%+.2f", (double)s.part[i] / 100);
		grid_end_row(g);
	}
}

/* The verbose see all counters, others those that decide. */
static void add_counts(struct grid *g, const struct compare_view *v,
		       const struct compare_row *r, struct footnotes *f)
{
	if (!v->counters)
		return;
	for (size_t i = 0; i < r->nr_counters; i++) {
		const struct compare_counter *k = &r->counters[i];

		if ((k->n_a || k->n_b) && (v->verbose || k->gated))
			add_counter(g, v, r, k, f);
	}
	if (v->verbose && r->parts.nr)
		add_parts(g, v->c, &r->parts);
}

/* --- two groups ------------------------------------------------------------- */

static const char *unit_text(const struct compare *c)
{
	static const char *const units[COMPARE_METRICS] = {
		[COMPARE_TIME] = "ns/op", [COMPARE_QUIET] = "quiet ns/op",
		[COMPARE_P50] = "p50 ns", [COMPARE_P90] = "p90 ns",
		[COMPARE_P99] = "p99 ns", [COMPARE_P999] = "p99.9 ns",
	};

	return units[c->metric];
}

static void add_pair_heading(struct grid *g, const struct compare_view *v,
			     uint32_t group)
{
	const char *a = v->c->groups[0].label, *b = v->c->groups[group].label;

	grid_add(g, "benchmark");
	grid_add(g, "%s %s", a, unit_text(v->c));
	grid_add(g, "%s %s", b, unit_text(v->c));
	grid_add(g, "change");
	if (v->c->has_cycles) {
		grid_add(g, "clock");
		grid_add(g, "cycles");
	}
	grid_add(g, "95 %% interval");
	grid_add(g, "verdict");
	grid_add(g, "p");
	if (v->verbose) {
		grid_add(g, "%s/%s", b, a);
		grid_add(g, "n");
		grid_add(g, "compared");
	}
	grid_add(g, "note");
	grid_end_row(g);
}

static void add_pair_row(struct grid *g, const struct compare_view *v,
			 const struct compare_row *r, struct footnotes *f)
{
	char word[WORD_LEN];

	grid_add(g, "%s", v->c->keys[r->key].label);
	add_value(g, r->a.median, r->a.rsd);
	add_value(g, r->b.median, r->b.rsd);
	add_changes(g, v->c,
		    r->in_cycles ? r->b.median / r->a.median : r->t.ratio, r);
	add_interval(g, r->t.lo, r->t.hi);
	grid_add(g, "%s",
		 short_word(compare_word(v->c, r, word, sizeof(word))));
	add_p(g, r->p_adjusted);
	add_more(g, v, &r->t, r->a.n, r->b.n);
	add_notes(g, f, r, 1);
	grid_end_row(g);
}

static void add_pair_mean(struct grid *g, const struct compare *c,
			  const struct compare_mean *m)
{
	grid_add(g, "geomean (%zu of %zu)", m->nr_rows, m->nr_keys);
	grid_add(g, "%s", "");
	grid_add(g, "%s", "");
	add_changes(g, c, m->ratio, NULL);
	add_interval(g, m->lo, m->hi);
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

static int put_pairs(FILE *out, const struct style *s,
		     const struct compare_view *v, struct footnotes *f)
{
	const struct compare *c = v->c;
	struct order o = { 0 };
	int err = order_rows(c, &o);

	for (uint32_t group = 1; !err && group < c->nr_groups; group++) {
		struct grid g = { 0 };

		add_pair_heading(&g, v, group);
		for (size_t i = o.from[group]; i < o.from[group + 1]; i++) {
			add_pair_row(&g, v, &c->rows[o.row[i]], f);
			add_counts(&g, v, &c->rows[o.row[i]], f);
		}
		if (c->means[group].nr_keys > 1)
			add_pair_mean(&g, c, &c->means[group]);
		err = put_grid(out, s, &g);
	}
	free(o.row);
	free(o.from);
	return err;
}

/* --- several groups side by side -------------------------------------------- */

static void add_wide_heading(struct grid *g, const struct compare *c)
{
	grid_add(g, "benchmark");
	grid_add(g, "A %s", unit_text(c));
	for (size_t i = 1; i < c->nr_groups; i++) {
		const char *label = c->groups[i].label;

		grid_add(g, "%s %s", label, unit_text(c));
		grid_add(g, "change");
		grid_add(g, "verdict");
	}
	grid_add(g, "note");
	grid_end_row(g);
}

static void add_wide_cell(struct grid *g, const struct compare_view *v,
			  const struct compare_row *r)
{
	char word[WORD_LEN];

	add_value(g, r->b.median, NAN);
	add_change(g, r->t.ratio);
	grid_add(g, "%s",
		 short_word(compare_word(v->c, r, word, sizeof(word))));
}

/* The rows of one key, @i on. Return: where those of the next one start. */
static size_t add_wide_row(struct grid *g, const struct compare_view *v,
			   size_t i, struct footnotes *f)
{
	const struct compare_row *rows = v->c->rows;
	uint32_t key = rows[i].key;
	size_t first = i;

	grid_add(g, "%s", v->c->keys[key].label);
	add_value(g, rows[i].a.median, NAN);
	for (uint32_t group = 1; group < v->c->nr_groups; group++) {
		if (i < v->c->nr_rows && rows[i].key == key &&
		    rows[i].group == group) {
			add_wide_cell(g, v, &rows[i++]);
			continue;
		}
		for (int k = 0; k < 3; k++)
			grid_add(g, "-");
	}
	add_notes(g, f, rows + first, i - first);
	grid_end_row(g);
	return i;
}

static int put_wide(FILE *out, const struct style *s,
		    const struct compare_view *v, struct footnotes *f)
{
	const struct compare *c = v->c;
	struct grid g = { 0 };

	add_wide_heading(&g, c);
	for (size_t i = 0; i < c->nr_rows;)
		i = add_wide_row(&g, v, i, f);
	grid_add(&g, "geomean");
	grid_add(&g, "%s", "");
	for (size_t i = 1; i < c->nr_groups; i++) {
		const struct compare_mean *m = &c->means[i];

		grid_add(&g, "%s", "");
		add_change(&g, m->ratio);
		grid_add(&g, "(%zu of %zu)", m->nr_rows, m->nr_keys);
	}
	grid_end_row(&g);
	return put_grid(out, s, &g);
}

static int put_all(FILE *out, const struct style *s,
		   const struct compare_view *v)
{
	bool wide = v->c->nr_groups > 2 && v->c->nr_groups <= MOST_WIDE &&
		    !v->verbose;
	struct footnotes f = { 0 };
	int err = compare_intro(out, s, v);

	if (!err)
		err = wide ? put_wide(out, s, v, &f) : put_pairs(out, s, v, &f);
	fputc('\n', out);
	put_footnotes(out, &f, v, s->prefix);
	compare_legend(out, v, s->prefix);
	err = err ? err : f.err;
	free(f.v);
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
