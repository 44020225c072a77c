/* SPDX-License-Identifier: MIT */
/*
 * core/machine/cgroup.c - which control groups this process is in, where they
 * are mounted, and what they limit.
 *
 * /proc/self/cgroup says which group it is in, /proc/self/mountinfo where the
 * hierarchy is mounted and which group the mount shows (in a container not
 * the root).
 */
#include "machine/cgroup.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

/* struct mount - where the hierarchy is, and which group it shows */
struct mount {
	char point[PROCFS_PATH_LEN];
	char shows[PROCFS_PATH_LEN];
	bool v2;
};

static bool has_option(const char *list, const char *option)
{
	size_t len = strlen(option);

	for (;;) {
		size_t n = strcspn(list, ",");

		if (n == len && !memcmp(list, option, len))
			return true;
		if (!list[n])
			return false;
		list += n + 1;
	}
}

/*
 * A line: "31 23 0:28 /shows /point options [tags] - type source options".
 * Return: whether it is a hierarchy that can have the controller.
 */
static bool parse_mount(const char *line, const char *controller,
			struct mount *m)
{
	char type[32], options[512];
	const char *tail = strstr(line, " - ");

	_Static_assert(PROCFS_PATH_LEN == 512, "widths below");
	if (!tail || sscanf(tail, " - %31s %*s %511s", type, options) != 2 ||
	    sscanf(line, "%*s %*s %*s %511s %511s", m->shows, m->point) != 2)
		return false;
	m->v2 = !strcmp(type, "cgroup2");
	return m->v2 ||
	       (!strcmp(type, "cgroup") && has_option(options, controller));
}

static FILE *open_self(const char *root, const char *name)
{
	char path[PROCFS_PATH_LEN];

	if (snprintf(path, sizeof(path), "%s/proc/self/%s", root, name) >=
	    (int)sizeof(path)) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	return fopen(path, "re");
}

static int find_mount(const char *root, const char *controller,
		      struct mount *out)
{
	FILE *f = open_self(root, "mountinfo");
	char *line = NULL;
	int ret = -ENOENT;
	struct mount m;
	size_t len = 0;

	if (!f)
		return -errno;
	while (getline(&line, &len, f) > 0) {
		if (!parse_mount(line, controller, &m) || (m.v2 && !ret))
			continue;
		*out = m;
		ret = 0;
		if (!m.v2)
			break;
	}
	free(line);
	fclose(f);
	return ret;
}

/* A line: "0::/path" (version 2) or "4:cpu,cpuacct:/path". */
static const char *own_path(char *line, const char *controller, bool v2)
{
	char *controllers = strchr(line, ':');
	char *path = controllers ? strchr(controllers + 1, ':') : NULL;

	if (!path)
		return NULL;
	controllers++;
	*path++ = '\0';
	path[strcspn(path, "\n")] = '\0';
	if (v2)
		return *controllers ? NULL : path;
	return has_option(controllers, controller) ? path : NULL;
}

static int find_own_path(const char *root, const char *controller, bool v2,
			 char *buf, size_t size)
{
	FILE *f = open_self(root, "cgroup");
	const char *path = NULL;
	char *line = NULL;
	size_t len = 0;
	int ret = -ENOENT;

	if (!f)
		return -errno;
	while (!path && getline(&line, &len, f) > 0)
		path = own_path(line, controller, v2);
	if (path) {
		ret = snprintf(buf, size, "%s", path) < (int)size ?
			      0 :
			      -ENAMETOOLONG;
	}
	free(line);
	fclose(f);
	return ret;
}

/* The part of @own below what the mount shows; "" if they do not meet. */
static const char *below(const char *own, const char *shows)
{
	size_t len = strlen(shows);

	if (!strcmp(shows, "/"))
		return own;
	if (!strncmp(own, shows, len) && (own[len] == '/' || !own[len]))
		return own + len;
	return "";
}

int cgroup_where(const char *root, const char *controller,
		 struct cgroup_where *out)
{
	char own[PROCFS_PATH_LEN];
	size_t point_len;
	struct mount m;
	int ret;

	*out = (struct cgroup_where){ 0 };
	ret = find_mount(root, controller, &m);
	if (!ret)
		ret = find_own_path(root, controller, m.v2, own, sizeof(own));
	if (ret)
		return ret;
	out->v2 = m.v2;
	point_len = strlen(m.point);
	memcpy(out->point, m.point, point_len + 1);
	snprintf(out->dir, sizeof(out->dir), "%s%s", m.point,
		 below(own, m.shows));
	for (char *end = strchr(out->dir, '\0');
	     end > out->dir + point_len && end[-1] == '/';)
		*--end = '\0';
	return 0;
}

/*
 * Control groups that limit this process's CPU time, how many tasks there may
 * be, or how much memory they have.
 */

#define STAT_LEN 4096

static int add_dir(struct cgroup *c, const char *dir)
{
	char **added = array_append((void **)&c->dir, &c->nr, sizeof(*added));

	if (!added)
		return -ENOMEM;
	*added = strdup(dir);
	return *added ? 0 : -ENOMEM;
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

/* Version 1 rounds "none" down to a page. */
#define NO_LIMIT (INT64_C(1) << 62)

static void count_kills(const char *root, struct cgroup_memory *m,
			const char *dir, bool v2)
{
	char text[STAT_LEN];

	if (procfs_read(root, text, sizeof(text), "%s/%s", dir,
			v2 ? "memory.events" : "memory.oom_control") > 0)
		stat_number(text, "oom_kill", &m->kills);
}

int cgroup_memory(const char *root, struct cgroup_memory *out)
{
	struct cgroup c;
	int ret = open_for(root, "memory", &c);
	int64_t one;

	*out = (struct cgroup_memory){ .limit = INT64_MAX };
	if (ret)
		return ret;
	out->file = c.v2 ? "memory.max" : "memory.limit_in_bytes";
	for (size_t i = 0; i < c.nr; i++) {
		if (procfs_number(root, &one, "%s/%s", c.dir[i], out->file) ||
		    one >= out->limit || one >= NO_LIMIT)
			continue;
		out->limit = one;
		snprintf(out->dir, sizeof(out->dir), "%s", c.dir[i]);
	}
	count_kills(root, out, c.dir[0], c.v2);
	cgroup_close(&c);
	return 0;
}
