/* SPDX-License-Identifier: MIT */
/*
 * pmu/pin.c - the calling thread on one CPU for a while.
 */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>

#include "internal.h"

#define MOST_CPUS 65536

/* The mask that the thread has now; empty if there is no memory for it. */
static void save(struct pin *pin)
{
	for (int cpus = 1024; cpus <= MOST_CPUS; cpus *= 2) {
		pin->bytes = CPU_ALLOC_SIZE(cpus);
		pin->mask = CPU_ALLOC(cpus);
		if (!pin->mask || !sched_getaffinity(0, pin->bytes, pin->mask))
			return;
		CPU_FREE(pin->mask);
		pin->mask = NULL;
		if (errno != EINVAL)
			return;
	}
}

void pin_to(struct pin *pin, int cpu)
{
	cpu_set_t *one;

	*pin = (struct pin){ NULL, 0 };
	if (cpu < 0 || cpu >= MOST_CPUS)
		return;
	save(pin);
	if (!pin->mask || (size_t)cpu >= 8 * pin->bytes)
		return;
	one = CPU_ALLOC(8 * pin->bytes);
	if (!one)
		return;
	CPU_ZERO_S(pin->bytes, one);
	CPU_SET_S((size_t)cpu, pin->bytes, one);
	sched_setaffinity(0, pin->bytes, one);
	CPU_FREE(one);
}

void pin_back(struct pin *pin)
{
	if (!pin->mask)
		return;
	sched_setaffinity(0, pin->bytes, pin->mask);
	CPU_FREE(pin->mask);
	pin->mask = NULL;
}
