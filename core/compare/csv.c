/* SPDX-License-Identifier: MIT */
/*
 * core/compare/csv.c - the comparison with one line per row, RFC 4180 with
 * plain newlines. An empty cell was not measured; numbers have ten digits.
 */
#include "compare/csv.h"

#include <math.h>
#include <stdlib.h>

#include "compare/status.h"
#include "compare/text.h"
#include "compare/types.h"
#include "util/text.h"

#define WORD_LEN 64

static void put_number(FILE *out, double value)
{
	fputc(',', out);
	if (isfinite(value))
		fprintf(out, "%.10g", value);
}

static void put_empty(FILE *out, int columns)
{
	for (int i = 0; i < columns; i++)
		fputc(',', out);
}

/* What a row is about, whatever its metric. */
static void put_name(FILE *out, const struct compare *c,
		     const struct compare_row *r)
{
	csv_text(out, c->keys[r->key].name);
	fputc(',', out);
	csv_text(out, c->keys[r->key].text);
	fprintf(out, ",%s,", c->groups[r->group].label);
	csv_text(out, c->groups[r->group].path);
}

/**
 * struct outcome - the last columns
 * @verdict, @notes, @metric: texts
 * @gate, @gated: see struct compare_row
 * @base, @new:	values of a metric that is not the time
 * @in_cycles, @base_mhz, @new_mhz: whether cycles are compared, and the clock
 */
struct outcome {
	const char *verdict, *notes, *metric;
	bool gate, gated, in_cycles;
	double base, new, base_mhz, new_mhz;
};

static void put_outcome(FILE *out, const struct outcome *o)
{
	fputc(',', out);
	csv_text(out, o->verdict);
	fprintf(out, ",%s,", o->gate ? "true" : "false");
	csv_text(out, o->notes);
	fputc(',', out);
	csv_text(out, o->metric);
	put_number(out, o->base);
	put_number(out, o->new);
	fprintf(out, ",%s,%s", o->gated ? "true" : "false",
		o->in_cycles ? "true" : "false");
	put_number(out, o->base_mhz);
	put_number(out, o->new_mhz);
	fputc('\n', out);
}

static void put_side(FILE *out, const struct compare_side *s)
{
	fprintf(out, ",%zu,%zu", s->n, s->nr_sessions);
	put_number(out, s->median);
	put_number(out, s->mean);
	put_number(out, s->rsd);
	put_number(out, s->switches);
}

static void put_numbers(FILE *out, const double *numbers, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		put_number(out, numbers[i]);
}

static void put_ratio(FILE *out, const struct compare_row *r)
{
	const double numbers[] = {
		r->t.ratio,   r->t.lo,	     r->t.hi,	   r->t.level,
		r->t.p,	      r->p_adjusted, r->t.welch_p, r->threshold,
		r->t.visible, r->needed,
	};

	put_numbers(out, numbers, sizeof(numbers) / sizeof(*numbers));
}

static void put_row(FILE *out, const struct compare *c,
		    const struct compare_row *r)
{
	char word[WORD_LEN], *notes = compare_notes(r);
	const struct outcome o = {
		.verdict = compare_word(c, r, word, sizeof(word)),
		.notes = notes ? notes : "",
		.metric = compare_metric_word(c->metric),
		.gate = r->gate,
		.gated = r->gated,
		.in_cycles = r->in_cycles,
		.base = NAN,
		.new = NAN,
		.base_mhz = r->a.mhz,
		.new_mhz = r->b.mhz,
	};

	put_name(out, c, r);
	put_side(out, &r->a);
	put_side(out, &r->b);
	fprintf(out, ",%s", compare_unit_word(r->t.unit));
	put_ratio(out, r);
	put_outcome(out, &o);
	free(notes);
}

/* --- counters --------------------------------------------------------------- */

/* Runs and spread; sessions, times and switches are not those of counts. */
static void put_counted_side(FILE *out, size_t n, double rsd)
{
	fprintf(out, ",%zu", n);
	put_empty(out, 3);
	put_number(out, rsd);
	put_empty(out, 1);
}

static void put_counter(FILE *out, const struct compare *c,
			const struct compare_row *r,
			const struct compare_counter *k)
{
	const double numbers[] = {
		k->t.ratio,    k->t.lo,	     k->t.hi,	   k->t.level,	 k->t.p,
		k->p_adjusted, k->t.welch_p, k->threshold, k->t.visible, NAN,
	};
	char word[WORD_LEN];
	const struct outcome o = {
		.verdict = compare_counter_word(c, r, k, word, sizeof(word)),
		.notes = compare_counter_why(k),
		.metric = (k->base ? k->base : k->new)->label,
		.gate = k->gate,
		.gated = k->gated,
		.base = k->a,
		.new = k->b,
		.base_mhz = NAN,
		.new_mhz = NAN,
	};

	put_name(out, c, r);
	put_counted_side(out, k->n_a, k->rsd_a);
	put_counted_side(out, k->n_b, k->rsd_b);
	fprintf(out, ",%s", compare_unit_word(k->t.unit));
	put_numbers(out, numbers, sizeof(numbers) / sizeof(*numbers));
	put_outcome(out, &o);
}

static void put_factor(FILE *out, const struct compare *c,
		       const struct compare_row *r, const char *name, double a,
		       double b)
{
	char metric[WORD_LEN];
	const struct outcome o = {
		.verdict = "",
		.notes = "",
		.metric = metric,
		.base = a,
		.new = b,
		.base_mhz = NAN,
		.new_mhz = NAN,
	};

	snprintf(metric, sizeof(metric), "counted:%s", name);
	put_name(out, c, r);
	put_counted_side(out, r->parts.n_a, NAN);
	put_counted_side(out, r->parts.n_b, NAN);
	fputs(",run", out);
	put_number(out, b / a);
	put_empty(out, 9);
	put_outcome(out, &o);
}

static void put_counts(FILE *out, const struct compare *c,
		       const struct compare_row *r)
{
	const struct compare_parts *p = &r->parts;

	for (size_t i = 0; i < r->nr_counters; i++)
		put_counter(out, c, r, &r->counters[i]);
	if (p->nr)
		put_factor(out, c, r, "ns/op", p->a, p->b);
	for (size_t i = 0; i < p->nr; i++)
		put_factor(out, c, r, p->factors[i].name, p->factors[i].a,
			   p->factors[i].b);
}

int compare_csv(FILE *out, const struct compare_view *v)
{
	fputs("benchmark,key,group,path,base_runs,base_sessions,base_median_ns,"
	      "base_mean_ns,base_rsd,base_switches_per_op,new_runs,"
	      "new_sessions,new_median_ns,new_mean_ns,new_rsd,"
	      "new_switches_per_op,level,ratio,lo,hi,confidence,p,p_adjusted,"
	      "welch_p,threshold,visible,needed,verdict,regression,notes,"
	      "metric,base_value,new_value,decides,in_cycles,"
	      "base_clock_mhz,new_clock_mhz\n",
	      out);
	for (size_t i = 0; i < v->c->nr_rows; i++) {
		put_row(out, v->c, &v->c->rows[i]);
		if (v->counters)
			put_counts(out, v->c, &v->c->rows[i]);
	}
	return 0;
}
