/* SPDX-License-Identifier: MIT */
/*
 * core/affinity.c - back to the CPU mask that the harness was started with.
 */
#include "affinity.h"

#include "cpumask.h"
#include "place.h"

int affinity_restore(void)
{
	const int *cpus;
	size_t nr;
	int ret = place_allowed(&cpus, &nr);

	return ret ? ret : cpumask_set(cpus, nr);
}
