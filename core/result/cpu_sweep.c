/* SPDX-License-Identifier: MIT */
/*
 * core/result/cpu_sweep.c - one place of a sweep over CPUs.
 */
#include "result/cpu_sweep.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/entry_key.h"
#include "result/result.h"
#include "result/summary.h"
#include "stats/mann_whitney.h"
#include "stats/multiple_tests.h"
#include "stats/rank.h"
#include "stats/stats.h"

/*
 * The pairs of a sweep by relation.
 */

/* struct grouping - entries, and the relations that they are sorted into */
struct grouping {
	const struct entry *e;
	const double *ns;
	size_t nr;
	struct sweep_relation *v;
	size_t nr_relations;
};

static const char *word_of(const struct entry *e)
{
	return e->relation ? e->relation : "list";
}

static bool belongs(const struct sweep_relation *r, const struct entry *e)
{
	return r->distance == e->sweep->distance &&
	       !strcmp(r->relation, word_of(e));
}

/* From near to far; what is not known comes last. */
static int rank_of(const char *relation)
{
	static const char *const order[] = { "smt", "llc", "package",
					     "remote" };
	int i = 0;

	while (i < 4 && strcmp(relation, order[i]))
		i++;
	return i;
}

static int nearer(const void *a, const void *b)
{
	const struct sweep_relation *x = a, *y = b;
	int rx = rank_of(x->relation), ry = rank_of(y->relation);

	if (rx != ry)
		return rx - ry;
	return (x->distance > y->distance) - (x->distance < y->distance);
}

static void add_relation(struct grouping *g, const struct entry *e)
{
	for (size_t i = 0; i < g->nr_relations; i++)
		if (belongs(&g->v[i], e))
			return;
	g->v[g->nr_relations++] = (struct sweep_relation){
		.relation = word_of(e),
		.distance = e->sweep->distance,
		.total = e->sweep->alike,
		.min = NAN,
		.median = NAN,
		.max = NAN,
		.fastest = g->nr,
		.slowest = g->nr,
	};
}

/* @x has room for all times. */
static void fill_relation(const struct grouping *g, struct sweep_relation *r,
			  double *x)
{
	for (size_t i = 0; i < g->nr; i++) {
		if (!belongs(r, &g->e[i]) || isnan(g->ns[i]))
			continue;
		x[r->nr++] = g->ns[i];
		if (r->nr == 1 || g->ns[i] < r->min) {
			r->min = g->ns[i];
			r->fastest = i;
		}
		if (r->nr == 1 || g->ns[i] > r->max) {
			r->max = g->ns[i];
			r->slowest = i;
		}
	}
	r->median = stats_median(x, r->nr);
}

int sweep_relations(const struct entry *e, const double *ns, size_t nr,
		    struct sweep_relation **out)
{
	double *x = calloc(nr + 1, sizeof(*x));
	struct grouping g = {
		.e = e,
		.ns = ns,
		.nr = nr,
		.v = calloc(nr + 1, sizeof(*g.v)),
	};

	if (!x || !g.v) {
		free(x);
		free(g.v);
		return -ENOMEM;
	}
	for (size_t i = 0; i < nr; i++)
		add_relation(&g, &e[i]);
	qsort(g.v, g.nr_relations, sizeof(*g.v), nearer);
	for (size_t i = 0; i < g.nr_relations; i++)
		fill_relation(&g, &g.v[i], x);
	free(x);
	*out = g.v;
	return (int)g.nr_relations;
}

/*
 * Which CPUs of a sweep differ.
 *
 * Each CPU is compared with the median one, so that their number can be large
 * and two kinds of CPUs do not hide each other.
 */

#define LEVEL 0.95

/* struct times - of the valid runs of an entry */
struct times {
	double *v;
	size_t n;
	double median;
};

size_t sweep_length(const struct session *s, size_t first)
{
	const struct entry *e = &s->entries[first];
	size_t nr = 1;

	if (!e->sweep)
		return 1;
	for (; first + nr < s->nr_entries; nr++) {
		const struct entry *next = &s->entries[first + nr];

		if (!next->sweep || next->sweep->kind != e->sweep->kind ||
		    next->sweep->total != e->sweep->total ||
		    !entry_same_key(e, next, true) ||
		    next->nr_tasks != e->nr_tasks ||
		    next->records != e->records)
			break;
	}
	return nr;
}

/* Times that are no positive number cannot be compared: then there are none. */
static int times_of(const struct entry *e, struct times *t)
{
	double *sorted = calloc(e->nr_runs + 1, sizeof(*sorted));

	*t = (struct times){ .v = calloc(e->nr_runs + 1, sizeof(*t->v)) };
	for (size_t i = 0; sorted && t->v && i < e->nr_runs; i++)
		if (e->runs[i].valid)
			t->v[t->n++] = entry_run_ns(e, &e->runs[i]);
	for (size_t i = 0; i < t->n; i++)
		if (!isfinite(t->v[i]) || t->v[i] <= 0)
			t->n = 0;
	if (sorted && t->n)
		memcpy(sorted, t->v, t->n * sizeof(*sorted));
	t->median = sorted ? stats_median(sorted, t->n) : NAN;
	free(sorted);
	return sorted && t->v ? 0 : -ENOMEM;
}

