/* SPDX-License-Identifier: MIT */
/*
 * core/machine/place.c - CPUs for tasks on this machine, and pinning to them.
 */
#include "machine/place.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/cpumask.h"
#include "machine/topology.h"

/*
 * The mask that the process was given: later ones are narrower, because the
 * harness moves itself out of the way of tasks.
 */
static struct {
	int *cpus;
	size_t nr;
} inherited;

int place_allowed(const int **cpus, size_t *nr)
{
	int ret;

	if (!inherited.cpus) {
		ret = cpumask_get(&inherited.cpus, &inherited.nr);
		if (ret)
			return ret;
	}
	*cpus = inherited.cpus;
	*nr = inherited.nr;
	return 0;
}

static bool needs_topology(int kind)
{
	return kind == PLACE_SMT || kind == PLACE_LLC ||
	       kind == PLACE_PACKAGE || kind == PLACE_REMOTE;
}

static int decide(const struct place_spec *spec, struct placement *out,
		  char *why, size_t len)
{
	struct place_machine m = { .root = "" };
	struct topology topology = { 0 };
	int ret;

	ret = place_allowed(&m.allowed, &m.nr_allowed);
	if (!ret && spec->kind == PLACE_LIST)
		ret = place_try(spec->cpus, spec->nr, m.allowed, m.nr_allowed,
				why, len);
	if (!ret && needs_topology(spec->kind) && out->nr_tasks > 1) {
		ret = topology_load(NULL, &topology, why, len);
		m.topology = &topology;
	}
	if (!ret)
		ret = place_choose(spec, &m, out, why, len);
	topology_free(&topology);
	return ret;
}

int place_tasks(const struct place_spec *spec, uint32_t nr_groups,
		uint32_t nr_tasks, struct placement *out, char *why, size_t len)
{
	int ret;

	*out = (struct placement){
		.nr_groups = nr_groups,
		.nr_tasks = nr_tasks,
	};
	why[0] = '\0';
	ret = decide(spec, out, why, len);
	if (ret && !*why)
		snprintf(why, len, "cannot place the tasks: %s",
			 strerror(-ret));
	return ret;
}

void placement_free(struct placement *p)
{
	free(p->cpu);
	*p = (struct placement){ 0 };
}

int place_per_cpu(const struct place_spec *spec)
{
	const int *cpus;
	size_t nr;
	int ret;

	if (spec->kind == PLACE_LIST)
		return (int)spec->nr;
	ret = place_allowed(&cpus, &nr);
	return ret ? ret : (int)nr;
}

int place_pin(int cpu)
{
	int *now, ret;
	size_t nr;

	if (cpu < 0 || cpu > PLACE_MAX_CPU)
		return -EINVAL;
	ret = cpumask_set(&cpu, 1);
	if (ret)
		return ret;
	ret = cpumask_get(&now, &nr);
	if (ret)
		return ret;
	if (nr != 1 || now[0] != cpu || sched_getcpu() != cpu)
		ret = -ENODEV;
	free(now);
	return ret;
}

int place_elsewhere(const struct placement *p)
{
	size_t nr_tasks = (size_t)p->nr_groups * p->nr_tasks;
	size_t nr_allowed, nr = 0;
	const int *allowed;
	int *others, ret;

	if (!p->nr_cpus)
		return 0;
	ret = place_allowed(&allowed, &nr_allowed);
	if (ret)
		return ret;
	others = calloc(nr_allowed, sizeof(*others));
	if (!others)
		return -ENOMEM;
	for (size_t i = 0; i < nr_allowed; i++)
		if (!cpumask_has(p->cpu, nr_tasks, allowed[i]))
			others[nr++] = allowed[i];
	ret = nr ? cpumask_set(others, nr) : 1;
	free(others);
	return ret;
}
