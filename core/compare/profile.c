/* SPDX-License-Identifier: MIT */
/*
 * core/compare/profile.c - counter profiles side by side.
 *
 * A ratio and a verdict stand only beside counts of the same quantity; others
 * stand side by side with a footnote on what each of them counts.
 */
#include "compare/profile.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/group.h"
#include "compare/status.h"
#include "pmu.h"
#include "result/counter_text.h"
#include "result/encode.h"
#include "stats/stats.h"
#include "util/grid.h"
#include "util/memory.h"
#include "util/strbuf.h"
#include "util/text.h"

#define SCHEMA "harness.profile"
#define SCHEMA_VERSION "1.0"
#define WORD_LEN 64
#define TEXT_LEN 256
#define MOST_FACTORS COMPARE_MOST_FACTORS

const char *const compare_pers[] = { "op", "switch", "alone", NULL };

/* The first two rows of a table that are no events. */
#define TIME "time"
#define COVERAGE "coverage"

/**
 * struct box - a metric in a column
 * @value:	median, or NaN
 * @n:		values behind it
 * @count:	what was counted, or NULL
 * @judged:	against the first column, or NULL: then @t is
 * @t:		ratio and interval, or NULL
 * @p_adjusted:	as struct compare_counter
 * @word:	verdict, "" without
 * @why:	why it is not judged, or NULL
 */
struct box {
	double value;
	size_t n;
	const struct compare_count *count;
	const struct compare_test *t;
	double p_adjusted;
	char word[WORD_LEN];
	const char *why;
};

/**
 * struct profile - the table of one key
 * @cells:	of each group of @c, or NULL
 * @rows:	of each group but the first, or NULL
 * @names:	@nr_names of its metrics, in order; borrowed
 * @notes:	@nr_notes footnotes, owned
 */
struct profile {
	const struct compare *c;
	uint32_t key;
	const struct compare_cell **cells;
	const struct compare_row **rows;
	size_t nr_names, nr_notes;
	const char **names;
	char **notes;
	int err;
};

/*
 * What is in a table.
 */

static void add_name(struct profile *p, const char *name)
{
	const char **slot;

	for (size_t i = 0; i < p->nr_names; i++) {
		if (!strcmp(p->names[i], name))
			return;
	}
	slot = ARRAY_ADD(p->names, p->nr_names);
	if (slot)
		*slot = name;
	else
		p->err = -ENOMEM;
}

static const struct compare_count *count_in(const struct compare_cell *cell,
					    const char *name)
{
	for (size_t i = 0; cell && i < cell->counts.nr; i++) {
		if (!strcmp(cell->counts.v[i].name, name) &&
		    !compare_own(&cell->counts.v[i]))
			return &cell->counts.v[i];
	}
	return NULL;
}

static void add_names(struct profile *p, const struct compare_cell *cell)
{
	const struct compare_counts *k = &cell->counts;
	char ipc[TEXT_LEN];

	for (size_t i = 0; i < k->nr; i++) {
		const struct compare_count *of = &k->v[i], *rate;

		if (compare_own(of) || !strncmp(of->name, "IPC", 3))
			continue;
		add_name(p, of->name);
		if (strncmp(of->name, "instructions", 12))
			continue;
		snprintf(ipc, sizeof(ipc), "IPC%s", of->name + 12);
		rate = count_in(cell, ipc);
		if (rate)
			add_name(p, rate->name);
	}
}

static int profile_open(struct profile *p, const struct compare *c,
			uint32_t key)
{
	*p = (struct profile){ .c = c, .key = key };
	p->cells = calloc(c->nr_groups + 1, sizeof(*p->cells));
	p->rows = calloc(c->nr_groups + 1, sizeof(*p->rows));
	if (!p->cells || !p->rows)
		return -ENOMEM;
	for (size_t i = 0; i < c->nr_cells; i++) {
		if (c->cells[i].key == key)
			p->cells[c->cells[i].group] = &c->cells[i];
	}
	for (size_t i = 0; i < c->nr_rows; i++) {
		if (c->rows[i].key == key)
			p->rows[c->rows[i].group] = &c->rows[i];
	}
	add_name(p, TIME);
	for (size_t g = 0; g < c->nr_groups; g++) {
		if (p->cells[g])
			add_names(p, p->cells[g]);
	}
	add_name(p, COVERAGE);
	return p->err;
}

