/* SPDX-License-Identifier: MIT */
/*
 * core/compare/decide.c - which numbers decide, by which threshold, and what
 * p-values of so many are worth.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/internal.h"

static double floor_of(const char *benchmark, const struct compare_rule *rule)
{
	double share = 0;

	for (size_t i = 0; i < rule->nr_floors; i++) {
		if (!strcmp(rule->floors[i].name, benchmark))
			share = fmax(share, rule->floors[i].share);
	}
	return share;
}

/*
 * Whether a metric decides. Where gates do not agree on the threshold the
 * smallest counts.
 */
static bool decides(const struct compare_rule *rule, const char *benchmark,
		    const char *metric, double *threshold)
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
	return gated || (!rule->nr_gates && !strcmp(metric, "time"));
}

static bool has_counter(const struct compare_row *r, const char *name)
{
	for (size_t i = 0; i < r->nr_counters; i++) {
		if (!strcmp(compare_counter_name(&r->counters[i]), name))
			return true;
	}
	return false;
}

/* Whether a gate asks for a counter that is not there on both sides. */
static bool lacks(const struct compare_rule *rule, const char *benchmark,
		  const struct compare_row *r)
{
	for (size_t i = 0; i < rule->nr_gates; i++) {
		const struct compare_gate *g = &rule->gates[i];

		if (strcmp(g->metric, "time") &&
		    compare_gate_means(g, benchmark, g->metric) &&
		    !has_counter(r, g->metric))
			return true;
	}
	return false;
}

void compare_row_gates(const struct compare *c, struct compare_row *r,
		       const struct compare_rule *rule)
{
	const char *name = c->keys[r->key].name;

	r->gated = decides(rule, name, "time", &r->threshold);
	r->threshold = fmax(r->threshold, floor_of(name, rule));
	r->lacks = lacks(rule, name, r);
	for (size_t i = 0; i < r->nr_counters; i++) {
		struct compare_counter *k = &r->counters[i];

		k->gated = decides(rule, name, compare_counter_name(k),
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
			add_test(&t, k->p, &k->p_adjusted);
	}
	if (!err)
		err = finish(&t, COMPARE_BH);
	tests_free(&t);
	return err;
}

static void add_gated(struct tests *t, struct compare_row *r)
{
	if (r->gated)
		add_test(t, r->p, &r->p_adjusted);
	for (size_t i = 0; i < r->nr_counters; i++) {
		struct compare_counter *k = &r->counters[i];

		if (k->gated)
			add_test(t, k->p, &k->p_adjusted);
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
