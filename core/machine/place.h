/* SPDX-License-Identifier: MIT */
/*
 * core/machine/place.h - which CPU each task is pinned to.
 *
 * Only CPUs of the mask that this process may use are chosen by default; a
 * list that was asked for is tried with the kernel. hwloc is asked only when a
 * relation needs it.
 */
#ifndef CORE_MACHINE_PLACE_H
#define CORE_MACHINE_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/place_spec.h"

struct topology;

/**
 * struct placement - the CPUs of one benchmark's tasks
 * @nr_groups, @nr_tasks: shape
 * @cpu:	CPU of task i of group g at g * @nr_tasks + i; -1 not pinned
 * @nr_cpus:	different CPUs in it, 0 if not pinned
 * @group_cpus:	different CPUs under one group
 * @node0:	not pinned, but kept on the CPUs of NUMA node 0
 * @relation:	static word for the relation inside a group: "any" or "node0"
 *		where tasks are not pinned, "same" where they share one CPU, "list"
 *		for another list, else the word that was asked for
 */
struct placement {
	uint32_t nr_groups, nr_tasks;
	int *cpu;
	size_t nr_cpus;
	size_t group_cpus;
	bool node0;
	const char *relation;
};

/**
 * place_tasks - decide the CPUs
 * @spec:	what was asked for (not a sweep)
 * @nr_groups, @nr_tasks: at least 1 each
 * @out:	to be freed with placement_free()
 * @why:	on error one line with the cause and what to do
 * @len:	size of @why
 *
 * Chosen from place_allowed(). CPUs of a list that are not among them are
 * tried with the kernel: whoever isolated a CPU names it here.
 *
 * Return: 0; -ENODEV: this machine has no CPUs that are so related; -ENXIO: a
 * CPU of the list is absent or offline; -EPERM: one may not be used, named
 * with the allowed list; -EINVAL (a sweep), -ENOMEM, or another negative errno.
 */
int place_tasks(const struct place_spec *spec, uint32_t nr_groups,
		uint32_t nr_tasks, struct placement *out, char *why,
		size_t len);

void placement_free(struct placement *p);

/**
 * place_allowed - the CPUs that this process was given
 * @cpus:	@nr CPU numbers, ascending, at least one; borrowed for ever
 *
 * The mask of the calling thread at the first call, kept from then on, so
 * that pinning and place_elsewhere() do not narrow later placements. Not to
 * be called first by two threads at a time.
 *
 * Return: 0 or a negative errno.
 */
int place_allowed(const int **cpus, size_t *nr);

/**
 * struct place_machine - what a choice rests on
 * @allowed:	@nr_allowed CPU numbers, ascending, at least one
 * @topology:	needed by smt, llc, package and remote, else NULL
 * @root:	before "/sys", see procfs.h
 */
struct place_machine {
	const int *allowed;
	size_t nr_allowed;
	const struct topology *topology;
	const char *root;
};

/**
 * place_choose - place_tasks() for a machine that is described, not asked
 * @spec:	not a sweep; CPUs of a list are taken as they are
 * @m:		the machine
 * @out:	@nr_groups and @nr_tasks are set by the caller
 *
 * Return: 0, -ENODEV with @why, -EINVAL (a sweep), -ENOMEM.
 */
int place_choose(const struct place_spec *spec, const struct place_machine *m,
		 struct placement *out, char *why, size_t len);

/**
 * place_try - ask the kernel for CPUs, by pinning the calling thread to each
 *	for a moment
 * @cpus:	@nr CPU numbers
 * @known:	@nr_known CPU numbers that need not be tried
 * @why:	on error one line that names the CPU and what is wrong with it
 * @len:	size of @why
 *
 * Return: 0, -ENXIO (absent or offline), -EPERM (refused), or another negative
 * errno.
 */
int place_try(const int *cpus, size_t nr, const int *known, size_t nr_known,
	      char *why, size_t len);

/**
 * place_per_cpu - how many tasks a BENCH_PER_CPU benchmark has
 * @spec:	as for place_tasks()
 *
 * Return: entries of the list, else CPUs allowed; or a negative errno.
 */
int place_per_cpu(const struct place_spec *spec);

/**
 * place_pin - pin the calling thread and verify what the kernel made of it
 * @cpu:	CPU number
 *
 * Return: 0, or a negative errno; -ENODEV when another mask was obtained.
 * Masks of any size. Does not print.
 */
int place_pin(int cpu);

/**
 * place_elsewhere - move the calling thread off the CPUs of a placement
 *
 * To the allowed CPUs that the placement does not use; does nothing where
 * there is none.
 *
 * Return: 0, 1 when there was no other CPU, or a negative errno.
 */
int place_elsewhere(const struct placement *p);

/**
 * affinity_node0 - keep the calling thread on the CPUs of NUMA node 0
 *
 * Of these on the ones in the mask that the harness was started with. Where the
 * kernel knows no nodes, all CPUs are of one.
 *
 * Return: 0, -ENODEV (none of them is in the mask), or a negative errno.
 */
int affinity_node0(void);

/* For the calling thread. Return: 0 or a negative errno. */
int affinity_restore(void);

#endif
