/* SPDX-License-Identifier: MIT */
/*
 * core/machine/topology.c - relations between CPUs, and the choice of CPUs by them.
 */
#include "machine/topology.h"

#include <dlfcn.h>
#include <errno.h>
#include <hwloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/place_spec.h"
#include "machine/procfs.h"
#include "util/cpumask.h"

/*
 * The machine as hwloc sees it, as plain numbers.
 *
 * The only file that knows hwloc. The library is opened for one call, not
 * linked: it and what it needs would make every start of the harness and
 * every fork, measured ones too, a tenth slower.
 */

_Static_assert(HWLOC_API_VERSION >> 16 == 2, "hwloc 2 is libhwloc.so.15");

#define LIBHWLOC "libhwloc.so.15"

/* What hwloc takes as "say nothing on standard error". */
#define HIDE_ERRORS "HWLOC_HIDE_ERRORS"
#define HIDE_ALL "2"

/* struct hwloc - the library while it is open */
struct hwloc {
	void *lib;
	__typeof__(hwloc_topology_init) *topology_init;
	__typeof__(hwloc_topology_destroy) *topology_destroy;
	__typeof__(hwloc_topology_set_flags) *topology_set_flags;
	__typeof__(hwloc_topology_set_components) *topology_set_components;
	__typeof__(hwloc_topology_set_synthetic) *topology_set_synthetic;
	__typeof__(hwloc_topology_set_xml) *topology_set_xml;
	__typeof__(hwloc_topology_load) *topology_load;
	__typeof__(hwloc_topology_is_thissystem) *topology_is_thissystem;
	__typeof__(hwloc_get_type_depth) *get_type_depth;
	__typeof__(hwloc_get_nbobjs_by_depth) *get_nbobjs_by_depth;
	__typeof__(hwloc_get_obj_by_depth) *get_obj_by_depth;
	__typeof__(hwloc_bitmap_first) *bitmap_first;
	__typeof__(hwloc_bitmap_isset) *bitmap_isset;
	__typeof__(hwloc_bitmap_alloc) *bitmap_alloc;
	__typeof__(hwloc_bitmap_free) *bitmap_free;
	__typeof__(hwloc_distances_get_by_type) *distances_get_by_type;
	__typeof__(hwloc_distances_release) *distances_release;
	__typeof__(hwloc_cpukinds_get_nr) *cpukinds_get_nr;
	__typeof__(hwloc_cpukinds_get_info) *cpukinds_get_info;
};

#define LOOK_UP(h, name) ((h)->name = dlsym((h)->lib, "hwloc_" #name))

static int hwloc_open(struct hwloc *h, char *why, size_t len)
{
	h->lib = dlopen(LIBHWLOC, RTLD_NOW | RTLD_LOCAL);
	if (!h->lib) {
		snprintf(why, len,
			 "cannot load " LIBHWLOC " (%s); install hwloc",
			 dlerror());
		return -ENOPKG;
	}
	if (LOOK_UP(h, topology_init) && LOOK_UP(h, topology_destroy) &&
	    LOOK_UP(h, topology_set_flags) &&
	    LOOK_UP(h, topology_set_components) &&
	    LOOK_UP(h, topology_set_synthetic) &&
	    LOOK_UP(h, topology_set_xml) && LOOK_UP(h, topology_load) &&
	    LOOK_UP(h, topology_is_thissystem) && LOOK_UP(h, get_type_depth) &&
	    LOOK_UP(h, get_nbobjs_by_depth) && LOOK_UP(h, get_obj_by_depth) &&
	    LOOK_UP(h, bitmap_first) && LOOK_UP(h, bitmap_isset) &&
	    LOOK_UP(h, bitmap_alloc) && LOOK_UP(h, bitmap_free) &&
	    LOOK_UP(h, distances_get_by_type) &&
	    LOOK_UP(h, distances_release)) {
		/* Kinds of core came with hwloc 2.4. */
		LOOK_UP(h, cpukinds_get_nr);
		LOOK_UP(h, cpukinds_get_info);
		return 0;
	}
	dlclose(h->lib);
	snprintf(why, len, LIBHWLOC " is older than hwloc 2.1; update hwloc");
	return -ENOPKG;
}

