/* SPDX-License-Identifier: MIT */
/*
 * core/compare/work.c - whether two cells did the same work per op.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare/internal.h"

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
