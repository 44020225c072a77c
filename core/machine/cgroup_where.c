/* SPDX-License-Identifier: MIT */
/*
 * core/machine/cgroup_where.c - which control group this process is in, and where
 * that is mounted.
 *
 * /proc/self/cgroup says which group it is in, /proc/self/mountinfo where the
 * hierarchy is mounted and which group the mount shows (in a container not
 * the root).
 */
#include "machine/cgroup_where.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