static void profile_close(struct profile *p)
{
	for (size_t i = 0; i < p->nr_notes; i++)
		free(p->notes[i]);
	free(p->notes);
	free(p->names);
	free(p->rows);
	free(p->cells);
}

static int per_of(const struct profile *p)
{
	for (size_t g = 0; g < p->c->nr_groups; g++) {
		if (p->cells[g])
			return p->cells[g]->per;
	}
	return COMPARE_PER_OP;
}

static double median_of(struct profile *p, const struct compare_values *v)
{
	double *x, median;

	if (!v->n)
		return NAN;
	x = calloc(v->n, sizeof(*x));
	if (!x) {
		p->err = -ENOMEM;
		return NAN;
	}
	memcpy(x, v->v, v->n * sizeof(*x));
	median = stats_median(x, v->n);
	free(x);
	return median;
}

static struct box time_box(struct profile *p, size_t g)
{
	const struct compare_cell *cell = p->cells[g];
	const struct compare_row *r = p->rows[g];
	struct box b = { .p_adjusted = NAN };

	if (cell->per == COMPARE_PER_ALONE) {
		b.value = cell->switch_ns;
		return b;
	}
	b.value = median_of(p, &cell->times);
	b.n = cell->times.n;
	if (!r || !r->base || isnan(r->t.ratio))
		return b;
	b.t = &r->t;
	b.p_adjusted = r->p_adjusted;
	snprintf(b.word, sizeof(b.word), "%s",
		 compare_word(p->c, r, b.word, sizeof(b.word)));
	return b;
}

static struct box count_box(struct profile *p, size_t g, const char *name)
{
	const struct compare_row *r = p->rows[g];
	struct box b = { .value = NAN, .p_adjusted = NAN };
	char word[WORD_LEN];

	b.count = count_in(p->cells[g], name);
	if (!b.count)
		return b;
	b.value = median_of(p, &b.count->values);
	b.n = b.count->values.n;
	for (size_t i = 0; r && r->base && i < r->nr_counters; i++) {
		const struct compare_counter *k = &r->counters[i];

		if (k->new != b.count || !k->base)
			continue;
		b.why = k->why;
		if (k->state != COMPARE_JUDGED && k->state != COMPARE_FEW)
			continue;
		b.t = &k->t;
		b.p_adjusted = k->p_adjusted;
		snprintf(b.word, sizeof(b.word), "%s",
			 compare_counter_word(p->c, r, k, word, sizeof(word)));
	}
	return b;
}

static struct box box_of(struct profile *p, size_t g, const char *name)
{
	struct box b = { .value = NAN, .p_adjusted = NAN };

	if (!p->cells[g])
		return b;
	if (!strcmp(name, TIME))
		return time_box(p, g);
	if (strcmp(name, COVERAGE))
		return count_box(p, g, name);
	b.value = p->cells[g]->coverage;
	return b;
}

/* The unit of a metric; "" for a count. */
static const char *unit_of(const char *name)
{
	if (!strcmp(name, TIME))
		return "ns";
	return strcmp(name, COVERAGE) ? counter_unit(name) : "%";
}

static double shown(const char *name, double value)
{
	return strcmp(name, COVERAGE) ? value : 100 * value;
}

/*
 * Why an op takes as long as it does: time = instructions / IPC / clock.
 */

/* struct part - a factor of the time on both sides; @log adds up */
struct part {
	const char *name;
	double a, b, log;
};

static struct part part_of(const char *name, double a, double b)
{
	return (struct part){ name, a, b, 100 * log(b / a) };
}

