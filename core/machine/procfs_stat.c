/* SPDX-License-Identifier: MIT */
/*
 * core/machine/procfs_stat.c - where the time of CPUs went, from /proc/stat.
 */
#include "machine/procfs.h"

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

/* struct sum - a set of CPUs being added up, in clock ticks */
struct sum {
	uint64_t steal, busy;
	size_t missing;
};

/* Adds the columns of a line. */
static int add_ticks(const char *line, struct sum *s)
{
	char *p = (char *)line + strcspn(line, " \n");
	char *end;

	for (int column = 0; column < COLUMNS; column++) {
		uint64_t value;

		p += strspn(p, " ");
		value = strtoumax(p, &end, 10);
		if (end == p || *p == '\n')
			return -ENODATA;
		s->steal += STEAL & 1u << column ? value : 0;
		s->busy += BUSY & 1u << column ? value : 0;
		p = end;
	}
	s->missing--;
	return 0;
}

/* The lines of CPUs come first; those of interrupts are long. */
static int read_lines(FILE *f, const struct procfs_times *v, struct sum *s,
		      size_t n)
{
	size_t len = 0, missing = 0;
	char *line = NULL;
	int ret = 0;

	for (size_t i = 0; i < n; i++)
		missing += s[i].missing;
	while (!ret && missing && getline(&line, &len, f) > 0 &&
	       !strncmp(line, "cpu", 3))
		for (size_t i = 0; i < n && !ret; i++)
			if (wanted(line, v[i].cpus, v[i].nr)) {
				ret = add_ticks(line, &s[i]);
				missing--;
			}
	free(line);
	return !ret && missing ? -ENODATA : ret;
}

static int64_t ticks_ns(uint64_t ticks)
{
	return (int64_t)(ticks * (uint64_t)(1000000000 / sysconf(_SC_CLK_TCK)));
}

int procfs_times(const char *root, struct procfs_times *v, size_t n)
{
	struct sum sums[PROCFS_SETS] = { 0 };
	char path[PROCFS_PATH_LEN];
	FILE *f;
	int ret;

	if (n > PROCFS_SETS)
		return -E2BIG;
	if (snprintf(path, sizeof(path), "%s/proc/stat", root) >=
	    (int)sizeof(path))
		return -ENAMETOOLONG;
	f = fopen(path, "re");
	if (!f)
		return -errno;
	for (size_t i = 0; i < n; i++)
		sums[i].missing = v[i].nr ? nr_different(v[i].cpus, v[i].nr) :
					    1;
	ret = read_lines(f, v, sums, n);
	fclose(f);
	for (size_t i = 0; i < n && !ret; i++) {
		v[i].steal_ns = ticks_ns(sums[i].steal);
		v[i].busy_ns = ticks_ns(sums[i].busy);
	}
	return ret;
}
