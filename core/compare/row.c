/* SPDX-License-Identifier: MIT */
/*
 * core/compare/row.c - one key in the base and in another group, in numbers.
 */
#include "compare/row.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/counters.h"
#include "compare/cycles.h"
#include "compare/levels.h"
#include "compare/load.h"
#include "compare/noise.h"
#include "compare/status.h"
#include "compare/types.h"
#include "stats/multiple_tests.h"
#include "stats/quantile.h"
#include "stats/stats.h"

/*
 * Whether two cells did the same work per op.
 */

/* Switches per op count as equal up to this share of them, or of one. */
#define EQUAL_SWITCHES 0.01

static bool same_switches(const struct compare_side *a,
			  const struct compare_side *b)
{
	double most = fmax(fmax(a->switches, b->switches), 1);

	if (isnan(a->switches) || isnan(b->switches))
		return true;
	return fabs(a->switches - b->switches) <= EQUAL_SWITCHES * most;
}

/* Where runs of one side differ as much among themselves it is the noise of
 * preemption, not another kind of work. */
static bool runs_overlap(const struct compare_cell *a,
			 const struct compare_cell *b)
{
	return a->switches_min <= b->switches_max &&
	       b->switches_min <= a->switches_max;
}

bool compare_work(const struct compare *c, const struct compare_row *r,
		  char *buf, size_t len)
{
	const struct compare_cell *a = r->base, *b = r->new;
	const char *in_a = c->groups[0].label;
	const char *in_b = c->groups[r->group].label;

	if (a->mixed || b->mixed)
		snprintf(buf, len, "files in %s do not agree on what an op is",
			 a->mixed ? in_a : in_b);
	else if (strcmp(a->op, b->op))
		snprintf(buf, len, "an op is '%s' in %s, '%s' in %s", a->op,
			 in_a, b->op, in_b);
	else if (a->records != b->records)
		snprintf(buf, len, "recorded values in %s, time per op in %s",
			 a->records ? in_a : in_b, a->records ? in_b : in_a);
	else if (a->tasks != b->tasks)
		snprintf(buf, len, "%u tasks in %s, %u in %s", a->tasks, in_a,
			 b->tasks, in_b);
	else if (a->bytes_per_op != b->bytes_per_op)
		snprintf(buf, len,
			 "%" PRIu64 " bytes per op in %s, %" PRIu64 " in %s",
			 a->bytes_per_op, in_a, b->bytes_per_op, in_b);
	else if (!same_switches(&r->a, &r->b) && !runs_overlap(a, b))
		snprintf(buf, len, "%.3f switches/op in %s, %.3f in %s",
			 r->a.switches, in_a, r->b.switches, in_b);
	else
		return false;
	return true;
}

/*
 * Which numbers decide, by which threshold, and what
 * p-values of so many are worth.
 */

/*
 * Whether a metric decides. Where gates do not agree on the threshold the
 * smallest counts.
 */
static bool decides(const struct compare_rule *rule, const char *benchmark,
		    const char *metric, bool main_metric, double *threshold)
{
	bool gated = false;

	*threshold = NAN;
	for (size_t i = 0; i < rule->nr_gates; i++) {
		const struct compare_gate *g = &rule->gates[i];

		if (!compare_gate_means(g, benchmark, metric))
			continue;
		gated = true;
		*threshold = fmin(*threshold, isnan(g->threshold) ?
						      rule->threshold :
						      g->threshold);
	}
	if (!gated)
		*threshold = rule->threshold;
	return gated || (!rule->nr_gates && main_metric);
}

/* Whether a gate asks for a counter that is not there on both sides. */
static bool lacks(const struct compare *c, const struct compare_rule *rule,
		  const char *benchmark, const struct compare_row *r)
{
	for (size_t i = 0; i < rule->nr_gates; i++) {
		const struct compare_gate *g = &rule->gates[i];

		if (strcmp(g->metric, compare_metric_word(c->metric)) &&
		    compare_gate_means(g, benchmark, g->metric) &&
		    !compare_row_counter(r, g->metric))
			return true;
	}
	return false;
}

void compare_row_gates(const struct compare *c, struct compare_row *r,
		       const struct compare_rule *rule)
{
	const char *name = c->keys[r->key].name;

	r->gated = decides(rule, name, compare_metric_word(c->metric), true,
			   &r->threshold);
	r->threshold = fmax(r->threshold, compare_noise_bound(c, r, rule));
	r->lacks = lacks(c, rule, name, r);
	for (size_t i = 0; i < r->nr_counters; i++) {
		struct compare_counter *k = &r->counters[i];

		k->gated = decides(rule, name, compare_counter_name(k), false,
				   &k->threshold);
	}
}

/* --- correction ------------------------------------------------------------- */

static int correct(const double *p, size_t n, int how, double *adjusted)
{
	switch (how) {
	case COMPARE_HOLM:
		return rank_holm(p, n, adjusted);
	case COMPARE_BH:
		return rank_bh(p, n, adjusted);
	default:
		memmove(adjusted, p, n * sizeof(*p));
		return 0;
	}
}

/* struct tests - p-values, and where they are to go when corrected */
struct tests {
	size_t nr;
	double *p, **to;
};

static void add_test(struct tests *t, double p, double *to)
{
	if (isnan(p))
		return;
	t->p[t->nr] = p;
	t->to[t->nr++] = to;
}

static int start(struct tests *t, size_t most)
{
	t->p = calloc(most + 1, sizeof(*t->p));
	t->to = calloc(most + 1, sizeof(*t->to));
	return t->p && t->to ? 0 : -ENOMEM;
}

