/* SPDX-License-Identifier: MIT */
/*
 * core/run/variant.c - which regime an variant's tasks are in, and their environment.
 */
#include "run/variant.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>

uint32_t variant_regime(const struct placement *p, int policy)
{
	bool fair = policy != SCHED_FIFO && policy != SCHED_RR;

	if (p->nr_cpus == 0)
		return BENCH_NR_REGIMES;
	/* Groups that share a CPU by turns take it from each other. */
	if (p->nr_groups > 1 && fair)
		return BENCH_NR_REGIMES;
	if (p->group_cpus == 1)
		return policy == SCHED_OTHER ? BENCH_PREEMPT : BENCH_FORCED;
	if (p->group_cpus == p->nr_tasks && p->nr_groups == 1)
		return BENCH_SPREAD;
	return BENCH_NR_REGIMES;
}

int variant_set_environment(const struct variant *a)
{
	for (const char *const *v = a->env; v && *v; v++)
		if (putenv((char *)*v))
			return -errno;
	return 0;
}
