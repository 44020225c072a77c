/* SPDX-License-Identifier: MIT */
/*
 * core/machine/procfs_cgroup.c - control groups that limit this process's CPU time, or
 * how many tasks there may be.
 */
#include "machine/procfs.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/cgroup_where.h"

#define STAT_LEN 4096

static int add_dir(struct cgroup *c, const char *dir)
{
	char **v = realloc(c->dir, (c->nr + 1) * sizeof(*v));

	if (!v)
		return -ENOMEM;
	c->dir = v;
	c->dir[c->nr] = strdup(dir);
	if (!c->dir[c->nr])
		return -ENOMEM;
	c->nr++;
	return 0;
}

/* The group and all above it, up to the mount. */
static int add_dirs(struct cgroup *c, struct cgroup_where *w)
{
	size_t point_len = strlen(w->point);
	int ret;

	for (;;) {
		char *slash;

		ret = add_dir(c, w->dir);
		slash = strrchr(w->dir, '/');
		if (ret || strlen(w->dir) <= point_len || !slash)
			return ret;
		*slash = '\0';
	}
}

static int open_for(const char *root, const char *controller,
		    struct cgroup *out)
{
	struct cgroup_where w;
	int ret;

	*out = (struct cgroup){ 0 };
	ret = cgroup_where(root, controller, &w);
	if (ret)
		return ret;
	out->v2 = w.v2;
	ret = add_dirs(out, &w);
	if (ret)
		cgroup_close(out);
	return ret;
}

int cgroup_open(const char *root, struct cgroup *out)
{
	return open_for(root, "cpu", out);
}

void cgroup_close(struct cgroup *c)
{
	for (size_t i = 0; i < c->nr; i++)
		free(c->dir[i]);
	free(c->dir);
	*c = (struct cgroup){ 0 };
}

/* The number after "name " in a text of such lines. */
static int stat_number(const char *text, const char *name, int64_t *out)
{
	size_t len = strlen(name);
	const char *p = text;

	while (p) {
		if (!strncmp(p, name, len) && p[len] == ' ') {
			*out = strtoll(p + len, NULL, 10);
			return 0;
		}
		p = strchr(p, '\n');
		if (p)
			p++;
	}
	return -ENODATA;
}

int cgroup_throttled_ns(const char *root, const struct cgroup *c, int64_t *ns)
{
	const char *name = c->v2 ? "throttled_usec" : "throttled_time";
	int64_t one, sum = 0;
	char text[STAT_LEN];
	int err = -ENODATA;

	for (size_t i = 0; i < c->nr; i++) {
		int n = procfs_read(root, text, sizeof(text), "%s/cpu.stat",
				    c->dir[i]);

		if (n < 0 && n != -ENOENT)
			return n;
		if (n < 0)
			continue;
		err = 0;
		if (!stat_number(text, name, &one))
			sum += one;
	}
	if (!err)
		*ns = c->v2 ? sum * 1000 : sum;
	return err;
}

static int quota_v1(const char *root, const char *dir, double *cpus)
{
	int64_t quota, period;
	int ret;

	ret = procfs_number(root, &quota, "%s/cpu.cfs_quota_us", dir);
	if (!ret)
		ret = procfs_number(root, &period, "%s/cpu.cfs_period_us", dir);
	if (ret)
		return ret;
	if (quota >= 0 && period <= 0)
		return -EINVAL;
	*cpus = quota < 0 ? INFINITY : (double)quota / (double)period;
	return 0;
}

static int parse_max(const char *line, double *cpus)
{
	int64_t quota, period;

	if (sscanf(line, "%" SCNd64 " %" SCNd64, &quota, &period) != 2 ||
	    quota < 0 || period <= 0)
		return -EINVAL;
	*cpus = (double)quota / (double)period;
	return 0;
}

static int quota_v2(const char *root, const char *dir, double *cpus)
{
	char line[256];
	int n;

	n = procfs_line(root, line, sizeof(line), "%s/cpu.max", dir);
	if (n == -ENOENT) /* the root, or no cpu controller here */
		n = procfs_line(root, line, sizeof(line),
				"%s/cgroup.controllers", dir);
	else if (n >= 0 && strncmp(line, "max", 3))
		return parse_max(line, cpus);
	if (n >= 0)
		*cpus = INFINITY;
	return n < 0 ? n : 0;
}

int cgroup_quota(const char *root, const struct cgroup *c, double *cpus,
		 const char **dir)
{
	double one, tightest = INFINITY;
	const char *where = NULL;
	int err = -ENODATA;

	for (size_t i = 0; i < c->nr; i++) {
		int ret = c->v2 ? quota_v2(root, c->dir[i], &one) :
				  quota_v1(root, c->dir[i], &one);

		if (ret && ret != -ENOENT)
			return ret;
		if (ret)
			continue;
		err = 0;
		if (one < tightest) {
			tightest = one;
			where = c->dir[i];
		}
	}
	if (!err) {
		*cpus = tightest;
		*dir = where;
	}
	return err;
}

int cgroup_tasks_max(const char *root, int64_t *max, char *dir, size_t len)
{
	struct cgroup c;
	int ret = open_for(root, "pids", &c);
	int64_t one;

	if (ret)
		return ret;
	*max = INT64_MAX;
	for (size_t i = 0; i < c.nr; i++) {
		/* "max" is no number. */
		if (procfs_number(root, &one, "%s/pids.max", c.dir[i]) ||
		    one >= *max)
			continue;
		*max = one;
		snprintf(dir, len, "%s", c.dir[i]);
	}
	cgroup_close(&c);
	return *max < INT64_MAX ? 0 : -ENODATA;
}