/* The time, and its factors as people know them. Return: how many. */
static size_t parts_of(const struct compare_row *r,
		       struct part out[MOST_FACTORS + 1])
{
	const struct compare_parts *k = r ? &r->parts : NULL;
	size_t nr = 0;

	if (!k || !k->nr)
		return 0;
	out[nr++] = part_of("time counted (ns)", k->a, k->b);
	for (size_t i = 0; i < k->nr; i++) {
		const struct compare_factor *f = &k->factors[i];
		struct part *to = &out[nr++];

		*to = part_of(f->name, f->a, f->b);
		if (!strcmp(f->name, "instructions/op"))
			to->name = "instructions";
		else if (!strcmp(f->name, "cycles/op"))
			to->name = "cycles";
		else if (!strcmp(f->name, "cycles/instruction"))
			to->name = "IPC";
		else if (!strcmp(f->name, "ns/cycle"))
			to->name = "clock (GHz)";
		if (strcmp(f->name, "cycles/instruction") &&
		    strcmp(f->name, "ns/cycle"))
			continue;
		to->a = 1 / f->a;
		to->b = 1 / f->b;
	}
	return nr;
}

static const struct compare_row *first_parts(const struct profile *p)
{
	for (size_t g = 1; g < p->c->nr_groups; g++) {
		if (p->rows[g] && p->rows[g]->parts.nr)
			return p->rows[g];
	}
	return NULL;
}

/*
 * Text and Markdown.
 */

static size_t add_note(struct profile *p, char *text)
{
	char **slot;

	for (size_t i = 0; text && i < p->nr_notes; i++) {
		if (strcmp(p->notes[i], text))
			continue;
		free(text);
		return i + 1;
	}
	slot = text ? ARRAY_ADD(p->notes, p->nr_notes) : NULL;
	if (!slot) {
		free(text);
		p->err = -ENOMEM;
		return 0;
	}
	*slot = text;
	return p->nr_notes;
}

static const char *or_mark(const char *text)
{
	return text ? text : "?";
}

/* Columns in which a metric is of that kind: "A, B". */
static void add_columns(struct strbuf *b, const struct profile *p,
			const char *name, const char *kind)
{
	bool any = false;

	for (size_t g = 0; g < p->c->nr_groups; g++) {
		const struct compare_count *k = count_in(p->cells[g], name);

		if (!k || !k->values.n || strcmp(or_mark(k->kind), kind))
			continue;
		strbuf_addf(b, "%s%s", any ? ", " : "", p->c->groups[g].label);
		any = true;
	}
}

/* "dtlb-misses: not judged: 'walks of loads' in A, B; 'walks' in C" */
static char *kinds_text(const struct profile *p, const char *name)
{
	struct strbuf b = { 0 };
	size_t nr = 0;

	strbuf_addf(&b, "%s: not judged: ", name);
	for (size_t g = 0; g < p->c->nr_groups; g++) {
		const struct compare_count *k = count_in(p->cells[g], name);
		bool first = k && k->values.n;

		for (size_t h = 0; first && h < g; h++) {
			const struct compare_count *other =
				count_in(p->cells[h], name);

			if (other && other->values.n &&
			    !strcmp(or_mark(other->kind), or_mark(k->kind)))
				first = false;
		}
		if (!first)
			continue;
		strbuf_addf(&b, "%s'%s' in ", nr++ ? "; " : "",
			    or_mark(k->kind));
		add_columns(&b, p, name, or_mark(k->kind));
	}
	return strbuf_take(&b);
}

/* Why a count is not judged. Return: the number of the footnote. */
static size_t note_kinds(struct profile *p, const char *name,
			 const struct box *b)
{
	const struct compare_count *a = count_in(p->cells[0], name);
	char *text = NULL;

	if (strcmp(or_mark(a->kind), or_mark(b->count->kind)))
		text = kinds_text(p, name);
	else if (a->class == PMU_MICRO && b->count->class == PMU_MICRO &&
		 strcmp(or_mark(a->pmu), or_mark(b->count->pmu)))
		text = strdup(
			"not judged: counts of different micro-architectures");
	else if (asprintf(&text, "%s: not judged: %s", name, b->why) < 0)
		text = NULL;
	return add_note(p, text);
}

