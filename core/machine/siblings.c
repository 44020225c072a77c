/* SPDX-License-Identifier: MIT */
/*
 * core/machine/siblings.c - CPUs that share their core with others.
 */
#include "machine/siblings.h"

#include <errno.h>
#include <stdlib.h>

#include "machine/place.h"
#include "machine/procfs.h"
#include "util/cpumask.h"
#include "util/memory.h"

#define LIST "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list"

static int read_core(const char *root, int cpu, struct place_spec *out)
{
	char line[256];
	int n = procfs_line(root, line, sizeof(line), LIST, cpu);

	if (n > 0)
		n = place_parse(line, out);
	else
		n = n ? n : -ENOENT;
	return n;
}

static int add_core(const struct place_spec *core, const int *cpus, size_t nr,
		    int **out, size_t *nr_out)
{
	for (size_t i = 0; i < core->nr; i++) {
		int cpu = core->cpus[i];
		int *added;

		if (cpumask_has(cpus, nr, cpu) ||
		    cpumask_has(*out, *nr_out, cpu))
			continue;
		added = array_append((void **)out, nr_out, sizeof(*added));
		if (!added)
			return -ENOMEM;
		*added = cpu;
	}
	return 0;
}

int siblings_find(const char *root, const int *cpus, size_t nr, int **out,
		  size_t *nr_out)
{
	int ret = 0;

	*out = NULL;
	*nr_out = 0;
	for (size_t i = 0; i < nr && !ret; i++) {
		struct place_spec core;

		if (cpumask_has(cpus, i, cpus[i]))
			continue;
		ret = read_core(root, cpus[i], &core);
		if (ret)
			break;
		ret = add_core(&core, cpus, nr, out, nr_out);
		place_spec_free(&core);
	}
	if (ret) {
		free(*out);
		*out = NULL;
		*nr_out = 0;
	}
	return ret;
}
