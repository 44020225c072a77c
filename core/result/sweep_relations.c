/* SPDX-License-Identifier: MIT */
/*
 * core/result/sweep_relations.c - the pairs of a sweep by relation.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine/place.h"
#include "stats/stats.h"
#include "result/sweep_judge.h"

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
	static const int order[] = { PLACE_SMT, PLACE_LLC, PLACE_PACKAGE,
				     PLACE_REMOTE };
	int i = 0;

	while (i < 4 && strcmp(relation, place_kind_name(order[i])))
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
