/* SPDX-License-Identifier: MIT */
/*
 * core/util/cpumask.h - a thread's CPU mask, of any size, as numbers.
 */
#ifndef CORE_UTIL_CPUMASK_H
#define CORE_UTIL_CPUMASK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/**
 * cpumask_get - the CPUs that the calling thread may run on
 * @cpus:	malloc'ed, @nr numbers, ascending; offline CPUs are not in it
 *
 * Return: 0 or a negative errno.
 */
int cpumask_get(int **cpus, size_t *nr);

/**
 * cpumask_set - restrict the calling thread
 * @cpus:	@nr CPU numbers, any order
 *
 * The kernel leaves out CPUs that it does not grant as long as one remains:
 * compare with cpumask_get() where it matters.
 *
 * Return: 0, -EINVAL (none of them can be used), or a negative errno.
 */
int cpumask_set(const int *cpus, size_t nr);

/* The same for another thread; 0: the calling one. -ESRCH: it is gone. */
int cpumask_set_of(pid_t tid, const int *cpus, size_t nr);

/* Whether @cpu is one of @nr numbers. */
bool cpumask_has(const int *cpus, size_t nr, int cpu);

#endif
