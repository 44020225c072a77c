/* SPDX-License-Identifier: MIT */
/*
 * core/compare/load.c - what else the machine did on both sides, and how much
 * of a difference that alone may have made.
 */
#include "compare/load.h"

#include <math.h>

#include "session/validate.h"

/*
 * How much longer an op takes while the other thread of its core is busy, at
 * most: Documentation/method.md, "Load", has what was measured.
 */
#define NEIGHBOUR_COST 1.5

/*
 * Differences below these are none: a logarithm of what other tasks left, and a
 * share that is read in clock ticks.
 */
#define FOREIGN_LEAST 0.01
#define BESIDE_LEAST 0.05

/*
 * The other threads of the cores, where they are known. A guest often is not
 * told: any other CPU may be one.
 */
static double beside_ns(const struct sample *r)
{
	const struct interference *i = &r->interference;

	if (i->sibling_busy_ns != NOT_MEASURED)
		return fmin((double)i->sibling_busy_ns, (double)r->elapsed_ns);
	if (i->others_busy_ns != NOT_MEASURED)
		return fmin((double)i->others_busy_ns, (double)r->elapsed_ns);
	return NAN;
}

void compare_load_add(struct compare_load *l, const struct entry *e,
		      const struct sample *r)
{
	uint32_t nr_cpus = entry_distinct_cpus(e);

	l->elapsed_ns += (double)r->elapsed_ns;
	l->foreign_ns += validate_foreign_ns(r, nr_cpus) / nr_cpus;
	l->beside_ns += beside_ns(r);
}

double compare_load_foreign(const struct compare_load *l)
{
	return l->foreign_ns / l->elapsed_ns;
}

double compare_load_beside(const struct compare_load *l)
{
	return l->beside_ns / l->elapsed_ns;
}

/* 0: alike, or not known. */
static double apart(double a, double b, double least)
{
	return fabs(b - a) > least ? b - a : 0;
}

/* Of the CPUs' time that other tasks left, a logarithm. */
static double foreign_apart(const struct compare_row *r)
{
	return apart(log1p(-compare_load_foreign(&r->new->load)),
		     log1p(-compare_load_foreign(&r->base->load)),
		     FOREIGN_LEAST);
}

static double beside_apart(const struct compare_row *r)
{
	return apart(compare_load_beside(&r->base->load),
		     compare_load_beside(&r->new->load), BESIDE_LEAST);
}

double compare_load_bias(const struct compare_row *r, int metric)
{
	double bias = fabs(beside_apart(r)) * log(NEIGHBOUR_COST);

	if (metric == COMPARE_TIME)
		bias += fabs(foreign_apart(r));
	return bias;
}

int compare_load_note(const struct compare *c, struct compare_row *r)
{
	const char *a = c->groups[0].label, *b = c->groups[r->group].label;
	double foreign = foreign_apart(r), beside = beside_apart(r);
	int err = 0;

	if (foreign != 0 && c->metric == COMPARE_TIME)
		err = findings_add(
			&r->notes, "W-LOAD",
			"other tasks had more of the CPUs in %s: measure both at the same load",
			foreign > 0 ? b : a);
	if (!err && beside != 0)
		err = findings_add(
			&r->notes, "W-LOAD",
			"the CPUs beside those used were busier in %s: measure both at the same load",
			beside > 0 ? b : a);
	return err;
}
