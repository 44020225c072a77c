/* SPDX-License-Identifier: MIT */
/*
 * core/machine/checks_cpu.c - checks of the CPUs used: clock, kind, neighbours.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/checks.h"
#include "machine/place.h"
#include "machine/procfs.h"
#include "machine/siblings.h"

#define CPU_DIR "/sys/devices/system/cpu"
#define GOVERNOR CPU_DIR "/cpu%d/cpufreq/scaling_governor"

/*
 * Puts the CPUs whose governor is not "performance" into c->some, and the
 * governor of the first. Return: how many CPUs have a governor.
 */
static size_t find_governors(struct checker *c, size_t *nr_bad, char *governor,
			     size_t len)
{
	size_t seen = 0;
	char line[64];

	*nr_bad = 0;
	for (size_t i = 0; i < c->nr; i++) {
		if (procfs_line(c->root, line, sizeof(line), GOVERNOR,
				c->cpus[i]) <= 0)
			continue;
		seen++;
		if (!strcmp(line, "performance"))
			continue;
		if (!*nr_bad)
			snprintf(governor, len, "%s", line);
		c->some[(*nr_bad)++] = c->cpus[i];
	}
	return seen;
}

static void check_governor(struct checker *c)
{
	char governor[64] = "performance", path[128], driver[64], *cpus;
	size_t nr_bad;

	if (!find_governors(c, &nr_bad, governor, sizeof(governor))) {
		check_add(c, "cpu.governor", CHECK_UNKNOWN, NULL, NULL,
			  "the clock of the CPUs cannot be seen or asked for "
			  "here: it may change unnoticed");
		return;
	}
	snprintf(path, sizeof(path), GOVERNOR, nr_bad ? *c->some : *c->cpus);
	if (!nr_bad) {
		check_add(c, "cpu.governor", CHECK_OK, governor, path,
			  "the CPUs are told to keep their clock up");
		return;
	}
	procfs_line(c->root, driver, sizeof(driver),
		    CPU_DIR "/cpu%d/cpufreq/scaling_driver", *c->some);
	cpus = check_cpus_text(c->some, nr_bad);
	check_add(c, "cpu.governor", CHECK_WARN, governor, path,
		  "the clock of %s may change during a run (governor %s, "
		  "driver %s): cpupower frequency-set -g performance",
		  cpus ? cpus : "the CPUs", governor,
		  *driver ? driver : "unknown");
	free(cpus);
}

static void check_boost(struct checker *c)
{
	char boost[8];

	if (!check_fact(c, "boost", fact_boost, boost, sizeof(boost)))
		check_add(c, "cpu.boost", CHECK_UNKNOWN, NULL, NULL,
			  "whether the CPUs boost their clock cannot be seen "
			  "here");
	else if (!strcmp(boost, "off"))
		check_add(c, "cpu.boost", CHECK_OK, boost, CPU_DIR,
			  "the CPUs do not go beyond their nominal clock");
	else
		check_add(c, "cpu.boost", CHECK_WARN, boost, CPU_DIR,
			  "the clock depends on temperature and on what other "
			  "cores do: compare cycles, or switch boost off "
			  "(cpufreq/boost or intel_pstate/no_turbo)");
}

/* Hybrid x86 has a list of each kind of core; Arm a capacity of each CPU. */
static int64_t kind_of(const struct checker *c, int cpu)
{
	int64_t capacity;

	if (procfs_list_has(c->root, cpu, "/sys/devices/cpu_core/cpus") == 1)
		return 1;
	if (procfs_list_has(c->root, cpu, "/sys/devices/cpu_atom/cpus") == 1)
		return 2;
	return procfs_number(c->root, &capacity, CPU_DIR "/cpu%d/cpu_capacity",
			     cpu) ?
		       0 :
		       capacity;
}

static void check_kind(struct checker *c)
{
	int64_t first = kind_of(c, c->cpus[0]);

	for (size_t i = 1; i < c->nr; i++) {
		if (kind_of(c, c->cpus[i]) == first)
			continue;
		check_add(c, "cpu.kind", CHECK_WARN, "mixed", NULL,
			  "CPU %d and CPU %d are cores of different kinds: "
			  "name the CPUs with -c",
			  c->cpus[0], c->cpus[i]);
		return;
	}
	if (c->nr == 1)
		check_add(c, "cpu.kind", CHECK_NA, NULL, NULL,
			  "only one CPU is used");
	else if (!first)
		check_add(c, "cpu.kind", CHECK_NA, NULL, NULL,
			  "the kernel tells no kinds of cores apart here");
	else
		check_add(c, "cpu.kind", CHECK_OK, "alike", NULL,
			  "the CPUs used are cores of one kind");
}

/* Another CPU of the same core, -1 if there is none. Return: 0, -1 unknown. */
static int find_sibling(const struct checker *c, int cpu, int *sibling)
{
	int *others;
	size_t nr;

	*sibling = -1;
	if (siblings_find(c->root, &cpu, 1, &others, &nr))
		return -1;
	if (nr)
		*sibling = others[0];
	free(others);
	return 0;
}

/*
 * What a sibling does is seen during a run only, so that a CPU that has one
 * is neither in order nor at fault.
 */
static void check_sibling(struct checker *c)
{
	char value[16];
	int sibling;

	for (size_t i = 0; i < c->nr; i++) {
		if (find_sibling(c, c->cpus[i], &sibling)) {
			check_add(c, "smt.sibling", CHECK_UNKNOWN, NULL, NULL,
				  "whether CPU %d shares its core cannot be "
				  "seen here",
				  c->cpus[i]);
			return;
		}
		if (sibling < 0)
			continue;
		snprintf(value, sizeof(value), "%d", sibling);
		check_add(c, "smt.sibling", CHECK_UNKNOWN, value, NULL,
			  "CPU %d shares its core with CPU %d, and what runs "
			  "there slows it: keep both free of other work",
			  c->cpus[i], sibling);
		return;
	}
	check_add(c, "smt.sibling", CHECK_OK, "none", NULL,
		  "no CPU used shares its core with another");
}

static size_t nr_isolated(const struct checker *c)
{
	size_t nr = 0;

	for (size_t i = 0; i < c->nr; i++)
		nr += procfs_list_has(c->root, c->cpus[i],
				      CPU_DIR "/isolated") == 1;
	return nr;
}

static void check_isolation(struct checker *c)
{
	const char *path = CPU_DIR "/isolated";
	char line[1024];
	size_t nr;
	int len;

	len = procfs_line(c->root, line, sizeof(line), CPU_DIR "/isolated");
	nr = nr_isolated(c);
	if (len < 0)
		check_add(c, "cpu.isolated", CHECK_UNKNOWN, NULL, path,
			  "which CPUs are isolated cannot be seen here");
	else if (nr && !c->pinned)
		check_add(c, "cpu.isolated", CHECK_WARN, line, path,
			  "tasks that are not pinned do not spread over "
			  "isolated CPUs: pin them with -c");
	else if (nr == c->nr)
		check_add(c, "cpu.isolated", CHECK_OK, line, path,
			  "the CPUs used are isolated");
	else
		check_add(c, "cpu.isolated", CHECK_OK, len ? line : "none",
			  path,
			  "other tasks may run on the CPUs used; isolcpus= "
			  "on the kernel's command line would keep them off");
}

void checks_cpu(struct checker *c)
{
	check_governor(c);
	check_boost(c);
	check_kind(c);
	if (c->quick)
		return;
	check_sibling(c);
	check_isolation(c);
}
