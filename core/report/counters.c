/* SPDX-License-Identifier: MIT */
/*
 * core/report/counters.c - the block of counts of one entry.
 *
 * What was not counted stands in sentences, never as a number.
 */
#include "report/counters.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/notes.h"
#include "report/view.h"
#include "result/counter_text.h"

#define LABEL_LEN 256

static const char *or_mark(const char *text)
{
	return text ? text : "?";
}

/* " (ns)" */
static const char *unit_text(const struct counter *c)
{
	return *counter_unit(c->name) ? " (ns)" : "";
}

static const char *stddev_text(const struct counter_stats *c,
			       char buf[NUMBER_LEN])
{
	char percent[NUMBER_LEN];

	if (isnan(c->op_stddev) || !(c->per_op > 0))
		return "-";
	snprintf(buf, NUMBER_LEN, "%.20s %%",
		 percent_text(c->op_stddev / c->per_op, percent));
	return buf;
}

/* Counted runs that count in the summary. */
static size_t valid_runs(const struct view *v)
{
	size_t n = 0;

	for (size_t i = 0; i < v->e->nr_counted; i++)
		n += view_counts(v, &v->e->counted[i]);
	return n;
}

/* Status of the first run that should have counted event @i and did not. */
static const char *failure(const struct view *v, size_t i)
{
	for (size_t k = 0; k < v->e->nr_counted; k++) {
		const struct sample *r = &v->e->counted[k];
		const char *status = i < r->nr_counts ? r->counts[i].status :
							NULL;

		if (view_counts(v, r) && status && strcmp(status, "other_run"))
			return status;
	}
	return NULL;
}

/* " (in 3 of 10 runs)" where groups took turns, or some runs gave none. */
static void add_share(struct strbuf *b, const struct view *v, size_t i)
{
	size_t valid = valid_runs(v), n = v->sum.counters[i].n;
	const char *status = n < valid ? failure(v, i) : NULL;

	if (n < valid)
		strbuf_addf(b, " (in %zu of %zu runs%s%.40s)", n, valid,
			    status ? "; else " : "", status ? status : "");
}

/* "  isa, skx::INSTRUCTION_RETIRED type=4 config=0xc0", for -v */
static void add_encoding(struct strbuf *b, const struct view *v,
			 const struct counter *k)
{
	if (v->opts->verbose)
		strbuf_addf(b, "  %s%s%s", or_mark(k->class),
			    k->encoding && *k->encoding ? ", " : "",
			    k->encoding ? k->encoding : "");
}

static void add_counter(struct grid *g, const struct view *v, size_t i)
{
	const struct counter *k = &v->e->counters[i];
	const struct counter_stats *c = &v->sum.counters[i];
	char number[NUMBER_LEN], label[LABEL_LEN];
	struct strbuf b = { 0 };

	if (!c->n)
		return;
	grid_add(g, "%s", count_text(c->per_op, number));
	grid_add(g, "%s", count_text(c->per_switch, number));
	grid_add(g, "%s", stddev_text(c, number));
	strbuf_addf(&b, "%s%s", counter_label(v->e, i, label, sizeof(label)),
		    unit_text(k));
	add_share(&b, v, i);
	add_encoding(&b, v, k);
	grid_add(g, "%s", strbuf_text(&b));
	grid_end_row(g);
	strbuf_free(&b);
}

/* "512.3" and "510.1 .. 514.9" of the switch alone. */
static void add_switch(struct grid *g, const struct counter_stats *c)
{
	char number[NUMBER_LEN], lo[NUMBER_LEN], hi[NUMBER_LEN];

	grid_add(g, "%s", count_text(c->of_switch, number));
	if (isnan(c->switch_lo))
		grid_add(g, "-");
	else
		grid_add(g, "%s .. %s", count_text(c->switch_lo, lo),
			 count_text(c->switch_hi, hi));
}

/* Counts of the switch without the system calls around it. */
static void put_switch(const struct view *v)
{
	static const struct grid_column columns[] = {
		{ .min = 12, .max = 12, .align = GRID_RIGHT },
		{ .min = 22, .gap = 1, .align = GRID_RIGHT, .rank = 1 },
		{ .align = GRID_LEFT },
	};
	char label[LABEL_LEN];
	struct grid g = { 0 };
	size_t nr = 0, n = 0;

	for (size_t i = 0; i < v->sum.nr_counters; i++) {
		nr += !isnan(v->sum.counters[i].of_switch);
		n = v->e->counters[i].nr_of_switch > n ?
			    v->e->counters[i].nr_of_switch :
			    n;
	}
	if (!nr)
		return;
	fputc('\n', v->out);
	grid_columns(&g, columns, sizeof(columns) / sizeof(*columns));
	grid_add(&g, "switch alone");
	grid_add(&g, "95 %% interval");
	grid_add(
		&g,
		"(op - control) / switches, %zu interleaved sample%s, scope %s",
		n, n == 1 ? "" : "s", or_mark(v->e->scope));
	grid_end_row(&g);
	for (size_t i = 0; i < v->sum.nr_counters; i++) {
		if (isnan(v->sum.counters[i].of_switch))
			continue;
		add_switch(&g, &v->sum.counters[i]);
		grid_add(&g, "%s%s",
			 counter_label(v->e, i, label, sizeof(label)),
			 unit_text(&v->e->counters[i]));
		grid_end_row(&g);
	}
	view_table(v, &g);
}

/* Below this the counters missed enough to be told. */
#define FULL_COVERAGE 0.97

