/* SPDX-License-Identifier: MIT */
/*
 * core/machine/affinity.c - the CPU masks of tasks that are not pinned to one CPU.
 */
#include "machine/affinity.h"

#include <errno.h>
#include <stdlib.h>

#include "util/cpumask.h"
#include "machine/place.h"
#include "machine/procfs.h"

#define NODE0_CPUS "/sys/devices/system/node/node0/cpulist"
#define LIST_LEN 4096

int affinity_restore(void)
{
	const int *cpus;
	size_t nr;
	int ret = place_allowed(&cpus, &nr);

	return ret ? ret : cpumask_set(cpus, nr);
}

/* Restricts to those of @node that are allowed too. */
static int keep_on(const struct place_spec *node)
{
	const int *allowed;
	size_t nr_allowed, nr = 0;
	int ret = place_allowed(&allowed, &nr_allowed);
	int *cpus;

	if (ret)
		return ret;
	cpus = calloc(nr_allowed + 1, sizeof(*cpus));
	if (!cpus)
		return -ENOMEM;
	for (size_t i = 0; i < nr_allowed; i++)
		if (cpumask_has(node->cpus, node->nr, allowed[i]))
			cpus[nr++] = allowed[i];
	ret = nr ? cpumask_set(cpus, nr) : -ENODEV;
	free(cpus);
	return ret;
}

int affinity_node0(void)
{
	struct place_spec node;
	char line[LIST_LEN];
	int ret;

	if (procfs_line("", line, sizeof(line), NODE0_CPUS) < 0)
		return affinity_restore();
	ret = place_parse(line, &node);
	if (ret)
		return ret == -EINVAL ? -ENODEV : ret;
	ret = keep_on(&node);
	place_spec_free(&node);
	return ret;
}
