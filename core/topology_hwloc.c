/* SPDX-License-Identifier: MIT */
/*
 * core/topology_hwloc.c - the machine as hwloc sees it, as plain numbers.
 *
 * The only file that knows hwloc. The library is opened for one call, not
 * linked: it and what it needs would make every start of the harness and
 * every fork, measured ones too, dearer by a tenth.
 */
#include <dlfcn.h>
#include <errno.h>
#include <hwloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "topology.h"

_Static_assert(HWLOC_API_VERSION >> 16 == 2, "hwloc 2 is libhwloc.so.15");

#define LIBHWLOC "libhwloc.so.15"

/* struct hwloc - the library while it is open */
struct hwloc {
	void *lib;
	__typeof__(hwloc_topology_init) *topology_init;
	__typeof__(hwloc_topology_destroy) *topology_destroy;
	__typeof__(hwloc_topology_set_flags) *topology_set_flags;
	__typeof__(hwloc_topology_set_components) *topology_set_components;
	__typeof__(hwloc_topology_set_synthetic) *topology_set_synthetic;
	__typeof__(hwloc_topology_load) *topology_load;
	__typeof__(hwloc_topology_is_thissystem) *topology_is_thissystem;
	__typeof__(hwloc_get_type_depth) *get_type_depth;
	__typeof__(hwloc_get_nbobjs_by_depth) *get_nbobjs_by_depth;
	__typeof__(hwloc_get_obj_by_depth) *get_obj_by_depth;
	__typeof__(hwloc_bitmap_first) *bitmap_first;
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
	    LOOK_UP(h, topology_set_synthetic) && LOOK_UP(h, topology_load) &&
	    LOOK_UP(h, topology_is_thissystem) && LOOK_UP(h, get_type_depth) &&
	    LOOK_UP(h, get_nbobjs_by_depth) && LOOK_UP(h, get_obj_by_depth) &&
	    LOOK_UP(h, bitmap_first))
		return 0;
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

/*
 * CPUs outside this process's mask are wanted too, since a list may name
 * them. The x86 component would run on every CPU in turn to ask it CPUID.
 */
static int configure(const struct hwloc *h, hwloc_topology_t topology,
		     const char *synthetic, char *why, size_t len)
{
	h->topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
	h->topology_set_components(
		topology, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "x86");
	if (!synthetic || !h->topology_set_synthetic(topology, synthetic))
		return 0;
	snprintf(why, len, "'%s' is not a synthetic topology", synthetic);
	return -EINVAL;
}

static int load(const struct hwloc *h, hwloc_topology_t topology,
		const char *synthetic, struct topology *out, char *why,
		size_t len)
{
	int ret;

	ret = configure(h, topology, synthetic, why, len);
	if (ret)
		return ret;
	errno = 0;
	if (h->topology_load(topology)) {
		ret = errno ? -errno : -EIO;
		snprintf(why, len, "hwloc cannot read this machine's topology");
		return ret;
	}
	if (!synthetic && !h->topology_is_thissystem(topology)) {
		snprintf(why, len,
			 "hwloc is told of another machine: unset "
			 "HWLOC_SYNTHETIC, HWLOC_XMLFILE and "
			 "HWLOC_FSROOT");
		return -ENOTSUP;
	}
	ret = copy_cpus(h, topology, out);
	if (ret)
		snprintf(why, len, "no memory for the topology");
	return ret;
}

int topology_load(const char *synthetic, struct topology *out, char *why,
		  size_t len)
{
	hwloc_topology_t topology;
	struct hwloc h;
	int ret;

	*out = (struct topology){ 0 };
	ret = hwloc_open(&h, why, len);
	if (ret)
		return ret;
	if (h.topology_init(&topology)) {
		snprintf(why, len, "no memory for the topology");
		ret = -ENOMEM;
		goto out_close;
	}
	ret = load(&h, topology, synthetic, out, why, len);
	h.topology_destroy(topology);
out_close:
	dlclose(h.lib);
	return ret;
}
