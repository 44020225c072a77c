/* SPDX-License-Identifier: MIT */
/*
 * core/procfs_stat.c - where the time of CPUs went, from /proc/stat.
 */
#include "procfs.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* user nice system idle iowait irq softirq steal */
#define COLUMNS 8
#define STEAL (1u << 7)
#define BUSY (1u << 0 | 1u << 1 | 1u << 2 | 1u << 5 | 1u << 6)

static bool asked_for(const int *cpus, size_t nr, long cpu)
{
	for (size_t i = 0; i < nr; i++)
		if (cpus[i] == cpu)
			return true;
	return false;
}

static size_t nr_different(const int *cpus, size_t nr)
{
	size_t n = 0;

	for (size_t i = 0; i < nr; i++)
		n += !asked_for(cpus, i, cpus[i]);
	return n;
}

/* Whether the line counts: "cpu" when no CPU is named, else "cpuN". */
static bool wanted(const char *line, const int *cpus, size_t nr)
{
	const char *digits = line + 3;

	if (!nr)
		return *digits == ' ';
	return isdigit((unsigned char)*digits) &&
	       asked_for(cpus, nr, strtol(digits, NULL, 10));
}

/* The columns of a line that are in @mask, in clock ticks. */
static int add_ticks(const char *line, uint32_t mask, uint64_t *ticks)
{
	char *p = (char *)line + strcspn(line, " \n");
	char *end;

	for (int column = 0; column < COLUMNS; column++) {
		uint64_t value;

		p += strspn(p, " ");
		value = strtoumax(p, &end, 10);
		if (end == p || *p == '\n')
			return -ENODATA;
		*ticks += mask & 1u << column ? value : 0;
		p = end;
	}
	return 0;
}

static int sum_columns(const char *root, const int *cpus, size_t nr,
		       uint32_t mask, int64_t *ns)
{
	size_t len = 0, missing = nr ? nr_different(cpus, nr) : 1;
	char path[PROCFS_PATH_LEN], *line = NULL;
	uint64_t sum = 0;
	int ret = 0;
	FILE *f;

	if (snprintf(path, sizeof(path), "%s/proc/stat", root) >=
	    (int)sizeof(path))
		return -ENAMETOOLONG;
	f = fopen(path, "re");
	if (!f)
		return -errno;
	/* The lines of CPUs come first; those of interrupts are long. */
	while (!ret && missing && getline(&line, &len, f) > 0 &&
	       !strncmp(line, "cpu", 3)) {
		if (!wanted(line, cpus, nr))
			continue;
		ret = add_ticks(line, mask, &sum);
		missing--;
	}
	free(line);
	fclose(f);
	if (!ret && missing)
		ret = -ENODATA;
	if (!ret)
		*ns = (int64_t)(sum *
				(uint64_t)(1000000000 / sysconf(_SC_CLK_TCK)));
	return ret;
}

int procfs_steal_ns(const char *root, const int *cpus, size_t nr, int64_t *ns)
{
	return sum_columns(root, cpus, nr, STEAL, ns);
}

int procfs_busy_ns(const char *root, const int *cpus, size_t nr, int64_t *ns)
{
	return sum_columns(root, cpus, nr, BUSY, ns);
}
