/* SPDX-License-Identifier: MIT */
/*
 * core/run/orphans.c - processes that a benchmark has left behind.
 *
 * Nothing here allocates memory or takes a lock, for it also happens in a
 * signal handler.
 */
#include "run/orphans.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/clock.h"

/* struct process - of a line of /proc/PID/stat */
struct process {
	pid_t parent;
	char name[16];
	char state;
};

/* "4711 (name) S 4710 ...": the name may hold anything. */
static int read_process(pid_t pid, struct process *p)
{
	char path[32], text[512], *name, *end;
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	name = strchr(text, '(');
	end = strrchr(text, ')');
	if (!name || !end || strlen(end) < 5)
		return -EIO;
	*end = '\0';
	snprintf(p->name, sizeof(p->name), "%s", name + 1);
	p->state = end[2];
	p->parent = (pid_t)atoi(end + 4);
	return 0;
}

typedef void (*visit_fn)(pid_t pid, const struct process *p, void *data);

/* All children of the calling process; none where there is no /proc. */
static void each_child(visit_fn visit, void *data)
{
	_Alignas(struct dirent64) char buf[4096];
	int fd = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return;
	while ((n = getdents64(fd, buf, sizeof(buf))) > 0) {
		struct dirent64 *d;

		for (ssize_t at = 0; at < n; at += d->d_reclen) {
			struct process p;
			pid_t pid;

			d = (struct dirent64 *)(buf + at);
			pid = (pid_t)atoi(d->d_name);
			if (pid > 0 && !read_process(pid, &p) &&
			    p.parent == getpid())
				visit(pid, &p, data);
		}
	}
	close(fd);
}

static void kill_it(pid_t pid, const struct process *p, void *data)
{
	(void)p;
	(void)data;
	kill(pid, SIGKILL);
}

void orphans_end(pid_t pgid, uint64_t bound_ns)
{
	const struct timespec ms = { .tv_nsec = NS_PER_MS };
	uint64_t end = clock_wait_ns() + bound_ns;
	unsigned int rounds = 0;

	if (pgid > 0)
		kill(-pgid, SIGKILL);
	while (clock_wait_ns() < end) {
		pid_t pid = waitpid(-1, NULL, WNOHANG);

		if (pid < 0 && errno == ECHILD)
			return;
		if (pid > 0)
			continue;
		nanosleep(&ms, NULL);
		/* The group takes a moment to go; what it leaves comes next. */
		if (++rounds % 16 == 0)
			each_child(kill_it, NULL);
	}
}

/* struct names - @used of @len bytes are written */
struct names {
	char *text;
	size_t len, used;
};

static void add_name(pid_t pid, const struct process *p, void *data)
{
	struct names *n = data;
	int wrote;

	if (p->state == 'Z' || p->state == 'X' || n->used >= n->len)
		return;
	wrote = snprintf(n->text + n->used, n->len - n->used,
			 "%s%s (process %d)", n->used ? ", " : "", p->name,
			 (int)pid);
	n->used += wrote > 0 ? (size_t)wrote : 0;
}

void orphans_name(char *text, size_t len)
{
	struct names n = { text, len, 0 };
	siginfo_t si;

	text[0] = '\0';
	if (!waitid(P_ALL, 0, &si, WEXITED | WNOHANG | WNOWAIT))
		each_child(add_name, &n);
}
