/* SPDX-License-Identifier: MIT */
/*
 * pmu/file.c - small files of /sys and /proc.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

static __attribute__((format(printf, 3, 0))) int
make_path(const struct pmu *p, char *path, const char *fmt, va_list ap)
{
	int at = snprintf(path, PATH_MAX, "%s", p->root);
	int n;

	if (at >= PATH_MAX)
		return -ENAMETOOLONG;
	n = vsnprintf(path + at, PATH_MAX - at, fmt, ap);
	return n < PATH_MAX - at ? 0 : -ENAMETOOLONG;
}

static int read_all(int fd, char *buf, size_t len)
{
	size_t used = 0;

	while (used < len - 1) {
		ssize_t n = read(fd, buf + used, len - 1 - used);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (n == 0)
			break;
		used += (size_t)n;
	}
	while (used && buf[used - 1] == '\n')
		used--;
	buf[used] = '\0';
	return (int)used;
}

static int read_path(const char *path, char *buf, size_t len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int n;

	buf[0] = '\0';
	if (fd < 0)
		return -errno;
	n = read_all(fd, buf, len);
	if (n < 0)
		buf[0] = '\0';
	close(fd);
	return n;
}

int file_read(const struct pmu *p, char *buf, size_t len, const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list ap;
	int err;

	buf[0] = '\0';
	va_start(ap, fmt);
	err = make_path(p, path, fmt, ap);
	va_end(ap);
	return err ? err : read_path(path, buf, len);
}

int file_number(const struct pmu *p, long *out, const char *fmt, ...)
{
	char path[PATH_MAX], text[32], *end;
	va_list ap;
	int err;
	long n;

	va_start(ap, fmt);
	err = make_path(p, path, fmt, ap);
	va_end(ap);
	if (!err)
		err = read_path(path, text, sizeof(text));
	if (err < 0)
		return err;
	errno = 0;
	n = strtol(text, &end, 10);
	if (end == text || *end || errno)
		return -EINVAL;
	*out = n;
	return 0;
}

bool file_exists(const struct pmu *p, const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list ap;
	int err;

	va_start(ap, fmt);
	err = make_path(p, path, fmt, ap);
	va_end(ap);
	return !err && !access(path, F_OK);
}

static int compare_names(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

int file_each(const struct pmu *p, const char *dir,
	      int (*fn)(const char *name, void *data), void *data)
{
	char path[PATH_MAX];
	struct dirent **list;
	int nr, ret = 0;

	if (snprintf(path, sizeof(path), "%s%s", p->root, dir) >= PATH_MAX)
		return -ENAMETOOLONG;
	nr = scandir(path, &list, NULL, compare_names);
	if (nr < 0)
		return -errno;
	for (int i = 0; i < nr; i++) {
		if (!ret && strcmp(list[i]->d_name, ".") &&
		    strcmp(list[i]->d_name, ".."))
			ret = fn(list[i]->d_name, data);
		free(list[i]);
	}
	free(list);
	return ret;
}

bool file_list_has(const char *list, int cpu)
{
	while (isdigit((unsigned char)*list)) {
		char *end;
		long lo = strtol(list, &end, 10), hi = lo;

		if (*end == '-')
			hi = strtol(end + 1, &end, 10);
		if (cpu >= lo && cpu <= hi)
			return true;
		list = *end == ',' ? end + 1 : end;
	}
	return false;
}

bool file_plain(const char *name, const char *more)
{
	if (!*name)
		return false;
	for (; *name; name++) {
		if (!isalnum((unsigned char)*name) && !strchr(more, *name))
			return false;
	}
	return true;
}
