/* SPDX-License-Identifier: MIT */
/*
 * core/machine/place_choose.c - the choice of CPUs on a machine that is described.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/cpumask.h"
#include "machine/place.h"
#include "machine/procfs.h"
#include "machine/topology.h"

/* struct choice - CPUs that the tasks of a group take in turn */
struct choice {
	int *cpus;
	size_t nr;
};

/* What each relation is about, and what it needs. */
static const struct {
	int kind;
	const char *parts, *share;
	const char *needs;
} relations[] = {
	{ PLACE_SMT, "cores", "share one", "two CPUs of one core (SMT)" },
	{ PLACE_LLC, "caches", "share one",
	  "two cores under one last-level cache" },
	{ PLACE_PACKAGE, "caches", "share one",
	  "two last-level caches in one package" },
	{ PLACE_REMOTE, "packages", "are in different ones", "two packages" },
};

#define NR_RELATIONS (sizeof(relations) / sizeof(*relations))

static int ascending(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

/* Whether a CPU shares its core with one of those chosen, as sysfs says. */
static bool is_sibling(const char *root, int cpu, const struct choice *c)
{
	struct place_spec siblings;
	bool found = false;
	char line[1024];

	if (!c->nr ||
	    procfs_line(root, line, sizeof(line),
			"/sys/devices/system/cpu/cpu%d/topology/"
			"thread_siblings_list",
			cpu) <= 0 ||
	    place_parse(line, &siblings))
		return false;
	for (size_t i = 0; i < siblings.nr && !found; i++)
		found = cpumask_has(c->cpus, c->nr, siblings.cpus[i]);
	place_spec_free(&siblings);
	return found;
}

static void choose_apart(const struct place_machine *m, size_t wanted,
			 struct choice *c)
{
	bool all = wanted >= m->nr_allowed;

	for (size_t i = m->nr_allowed; i-- > 0 && c->nr < wanted && !all;)
		if (!is_sibling(m->root, m->allowed[i], c))
			c->cpus[c->nr++] = m->allowed[i];
	for (size_t i = m->nr_allowed; i-- > 0 && c->nr < wanted;)
		if (!cpumask_has(c->cpus, c->nr, m->allowed[i]))
			c->cpus[c->nr++] = m->allowed[i];
	qsort(c->cpus, c->nr, sizeof(*c->cpus), ascending);
}

static int part_of(const struct topology_cpu *c, int kind)
{
	switch (kind) {
	case PLACE_SMT:
		return c->core;
	case PLACE_REMOTE:
		return c->package;
	default:
		return c->llc;
	}
}

/* Whether the machine shows what the relation is about. */
static bool parts_known(const struct place_machine *m, int kind)
{
	for (size_t i = 0; i < m->nr_allowed; i++) {
		const struct topology_cpu *c =
			topology_find(m->topology, m->allowed[i]);

		if (c && part_of(c, kind) != TOPOLOGY_UNKNOWN)
			return true;
	}
	return false;
}

/* A placement of two tasks that would work here. */
static const char *suggestion(const struct place_machine *m)
{
	int pair[2];

	for (size_t i = 0; i < NR_RELATIONS; i++)
		if (topology_choose(m->topology, relations[i].kind, m->allowed,
				    m->nr_allowed, 2, pair) == 2)
			return place_kind_name(relations[i].kind);
	return place_kind_name(m->nr_allowed > 1 ? PLACE_APART : PLACE_SAME);
}

static int no_such_pair(int kind, const struct place_machine *m, char *why,
			size_t len)
{
	char *allowed = place_list_text(m->allowed, m->nr_allowed);
	size_t i = 0;

	while (i + 1 < NR_RELATIONS && relations[i].kind != kind)
		i++;
	if (parts_known(m, kind))
		snprintf(why, len,
			 "this machine has no %s among the allowed CPUs %s; "
			 "try -c %s",
			 relations[i].needs, allowed ? allowed : "",
			 suggestion(m));
	else
		snprintf(why, len,
			 "the %s of this machine are not visible, so it cannot "
			 "be said which CPUs %s; try -c %s",
			 relations[i].parts, relations[i].share, suggestion(m));
	free(allowed);
	return -ENODEV;
}

static int choose_related(int kind, const struct place_machine *m,
			  size_t wanted, struct choice *c, char *why,
			  size_t len)
{
	int nr = topology_choose(m->topology, kind, m->allowed, m->nr_allowed,
				 wanted, c->cpus);

	if (nr < 0)
		return nr;
	c->nr = (size_t)nr;
	return nr ? 0 : no_such_pair(kind, m, why, len);
}

/* Whether tasks are not pinned to one CPU each. */
static bool is_free(int kind)
{
	return kind == PLACE_ANY || kind == PLACE_NODE0;
}

/* @c has room for @wanted CPUs. */
static int choose(int kind, const struct place_machine *m, size_t wanted,
		  struct choice *c, char *why, size_t len)
{
	switch (kind) {
	case PLACE_APART:
		if (m->nr_allowed < 2 && wanted > 1) {
			snprintf(why, len,
				 "the tasks belong on different CPUs, but only "
				 "CPU %d is allowed; widen the mask, or name "
				 "CPUs with -c LIST",
				 m->allowed[0]);
			return -ENODEV;
		}
		choose_apart(m, wanted, c);
		return 0;
	case PLACE_SMT:
	case PLACE_LLC:
	case PLACE_PACKAGE:
	case PLACE_REMOTE:
		if (wanted > 1)
			return choose_related(kind, m, wanted, c, why, len);
		break;
	case PLACE_EACH:
	case PLACE_PAIRS:
		snprintf(why, len, "-c %s is a sweep, not one placement",
			 place_kind_name(kind));
		return -EINVAL;
	}
	c->cpus[0] = is_free(kind) ? -1 : m->allowed[m->nr_allowed - 1];
	c->nr = 1;
	return 0;
}

static const char *relation_word(int kind, size_t group_cpus)
{
	if (is_free(kind))
		return place_kind_name(kind);
	return place_kind_name(group_cpus == 1 ? PLACE_SAME : kind);
}

/* Gives task i of every group the i-th CPU, round robin. */
static int assign(int kind, const struct choice *c, struct placement *out)
{
	size_t nr = (size_t)out->nr_groups * out->nr_tasks;
	size_t used = c->nr < out->nr_tasks ? c->nr : out->nr_tasks;

	out->cpu = calloc(nr, sizeof(*out->cpu));
	if (!out->cpu)
		return -ENOMEM;
	for (size_t i = 0; i < nr; i++)
		out->cpu[i] = c->cpus[i % out->nr_tasks % c->nr];
	out->group_cpus = 0;
	for (size_t i = 0; i < used; i++)
		if (c->cpus[i] >= 0 && !cpumask_has(c->cpus, i, c->cpus[i]))
			out->group_cpus++;
	out->nr_cpus = out->group_cpus;
	out->node0 = kind == PLACE_NODE0;
	out->relation = relation_word(kind, out->group_cpus);
	return 0;
}

int place_choose(const struct place_spec *spec, const struct place_machine *m,
		 struct placement *out, char *why, size_t len)
{
	struct choice c = { .cpus = spec->cpus, .nr = spec->nr };
	size_t wanted = out->nr_tasks;
	int ret;

	if (spec->kind == PLACE_LIST)
		return assign(spec->kind, &c, out);
	if (wanted > m->nr_allowed)
		wanted = m->nr_allowed < 2 ? 2 : m->nr_allowed;
	c = (struct choice){ .cpus = calloc(wanted, sizeof(*c.cpus)) };
	if (!c.cpus)
		return -ENOMEM;
	ret = choose(spec->kind, m, wanted, &c, why, len);
	if (!ret)
		ret = assign(spec->kind, &c, out);
	free(c.cpus);
	return ret;
}
