/* SPDX-License-Identifier: MIT */
/*
 * core/compare/row.c - one key in the base and in another group, in numbers.
 */
#include "compare/compare.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/internal.h"
#include "stats/stats.h"

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
