/* SPDX-License-Identifier: MIT */
/*
 * core/machine/topology.h - which CPUs share what, and the choice of CPUs by it.
 *
 * topology_load() asks hwloc and keeps plain numbers; all else is pure.
 */
#ifndef CORE_MACHINE_TOPOLOGY_H
#define CORE_MACHINE_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TOPOLOGY_UNKNOWN (-1)

/**
 * struct topology_cpu - where a CPU sits
 * @cpu:	the kernel's number
 * @core:	core, counted from 0 over the machine
 * @llc:	last-level cache, counted from 0 within its level
 * @package:	package (socket), counted from 0
 * @node:	NUMA node, the kernel's number
 * @kind:	which of the topology's kinds of core
 * @llc_level:	3 where @llc is an L3
 * @llc_bytes:	its size, 0 if not known
 *
 * TOPOLOGY_UNKNOWN where the machine does not say.
 */
struct topology_cpu {
	int cpu;
	int core, llc, package, node;
	int kind;
	int llc_level;
	uint64_t llc_bytes;
};

/**
 * struct topology - the online CPUs
 * @nr:		how many
 * @cpus:	ascending by number; owned
 * @nr_kinds:	kinds of core, 0 where all are alike or nothing is known
 * @kinds:	what they are called; owned
 * @nr_nodes:	NUMA nodes whose distances are known
 * @nodes:	their numbers; owned
 * @distances:	@nr_nodes times @nr_nodes, 10 is the own node; owned
 * @nodes_differ: the nodes are the kernel's; hwloc has other ones or dropped
 *		them, because they contradict its tree
 */
struct topology {
	size_t nr;
	struct topology_cpu *cpus;
	size_t nr_kinds;
	char **kinds;
	size_t nr_nodes;
	int *nodes;
	uint64_t *distances;
	bool nodes_differ;
};

/**
 * topology_load - look at this machine (about a millisecond)
 * @other:	NULL; in tests, another machine: in hwloc's synthetic notation,
 *		"package:2 l3:1 core:4 pu:2", or the path of a file that hwloc
 *		wrote, which begins with "/"
 * @out:	to be freed with topology_free(); empty on error
 * @why:	on error one line with the cause and what to do
 * @len:	size of @why
 *
 * hwloc is loaded for this call and unloaded after it: what is mapped into
 * the harness is copied by every fork, also by those that are measured.
 *
 * Return: 0, -ENOPKG (no libhwloc), -EINVAL (not a topology), -ENOTSUP (the
 * environment gives hwloc another machine), -ENOMEM, or another negative
 * errno.
 */
int topology_load(const char *other, struct topology *out, char *why,
		  size_t len);

/**
 * topology_take_nodes - give CPUs the NUMA nodes that the kernel has them in
 * @root:	see procfs.h
 *
 * topology_load() has done so for this machine. Without nodes in sysfs
 * nothing changes.
 *
 * Return: 0 or -ENOMEM.
 */
int topology_take_nodes(const char *root, struct topology *t);

/* Frees what @t owns and clears it. */
void topology_free(struct topology *t);

/* The CPU of that number, or NULL. */
const struct topology_cpu *topology_find(const struct topology *t, int cpu);

/**
 * topology_relation - how two CPUs are related
 *
 * Return: PLACE_SAME; PLACE_SMT (one core); PLACE_LLC (one last-level cache);
 * PLACE_PACKAGE (one package, different last-level caches); PLACE_REMOTE
 * (different packages); -ENODEV: one of them is not online; -ENODATA: other
 * cores of one package whose caches are not known.
 */
int topology_relation(const struct topology *t, int cpu_a, int cpu_b);

/**
 * topology_choose - CPUs that stand in one relation to each other
 * @relation:	PLACE_SMT, PLACE_LLC, PLACE_PACKAGE or PLACE_REMOTE
 * @allowed:	@nr_allowed CPU numbers, ascending, to choose from
 * @wanted:	how many, at least 2
 * @out:	room for @wanted numbers; filled ascending
 *
 * Every two of those chosen stand in @relation. Of the sets that have
 * @wanted CPUs, or where there is none the largest, the one with the highest
 * number in it: CPU 0 is where interrupts usually go.
 *
 * Return: how many were found, from 2 to @wanted; 0: there are no two; or
 * -ENOMEM.
 */
int topology_choose(const struct topology *t, int relation, const int *allowed,
		    size_t nr_allowed, size_t wanted, int *out);

/**
 * topology_distance - how far apart two NUMA nodes are, as the firmware says
 * @node_a, @node_b: the kernel's numbers
 *
 * Return: 10 within a node, more elsewhere; 0 if it is not known.
 */
uint64_t topology_distance(const struct topology *t, int node_a, int node_b);

/**
 * struct topology_counts - how many of each there are
 *
 * @cores, @llcs and @packages are 0 where not known.
 */
struct topology_counts {
	size_t cpus, cores, llcs, packages, nodes;
};

struct topology_counts topology_count(const struct topology *t);

#endif
