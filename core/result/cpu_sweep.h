/* SPDX-License-Identifier: MIT */
/*
 * core/result/cpu_sweep.h - where one entry of a sweep over CPUs stands: which CPUs, and
 * what is known about them.
 */
#ifndef CORE_RESULT_CPU_SWEEP_H
#define CORE_RESULT_CPU_SWEEP_H

#include <stddef.h>
#include <stdint.h>

struct topology;

/* enum sweep_kind - what -c goes through: CPUs, or unordered pairs of them */
enum sweep_kind { SWEEP_EACH, SWEEP_PAIRS };

/* CPUs that a place of a sweep has at most. */
#define SWEEP_MOST_CPUS 2

/**
 * struct sweep_cpu - a CPU of a sweep; NOT_MEASURED where not known
 * @cpu:	the kernel's number
 * @package:	counted from 0
 * @node:	NUMA node, the kernel's number
 * @type:	kind of core where there are several, else NULL; owned
 */
struct sweep_cpu {
	int64_t cpu, package, node;
	char *type;
};

/**
 * struct sweep - one place of a sweep
 * @kind:	enum sweep_kind
 * @total:	places there are; more than are measured: those are a sample
 * @alike:	of these, places in the same relation at the same distance
 * @distance:	between the NUMA nodes of a pair; NOT_MEASURED: not known
 * @nr:		CPUs, 1 or 2
 * @cpus:	a pair's are in ascending order, and task 0 is on the first
 */
struct sweep {
	int kind;
	uint64_t total, alike;
	int64_t distance;
	size_t nr;
	struct sweep_cpu cpus[SWEEP_MOST_CPUS];
};

/**
 * sweep_new - a place, with what the topology knows about it
 * @kind:	enum sweep_kind
 * @cpus:	one CPU, or two
 * @t:		may be empty
 *
 * Return: to be freed with sweep_free(), with totals of 1; NULL: no memory.
 */
struct sweep *sweep_new(int kind, const int *cpus, const struct topology *t);

/* A copy that owns what it has. NULL: no memory. */
struct sweep *sweep_copy(const struct sweep *s);

/* @s may be NULL. */
void sweep_free(struct sweep *s);

#endif
