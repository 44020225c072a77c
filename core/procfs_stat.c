/* SPDX-License-Identifier: MIT */
/*
 * core/procfs_stat.c - steal time of CPUs, from /proc/stat.
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
#define STEAL_COLUMN 8

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

/* The steal column of a line, in clock ticks. */
static int steal_ticks(const char *line, uint64_t *ticks)
{
	char *p = (char *)line + strcspn(line, " \n");
	char *end;

	for (int column = 1; column <= STEAL_COLUMN; column++) {
		p += strspn(p, " ");
		*ticks = strtoumax(p, &end, 10);
		if (end == p || *p == '\n')
			return -ENODATA;
		p = end;
	}
	return 0;
}

int procfs_steal_ns(const char *root, const int *cpus, size_t nr, int64_t *ns)
{
	size_t len = 0, missing = nr ? nr_different(cpus, nr) : 1;
	char path[PROCFS_PATH_LEN], *line = NULL;
	uint64_t ticks, sum = 0;
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
		ret = steal_ticks(line, &ticks);
		sum += ticks;
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
