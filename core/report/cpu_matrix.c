/* SPDX-License-Identifier: MIT */
/*
 * core/report/cpu_matrix.c - a sweep over pairs of CPUs: the matrix, where it fits
 * on a screen, and the relations.
 */
#include "report/cpu_matrix.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "result/cpu_sweep.h"
#include "util/grid.h"

#define TEXT_LEN 64

/* A matrix of more CPUs is wider than a screen. */
#define MOST_COLUMNS 16

/* struct cpus - the different CPUs of all pairs, ascending */
struct cpus {
	size_t nr;
	int64_t v[MOST_COLUMNS];
};

/* Whether there is room for it, or it is there. */
static bool add_cpu(struct cpus *c, int64_t cpu)
{
	size_t at = 0;

	while (at < c->nr && c->v[at] < cpu)
		at++;
	if (at < c->nr && c->v[at] == cpu)
		return true;
	if (c->nr == MOST_COLUMNS)
		return false;
	for (size_t i = c->nr++; i > at; i--)
		c->v[i] = c->v[i - 1];
	c->v[at] = cpu;
	return true;
}

static bool find_cpus(const struct sweep_view *s, struct cpus *c)
{
	for (size_t i = 0; i < s->nr; i++)
		for (size_t k = 0; k < 2; k++)
			if (!add_cpu(c, s->e[i].sweep->cpus[k].cpu))
				return false;
	return true;
}

/* Time of the pair, in either order; NaN: none. */
static double time_between(const struct sweep_view *s, int64_t a, int64_t b)
{
	for (size_t i = 0; i < s->nr; i++) {
		const struct sweep_cpu *c = s->e[i].sweep->cpus;

		if ((c[0].cpu == a && c[1].cpu == b) ||
		    (c[0].cpu == b && c[1].cpu == a))
			return sweep_mean_ns(s, i);
	}
	return NAN;
}

static void add_time(struct grid *g, const struct sweep_view *s, double ns)
{
	char text[NUMBER_LEN];

	grid_add(g, "%s", isnan(ns) ? "-" : view_time(s->v, ns, text));
}

/* Pairs have no order: half of a matrix holds them all. */
static int put_matrix(const struct sweep_view *s, const struct cpus *c)
{
	struct grid g = { 0 };

	grid_add(&g, "%s/op, CPU", s->v->unit);
	for (size_t k = 0; k + 1 < c->nr; k++)
		grid_add(&g, "%" PRId64, c->v[k]);
	grid_end_row(&g);
	for (size_t i = 1; i < c->nr; i++) {
		grid_add(&g, "%" PRId64, c->v[i]);
		for (size_t k = 0; k < i; k++)
			add_time(&g, s, time_between(s, c->v[i], c->v[k]));
		grid_end_row(&g);
	}
	if (!g.err) {
		grid_text(s->v->out, &g);
		fputc('\n', s->v->out);
	}
	grid_free(&g);
	return g.err;
}

static bool has_distances(const struct sweep_relation *r, int nr)
{
	for (int i = 0; i < nr; i++)
		if (r[i].distance != NOT_MEASURED)
			return true;
	return false;
}

static void put_titles(struct grid *g, const char *unit, bool distances)
{
	grid_title(g, 0, "relation");
	if (distances)
		grid_title(g, 3, "distance");
	grid_title(g, 2, "pairs");
	grid_title(g, 1, "min %s/op", unit);
	grid_title(g, 0, "median");
	grid_title(g, 1, "max");
	grid_title(g, 4, "fastest");
	grid_title(g, 4, "slowest");
	grid_end_row(g);
}

static void add_pair(struct grid *g, const struct sweep_view *s, size_t i)
{
	if (i < s->nr)
		grid_add(g, "%" PRId64 ",%" PRId64, s->e[i].sweep->cpus[0].cpu,
			 s->e[i].sweep->cpus[1].cpu);
	else
		grid_add(g, "-");
}

static void put_relation(struct grid *g, const struct sweep_view *s,
			 const struct sweep_relation *r, bool distances)
{
	grid_add(g, "%s", r->relation);
	if (distances && r->distance == NOT_MEASURED)
		grid_add(g, "-");
	else if (distances)
		grid_add(g, "%" PRId64, r->distance);
	if (r->nr < r->total)
		grid_add(g, "%zu of %" PRIu64, r->nr, r->total);
	else
		grid_add(g, "%zu", r->nr);
	add_time(g, s, r->min);
	add_time(g, s, r->median);
	add_time(g, s, r->max);
	add_pair(g, s, r->fastest);
	add_pair(g, s, r->slowest);
	grid_end_row(g);
}

static int put_relations(const struct sweep_view *s,
			 const struct sweep_relation *r, int nr)
{
	bool distances = has_distances(r, nr);
	struct grid g = { 0 };

	put_titles(&g, s->v->unit, distances);
	for (int i = 0; i < nr; i++)
		put_relation(&g, s, &r[i], distances);
	if (!g.err)
		grid_text(s->v->out, &g);
	grid_free(&g);
	return g.err;
}

/* How far single numbers can be trusted. */
static void put_spread(const struct sweep_view *s, double *x)
{
	char cpus[TEXT_LEN], middle[NUMBER_LEN], most[NUMBER_LEN];
	size_t n = 0, worst = s->nr;
	double largest = 0;

	for (size_t i = 0; i < s->nr; i++) {
		double sem = s->v[i].sum.time.sem / sweep_mean_ns(s, i);

		if (isnan(sem))
			continue;
		if (worst == s->nr || sem > largest) {
			worst = i;
			largest = sem;
		}
		x[n++] = sem;
	}
	if (n)
		view_remark(s->v,
			    "means of the runs; their standard error is %s %% "
			    "(median), at most %s %% (%s)",
			    percent_text(stats_median(x, n), middle),
			    percent_text(largest, most),
			    sweep_cpus_text(&s->e[worst], cpus, sizeof(cpus)));
}

static int put_all(const struct sweep_view *s, double *ns)
{
	struct sweep_relation *r = NULL;
	struct cpus c = { 0 };
	int nr, err = 0;

	for (size_t i = 0; i < s->nr; i++)
		ns[i] = sweep_mean_ns(s, i);
	nr = sweep_relations(s->e, ns, s->nr, &r);
	if (nr < 0)
		return nr;
	if (find_cpus(s, &c))
		err = put_matrix(s, &c);
	if (!err)
		err = put_relations(s, r, nr);
	free(r);
	if (!err)
		put_spread(s, ns);
	return err;
}

int report_pairs(const struct sweep_view *s)
{
	double *ns = calloc(s->nr, sizeof(*ns));
	int err = ns ? put_all(s, ns) : -ENOMEM;

	free(ns);
	return err;
}