static size_t note_absent(struct profile *p, const char *name, size_t g,
			  const struct compare_count *k)
{
	char *text;
	int n = asprintf(&text, "%s in %s: %s", name, p->c->groups[g].label,
			 k->reason);

	return add_note(p, n < 0 ? NULL : text);
}

static void add_value(struct grid *t, struct profile *p, const char *name,
		      size_t g, const struct box *b)
{
	char number[NUMBER_LEN];

	if (isnan(b->value) && b->count && b->count->reason)
		grid_add(t, "- [%zu]", note_absent(p, name, g, b->count));
	else if (!strcmp(name, COVERAGE) && !isnan(b->value))
		grid_add(t, "%.1f", 100 * b->value);
	else
		grid_add(t, "%s", count_text(b->value, number));
}

/* What is printed with so many decimals, never as "-0.0". */
static double no_minus_zero(double value, int decimals)
{
	double unit = pow(10, -decimals);

	return fabs(value) < unit / 2 ? 0 : value;
}

/* "+20.3 % more", or the footnote that says why not. */
static void add_change(struct grid *t, struct profile *p, const char *name,
		       const struct box *b)
{
	if (b->why)
		grid_add(t, "[%zu]", note_kinds(p, name, b));
	else if (!b->t)
		grid_add(t, "%s", "");
	else if (isnan(b->t->ratio))
		grid_add(t, "%s", b->word);
	else
		grid_add(t, "%+.1f %% %s",
			 no_minus_zero(100 * (b->t->ratio - 1), 1), b->word);
}

static bool any_value(struct profile *p, const char *name)
{
	for (size_t g = 0; g < p->c->nr_groups; g++) {
		struct box b = box_of(p, g, name);

		if (!isnan(b.value) || b.count)
			return true;
	}
	return false;
}

static void put_heading(struct grid *t, const struct profile *p)
{
	grid_add(t, "per %s",
		 per_of(p) == COMPARE_PER_ALONE ? "switch alone" :
						  compare_pers[per_of(p)]);
	for (size_t g = 0; g < p->c->nr_groups; g++) {
		const struct compare_group *of = &p->c->groups[g];

		if (!p->cells[g])
			continue;
		grid_add(t, "%s%s%s", of->label, *of->place ? " " : "",
			 of->place);
		if (g)
			grid_add(t, "vs %s", p->c->groups[0].label);
	}
	grid_end_row(t);
}

static void put_metric(struct grid *t, struct profile *p, const char *name)
{
	const char *unit = unit_of(name);

	if (!any_value(p, name))
		return;
	grid_add(t, *unit ? "%s (%s)" : "%s%s", name, unit);
	for (size_t g = 0; g < p->c->nr_groups; g++) {
		struct box b;

		if (!p->cells[g])
			continue;
		b = box_of(p, g, name);
		add_value(t, p, name, g, &b);
		if (g)
			add_change(t, p, name, &b);
	}
	grid_end_row(t);
}

static void put_part(struct grid *t, const struct profile *p, size_t i)
{
	struct part parts[MOST_FACTORS + 1];
	char number[NUMBER_LEN];

	parts_of(first_parts(p), parts);
	grid_add(t, "%s%s", i ? "  of it by " : "why: ", parts[i].name);
	for (size_t g = 0; g < p->c->nr_groups; g++) {
		const char *name = parts[i].name;
		struct part own[MOST_FACTORS + 1];
		size_t nr = parts_of(g ? p->rows[g] : first_parts(p), own);

		if (!p->cells[g])
			continue;
		/* Of what is not counted there is another division. */
		if (i < nr && strcmp(own[i].name, name))
			nr = 0;
		grid_add(t, "%s",
			 i < nr ? count_text(g ? own[i].b : own[i].a, number) :
				  "-");
		if (g && i < nr)
			grid_add(t, "%+.2f log %%",
				 no_minus_zero(own[i].log, 2));
		else if (g)
			grid_add(t, "%s", "");
	}
	grid_end_row(t);
}