/* Data and unified caches; instruction caches have types of their own. */
static bool is_cache(const struct hwloc_obj *o)
{
	return o->type >= HWLOC_OBJ_L1CACHE && o->type <= HWLOC_OBJ_L5CACHE;
}

static struct topology_cpu describe(const struct hwloc *h,
				    const struct hwloc_obj *pu)
{
	struct topology_cpu c = {
		.cpu = (int)pu->os_index,
		.core = TOPOLOGY_UNKNOWN,
		.llc = TOPOLOGY_UNKNOWN,
		.package = TOPOLOGY_UNKNOWN,
		.kind = TOPOLOGY_UNKNOWN,
		.node = pu->nodeset ? h->bitmap_first(pu->nodeset) :
				      TOPOLOGY_UNKNOWN,
	};

	for (const struct hwloc_obj *o = pu->parent; o; o = o->parent) {
		if (o->type == HWLOC_OBJ_CORE) {
			c.core = (int)o->logical_index;
		} else if (o->type == HWLOC_OBJ_PACKAGE) {
			c.package = (int)o->logical_index;
		} else if (is_cache(o)) {
			c.llc = (int)o->logical_index;
			c.llc_level = (int)o->attr->cache.depth;
			c.llc_bytes = o->attr->cache.size;
		}
	}
	return c;
}

static int by_number(const void *a, const void *b)
{
	int x = ((const struct topology_cpu *)a)->cpu;
	int y = ((const struct topology_cpu *)b)->cpu;

	return (x > y) - (x < y);
}

static int copy_cpus(const struct hwloc *h, hwloc_topology_t topology,
		     struct topology *out)
{
	int depth = h->get_type_depth(topology, HWLOC_OBJ_PU);
	unsigned int nr = h->get_nbobjs_by_depth(topology, depth);

	out->cpus = calloc((size_t)nr + 1, sizeof(*out->cpus));
	if (!out->cpus)
		return -ENOMEM;
	for (unsigned int i = 0; i < nr; i++)
		out->cpus[i] =
			describe(h, h->get_obj_by_depth(topology, depth, i));
	out->nr = nr;
	qsort(out->cpus, nr, sizeof(*out->cpus), by_number);
	return 0;
}

static const char *kind_info(const struct hwloc_info_s *infos, unsigned int nr,
			     const char *name)
{
	for (unsigned int i = 0; i < nr; i++)
		if (!strcmp(infos[i].name, name))
			return infos[i].value;
	return NULL;
}

static char *kind_name(const struct hwloc_info_s *infos, unsigned int nr,
		       size_t kind)
{
	const char *type = kind_info(infos, nr, "CoreType");
	const char *capacity = kind_info(infos, nr, "LinuxCapacity");
	const char *frequency = kind_info(infos, nr, "FrequencyMaxMHz");
	char *text;
	int n;

	if (type)
		return strdup(type);
	if (capacity)
		n = asprintf(&text, "capacity-%s", capacity);
	else if (frequency)
		n = asprintf(&text, "%sMHz", frequency);
	else
		n = asprintf(&text, "kind-%zu", kind);
	return n < 0 ? NULL : text;
}

/* Gives the CPUs of one kind its number. */
static int copy_kind(const struct hwloc *h, hwloc_topology_t topology,
		     hwloc_bitmap_t cpus, struct topology *out)
{
	struct hwloc_info_s *infos;
	unsigned int nr;

	if (h->cpukinds_get_info(topology, (unsigned int)out->nr_kinds, cpus,
				 NULL, &nr, &infos, 0))
		return -EIO;
	out->kinds[out->nr_kinds] = kind_name(infos, nr, out->nr_kinds);
	if (!out->kinds[out->nr_kinds])
		return -ENOMEM;
	for (size_t i = 0; i < out->nr; i++)
		if (h->bitmap_isset(cpus, (unsigned int)out->cpus[i].cpu))
			out->cpus[i].kind = (int)out->nr_kinds;
	out->nr_kinds++;
	return 0;
}

