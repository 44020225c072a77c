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
#include "compare/ratio.h"
#include "compare/status.h"
#include "compare/types.h"
#include "stats/multiple_tests.h"
#include "stats/quantile.h"
#include "stats/stats.h"
#include "stats/welch.h"

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

/* MAD of normal data is their standard deviation divided by this. */
#define MAD_SCALE 1.482602218505602

/* struct timed - a run and its session */
struct timed {
	uint64_t session;
	double time;
};

static int by_session(const void *a, const void *b)
{
	const struct timed *x = a, *y = b;

	return x->session < y->session ? -1 : x->session > y->session;
}

/* The runs of a cell, sorted by session; malloc'ed. */
static struct timed *sorted_runs(const struct compare_cell *cell)
{
	struct timed *t = calloc(cell->n + 1, sizeof(*t));

	if (!t)
		return NULL;
	for (size_t i = 0; i < cell->n; i++)
		t[i] = (struct timed){ cell->session[i], cell->times[i] };
	for (size_t i = 1; i < cell->n; i++) {
		if (t[i - 1].session <= t[i].session)
			continue;
		qsort(t, cell->n, sizeof(*t), by_session);
		break;
	}
	return t;
}

/* Whether run @i is the last one of its session. */
static bool ends_session(const struct timed *t, size_t i, size_t n)
{
	return i + 1 == n || t[i + 1].session != t[i].session;
}

static size_t count_sessions(const struct timed *t, size_t n)
{
	size_t nr = 0;

	for (size_t i = 0; i < n; i++)
		nr += ends_session(t, i, n);
	return nr;
}

static int session_medians(const struct timed *t, size_t nr,
			   struct compare_values *out)
{
	double *x = calloc(nr + 1, sizeof(*x));
	size_t n = 0;

	out->n = 0;
	out->v = calloc(nr + 1, sizeof(*out->v));
	if (!x || !out->v) {
		free(x);
		return -ENOMEM;
	}
	for (size_t i = 0; i < nr; i++) {
		x[n++] = t[i].time;
		if (!ends_session(t, i, nr))
			continue;
		out->v[out->n++] = stats_median(x, n);
		n = 0;
	}
	stats_sort(out->v, out->n);
	free(x);
	return 0;
}

static int run_values(const struct compare_cell *cell,
		      struct compare_values *out)
{
	out->n = cell->n;
	out->v = calloc(cell->n + 1, sizeof(*out->v));
	if (!out->v)
		return -ENOMEM;
	for (size_t i = 0; i < cell->n; i++)
		out->v[i] = cell->times[i];
	stats_sort(out->v, out->n);
	return 0;
}

/* What holds whatever is compared. */
static void describe_runs(struct compare_side *s,
			  const struct compare_cell *cell,
			  const struct compare_values *runs)
{
	s->n = cell->n;
	s->median = stats_quantile(runs->v, runs->n, 0.5);
	s->mean = stats_mean(runs->v, runs->n);
	s->switches = cell->ops > 0 ? cell->switches / cell->ops : NAN;
}

/*
 * Median of |x - median|: in sorted values the nearest ones lie side by side,
 * so they are walked through from the middle outwards.
 */
static double mad_of(const struct compare_values *x, double median)
{
	size_t above = 0, below, from = (x->n - 1) / 2, nr = 0;
	double off = 0, first = 0;

	while (above < x->n && x->v[above] < median)
		above++;
	below = above;
	while (nr <= x->n / 2) {
		double up = above < x->n ? x->v[above] - median : INFINITY;
		double down = below ? median - x->v[below - 1] : INFINITY;

		off = fmin(up, down);
		if (up <= down)
			above++;
		else
			below--;
		if (nr++ == from)
			first = off;
	}
	return MAD_SCALE * (first + off) / 2;
}

static void describe_values(struct compare_side *s,
			    const struct compare_values *x)
{
	s->nr_values = x->n;
	if (x->n < 2)
		return;
	s->mad = mad_of(x, stats_quantile(x->v, x->n, 0.5));
	s->rsd = stats_stddev(x->v, x->n) / stats_mean(x->v, x->n);
}