static void fill_table(struct grid *t, struct profile *p)
{
	struct part parts[MOST_FACTORS + 1];
	size_t nr = parts_of(first_parts(p), parts);

	put_heading(t, p);
	for (size_t i = 0; i < p->nr_names; i++)
		put_metric(t, p, p->names[i]);
	for (size_t i = 0; i < nr; i++)
		put_part(t, p, i);
}

/* Whose events a column has: "skx"; NULL: no CPU's. */
static const char *pmu_of(const struct compare *c, size_t g)
{
	for (size_t i = 0; i < c->nr_cells; i++) {
		const struct compare_counts *k = &c->cells[i].counts;

		for (size_t n = 0; c->cells[i].group == g && n < k->nr; n++) {
			if (k->v[n].class == PMU_MICRO ||
			    k->v[n].class == PMU_ISA)
				return k->v[n].pmu;
		}
	}
	return NULL;
}

static void put_columns(FILE *out, const struct compare *c, bool markdown)
{
	for (size_t g = 0; g < c->nr_groups; g++) {
		const struct compare_group *of = &c->groups[g];
		const char *parts[] = { compare_fact(of, "cpu_model"),
					*of->place ? of->place : NULL,
					pmu_of(c, g) };
		struct strbuf b = { 0 };

		strbuf_addf(&b, "%s%s: %s", markdown ? "- " : "# ", of->label,
			    of->path);
		for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
			if (parts[i])
				strbuf_addf(&b, ", %s", parts[i]);
		}
		text_line(out, "%s", strbuf_text(&b));
		strbuf_free(&b);
	}
}

static void put_legend(FILE *out, const struct compare *c, bool markdown)
{
	const char *prefix = markdown ? "- " : "# ";
	bool why = false;

	if (c->nr_groups < 2)
		return;
	fputc('\n', out);
	text_line(
		out,
		"%sratio (Hodges-Lehmann) and verdict against %s; '?': real, but may be below the threshold",
		prefix, c->groups[0].label);
	for (size_t i = 0; i < c->nr_rows; i++)
		why |= c->rows[i].parts.nr > 0;
	if (!why)
		return;
	text_line(
		out,
		"%swhy: 100 ln of the ratio: instructions, IPC and clock add up to the time of counted runs; + takes longer",
		prefix);
}

static void add_grid_columns(struct grid *t, const struct profile *p)
{
	static const struct grid_column left = { .align = GRID_LEFT };
	static const struct grid_column right = { .align = GRID_RIGHT };

	grid_columns(t, &left, 1);
	for (size_t g = 0; g < p->c->nr_groups; g++) {
		if (!p->cells[g])
			continue;
		grid_columns(t, &right, 1);
		if (g)
			grid_columns(t, &left, 1);
	}
}

static int print_table(FILE *out, struct profile *p, bool markdown)
{
	struct grid t = { 0 };
	int err;

	text_line(out, "%s%s", markdown ? "### " : "# ",
		  p->c->keys[p->key].label);
	fputc('\n', out);
	add_grid_columns(&t, p);
	fill_table(&t, p);
	err = t.err ? t.err : p->err;
	if (markdown)
		grid_markdown(out, &t);
	else
		grid_text(out, &t);
	grid_free(&t);
	if (p->nr_notes)
		fputc('\n', out);
	for (size_t i = 0; i < p->nr_notes; i++)
		text_line(out, "%s[%zu] %s", markdown ? "- " : "# ", i + 1,
			  p->notes[i]);
	return err;
}

