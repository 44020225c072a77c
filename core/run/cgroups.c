/* SPDX-License-Identifier: MIT */
/*
 * core/run/cgroups.c - control groups made for the tasks of a team.
 */
#include "run/cgroups.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "machine/cgroup.h"
#include "util/clock.h"

/* Names that runners of the same pid may have, or have left. */
#define NAMES_MAX 1000

static int __attribute__((format(printf, 2, 3)))
path_set(char *path, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(path, CGROUPS_PATH, fmt, ap);
	va_end(ap);
	return n < 0 || n >= CGROUPS_PATH ? -ENAMETOOLONG : 0;
}

static int write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t len = (ssize_t)strlen(text);
	int ret = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, (size_t)len) != len)
		ret = -errno;
	close(fd);
	return ret;
}

/* The group that the harness is in. Return: 0, -ENODEV, another errno. */
static int find_home(const char *root, struct cgroup_where *w)
{
	int ret = cgroup_where(root, "perf_event", w);

	if (ret == -ENOENT)
		ret = cgroup_where(root, "cpu", w);
	return ret == -ENOENT ? -ENODEV : ret;
}

/* Whether cgroups_make() gave that name. */
static bool is_ours(const char *name)
{
	char rest;
	unsigned int n;
	int pid;

	return sscanf(name, "harness-%d-%u%c", &pid, &n, &rest) == 2 && pid > 0;
}

/*
 * A live runner holds a lock on its directory. Pids would say nothing: another
 * session may be in another namespace. Return: a descriptor that holds the
 * lock, or a negative errno, -EWOULDBLOCK where @how has LOCK_NB.
 */
static int lock_dir(const char *dir, int how)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int err;

	if (fd < 0)
		return -errno;
	while (flock(fd, how)) {
		err = -errno;
		if (err == -EINTR)
			continue;
		close(fd);
		return err;
	}
	return fd;
}

/* A group with tasks in it stays: then somebody has put them there. */
static void remove_stale(const char *home, const char *name)
{
	struct cgroups old = { 0 };
	int fd;

	if (path_set(old.dir[0], "%s/%s", home, name))
		return;
	fd = lock_dir(old.dir[0], LOCK_EX | LOCK_NB);
	if (fd < 0)
		return;
	for (old.nr_dirs = 1; old.nr_dirs <= CGROUPS_MAX; old.nr_dirs++)
		path_set(old.dir[old.nr_dirs], "%s/%u", old.dir[0],
			 old.nr_dirs - 1);
	cgroups_remove(&old, 0);
	close(fd);
}

static void sweep(const char *home)
{
	DIR *d = opendir(home);
	const struct dirent *e;

	if (!d)
		return;
	while ((e = readdir(d))) {
		if (is_ours(e->d_name))
			remove_stale(home, e->d_name);
	}
	closedir(d);
}

/*
 * Whoever swept between the two calls has removed the directory, and may have
 * done so before the lock was had. The lock ends with this process, and with
 * those that it forks.
 */
static int make_locked(const char *dir)
{
	struct stat held, named;
	int fd;

	if (mkdir(dir, 0755))
		return -errno;
	fd = lock_dir(dir, LOCK_EX);
	if (fd < 0)
		return fd == -ENOENT ? -EEXIST : fd;
	if (!fstat(fd, &held) && !stat(dir, &named) &&
	    held.st_ino == named.st_ino && held.st_dev == named.st_dev)
		return 0;
	close(fd);
	return -EEXIST;
}

static int make_parent(struct cgroups *c, const char *home)
{
	for (unsigned int n = 0; n < NAMES_MAX; n++) {
		int ret = path_set(c->dir[0], "%s/harness-%d-%u", home,
				   (int)getpid(), n);

		if (ret)
			return ret;
		ret = make_locked(c->dir[0]);
		c->nr_dirs = ret == 0;
		if (ret != -EEXIST)
			return ret;
	}
	return -EEXIST;
}

/* In version 2 a group is for processes unless it says otherwise. */
static int take_threads(const char *dir)
{
	char type[CGROUPS_PATH];
	int ret = path_set(type, "%s/cgroup.type", dir);

	if (!ret)
		ret = write_text(type, "threaded");
	return ret == -ENOENT ? -EOPNOTSUPP : ret;
}

static int make_child(struct cgroups *c, uint32_t i)
{
	char *dir = c->dir[1 + i];
	int ret = path_set(dir, "%s/%u", c->dir[0], i);

	if (!ret && mkdir(dir, 0755))
		ret = -errno;
	if (ret)
		return ret;
	c->nr_dirs++;
	return c->v2 && c->threads ? take_threads(dir) : 0;
}

int cgroups_make(const char *root, uint32_t nr, bool threads, struct cgroups *c)
{
	char home[CGROUPS_PATH];
	struct cgroup_where w;
	int ret = find_home(root, &w);

	if (!ret)
		ret = path_set(home, "%s%s", root, w.dir);
	if (ret)
		return ret;
	c->v2 = w.v2;
	c->threads = threads;
	sweep(home);
	ret = make_parent(c, home);
	for (uint32_t i = 0; i < nr && !ret; i++)
		ret = make_child(c, i);
	return ret;
}

/* "0" is whoever writes, whatever its pid is to others. */
static int enter(const char *dir, const char *file)
{
	char path[CGROUPS_PATH];
	int ret = path_set(path, "%s/%s", dir, file);

	return ret ? ret : write_text(path, "0");
}

int cgroups_admit(const struct cgroups *c)
{
	return c->v2 && c->threads ? enter(c->dir[0], "cgroup.procs") : 0;
}

/* What a task writes itself to. */
static const char *members_file(const struct cgroups *c)
{
	if (!c->v2)
		return "tasks";
	return c->threads ? "cgroup.threads" : "cgroup.procs";
}

int cgroups_enter(const struct cgroups *c, uint32_t i)
{
	return enter(c->dir[1 + i], members_file(c));
}

void cgroups_name(const struct cgroups *c, uint32_t i, char *buf, size_t len)
{
	char path[CGROUPS_PATH + 32];
	int n = snprintf(path, sizeof(path), "%s/%s", c->dir[1 + i],
			 members_file(c));
	const size_t room = len - sizeof("control group ");

	/* Of a long path the end says more. */
	snprintf(buf, len, "control group %s",
		 (size_t)n > room ? path + n - room : path);
}

int cgroups_remove(struct cgroups *c, uint64_t bound_ns)
{
	const struct timespec ms = { .tv_nsec = NS_PER_MS };
	uint64_t end = clock_wait_ns() + bound_ns;

	while (c->nr_dirs) {
		if (!rmdir(c->dir[c->nr_dirs - 1]) || errno == ENOENT)
			c->nr_dirs--;
		else if (errno != EBUSY || clock_wait_ns() >= end)
			return -errno;
		else
			nanosleep(&ms, NULL);
	}
	return 0;
}
