/* SPDX-License-Identifier: MIT */
/*
 * bench/pmu/cgroup.h - the control group that perf's cgroup events of a task
 * go by, as a directory.
 *
 * The controller perf_event is in version 1's hierarchy of that name where
 * that is mounted, else always in version 2's.
 */
#ifndef BENCH_PMU_CGROUP_H
#define BENCH_PMU_CGROUP_H

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#define CGROUP_LEN 512

/* struct hierarchy - where it is mounted, and which group the mount shows */
struct hierarchy {
	char point[CGROUP_LEN];
	char shows[CGROUP_LEN];
	bool v2;
};

static bool read_mount(const char *line, struct hierarchy *h)
{
	const char *tail = strstr(line, " - ");

	if (!tail || sscanf(line, "%*s %*s %*s %511s %511s", h->shows,
			    h->point) != 2)
		return false;
	h->v2 = !strncmp(tail, " - cgroup2 ", 11);
	return h->v2 || (!strncmp(tail, " - cgroup ", 10) &&
			 strstr(tail, "perf_event"));
}

static int find_hierarchy(struct hierarchy *out)
{
	FILE *f = fopen("/proc/self/mountinfo", "re");
	struct hierarchy h;
	char line[4096];
	int ret = -ENOENT;

	if (!f)
		return -errno;
	while (fgets(line, sizeof(line), f)) {
		if (!read_mount(line, &h) || (h.v2 && !ret))
			continue;
		*out = h;
		ret = 0;
		if (!h.v2)
			break;
	}
	fclose(f);
	return ret;
}

/* "0::/path" is version 2's line, "7:perf_event:/path" version 1's. */
static char *path_in_line(char *line, bool v2)
{
	char *list = strchr(line, ':');
	char *path = list ? strchr(list + 1, ':') : NULL;

	line[strcspn(line, "\n")] = '\0';
	if (!path || (v2 ? path != list + 1 : !strstr(list, "perf_event")))
		return NULL;
	return path + 1;
}

/**
 * cgroup_path - the path of a task's group inside its hierarchy
 * @tid:	the task
 * @buf:	CGROUP_LEN bytes
 *
 * Return: 0 or a negative errno.
 */
static int cgroup_path(const struct hierarchy *h, pid_t tid, char *buf)
{
	char name[32], line[4096];
	char *path = NULL;
	FILE *f;

	snprintf(name, sizeof(name), "/proc/%d/cgroup", (int)tid);
	f = fopen(name, "re");
	if (!f)
		return -errno;
	while (!path && fgets(line, sizeof(line), f))
		path = path_in_line(line, h->v2);
	fclose(f);
	if (!path)
		return -ENOENT;
	return snprintf(buf, CGROUP_LEN, "%s", path) < CGROUP_LEN ?
		       0 :
		       -ENAMETOOLONG;
}

/* The directory of the group @path, in @buf of 2 * CGROUP_LEN bytes. */
static void cgroup_dir(const struct hierarchy *h, const char *path, char *buf)
{
	size_t len = strlen(h->shows);

	if (len > 1 && !strncmp(path, h->shows, len))
		path += len;
	snprintf(buf, 2 * CGROUP_LEN, "%s%s", h->point, path);
}

#endif
