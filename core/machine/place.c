/* SPDX-License-Identifier: MIT */
/*
 * core/machine/place.c - CPUs for tasks on this machine, and pinning to them.
 */
#include "machine/place.h"

#include <ctype.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/procfs.h"
#include "machine/topology.h"
#include "util/cpumask.h"

/*
 * Whether the kernel grants the CPUs that were asked for.
 *
 * A mask that was inherited does not say: who isolates CPUs, or narrows the
 * mask of a shell, may still name others. Only a cpuset is a limit.
 */

#define LIST_LEN 4096
#define CPU_DIR "/sys/devices/system/cpu"

/* The CPUs of the cpuset: what remains when all there could be are wanted. */
static char *cpuset_text(void)
{
	struct place_spec possible;
	char line[LIST_LEN], *text = NULL;
	size_t nr;
	int *cpus;

	if (procfs_line("", line, sizeof(line), CPU_DIR "/possible") < 0 ||
	    place_parse(line, &possible))
		return NULL;
	if (!cpumask_set(possible.cpus, possible.nr) &&
	    !cpumask_get(&cpus, &nr)) {
		text = place_list_text(cpus, nr);
		free(cpus);
	}
	place_spec_free(&possible);
	return text;
}

static int explain_cpuset(int cpu, char *why, size_t len)
{
	char *allowed = cpuset_text();

	snprintf(why, len,
		 "CPU %d cannot be used: it is not in the cpuset of this "
		 "process (allowed: %s)",
		 cpu, allowed ? allowed : "unknown");
	free(allowed);
	return -EPERM;
}

static int explain(int cpu, int err, char *why, size_t len)
{
	char line[LIST_LEN];

	if (procfs_list_has("", cpu, CPU_DIR "/present") == 0 &&
	    procfs_line("", line, sizeof(line), CPU_DIR "/present") > 0) {
		snprintf(why, len, "there is no CPU %d (present: %s)", cpu,
			 line);
		return -ENXIO;
	}
	if (procfs_list_has("", cpu, CPU_DIR "/online") == 0) {
		snprintf(why, len, "CPU %d is offline", cpu);
		return -ENXIO;
	}
	if (err == -EINVAL || err == -ENODEV)
		return explain_cpuset(cpu, why, len);
	snprintf(why, len, "CPU %d cannot be used: the kernel refuses it (%s)",
		 cpu, strerror(-err));
	return err == -EACCES ? -EPERM : err;
}

/* Leaves the calling thread anywhere. */
static int try_all(const int *cpus, size_t nr, const int *known,
		   size_t nr_known, char *why, size_t len)
{
	for (size_t i = 0; i < nr; i++) {
		int err;

		if (cpumask_has(known, nr_known, cpus[i]) ||
		    cpumask_has(cpus, i, cpus[i]))
			continue;
		err = place_pin(cpus[i]);
		if (err)
			return explain(cpus[i], err, why, len);
	}
	return 0;
}

int place_try(const int *cpus, size_t nr, const int *known, size_t nr_known,
	      char *why, size_t len)
{
	int *before, ret, err;
	size_t nr_before;

	ret = cpumask_get(&before, &nr_before);
	if (ret) {
		snprintf(why, len, "cannot read the CPU mask: %s",
			 strerror(-ret));
		return ret;
	}
	ret = try_all(cpus, nr, known, nr_known, why, len);
	err = cpumask_set(before, nr_before);
	free(before);
	if (err && !ret) {
		snprintf(why, len, "cannot restore the CPU mask: %s",
			 strerror(-err));
		ret = err;
	}
	return ret;
}

/*
 * The choice of CPUs on a machine that is described.
 */

static int ascending(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

/* struct choice - CPUs that the tasks of a group take round robin */
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
		snprintf(
			why, len,
			"the %s of this machine are not visible, so CPUs that %s are not known; try -c %s",
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
			snprintf(
				why, len,
				"the tasks need different CPUs, but only CPU %d is allowed: widen the affinity mask, or name CPUs with -c LIST",
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
	if (!ret && place_is_relation(spec->kind) && out->nr_tasks > 1) {
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

/*
 * The CPU masks of tasks that are not pinned to one CPU.
 */

#define NODE0_CPUS "/sys/devices/system/node/node0/cpulist"

int affinity_restore(void)
{
	const int *cpus;
	size_t nr;
	int ret = place_allowed(&cpus, &nr);

	return ret ? ret : cpumask_set(cpus, nr);
}

/* Restricts to those of @node that are allowed too. */
static int keep_on(const struct place_spec *node)
{
	const int *allowed;
	size_t nr_allowed, nr = 0;
	int ret = place_allowed(&allowed, &nr_allowed);
	int *cpus;

	if (ret)
		return ret;
	cpus = calloc(nr_allowed + 1, sizeof(*cpus));
	if (!cpus)
		return -ENOMEM;
	for (size_t i = 0; i < nr_allowed; i++)
		if (cpumask_has(node->cpus, node->nr, allowed[i]))
			cpus[nr++] = allowed[i];
	ret = nr ? cpumask_set(cpus, nr) : -ENODEV;
	free(cpus);
	return ret;
}

int affinity_node0(void)
{
	struct place_spec node;
	char line[LIST_LEN];
	int ret;

	if (procfs_line("", line, sizeof(line), NODE0_CPUS) < 0)
		return affinity_restore();
	ret = place_parse(line, &node);
	if (ret)
		return ret == -EINVAL ? -ENODEV : ret;
	ret = keep_on(&node);
	place_spec_free(&node);
	return ret;
}
