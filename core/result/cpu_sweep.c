/* SPDX-License-Identifier: MIT */
/*
 * core/result/cpu_sweep.c - one place of a sweep over CPUs.
 */
#include "result/cpu_sweep.h"

#include <stdlib.h>
#include <string.h>

#include "result/result.h"
#include "machine/topology.h"

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

static int64_t distance_of(const struct sweep *s, const struct topology *t)
{
	uint64_t d;

	if (s->cpus[0].node == NOT_MEASURED || s->cpus[1].node == NOT_MEASURED)
		return NOT_MEASURED;
	d = topology_distance(t, (int)s->cpus[0].node, (int)s->cpus[1].node);
	return d ? (int64_t)d : NOT_MEASURED;
}

struct sweep *sweep_new(int kind, const int *cpus, const struct topology *t)
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
		s->distance = distance_of(s, t);
	return s;
}

struct sweep *sweep_copy(const struct sweep *s)
{
	struct sweep *copy = malloc(sizeof(*copy));
	int ok = 1;

	if (!copy)
		return NULL;
	*copy = *s;
	for (size_t i = 0; i < s->nr; i++) {
		const char *type = s->cpus[i].type;

		copy->cpus[i].type = type ? strdup(type) : NULL;
		ok &= !type || copy->cpus[i].type;
	}
	if (ok)
		return copy;
	sweep_free(copy);
	return NULL;
}

void sweep_free(struct sweep *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->nr; i++)
		free(s->cpus[i].type);
	free(s);
}
