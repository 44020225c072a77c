/* SPDX-License-Identifier: MIT */
/*
 * core/report/cpu_table.c - a table of CPUs: one row for each CPU of -c each.
 */
#include "report/cpu_table.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/counters.h"
#include "result/counter_text.h"
#include "report/cpu_matrix.h"
#include "report/entry.h"
#include "result/cpu_sweep.h"
#include "util/grid.h"

#define TEXT_LEN 64

/* CPUs that differ and are named, without -v: the others are in the table. */
#define MOST_NAMED_CPUS 8

/**
 * struct table - being made
 * @types, @packages, @nodes, @quiet: there is such a column
 * @profile:	the first view that has events, or NULL: they are the columns,
 *		if any CPU has a number of them
 */
struct table {
	const struct sweep_view *s;
	const struct sweep_judged *j;
	struct grid g;
	bool types, packages, nodes, quiet;
	const struct view *profile;
};

/* The count of that name; kinds of core have their own event of it. */
static double count_of(const struct view *v, const char *name)
{
	double value = NAN;

	for (size_t i = 0; i < v->sum.nr_counters; i++)
		if (!strcmp(v->e->counters[i].name, name) &&
		    v->sum.counters[i].n)
			value = v->sum.counters[i].per_op;
	return value;
}

/* What follows from two counts, by the name of the first of them. */
static double derived_of(const struct view *v, int kind, const char *name)
{
	double value = NAN;

	for (size_t i = 0; i < v->sum.nr_derived; i++) {
		const struct derived *d = &v->sum.derived[i];

		if (d->kind == kind && !isnan(d->value) &&
		    !strcmp(v->e->counters[d->counter].name, name))
			value = d->value;
	}
	return value;
}

static bool any_count(const struct table *t, size_t column)
{
	const char *name = t->profile->e->counters[column].name;

	for (size_t i = 0; i < t->s->nr; i++)
		if (!isnan(count_of(&t->s->v[i], name)))
			return true;
	return false;
}

static bool any_derived(const struct table *t, size_t column)
{
	const struct derived *d = &t->profile->sum.derived[column];
	const char *name = t->profile->e->counters[d->counter].name;

	for (size_t i = 0; i < t->s->nr; i++)
		if (!isnan(derived_of(&t->s->v[i], d->kind, name)))
			return true;
	return false;
}

/* Columns are for what differs between CPUs. */
static void choose_columns(struct table *t)
{
	const struct sweep_cpu *first = &t->s->e->sweep->cpus[0];

	for (size_t i = 0; i < t->s->nr; i++) {
		const struct sweep_cpu *c = &t->s->e[i].sweep->cpus[0];

		t->types |= c->type != NULL;
		t->packages |= c->package != first->package;
		t->nodes |= c->node != first->node;
		t->quiet |= !isnan(t->s->v[i].sum.quiet_ns);
		if (!t->profile && t->s->v[i].sum.nr_counters)
			t->profile = &t->s->v[i];
	}
}

/* "cycles/op", "task-clock ns/op", "msr/tsc/op" */
static void put_counter_title(struct grid *g, const char *name)
{
	const char *unit = counter_unit(name);
	size_t n = strlen(name);

	if (n && name[n - 1] == '/')
		n--;
	grid_title(g, 5, "%.*s%s%s/op", (int)n, name, *unit ? " " : "", unit);
}

/* The counts that any CPU has, and what follows from them. */
static void put_profile_titles(struct table *t)
{
	const struct view *p = t->profile;

	for (size_t i = 0; p && i < p->sum.nr_counters; i++)
		if (any_count(t, i))
			put_counter_title(&t->g, p->e->counters[i].name);
	for (size_t i = 0; p && i < p->sum.nr_derived; i++)
		if (any_derived(t, i))
			derived_title(&t->g, 4, p->e, &p->sum.derived[i]);
}