/*
 * CSV: a line for each column, a column for each metric of any table.
 */

static bool is_new(const char *const *names, size_t nr, const char *name)
{
	for (size_t i = 0; i < nr; i++) {
		if (!strcmp(names[i], name))
			return false;
	}
	return true;
}

static int all_names(const struct compare *c, const char ***names, size_t *nr)
{
	int err = 0;

	for (uint32_t key = 0; !err && key < c->nr_keys; key++) {
		struct profile p;

		err = profile_open(&p, c, key);
		for (size_t i = 0; !err && i < p.nr_names; i++) {
			const char **slot;

			if (!is_new(*names, *nr, p.names[i]))
				continue;
			slot = ARRAY_ADD(*names, *nr);
			if (slot)
				*slot = p.names[i];
			else
				err = -ENOMEM;
		}
		profile_close(&p);
	}
	return err;
}

static void put_number(FILE *out, double value)
{
	fputc(',', out);
	if (isfinite(value))
		fprintf(out, "%.10g", value);
}

static void put_csv_line(FILE *out, struct profile *p, size_t g,
			 const char *const *names, size_t nr)
{
	const struct compare_group *of = &p->c->groups[g];

	csv_text(out, p->c->keys[p->key].text);
	fprintf(out, ",%s,%s,", compare_pers[per_of(p)], of->label);
	csv_text(out, of->path);
	fputc(',', out);
	csv_text(out, of->place);
	fputc(',', out);
	csv_text(out, compare_fact(of, "cpu_model"));
	for (size_t i = 0; i < nr; i++) {
		struct box b = box_of(p, g, names[i]);

		put_number(out, shown(names[i], b.value));
		put_number(out, b.t ? b.t->ratio : NAN);
		fputc(',', out);
		csv_text(out, b.word);
	}
	fputc('\n', out);
}

static int print_csv(FILE *out, const struct compare *c)
{
	const char **names = NULL;
	size_t nr = 0;
	int err = all_names(c, &names, &nr);

	fputs("key,per,column,path,place,cpu_model", out);
	for (size_t i = 0; !err && i < nr; i++) {
		const char *unit = unit_of(names[i]);
		char title[TEXT_LEN];

		snprintf(title, sizeof(title), *unit ? "%s (%s)" : "%s%s",
			 names[i], unit);
		for (int part = 0; part < 3; part++) {
			static const char *const parts[] = { "", " ratio",
							     " verdict" };
			char full[TEXT_LEN + WORD_LEN];

			snprintf(full, sizeof(full), "%s%s",
				 part ? names[i] : title, parts[part]);
			fputc(',', out);
			csv_text(out, full);
		}
	}
	fputc('\n', out);
	for (uint32_t key = 0; !err && key < c->nr_keys; key++) {
		struct profile p;

		err = profile_open(&p, c, key);
		for (size_t g = 0; !err && g < c->nr_groups; g++) {
			if (p.cells[g])
				put_csv_line(out, &p, g, names, nr);
		}
		err = err ? err : p.err;
		profile_close(&p);
	}
	free(names);
	return err;
}

/*
 * JSON.
 */

static void write_box(struct json_writer *w, struct profile *p, size_t g,
		      const char *name)
{
	struct box b = box_of(p, g, name);
	const struct compare_count *k = b.count;

	json_write_flat_object(w, NULL);
	json_write_text(w, "column", p->c->groups[g].label);
	json_write_real(w, "value", shown(name, b.value));
	json_write_u64(w, "n", b.n);
	json_write_text(w, "kind", k ? k->kind : NULL);
	json_write_text(w, "pmu", k ? k->pmu : NULL);
	json_write_text(w, "class",
			k && k->class >= 0 ? pmu_class_word(k->class) : NULL);
	json_write_text(w, "reason", k ? k->reason : NULL);
	json_write_real(w, "ratio", b.t ? b.t->ratio : NAN);
	json_write_real(w, "lo", b.t ? b.t->lo : NAN);
	json_write_real(w, "hi", b.t ? b.t->hi : NAN);
	json_write_real(w, "p", b.t ? b.t->p : NAN);
	json_write_real(w, "p_adjusted", b.p_adjusted);
	json_write_text(w, "verdict", *b.word ? b.word : NULL);
	json_write_text(w, "why", b.why);
	json_write_end(w);
}

