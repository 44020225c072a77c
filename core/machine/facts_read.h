/* SPDX-License-Identifier: MIT */
/*
 * core/machine/facts_read.h - the readers behind single facts. None prints.
 *
 * Each puts one line of text into @buf and returns its length, at least 1;
 * or a negative errno: the fact cannot be read here.
 */
#ifndef CORE_MACHINE_FACTS_READ_H
#define CORE_MACHINE_FACTS_READ_H

#include <stddef.h>

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

int fact_arch(const struct fact_source *src, char *buf, size_t len);
int fact_cpu_vendor(const struct fact_source *src, char *buf, size_t len);
int fact_cpu_model(const struct fact_source *src, char *buf, size_t len);
int fact_cpu_family(const struct fact_source *src, char *buf, size_t len);
int fact_microcode(const struct fact_source *src, char *buf, size_t len);
int fact_virt(const struct fact_source *src, char *buf, size_t len);
int fact_cpus_allowed(const struct fact_source *src, char *buf, size_t len);
int fact_memory(const struct fact_source *src, char *buf, size_t len);
int fact_preempt(const struct fact_source *src, char *buf, size_t len);
int fact_distro(const struct fact_source *src, char *buf, size_t len);
int fact_governor(const struct fact_source *src, char *buf, size_t len);
int fact_driver(const struct fact_source *src, char *buf, size_t len);
int fact_boost(const struct fact_source *src, char *buf, size_t len);
int fact_mitigations(const struct fact_source *src, char *buf, size_t len);
int fact_quota(const struct fact_source *src, char *buf, size_t len);

#endif
