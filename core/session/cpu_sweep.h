/* SPDX-License-Identifier: MIT */
/*
 * core/session/cpu_sweep.h - the places that a sweep over CPUs goes through.
 *
 * Pure: the machine is described, not asked.
 */
#ifndef CORE_SESSION_CPU_SWEEP_H
#define CORE_SESSION_CPU_SWEEP_H

#include <stddef.h>
#include <stdint.h>

#include "machine/topology.h"
#include "result/cpu_sweep.h"

/* More pairs are not measured in one session: those of 20 CPUs are 190. */
#define SWEEP_MOST_PAIRS 200

/**
 * struct sweep_place - one of them
 * @sweep:	owned by the list
 * @relation:	enum place_kind; PLACE_LIST where it is not known
 */
struct sweep_place {
	struct sweep *sweep;
	int relation;
};

/* struct sweep_list - places, ascending by CPU; @nr of them, owned */
struct sweep_list {
	size_t nr;
	struct sweep_place *v;
};

/**
 * sweep_each - every CPU
 * @t:		may be empty
 * @cpus:	@nr CPU numbers, ascending
 * @out:	to be freed with sweep_list_free() also after an error
 *
 * Return: 0 or -ENOMEM.
 */
int sweep_each(const struct topology *t, const int *cpus, size_t nr,
	       struct sweep_list *out);

/**
 * sweep_pairs - every pair, or a sample of them
 * @t, @cpus, @nr, @out: as for sweep_each()
 * @most:	how many pairs may be measured
 * @seed:	of the sample
 *
 * Beyond @most, each relation, and in it each distance of the NUMA nodes, gets
 * the same number of pairs, or all that it has, drawn at random: a few pairs in
 * ten thousand are threads of one core, and would hardly be seen otherwise.
 *
 * Return: 0 or -ENOMEM.
 */
int sweep_pairs(const struct topology *t, const int *cpus, size_t nr,
		size_t most, uint64_t seed, struct sweep_list *out);

void sweep_list_free(struct sweep_list *l);

#endif