static void write_metric(struct json_writer *w, struct profile *p,
			 const char *name)
{
	const char *unit = unit_of(name);

	json_write_object(w, NULL);
	json_write_text(w, "name", name);
	json_write_text(w, "unit", *unit ? unit : NULL);
	json_write_array(w, "columns");
	for (size_t g = 0; g < p->c->nr_groups; g++) {
		if (p->cells[g])
			write_box(w, p, g, name);
	}
	json_write_end(w);
	json_write_end(w);
}

static void write_why(struct json_writer *w, const struct profile *p)
{
	json_write_array(w, "why");
	for (size_t g = 1; g < p->c->nr_groups; g++) {
		struct part parts[MOST_FACTORS + 1];
		size_t nr = parts_of(p->rows[g], parts);

		for (size_t i = 0; i < nr; i++) {
			json_write_flat_object(w, NULL);
			json_write_text(w, "column", p->c->groups[g].label);
			json_write_text(w, "name", parts[i].name);
			json_write_real(w, "base", parts[i].a);
			json_write_real(w, "value", parts[i].b);
			json_write_real(w, "log_percent", parts[i].log);
			json_write_end(w);
		}
	}
	json_write_end(w);
}

static void write_columns(struct json_writer *w, const struct compare *c)
{
	json_write_array(w, "columns");
	for (size_t g = 0; g < c->nr_groups; g++) {
		const struct compare_group *of = &c->groups[g];

		json_write_flat_object(w, NULL);
		json_write_text(w, "label", of->label);
		json_write_text(w, "path", of->path);
		json_write_text(w, "place", *of->place ? of->place : NULL);
		json_write_text(w, "cpu_model", compare_fact(of, "cpu_model"));
		json_write_end(w);
	}
	json_write_end(w);
}

static int print_json(FILE *out, const struct compare *c)
{
	struct json_writer w = json_writer(out, 2, false);

	json_write_object(&w, NULL);
	json_write_text(&w, "schema", SCHEMA);
	json_write_text(&w, "schema_version", SCHEMA_VERSION);
	write_columns(&w, c);
	json_write_array(&w, "profiles");
	for (uint32_t key = 0; key < c->nr_keys; key++) {
		struct profile p;

		if (!profile_open(&p, c, key)) {
			json_write_object(&w, NULL);
			json_write_text(&w, "benchmark", c->keys[key].name);
			json_write_text(&w, "key", c->keys[key].text);
			json_write_text(&w, "per", compare_pers[per_of(&p)]);
			json_write_array(&w, "metrics");
			for (size_t i = 0; i < p.nr_names; i++)
				write_metric(&w, &p, p.names[i]);
			json_write_end(&w);
			write_why(&w, &p);
			json_write_end(&w);
		}
		if (p.err)
			json_write_fail(&w, p.err);
		profile_close(&p);
	}
	json_write_end(&w);
	json_write_end(&w);
	return json_write_finish(&w);
}

int compare_profile(FILE *out, const struct compare *c, int format)
{
	bool markdown = format == COMPARE_MARKDOWN;
	int err = 0;

	if (format == COMPARE_JSON)
		return print_json(out, c);
	if (format == COMPARE_CSV)
		return print_csv(out, c);
	put_columns(out, c, markdown);
	for (uint32_t key = 0; !err && key < c->nr_keys; key++) {
		struct profile p;

		fputc('\n', out);
		err = profile_open(&p, c, key);
		if (!err)
			err = print_table(out, &p, markdown);
		profile_close(&p);
	}
	put_legend(out, c, markdown);
	return err;
}
