/* SPDX-License-Identifier: MIT */
/*
 * core/machine/fact_source.h - where facts about a machine are read from.
 */
#ifndef CORE_MACHINE_FACT_SOURCE_H
#define CORE_MACHINE_FACT_SOURCE_H

/* Enough for a CPU's paragraph of /proc/cpuinfo. */
#define FACTS_CPUINFO_LEN 4096

/**
 * struct fact_source - where facts come from
 * @root:	see procfs.h; "" for this machine
 * @cpu:	the CPU that is asked where CPUs may differ
 * @cpuinfo:	beginning of /proc/cpuinfo, empty if it cannot be read
 */
struct fact_source {
	const char *root;
	int cpu;
	char cpuinfo[FACTS_CPUINFO_LEN];
};

/* Fills in a source. */
void fact_source_init(struct fact_source *src, const char *root, int cpu);

#endif
