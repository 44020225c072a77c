/* SPDX-License-Identifier: MIT */
/*
 * core/compare/text_counts.c - beneath a row of the table: its counters, and
 * what its time is made of.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/print.h"
#include "result/counter_text.h"
#include "report/view.h"

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

void compare_add_counts(struct grid *g, const struct compare_view *v,
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
