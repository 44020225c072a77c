/* SPDX-License-Identifier: MIT */
/*
 * core/machine/perf_users.c - whether other processes have performance events.
 */
#include "machine/perf_users.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "machine/procfs.h"

/* More descriptors than a look before every session may take. */
#define MOST_LINKS 8192

/* Whether a process has a performance event open. @left: links to look at */
static bool has_events(const struct fact_source *src, const char *pid,
		       int *left)
{
	char path[PROCFS_PATH_LEN], to[32];
	const struct dirent *e;
	bool found = false;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/proc/%.16s/fd", src->root, pid);
	dir = opendir(path);
	while (dir && !found && *left > 0 && (e = readdir(dir))) {
		ssize_t n =
			readlinkat(dirfd(dir), e->d_name, to, sizeof(to) - 1);

		--*left;
		to[n > 0 ? n : 0] = '\0';
		found = !strcmp(to, "anon_inode:[perf_event]");
	}
	if (dir)
		closedir(dir);
	return found;
}

/*
 * Events of other processes, which may follow every switch: those of a perf
 * that counts the harness, too. Only root sees all of them.
 */
int fact_perf_events(const struct fact_source *src, char *buf, size_t len)
{
	char path[PROCFS_PATH_LEN], self[24];
	int left = MOST_LINKS;
	const struct dirent *e;
	bool found = false;
	DIR *dir;

	snprintf(self, sizeof(self), "%d", (int)getpid());
	snprintf(path, sizeof(path), "%s/proc", src->root);
	dir = opendir(path);
	if (!dir)
		return -errno;
	while (!found && left > 0 && (e = readdir(dir)))
		if (isdigit((unsigned char)e->d_name[0]) &&
		    strcmp(e->d_name, self))
			found = has_events(src, e->d_name, &left);
	closedir(dir);
	if (found)
		return snprintf(buf, len, "in use by others");
	return left > 0 && !geteuid() ? snprintf(buf, len, "none") : -ENODATA;
}