static int copy_kinds(const struct hwloc *h, hwloc_topology_t topology,
		      struct topology *out)
{
	int nr = h->cpukinds_get_nr && h->cpukinds_get_info ?
			 h->cpukinds_get_nr(topology, 0) :
			 0;
	hwloc_bitmap_t cpus;
	int ret = 0;

	if (nr < 2)
		return 0;
	cpus = h->bitmap_alloc();
	out->kinds = calloc((size_t)nr, sizeof(*out->kinds));
	if (!cpus || !out->kinds)
		ret = -ENOMEM;
	for (int i = 0; i < nr && !ret; i++)
		ret = copy_kind(h, topology, cpus, out);
	h->bitmap_free(cpus);
	return ret;
}

static int copy_matrix(const struct hwloc_distances_s *d, struct topology *out)
{
	size_t nr = d->nbobjs;

	out->nodes = calloc(nr + 1, sizeof(*out->nodes));
	out->distances = calloc(nr * nr + 1, sizeof(*out->distances));
	if (!out->nodes || !out->distances)
		return -ENOMEM;
	for (size_t i = 0; i < nr; i++)
		out->nodes[i] = d->objs[i] ? (int)d->objs[i]->os_index :
					     TOPOLOGY_UNKNOWN;
	for (size_t i = 0; i < nr * nr; i++)
		out->distances[i] = d->values[i];
	out->nr_nodes = nr;
	return 0;
}

static int copy_distances(const struct hwloc *h, hwloc_topology_t topology,
			  struct topology *out)
{
	struct hwloc_distances_s *d;
	unsigned int nr = 1;
	int ret;

	if (h->distances_get_by_type(topology, HWLOC_OBJ_NUMANODE, &nr, &d,
				     HWLOC_DISTANCES_KIND_MEANS_LATENCY, 0) ||
	    !nr)
		return 0;
	ret = copy_matrix(d, out);
	h->distances_release(topology, d);
	return ret;
}

static int copy_all(const struct hwloc *h, hwloc_topology_t topology,
		    struct topology *out)
{
	int ret = copy_cpus(h, topology, out);

	if (!ret)
		ret = copy_kinds(h, topology, out);
	if (!ret)
		ret = copy_distances(h, topology, out);
	if (ret)
		topology_free(out);
	return ret;
}

/*
 * The nodes as the kernel has them. hwloc drops those that contradict its
 * tree, as a node that has CPUs of two packages does.
 */

#define NODE_DIR "/sys/devices/system/node"
#define NODE_LINE 4096

static int node_list(const char *root, const char *name, struct place_spec *out)
{
	char line[NODE_LINE];

	if (procfs_line(root, line, sizeof(line), NODE_DIR "/%s", name) <= 0)
		return -ENODATA;
	return place_parse(line, out);
}

/* Return: how many CPUs hwloc had elsewhere, or a negative errno. */
static int take_node(const char *root, int node, struct topology *t)
{
	struct place_spec cpus;
	char name[32];
	int moved = 0, ret;

	snprintf(name, sizeof(name), "node%d/cpulist", node);
	ret = node_list(root, name, &cpus);
	if (ret)
		return ret == -ENODATA ? 0 : ret; /* memory only */
	for (size_t i = 0; i < t->nr; i++) {
		if (!cpumask_has(cpus.cpus, cpus.nr, t->cpus[i].cpu) ||
		    t->cpus[i].node == node)
			continue;
		t->cpus[i].node = node;
		moved++;
	}
	place_spec_free(&cpus);
	return moved;
}

/* A row of the matrix, as far as the kernel shows it. */
static void take_distances(const char *root, int node, size_t nr, uint64_t *row)
{
	char line[NODE_LINE], *at = line;

	procfs_line(root, line, sizeof(line), NODE_DIR "/node%d/distance",
		    node);
	for (size_t i = 0; i < nr; i++)
		row[i] = strtoull(at, &at, 10);
}

static int take_matrix(const char *root, const struct place_spec *nodes,
		       struct topology *t)
{
	size_t nr = nodes->nr;
	int *numbers = calloc(nr, sizeof(*numbers));
	uint64_t *distances = calloc(nr * nr, sizeof(*distances));