static void put_titles(struct table *t)
{
	const struct view *v = t->s->v;

	grid_title(&t->g, 0, "CPU");
	if (t->types)
		grid_title(&t->g, 2, "type");
	if (t->packages)
		grid_title(&t->g, 3, "package");
	if (t->nodes)
		grid_title(&t->g, 3, "node");
	grid_title(&t->g, 0, "%s%s", v->unit,
		   v->e->records ? " recorded" : "/op");
	grid_title(&t->g, 2, "+- std error");
	grid_title(&t->g, 7, "CPU %s/op", v->unit);
	if (t->quiet)
		grid_title(&t->g, 6, "quiet %s/op", v->unit);
	put_profile_titles(t);
	grid_title(&t->g, 0, "ratio");
	grid_title(&t->g, 1, "p");
	grid_title(&t->g, 0, "finding");
	grid_end_row(&t->g);
}

static void put_number(struct table *t, double value, const char *text)
{
	grid_add(&t->g, "%s", isnan(value) ? "-" : text);
}

static void put_place(struct table *t, int64_t number)
{
	if (number == NOT_MEASURED)
		grid_add(&t->g, "-");
	else
		grid_add(&t->g, "%" PRId64, number);
}

static void put_where(struct table *t, const struct sweep_cpu *c)
{
	put_place(t, c->cpu);
	if (t->types)
		grid_add(&t->g, "%s", c->type ? c->type : "-");
	if (t->packages)
		put_place(t, c->package);
	if (t->nodes)
		put_place(t, c->node);
}

static void put_times(struct table *t, size_t i)
{
	const struct view *v = &t->s->v[i];
	char text[NUMBER_LEN];
	double mean = sweep_mean_ns(t->s, i);
	double sem = v->sum.time.sem / v->sum.time.mean;

	put_number(t, mean, view_time(v, mean, text));
	if (isnan(mean) || isnan(sem))
		grid_add(&t->g, "-");
	else
		grid_add(&t->g, "%s %%", percent_text(sem, text));
	put_number(t, v->sum.cpu_ns_per_op,
		   view_time(v, v->sum.cpu_ns_per_op, text));
	if (t->quiet)
		put_number(t, v->sum.quiet_ns,
			   view_time(v, v->sum.quiet_ns, text));
}

static void put_profile(struct table *t, const struct view *v)
{
	const struct view *p = t->profile;
	char text[NUMBER_LEN];

	for (size_t i = 0; p && i < p->sum.nr_counters; i++)
		if (any_count(t, i))
			grid_add(&t->g, "%s",
				 count_text(count_of(v, p->e->counters[i].name),
					    text));
	for (size_t i = 0; p && i < p->sum.nr_derived; i++) {
		const struct derived *d = &p->sum.derived[i];
		double n =
			derived_of(v, d->kind, p->e->counters[d->counter].name);

		if (any_derived(t, i))
			put_number(t, n, digits_text(n, 4, text));
	}
}

static void put_finding(struct table *t, size_t i)
{
	const struct view *v = &t->s->v[i];
	struct strbuf b = { 0 };

	if (!view_has_numbers(v))
		strbuf_add(&b, "no number");
	else if (i == t->j->reference)
		strbuf_add(&b, "median");
	else if (sweep_differs(t->j, i))
		strbuf_add(&b, t->j->rows[i].ratio > 1 ? "slower" : "faster");
	if (v->sum.nr_invalid && view_has_numbers(v))
		strbuf_join(&b, ", ", "%zu invalid", v->sum.nr_invalid);
	grid_add(&t->g, "%s", strbuf_text(&b));
	strbuf_free(&b);
}

static void put_row(struct table *t, size_t i)
{
	const struct sweep_row *r = &t->j->rows[i];
	char text[NUMBER_LEN];

	put_where(t, &t->s->e[i].sweep->cpus[0]);
	put_times(t, i);
	put_profile(t, &t->s->v[i]);
	put_number(t, r->ratio, number_text(r->ratio, 3, text));
	if (isnan(r->p_holm))
		grid_add(&t->g, "-");
	else
		grid_add(&t->g, "%.2g", r->p_holm);
	put_finding(t, i);
	grid_end_row(&t->g);
}

