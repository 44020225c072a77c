/* SPDX-License-Identifier: MIT */
/*
 * core/compare/parts.c - what makes an op take longer: more instructions,
 * more cycles for each, or longer cycles.
 *
 * ns/op = instructions/op * cycles/instruction * ns/cycle holds in each
 * counted run with that run's own time, and so for geometric means over the
 * same runs.
 */
#include <math.h>

#include "compare/internal.h"

/* What is looked at in a run. */
#define INSTRUCTIONS 1u
#define CYCLES 2u

/* struct means - over the @n runs that have all that is looked at */
struct means {
	size_t n;
	double ns, instructions, cycles;
};

static bool has(const struct compare_counted *r, unsigned int what)
{
	return !((what & INSTRUCTIONS && isnan(r->instructions)) ||
		 (what & CYCLES && isnan(r->cycles)));
}

static size_t count_runs(const struct compare_counts *c, unsigned int what)
{
	size_t n = 0;

	for (size_t i = 0; i < c->nr_runs; i++)
		n += has(&c->runs[i], what);
	return n;
}

static struct means means_of(const struct compare_counts *c, unsigned int what)
{
	struct means m = { .n = count_runs(c, what) };

	for (size_t i = 0; i < c->nr_runs; i++) {
		const struct compare_counted *r = &c->runs[i];

		if (!has(r, what))
			continue;
		m.ns += log(r->ns);
		m.instructions += log(r->instructions);
		m.cycles += log(r->cycles);
	}
	m.ns = exp(m.ns / (double)m.n);
	m.instructions = exp(m.instructions / (double)m.n);
	m.cycles = exp(m.cycles / (double)m.n);
	return m;
}

static void add_factor(struct compare_parts *p, const char *name, double a,
		       double b)
{
	p->factors[p->nr++] = (struct compare_factor){ name, a, b };
}

static void add_factors(struct compare_parts *p, unsigned int what,
			const struct means *a, const struct means *b)
{
	if (what & INSTRUCTIONS)
		add_factor(p, "instructions/op", a->instructions,
			   b->instructions);
	if (what == CYCLES)
		add_factor(p, "cycles/op", a->cycles, b->cycles);
	if (what == (INSTRUCTIONS | CYCLES))
		add_factor(p, "cycles/instruction", a->cycles / a->instructions,
			   b->cycles / b->instructions);
	if (what & CYCLES)
		add_factor(p, "ns/cycle", a->ns / a->cycles, b->ns / b->cycles);
	else
		add_factor(p, "ns/instruction", a->ns / a->instructions,
			   b->ns / b->instructions);
}

static void divide(struct compare_row *r, unsigned int what)
{
	struct means a = means_of(&r->base->counts, what);
	struct means b = means_of(&r->new->counts, what);
	struct compare_parts *p = &r->parts;

	p->n_a = a.n;
	p->n_b = b.n;
	p->a = a.ns;
	p->b = b.ns;
	add_factors(p, what, &a, &b);
}

static bool both(const struct compare_row *r, unsigned int what)
{
	return count_runs(&r->base->counts, what) &&
	       count_runs(&r->new->counts, what);
}

static bool either(const struct compare_row *r, unsigned int what)
{
	return count_runs(&r->base->counts, what) ||
	       count_runs(&r->new->counts, what);
}

/* Where that is not counted in any run: "A", "B" or "A and B". */
static int note_missing(const struct compare *c, struct compare_row *r,
			unsigned int what)
{
	bool a = !count_runs(&r->base->counts, what);
	bool b = !count_runs(&r->new->counts, what);

	return findings_add(&r->notes, "W-PARTS",
			    "time is divided no further: %s not counted%s in "
			    "%s%s%s",
			    r->parts.missing,
			    what == (INSTRUCTIONS | CYCLES) ? " together" : "",
			    a ? c->groups[0].label : "", a && b ? " and " : "",
			    b ? c->groups[r->group].label : "");
}

int compare_row_parts(const struct compare *c, struct compare_row *r)
{
	const unsigned int all = INSTRUCTIONS | CYCLES;
	unsigned int what = all, lacking;

	if (r->base->records || !compare_same_scope(r) ||
	    !(either(r, INSTRUCTIONS) || either(r, CYCLES)))
		return 0;
	if (!both(r, all))
		what = both(r, CYCLES) ? CYCLES : INSTRUCTIONS;
	if (both(r, what))
		divide(r, what);
	if (both(r, all))
		return 0;
	lacking = all & ~what;
	if (!r->parts.nr || both(r, lacking))
		lacking = all;
	r->parts.missing = lacking == all	   ? "instructions and cycles" :
			   lacking == INSTRUCTIONS ? "instructions" :
						     "cycles";
	return note_missing(c, r, lacking);
}
