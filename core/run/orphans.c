/* SPDX-License-Identifier: MIT */
/*
 * core/run/orphans.c - processes that a benchmark has left behind.
 */
#include "run/orphans.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/clock.h"

/* Return: the parent of a process, or -1. */
static pid_t parent_of(pid_t pid)
{
	char path[32], text[512];
	const char *p;
	size_t n;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	f = fopen(path, "re");
	if (!f)
		return -1;
	n = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	text[n] = '\0';
	/* "4711 (name) S 4710 ...": the name may hold anything. */
	p = strrchr(text, ')');
	return p && strlen(p) > 4 ? (pid_t)atoi(p + 4) : -1;
}

static void kill_children(void)
{
	DIR *proc = opendir("/proc");
	const struct dirent *d;

	if (!proc)
		return;
	while ((d = readdir(proc))) {
		pid_t pid = (pid_t)atoi(d->d_name);

		if (pid > 0 && parent_of(pid) == getpid())
			kill(pid, SIGKILL);
	}
	closedir(proc);
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
		if (pid)
			continue;
		nanosleep(&ms, NULL);
		/* The group takes a moment to go; what it leaves comes next. */
		if (++rounds % 16 == 0)
			kill_children();
	}
}