	free(t->nodes);
	free(t->distances);
	t->nodes = numbers;
	t->distances = distances;
	t->nr_nodes = 0;
	if (!numbers || !distances)
		return -ENOMEM;
	t->nr_nodes = nr;
	for (size_t i = 0; i < nr; i++) {
		numbers[i] = nodes->cpus[i];
		take_distances(root, numbers[i], nr, distances + i * nr);
	}
	return 0;
}

int topology_take_nodes(const char *root, struct topology *t)
{
	struct place_spec nodes;
	int ret = node_list(root, "online", &nodes), moved = 0;

	if (ret)
		return ret == -ENOMEM ? ret : 0;
	for (size_t i = 0; i < nodes.nr && ret >= 0; i++) {
		ret = take_node(root, nodes.cpus[i], t);
		moved += ret > 0 ? ret : 0;
	}
	t->nodes_differ = moved > 0;
	ret = ret == -ENOMEM ? ret : 0;
	if (!ret && moved)
		ret = take_matrix(root, &nodes, t);
	place_spec_free(&nodes);
	return ret;
}

static int set_other(const struct hwloc *h, hwloc_topology_t topology,
		     const char *other)
{
	if (*other == '/')
		return h->topology_set_xml(topology, other);
	return h->topology_set_synthetic(topology, other);
}

/*
 * CPUs outside this process's mask are wanted too, since a list may name
 * them. The x86 component would run on every CPU to ask it CPUID.
 */
static int configure(const struct hwloc *h, hwloc_topology_t topology,
		     const char *other, char *why, size_t len)
{
	h->topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
	h->topology_set_components(
		topology, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "x86");
	if (!other || !set_other(h, topology, other))
		return 0;
	snprintf(why, len, "'%s' is not a topology of hwloc", other);
	return -EINVAL;
}

static int load(const struct hwloc *h, hwloc_topology_t topology,
		const char *other, struct topology *out, char *why, size_t len)
{
	int ret;

	ret = configure(h, topology, other, why, len);
	if (ret)
		return ret;
	errno = 0;
	if (h->topology_load(topology)) {
		ret = errno ? -errno : -EIO;
		snprintf(why, len, "hwloc cannot read this machine's topology");
		return ret;
	}
	if (!other && !h->topology_is_thissystem(topology)) {
		snprintf(
			why, len,
			"hwloc describes another machine: unset HWLOC_SYNTHETIC, HWLOC_XMLFILE and HWLOC_FSROOT");
		return -ENOTSUP;
	}
	ret = copy_all(h, topology, out);
	if (ret)
		snprintf(why, len, "cannot copy hwloc's topology: %s",
			 strerror(-ret));
	return ret;
}

static int load_quietly(const struct hwloc *h, const char *other,
			struct topology *out, char *why, size_t len)
{
	hwloc_topology_t topology;
	int ret;

	if (h->topology_init(&topology)) {
		snprintf(why, len, "no memory for the topology");
		return -ENOMEM;
	}
	ret = load(h, topology, other, out, why, len);
	h->topology_destroy(topology);
	return ret;
}

/* What hwloc would print has a place of its own here: see @nodes_differ. */
static int load_hidden(const struct hwloc *h, const char *other,
		       struct topology *out, char *why, size_t len)
{
	const char *said = getenv(HIDE_ERRORS);
	char *before = said ? strdup(said) : NULL;
	int ret;

	setenv(HIDE_ERRORS, HIDE_ALL, 1);
	ret = load_quietly(h, other, out, why, len);
	if (before)
		setenv(HIDE_ERRORS, before, 1);
	else
		unsetenv(HIDE_ERRORS);
	free(before);
	return ret;
}

int topology_load(const char *other, struct topology *out, char *why,
		  size_t len)
{
	struct hwloc h = { 0 };
	int ret;

	*out = (struct topology){ 0 };
	ret = hwloc_open(&h, why, len);
	if (ret)
		return ret;
	ret = load_hidden(&h, other, out, why, len);
	dlclose(h.lib);
	if (!ret && !other) {
		ret = topology_take_nodes("", out);
		if (ret)
			snprintf(why, len, "no memory for the NUMA nodes");
	}
	return ret;
}

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
