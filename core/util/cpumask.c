/* SPDX-License-Identifier: MIT */
/*
 * core/util/cpumask.c - a thread's CPU mask, of any size, as numbers.
 */
#include "util/cpumask.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>

#define FIRST_BITS 1024u
#define MAX_BITS (1u << 20)

/* The kernel refuses a mask smaller than its own with EINVAL. */
static int read_mask(cpu_set_t **set, size_t *bits)
{
	for (size_t n = FIRST_BITS; n <= MAX_BITS; n *= 2) {
		int err;

		*set = CPU_ALLOC(n);
		if (!*set)
			return -ENOMEM;
		CPU_ZERO_S(CPU_ALLOC_SIZE(n), *set);
		if (!sched_getaffinity(0, CPU_ALLOC_SIZE(n), *set)) {
			*bits = n;
			return 0;
		}
		err = errno;
		CPU_FREE(*set);
		if (err != EINVAL)
			return -err;
	}
	return -EINVAL;
}

int cpumask_get(int **cpus, size_t *nr)
{
	size_t bits = 0, size;
	cpu_set_t *set;
	int ret;

	ret = read_mask(&set, &bits);
	if (ret)
		return ret;
	size = CPU_ALLOC_SIZE(bits);
	*nr = 0;
	*cpus = calloc((size_t)CPU_COUNT_S(size, set) + 1, sizeof(**cpus));
	if (!*cpus)
		ret = -ENOMEM;
	for (size_t i = 0; i < bits && !ret; i++)
		if (CPU_ISSET_S(i, size, set))
			(*cpus)[(*nr)++] = (int)i;
	CPU_FREE(set);
	return ret;
}

static size_t bits_for(const int *cpus, size_t nr)
{
	size_t bits = FIRST_BITS;

	for (size_t i = 0; i < nr; i++)
		if ((size_t)cpus[i] >= bits)
			bits = (size_t)cpus[i] + 1;
	return bits;
}

int cpumask_set_of(pid_t tid, const int *cpus, size_t nr)
{
	size_t bits = bits_for(cpus, nr);
	size_t size = CPU_ALLOC_SIZE(bits);
	cpu_set_t *set = CPU_ALLOC(bits);
	int ret;

	if (!set)
		return -ENOMEM;
	CPU_ZERO_S(size, set);
	for (size_t i = 0; i < nr; i++)
		CPU_SET_S((size_t)cpus[i], size, set);
	ret = sched_setaffinity(tid, size, set) ? -errno : 0;
	CPU_FREE(set);
	return ret;
}

int cpumask_set(const int *cpus, size_t nr)
{
	return cpumask_set_of(0, cpus, nr);
}

bool cpumask_has(const int *cpus, size_t nr, int cpu)
{
	for (size_t i = 0; i < nr; i++)
		if (cpus[i] == cpu)
			return true;
	return false;
}
