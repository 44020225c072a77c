/* SPDX-License-Identifier: MIT */
/*
 * core/machine/topology.c - relations between CPUs, and the choice of CPUs by them.
 */
#include "machine/topology.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "machine/place.h"

void topology_free(struct topology *t)
{
	for (size_t i = 0; i < t->nr_kinds; i++)
		free(t->kinds[i]);
	free(t->kinds);
	free(t->nodes);
	free(t->distances);
	free(t->cpus);
	*t = (struct topology){ 0 };
}

static int compare_number(const void *key, const void *item)
{
	int cpu = *(const int *)key;
	const struct topology_cpu *c = item;

	return (cpu > c->cpu) - (cpu < c->cpu);
}

const struct topology_cpu *topology_find(const struct topology *t, int cpu)
{
	return t->nr ? bsearch(&cpu, t->cpus, t->nr, sizeof(*t->cpus),
			       compare_number) :
		       NULL;
}

static int core_of(const struct topology_cpu *c)
{
	return c->core;
}

/* Caches of each level are counted from 0. */
static int llc_of(const struct topology_cpu *c)
{
	return c->llc == TOPOLOGY_UNKNOWN ? TOPOLOGY_UNKNOWN :
					    c->llc * 8 + c->llc_level;
}

static int package_of(const struct topology_cpu *c)
{
	return c->package;
}

static int node_of(const struct topology_cpu *c)
{
	return c->node;
}

static bool shared(int a, int b)
{
	return a != TOPOLOGY_UNKNOWN && a == b;
}

static int relation(const struct topology_cpu *a, const struct topology_cpu *b)
{
	if (a->cpu == b->cpu)
		return PLACE_SAME;
	if (a->package != b->package)
		return PLACE_REMOTE;
	if (shared(core_of(a), core_of(b)))
		return PLACE_SMT;
	if (shared(llc_of(a), llc_of(b)))
		return PLACE_LLC;
	if (a->llc == TOPOLOGY_UNKNOWN || b->llc == TOPOLOGY_UNKNOWN)
		return -ENODATA;
	return PLACE_PACKAGE;
}

int topology_relation(const struct topology *t, int cpu_a, int cpu_b)
{
	const struct topology_cpu *a = topology_find(t, cpu_a);
	const struct topology_cpu *b = topology_find(t, cpu_b);

	return a && b ? relation(a, b) : -ENODEV;
}

/* Whether @c stands in the relation to all of @nr chosen ones. */
static bool fits(const struct topology_cpu *c, int wanted_relation,
		 const struct topology_cpu *const *chosen, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (relation(c, chosen[i]) != wanted_relation)
			return false;
	return true;
}

/*
 * Starts with allowed[@start] and goes down. Relations come from a tree, so
 * that taking whatever fits also yields the largest set with that start.
 */
static size_t grow(const struct topology *t, int wanted_relation,
		   const int *allowed, size_t start, size_t wanted,
		   const struct topology_cpu **chosen)
{
	size_t nr = 0;

	for (size_t i = start + 1; i-- > 0 && nr < wanted;) {
		const struct topology_cpu *c = topology_find(t, allowed[i]);

		if (c && fits(c, wanted_relation, chosen, nr))
			chosen[nr++] = c;
		else if (!nr)
			break;
	}
	return nr;
}

static void store_ascending(int *out, const struct topology_cpu *const *chosen,
			    size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		out[nr - 1 - i] = chosen[i]->cpu;
}

int topology_choose(const struct topology *t, int wanted_relation,
		    const int *allowed, size_t nr_allowed, size_t wanted,
		    int *out)
{
	size_t limit = wanted < nr_allowed ? wanted : nr_allowed;
	const struct topology_cpu **chosen;
	size_t best = 1;

	chosen = calloc(limit + 1, sizeof(*chosen));
	if (!chosen)
		return -ENOMEM;
	for (size_t start = nr_allowed; start-- > 0 && best < limit;) {
		size_t nr =
			grow(t, wanted_relation, allowed, start, limit, chosen);

		if (nr > best) {
			best = nr;
			store_ascending(out, chosen, nr);
		}
	}
	free(chosen);
	return best > 1 ? (int)best : 0;
}

/* Where a node stands in the matrix; @nr_nodes: nowhere. */
static size_t node_index(const struct topology *t, int node)
{
	size_t i = 0;

	while (i < t->nr_nodes && t->nodes[i] != node)
		i++;
	return i;
}

uint64_t topology_distance(const struct topology *t, int node_a, int node_b)
{
	size_t a = node_index(t, node_a), b = node_index(t, node_b);

	if (a == t->nr_nodes || b == t->nr_nodes)
		return 0;
	return t->distances[a * t->nr_nodes + b];
}

/* How many different known values there are. */
static size_t count_different(const struct topology *t,
			      int (*get)(const struct topology_cpu *c))
{
	size_t nr = 0;

	for (size_t i = 0; i < t->nr; i++) {
		int v = get(&t->cpus[i]);
		bool seen = v == TOPOLOGY_UNKNOWN;

		for (size_t j = 0; j < i && !seen; j++)
			seen = v == get(&t->cpus[j]);
		nr += !seen;
	}
	return nr;
}

struct topology_counts topology_count(const struct topology *t)
{
	return (struct topology_counts){
		.cpus = t->nr,
		.cores = count_different(t, core_of),
		.llcs = count_different(t, llc_of),
		.packages = count_different(t, package_of),
		.nodes = count_different(t, node_of),
	};
}