/* Whether @a comes before @b in the order of medians; ties by index. */
static bool before(const struct times *t, size_t a, size_t b)
{
	if (t[a].median == t[b].median)
		return a < b;
	return t[a].median < t[b].median;
}

/* The entry in the middle, @nr if none has a time. */
static size_t middle(const struct times *t, size_t nr)
{
	size_t at = nr;

	for (size_t i = 0; i < nr; i++) {
		size_t below = 0, all = 0;

		for (size_t k = 0; k < nr; k++) {
			all += t[k].n > 0;
			below += t[k].n && before(t, k, i);
		}
		if (t[i].n && below == (all - 1) / 2)
			at = i;
	}
	return at;
}

static int test_row(struct sweep_judged *j, const struct times *t, size_t i)
{
	const struct times *ref = &t[j->reference];
	struct rank_result r;
	int ret;

	if (!t[i].n)
		return 0;
	if (i == j->reference) {
		j->rows[i].ratio = 1;
		return 0;
	}
	ret = rank_ratio(ref->v, ref->n, t[i].v, t[i].n, LEVEL, &r);
	if (ret)
		return ret == -ENOMEM ? ret : 0;
	j->rows[i].ratio = r.estimate;
	j->rows[i].lo = r.lo;
	j->rows[i].hi = r.hi;
	j->rows[i].level = r.level;
	j->rows[i].p = r.p;
	j->nr_tests++;
	return 0;
}

/* Holm's correction of the p-values there are. */
static int correct(struct sweep_judged *j)
{
	double *p = calloc(j->nr_tests + 1, sizeof(*p));
	size_t n = 0;
	int ret;

	if (!p)
		return -ENOMEM;
	for (size_t i = 0; i < j->nr; i++)
		if (!isnan(j->rows[i].p))
			p[n++] = j->rows[i].p;
	ret = rank_holm(p, n, p);
	n = 0;
	for (size_t i = 0; i < j->nr && !ret; i++)
		if (!isnan(j->rows[i].p))
			j->rows[i].p_holm = p[n++];
	free(p);
	return ret;
}

/* With n runs a side, two of all (2n over n) ways to deal them out differ
 * most. */
static size_t runs_needed(size_t nr_tests)
{
	size_t n = 1;

	while (2 * exp(2 * lgamma((double)n + 1) - lgamma(2 * (double)n + 1)) *
		       (double)nr_tests >
	       SWEEP_ALPHA)
		n++;
	return n;
}

static void find_ends(struct sweep_judged *j)
{
	for (size_t i = 0; i < j->nr; i++) {
		double ratio = j->rows[i].ratio;

		if (isnan(ratio))
			continue;
		if (j->fastest == j->nr || ratio < j->rows[j->fastest].ratio)
			j->fastest = i;
		if (j->slowest == j->nr || ratio > j->rows[j->slowest].ratio)
			j->slowest = i;
	}
}

static int judge(const struct times *t, struct sweep_judged *j)
{
	int ret = 0;

	for (size_t i = 0; i < j->nr; i++)
		j->rows[i] = (struct sweep_row){ NAN, NAN, NAN, NAN, NAN, NAN };
	j->reference = middle(t, j->nr);
	for (size_t i = 0; i < j->nr && !ret && j->reference < j->nr; i++)
		ret = test_row(j, t, i);
	if (!ret)
		ret = correct(j);
	j->runs_needed = runs_needed(j->nr_tests);
	find_ends(j);
	return ret;
}

int sweep_judge(const struct entry *e, size_t nr, struct sweep_judged *out)
{
	struct times *t = calloc(nr + 1, sizeof(*t));
	int ret = 0;

	*out = (struct sweep_judged){
		.nr = nr,
		.rows = calloc(nr + 1, sizeof(*out->rows)),
		.reference = nr,
		.fastest = nr,
		.slowest = nr,
	};
	if (!t || !out->rows)
		ret = -ENOMEM;
	for (size_t i = 0; i < nr && !ret; i++)
		ret = times_of(&e[i], &t[i]);
	if (!ret)
		ret = judge(t, out);
	for (size_t i = 0; t && i < nr; i++)
		free(t[i].v);
	free(t);
	return ret;
}

void sweep_judged_free(struct sweep_judged *j)
{
	free(j->rows);
	*j = (struct sweep_judged){ 0 };
}

bool sweep_differs(const struct sweep_judged *j, size_t i)
{
	return j->rows[i].p_holm < SWEEP_ALPHA;
}