static int put_cpu_table(struct table *t)
{
	int err;

	choose_columns(t);
	put_titles(t);
	for (size_t i = 0; i < t->s->nr; i++)
		put_row(t, i);
	err = t->g.err;
	if (!err)
		grid_text(t->s->v->out, &t->g);
	grid_free(&t->g);
	return err;
}

static void put_ends(const struct table *t)
{
	const struct sweep_judged *j = t->j;
	char fast[TEXT_LEN], slow[TEXT_LEN], ratio[2][NUMBER_LEN];

	if (j->fastest == j->nr || j->fastest == j->slowest)
		return;
	view_remark(t->s->v,
		    "fastest: %s, %s times the median CPU's time; slowest: "
		    "%s, %s times",
		    sweep_cpus_text(&t->s->e[j->fastest], fast, sizeof(fast)),
		    number_text(j->rows[j->fastest].ratio, 3, ratio[0]),
		    sweep_cpus_text(&t->s->e[j->slowest], slow, sizeof(slow)),
		    number_text(j->rows[j->slowest].ratio, 3, ratio[1]));
}

/* "1, 3, 5 and 9 more" */
static void add_differing(struct strbuf *b, const struct table *t, size_t nr)
{
	size_t named = 0;

	for (size_t i = 0; i < t->j->nr && named < MOST_NAMED_CPUS; i++)
		if (sweep_differs(t->j, i))
			strbuf_addf(b, "%s%" PRId64, named++ ? ", " : "",
				    t->s->e[i].sweep->cpus[0].cpu);
	if (nr > named)
		strbuf_addf(b, " and %zu more", nr - named);
}

static size_t fewest_runs(const struct table *t)
{
	size_t least = SIZE_MAX;

	for (size_t i = 0; i < t->s->nr; i++) {
		size_t n = t->s->e[i].nr_runs - t->s->v[i].sum.nr_invalid;

		if (n && n < least)
			least = n;
	}
	return least;
}

static void put_verdict(const struct table *t)
{
	const struct sweep_judged *j = t->j;
	struct strbuf b = { 0 };
	char median[TEXT_LEN];
	size_t nr = 0;

	if (!j->nr_tests)
		return;
	for (size_t i = 0; i < j->nr; i++)
		nr += sweep_differs(j, i);
	sweep_cpus_text(&t->s->e[j->reference], median, sizeof(median));
	if (nr) {
		strbuf_addf(&b,
			    "%zu of %zu CPUs %s from %s, the median one: ", nr,
			    j->nr, nr == 1 ? "differs" : "differ", median);
		add_differing(&b, t, nr);
	} else if (fewest_runs(t) < j->runs_needed) {
		strbuf_addf(
			&b,
			"%zu runs are too few to tell which CPUs differ: use at least %zu (-r)",
			fewest_runs(t), j->runs_needed);
	} else {
		strbuf_addf(
			&b,
			"no CPU differs significantly from %s, the median one",
			median);
	}
	view_remark_text(t->s->v, &b);
	view_remark(t->s->v,
		    "ratio: Hodges-Lehmann, against %s; p: Mann-Whitney, "
		    "corrected for %zu test%s (Holm); differs: p < %g",
		    median, j->nr_tests, j->nr_tests == 1 ? "" : "s",
		    SWEEP_ALPHA);
}

/* A row for each CPU: core/report/each.c. Return: 0 or -ENOMEM. */
int report_each(const struct sweep_view *s)
{
	struct sweep_judged j;
	struct table t = { .s = s, .j = &j };
	int err = sweep_judge(s->e, s->nr, &j);

	if (!err)
		err = put_cpu_table(&t);
	if (!err) {
		put_ends(&t);
		put_verdict(&t);
		if (t.profile)
			view_uncounted(t.profile);
	}
	sweep_judged_free(&j);
	return err;
}
