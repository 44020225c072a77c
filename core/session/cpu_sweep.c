/* SPDX-License-Identifier: MIT */
/*
 * core/session/cpu_sweep.c - every CPU, every pair of CPUs, or a sample of pairs.
 *
 * Ten thousand CPUs have fifty million pairs: they are gone through twice,
 * never kept.
 */
#include "session/cpu_sweep.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "machine/place.h"
#include "util/rng.h"

/**
 * struct stratum - pairs that are alike
 * @relation:	enum place_kind
 * @distance:	of their nodes, 0: not known
 * @size:	how many there are
 * @seen:	how many of them were passed in the second round
 * @wanted:	how many are to be measured
 * @taken:	how many of these were taken
 */
struct stratum {
	int relation;
	uint64_t distance;
	uint64_t size, seen, wanted, taken;
};

/* struct strata - all of them, in the order met; owned */
struct strata {
	size_t nr;
	struct stratum *v;
};

static int relation_of(const struct topology *t, int a, int b)
{
	int relation = topology_relation(t, a, b);

	return relation < 0 ? PLACE_LIST : relation;
}

static uint64_t distance_of(const struct topology *t, int a, int b)
{
	const struct topology_cpu *ca = topology_find(t, a);
	const struct topology_cpu *cb = topology_find(t, b);

	return ca && cb ? topology_distance(t, ca->node, cb->node) : 0;
}

/* The stratum of a pair, added if need be; NULL: no memory. */
static struct stratum *stratum_of(struct strata *s, const struct topology *t,
				  int a, int b)
{
	int relation = relation_of(t, a, b);
	uint64_t distance = distance_of(t, a, b);
	struct stratum *v;

	for (size_t i = 0; i < s->nr; i++)
		if (s->v[i].relation == relation &&
		    s->v[i].distance == distance)
			return &s->v[i];
	v = reallocarray(s->v, s->nr + 1, sizeof(*v));
	if (!v)
		return NULL;
	s->v = v;
	v[s->nr] =
		(struct stratum){ .relation = relation, .distance = distance };
	return &v[s->nr++];
}

static int count_pairs(struct strata *s, const struct topology *t,
		       const int *cpus, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		for (size_t j = i + 1; j < nr; j++) {
			struct stratum *at = stratum_of(s, t, cpus[i], cpus[j]);

			if (!at)
				return -ENOMEM;
			at->size++;
		}
	return 0;
}

/* Gives each stratum its part of @left; what small ones leave, others get. */
static void share_out(struct strata *s, uint64_t left)
{
	uint64_t before = left + 1;

	while (left && left < before) {
		uint64_t open = 0, part;

		before = left;
		for (size_t i = 0; i < s->nr; i++)
			open += s->v[i].wanted < s->v[i].size;
		part = open ? left / open + (left < open) : 0;
		for (size_t i = 0; i < s->nr && left; i++) {
			struct stratum *at = &s->v[i];
			uint64_t more = at->size - at->wanted;

			more = more < part ? more : part;
			more = more < left ? more : left;
			at->wanted += more;
			left -= more;
		}
	}
}

/* Each of those still to come is as likely as any other. */
static bool drawn(struct stratum *at, struct rng *rng)
{
	uint64_t to_come = at->size - at->seen++;

	if (rng_below(rng, to_come) >= at->wanted - at->taken)
		return false;
	at->taken++;
	return true;
}

static int64_t known(int number)
{
	return number == TOPOLOGY_UNKNOWN ? NOT_MEASURED : number;
}

/* Whether there was memory for it. */
static int fill_cpu(struct sweep_cpu *c, int cpu, const struct topology *t)
{
	const struct topology_cpu *at = topology_find(t, cpu);

	*c = (struct sweep_cpu){
		.cpu = cpu,
		.package = at ? known(at->package) : NOT_MEASURED,
		.node = at ? known(at->node) : NOT_MEASURED,
	};
	if (!at || at->kind == TOPOLOGY_UNKNOWN)
		return 1;
	c->type = strdup(t->kinds[at->kind]);
	return c->type != NULL;
}

static int64_t pair_distance(const struct sweep *s, const struct topology *t)
{
	uint64_t d;

	if (s->cpus[0].node == NOT_MEASURED || s->cpus[1].node == NOT_MEASURED)
		return NOT_MEASURED;
	d = topology_distance(t, (int)s->cpus[0].node, (int)s->cpus[1].node);
	return d ? (int64_t)d : NOT_MEASURED;
}

static struct sweep *sweep_new(int kind, const int *cpus,
			       const struct topology *t)
{
	struct sweep *s = calloc(1, sizeof(*s));
	int ok = 1;

	if (!s)
		return NULL;
	*s = (struct sweep){
		.kind = kind,
		.total = 1,
		.alike = 1,
		.distance = NOT_MEASURED,
		.nr = kind == SWEEP_PAIRS ? 2 : 1,
	};
	for (size_t i = 0; i < s->nr; i++)
		ok &= fill_cpu(&s->cpus[i], cpus[i], t);
	if (!ok) {
		sweep_free(s);
		return NULL;
	}
	if (kind == SWEEP_PAIRS)
		s->distance = pair_distance(s, t);
	return s;
}

/* Appends a place; the list has room for it. */
static struct sweep *add_place(struct sweep_list *l, int kind, const int *cpus,
			       const struct topology *t, int relation)
{
	struct sweep *s = sweep_new(kind, cpus, t);

	if (s)
		l->v[l->nr++] = (struct sweep_place){ s, relation };
	return s;
}

static int take_pairs(struct strata *strata, const struct topology *t,
		      const int *cpus, size_t nr, struct rng *rng,
		      struct sweep_list *out)
{
	for (size_t i = 0; i < nr; i++)
		for (size_t j = i + 1; j < nr; j++) {
			const int pair[] = { cpus[i], cpus[j] };
			struct stratum *at =
				stratum_of(strata, t, pair[0], pair[1]);
			struct sweep *s;

			if (!at || !drawn(at, rng))
				continue;
			s = add_place(out, SWEEP_PAIRS, pair, t, at->relation);
			if (!s)
				return -ENOMEM;
			s->total = (uint64_t)nr * (nr - 1) / 2;
			s->alike = at->size;
		}
	return 0;
}

int sweep_pairs(const struct topology *t, const int *cpus, size_t nr,
		size_t most, uint64_t seed, struct sweep_list *out)
{
	struct strata strata = { 0 };
	struct rng rng;
	int ret;

	*out = (struct sweep_list){ .v = calloc(most + 1, sizeof(*out->v)) };
	if (!out->v)
		return -ENOMEM;
	rng_seed(&rng, seed);
	ret = count_pairs(&strata, t, cpus, nr);
	share_out(&strata, most);
	if (!ret)
		ret = take_pairs(&strata, t, cpus, nr, &rng, out);
	free(strata.v);
	return ret;
}

int sweep_each(const struct topology *t, const int *cpus, size_t nr,
	       struct sweep_list *out)
{
	*out = (struct sweep_list){ .v = calloc(nr + 1, sizeof(*out->v)) };
	if (!out->v)
		return -ENOMEM;
	for (size_t i = 0; i < nr; i++) {
		struct sweep *s =
			add_place(out, SWEEP_EACH, &cpus[i], t, PLACE_SAME);

		if (!s)
			return -ENOMEM;
		s->total = s->alike = nr;
	}
	return 0;
}

void sweep_list_free(struct sweep_list *l)
{
	for (size_t i = 0; i < l->nr; i++)
		sweep_free(l->v[i].sweep);
	free(l->v);
	*l = (struct sweep_list){ 0 };
}