static int finish(struct tests *t, int how)
{
	int err = correct(t->p, t->nr, how, t->p);

	for (size_t i = 0; !err && i < t->nr; i++)
		*t->to[i] = t->p[i];
	return err;
}

static void tests_free(struct tests *t)
{
	free(t->p);
	free(t->to);
}

/* What does not decide is looked through for what stands out. */
static int correct_profile(struct compare_row *r)
{
	struct tests t = { 0 };
	int err = r->nr_counters ? start(&t, r->nr_counters) : 0;

	for (size_t i = 0; !err && i < r->nr_counters; i++) {
		struct compare_counter *k = &r->counters[i];

		if (!k->gated)
			add_test(&t, k->t.p, &k->p_adjusted);
	}
	if (!err)
		err = finish(&t, COMPARE_BH);
	tests_free(&t);
	return err;
}

static void add_gated(struct tests *t, struct compare_row *r)
{
	if (r->gated)
		add_test(t, r->t.p, &r->p_adjusted);
	for (size_t i = 0; i < r->nr_counters; i++) {
		struct compare_counter *k = &r->counters[i];

		if (k->gated)
			add_test(t, k->t.p, &k->p_adjusted);
	}
}

int compare_correct(struct compare *c, int how)
{
	struct tests t = { 0 };
	size_t most = c->nr_rows;
	int err = 0;

	for (size_t i = 0; !err && i < c->nr_rows; i++) {
		most += c->rows[i].nr_counters;
		err = correct_profile(&c->rows[i]);
	}
	if (!err)
		err = start(&t, most);
	for (size_t i = 0; !err && i < c->nr_rows; i++)
		add_gated(&t, &c->rows[i]);
	c->nr_tests = t.nr;
	if (!err)
		err = finish(&t, how);
	tests_free(&t);
	return err;
}

/* --- sides ------------------------------------------------------------------ */

static size_t count_sessions(const struct compare_values *x)
{
	size_t nr = 0;

	for (size_t i = 0; i < x->n; i++)
		nr += !i || x->session[i] != x->session[i - 1];
	return nr;
}

static int describe(struct compare_side *s, const struct compare_cell *cell)
{
	double *x;

	if (!cell || !cell->times.n)
		return 0;
	s->n = cell->times.n;
	x = calloc(s->n, sizeof(*x));
	if (!x)
		return -ENOMEM;
	memcpy(x, cell->times.v, s->n * sizeof(*x));
	s->nr_sessions = count_sessions(&cell->times);
	s->median = stats_median(x, s->n);
	s->mean = stats_mean(x, s->n);
	if (s->n > 1)
		s->rsd = stats_stddev(x, s->n) / s->mean;
	s->switches = cell->ops > 0 ? cell->switches / cell->ops : NAN;
	s->foreign = compare_load_foreign(&cell->load);
	s->beside = compare_load_beside(&cell->load);
	free(x);
	return 0;
}

static int describe_sides(struct compare_row *r)
{
	int err = describe(&r->a, r->base);

	return err ? err : describe(&r->b, r->new);
}

/* --- the row ---------------------------------------------------------------- */

static int compare_cells(const struct compare *c, struct compare_row *r,
			 const struct compare_rule *rule)
{
	struct compare_noise noise;
	int err = compare_cycles(c, r);

	if (err)
		return err;
	noise = compare_noise(c, r, rule, r->in_cycles, 1);
	noise.load = compare_load_bias(r, c->metric);
	err = r->in_cycles ? compare_levels(c, &r->base->cycles,
					    &r->new->cycles, &noise, &r->t) :
			     compare_levels(c, &r->base->times, &r->new->times,
					    &noise, &r->t);

	if (err == -EINVAL) {
		r->state = COMPARE_NO_NUMBERS;
		return findings_add(&r->notes, "W-RANGE",
				    "the ratio is no number that fits");
	}
	if (!err && r->t.few)
		r->state = COMPARE_FEW;
	return err ? err : compare_load_note(c, r);
}

/* Without numbers on both sides a row only has a state. */
static bool has_both(struct compare_row *r)
{
	if (!r->base)
		r->state = COMPARE_ONLY_NEW;
	else if (!r->new)
		r->state = COMPARE_ONLY_BASE;
	else if (!r->base->times.n || !r->new->times.n)
		r->state = COMPARE_NO_NUMBERS;
	else
		return true;
	return false;
}

static int counters(const struct compare *c, struct compare_row *r,
		    const struct compare_rule *rule)
{
	int err = compare_row_counters(c, r, rule);

	return err || !r->nr_counters ? err : compare_row_parts(c, r);
}

int compare_row_numbers(const struct compare *c, struct compare_row *r,
			const struct compare_rule *rule)
{
	static const struct compare_side nothing = {
		.median = NAN,
		.mean = NAN,
		.rsd = NAN,
		.switches = NAN,
		.mhz = NAN,
		.foreign = NAN,
		.beside = NAN,
	};
	char why[256];
	int err;

	r->a = r->b = nothing;
	r->t = compare_no_test;
	r->p_adjusted = r->needed = r->clock_slope = NAN;
	err = describe_sides(r);
	if (err || !has_both(r))
		return err;
	err = compare_cells(c, r, rule);
	if (!err && !compare_work(c, r, why, sizeof(why)))
		return counters(c, r, rule);
	if (!err)
		err = findings_add(&r->notes, "W-WORK", "%s", why);
	if (err || rule->force)
		return err ? err : counters(c, r, rule);
	r->state = COMPARE_OTHER_WORK;
	r->t = compare_no_test;
	return 0;
}