/* --- the row ---------------------------------------------------------------- */

static int judge_values(struct compare_row *r, const struct compare_values *a,
			const struct compare_values *b)
{
	int err;

	describe_values(&r->a, a);
	describe_values(&r->b, b);
	err = compare_test(r, a, b);
	r->visible = rank_visible(r->a.rsd, a->n, r->b.rsd, b->n);
	return err;
}

/* struct material - a side: runs by session, times and medians ascending */
struct material {
	struct timed *timed;
	struct compare_values runs, sessions;
};

static int take_side(struct compare_side *s, const struct compare_cell *cell,
		     struct material *m)
{
	int err = run_values(cell, &m->runs);

	m->timed = sorted_runs(cell);
	if (err || !m->timed)
		return -ENOMEM;
	describe_runs(s, cell, &m->runs);
	s->nr_sessions = count_sessions(m->timed, cell->n);
	return 0;
}

static void material_free(struct material *m)
{
	free(m->timed);
	free(m->runs.v);
	free(m->sessions.v);
}

static int judge_sessions(struct compare_row *r, struct material *a,
			  struct material *b)
{
	int err = session_medians(a->timed, r->a.n, &a->sessions);

	if (!err)
		err = session_medians(b->timed, r->b.n, &b->sessions);
	return err ? err : judge_values(r, &a->sessions, &b->sessions);
}

static int compare_cells(struct compare_row *r)
{
	struct material a = { 0 }, b = { 0 };
	int err = take_side(&r->a, r->base, &a);

	if (!err)
		err = take_side(&r->b, r->new, &b);
	if (err)
		goto out_free;
	r->by_session = r->a.nr_sessions >= COMPARE_MIN_SESSIONS &&
			r->b.nr_sessions >= COMPARE_MIN_SESSIONS;
	if (r->by_session)
		err = judge_sessions(r, &a, &b);
	else
		err = judge_values(r, &a.runs, &b.runs);
out_free:
	material_free(&b);
	material_free(&a);
	return err;
}

/* A side that has nothing to be compared with is described all the same. */
static int describe_lone(struct compare_side *s,
			 const struct compare_cell *cell)
{
	struct material m = { 0 };
	int err = cell && cell->n ? take_side(s, cell, &m) : 0;

	if (!err && m.runs.n)
		describe_values(s, &m.runs);
	material_free(&m);
	return err;
}

static int describe_sides(struct compare_row *r)
{
	int err = describe_lone(&r->a, r->base);

	return err ? err : describe_lone(&r->b, r->new);
}

/* Without numbers on both sides a row only has a state. */
static bool has_both(struct compare_row *r)
{
	if (!r->base)
		r->state = COMPARE_ONLY_NEW;
	else if (!r->new)
		r->state = COMPARE_ONLY_BASE;
	else if (!r->base->n || !r->new->n)
		r->state = COMPARE_NO_NUMBERS;
	else
		return true;
	return false;
}

static int counters(const struct compare *c, struct compare_row *r)
{
	int err = compare_row_counters(c, r);

	return err || !r->nr_counters ? err : compare_row_parts(c, r);
}

int compare_row_numbers(const struct compare *c, struct compare_row *r,
			const struct compare_rule *rule)
{
	static const struct compare_side nothing = {
		.median = NAN,
		.mean = NAN,
		.rsd = NAN,
		.mad = NAN,
		.switches = NAN,
	};
	char why[256];
	int err;

	r->a = r->b = nothing;
	r->ratio = r->lo = r->hi = r->level = NAN;
	r->p = r->p_adjusted = r->welch_p = r->visible = r->needed = NAN;
	if (!has_both(r))
		return describe_sides(r);
	err = compare_cells(r);
	if (!err && !compare_work(c, r, why, sizeof(why)))
		return counters(c, r);
	if (!err)
		err = findings_add(&r->notes, "W-WORK", "%s", why);
	if (err || rule->force)
		return err ? err : counters(c, r);
	r->state = COMPARE_OTHER_WORK;
	r->ratio = r->lo = r->hi = r->level = r->p = r->visible = NAN;
	return 0;
}