static void put_coverage(const struct view *v)
{
	char number[NUMBER_LEN];

	if (v->sum.coverage < FULL_COVERAGE)
		view_remark(
			v,
			"counted during %s %% of the tasks' CPU time; switches to tasks of other groups, or from idle, are not counted",
			number_text(100 * v->sum.coverage, 1, number));
}

static void put_table(const struct view *v)
{
	static const struct grid_column columns[] = {
		{ .min = 12, .max = 12, .align = GRID_RIGHT },
		{ .min = 12,
		  .max = 12,
		  .gap = 1,
		  .align = GRID_RIGHT,
		  .rank = 1 },
		{ .min = 9, .max = 9, .align = GRID_RIGHT, .rank = 2 },
		{ .align = GRID_LEFT },
	};
	size_t counted = 0, runs = valid_runs(v);
	struct grid g = { 0 };

	for (size_t i = 0; i < v->sum.nr_counters; i++)
		counted += v->sum.counters[i].n > 0;
	if (!counted)
		return;
	fputc('\n', v->out);
	grid_columns(&g, columns, sizeof(columns) / sizeof(*columns));
	grid_add(&g, "per op");
	grid_add(&g, "per switch");
	grid_add(&g, "stddev");
	grid_add(
		&g,
		"counted in %zu separate run%s, scope %s; times above are without counters",
		runs, runs == 1 ? "" : "s", or_mark(v->e->scope));
	grid_end_row(&g);
	for (size_t i = 0; i < v->sum.nr_counters; i++)
		add_counter(&g, v, i);
	view_table(v, &g);
}

static void put_derived(const struct view *v, const struct derived *d)
{
	const struct counter *c = &v->e->counters[d->counter];
	char number[NUMBER_LEN], label[LABEL_LEN];
	double value = d->value;

	counter_label(v->e, d->counter, label, sizeof(label));
	switch (d->kind) {
	case DERIVED_IPC:
		view_number(v, digits_text(value, 4, number), "%s per cycle%s",
			    label, counter_filter(c));
		break;
	case DERIVED_CLOCK:
		view_number(v, digits_text(value, 4, number),
			    "%s per ns of CPU time", label);
		break;
	default:
		view_number(v, number_text(value * 100, 1, number),
			    "%% of %s in user mode", c->metric);
		break;
	}
}

void derived_title(struct grid *g, int rank, const struct entry *e,
		   const struct derived *d)
{
	const struct counter *c = &e->counters[d->counter];

	if (d->kind == DERIVED_IPC)
		grid_title(g, rank, "IPC%s", counter_filter(c));
	else if (d->kind == DERIVED_CLOCK)
		grid_title(g, rank, "%s/ns", c->name);
	else
		grid_title(g, rank, "user %s", c->metric);
}

static void put_derivations(const struct view *v)
{
	for (size_t i = 0; i < v->sum.nr_derived; i++) {
		const struct derived *d = &v->sum.derived[i];

		if (!isnan(d->value))
			put_derived(v, d);
	}
}

/* A share in per cent with what digits it bears, and its sign if wanted. */
static const char *cost_text(double share, bool sign, char buf[NUMBER_LEN])
{
	double percent = share * 100;
	int decimals = fabs(percent) < 1 ? 2 : 1;

	if (!(fabs(percent) < 1e6))
		return "?";
	snprintf(buf, NUMBER_LEN, sign ? "%+.*f" : "%.*f", decimals, percent);
	return buf;
}

static void put_cost(const struct view *v)
{
	const struct paired *c = entry_paired(v->e, "counted");
	const struct summary *s = &v->sum;
	char cost[NUMBER_LEN], level[NUMBER_LEN], lo[NUMBER_LEN];
	char hi[NUMBER_LEN];

	if (!c) {
		if (v->opts->verbose && v->e->nr_counted)
			view_remark(v, "the cost of counters is not known: %s",
				    s->event_set_reason);
		return;
	}
	number_text(c->level * 100, 1, level);
	cost_text(s->counting_lo, false, lo);
	cost_text(s->counting_hi, false, hi);
	if (!s->event_set_reason)
		view_remark(v,
			    "counters cost %s %% (%s %% interval %s .. %s %%)",
			    cost_text(s->counting_cost, true, cost), level, lo,
			    hi);
	else if (!c->reason && !isnan(s->counting_lo))
		view_remark(
			v, "the cost of counters is below resolution (< %s %%)",
			hi);
	else
		view_remark(v, "the cost of counters is not known: %s",
			    s->event_set_reason);
}

void view_uncounted(const struct view *v)
{
	for (size_t i = 0; i < v->sum.nr_counters; i++) {
		char *text;

		if (uncounted_text(v->e, &v->sum, i, &text) || !text)
			continue;
		view_remark(v, "not counted: %s", text);
		free(text);
	}
}

static void put_invalid(const struct view *v)
{
	const struct entry *e = v->e;
	size_t invalid = e->nr_counted - valid_runs(v);
	struct strbuf b = { 0 };

	if (!invalid || v->forced)
		return;
	strbuf_addf(&b, "%zu of %zu counted runs %s invalid (", invalid,
		    e->nr_counted, invalid == 1 ? "was" : "were");
	add_invalid_ids(&b, e->counted, e->nr_counted);
	strbuf_add(&b, ") and left out");
	view_remark_text(v, &b);
}

void view_counters(const struct view *v)
{
	if (!v->e->nr_counters)
		return;
	put_table(v);
	put_switch(v);
	put_coverage(v);
	put_derivations(v);
	put_cost(v);
	put_invalid(v);
	view_uncounted(v);
}
