/* SPDX-License-Identifier: MIT */
/*
 * core/machine/fact_source.c - where facts about a machine are read from.
 */
#include "machine/fact_source.h"

#include "machine/procfs.h"

void fact_source_init(struct fact_source *src, const char *root, int cpu)
{
	src->root = root;
	src->cpu = cpu;
	procfs_read(root, src->cpuinfo, sizeof(src->cpuinfo), "/proc/cpuinfo");
}
