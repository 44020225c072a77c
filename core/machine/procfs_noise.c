/* SPDX-License-Identifier: MIT */
/*
 * core/machine/procfs_noise.c - how often CPUs were interrupted, and slowed by heat.
 */
#include "machine/procfs.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/cpumask.h"

#define THROTTLE "/sys/devices/system/cpu/cpu%d/thermal_throttle/%s"

/* A table of this size takes a millisecond or two. */
#define TABLE_MOST ((size_t)256 << 10)

int procfs_throttles(const char *root, const int *cpus, size_t nr,
		     struct procfs_throttles *out)
{
	struct procfs_throttles sum = { 0 };

	for (size_t i = 0; i < nr; i++) {
		int64_t core, package;
		int ret;

		if (cpumask_has(cpus, i, cpus[i]))
			continue;
		ret = procfs_number(root, &core, THROTTLE, cpus[i],
				    "core_throttle_count");
		if (!ret)
			ret = procfs_number(root, &package, THROTTLE, cpus[i],
					    "package_throttle_count");
		if (ret)
			return ret;
		sum.core += core;
		sum.package += package;
	}
	*out = sum;
	return 0;
}

/**
 * struct table - /proc/interrupts being read
 * @columns:	which of its columns are wanted, @nr of them
 */
struct table {
	bool *columns;
	size_t nr;
};

/* The title: the CPUs that are online, in columns. */
static int read_title(char *line, const int *cpus, size_t nr, struct table *t)
{
	size_t found = 0, different = 0;
	char *save, *word;

	for (size_t i = 0; i < nr; i++)
		different += !cpumask_has(cpus, i, cpus[i]);
	t->columns = calloc(strlen(line) + 1, sizeof(*t->columns));
	if (!t->columns)
		return -ENOMEM;
	for (word = strtok_r(line, " \n", &save);
	     word && !strncmp(word, "CPU", 3);
	     word = strtok_r(NULL, " \n", &save)) {
		bool want = !nr || cpumask_has(cpus, nr, atoi(word + 3));

		t->columns[t->nr++] = want;
		found += want;
	}
	return found && (!nr || found == different) ? 0 : -ENODATA;
}

/* A line: a name, a number for each column; some have one for all CPUs. */
static void add_line(const struct table *t, const char *line,
		     struct procfs_interrupts *sum)
{
	const char *name = line + strspn(line, " ");
	const char *p = strchr(name, ':');
	int64_t of_line = 0;
	size_t i;

	for (i = 0; p && i < t->nr; i++) {
		char *end;
		intmax_t n = strtoimax(p + 1, &end, 10);

		if (end == p + 1)
			break;
		of_line += t->columns[i] ? n : 0;
		p = end - 1;
	}
	if (!p || i < t->nr || !strncmp(name, "ERR:", 4) ||
	    !strncmp(name, "MIS:", 4))
		return;
	sum->all += of_line;
	if (isdigit((unsigned char)*name))
		sum->devices += of_line;
}

static int read_table(FILE *f, const int *cpus, size_t nr,
		      struct procfs_interrupts *sum)
{
	struct table t = { 0 };
	size_t room = 0, size = 0;
	char *line = NULL;
	ssize_t n = getline(&line, &room, f);
	int ret = n > 0 ? read_title(line, cpus, nr, &t) : -ENODATA;

	while (!ret && (n = getline(&line, &room, f)) > 0) {
		size += (size_t)n;
		if (size > TABLE_MOST)
			ret = -EFBIG;
		add_line(&t, line, sum);
	}
	free(t.columns);
	free(line);
	return ret;
}

int procfs_interrupts(const char *root, const int *cpus, size_t nr,
		      struct procfs_interrupts *out)
{
	struct procfs_interrupts sum = { 0 };
	char path[PROCFS_PATH_LEN];
	FILE *f;
	int ret;

	if (snprintf(path, sizeof(path), "%s/proc/interrupts", root) >=
	    (int)sizeof(path))
		return -ENAMETOOLONG;
	f = fopen(path, "re");
	if (!f)
		return -errno;
	ret = read_table(f, cpus, nr, &sum);
	fclose(f);
	if (!ret)
		*out = sum;
	return ret;
}
