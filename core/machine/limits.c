/* SPDX-License-Identifier: MIT */
/*
 * core/machine/limits.c - which limit was hit, in words.
 */
#include "machine/limits.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "machine/cgroup.h"
#include "machine/procfs.h"
#include "util/parse.h"

/**
 * struct limits - a text in the making
 * @buf:	LIMITS_TEXT bytes, a string at any time
 * @used:	of them
 */
struct limits {
	char *buf;
	size_t used;
};

/* "; at most 20 WHAT", then ", 30 WHAT" */
static void __attribute__((format(printf, 2, 3)))
add(struct limits *l, const char *fmt, ...)
{
	va_list ap;
	int n;

	n = snprintf(l->buf + l->used, LIMITS_TEXT - l->used, "%s",
		     l->used ? ", " : "; at most ");
	l->used += (size_t)n;
	if (l->used >= LIMITS_TEXT)
		return;
	va_start(ap, fmt);
	n = vsnprintf(l->buf + l->used, LIMITS_TEXT - l->used, fmt, ap);
	va_end(ap);
	l->used += n > 0 ? (size_t)n : 0;
	if (l->used >= LIMITS_TEXT)
		l->used = LIMITS_TEXT - 1;
}

static void add_resource(struct limits *l, int resource, const char *what)
{
	struct rlimit rl;

	if (!getrlimit(resource, &rl) && rl.rlim_cur != RLIM_INFINITY)
		add(l, "%llu %s", (unsigned long long)rl.rlim_cur, what);
}

/* The last number in a file of /proc/sys. */
static void add_setting(struct limits *l, const char *path, const char *what)
{
	char line[128];
	const char *last;

	if (procfs_line("", line, sizeof(line), "%s", path) <= 0)
		return;
	last = line + strlen(line);
	while (last > line && last[-1] != ' ' && last[-1] != '\t')
		last--;
	add(l, "%s %s", last, what);
}

/* The memory of an io_uring counts as locked, of all of a user's together. */
static void add_memory(struct limits *l, const char *what)
{
	if (!strcmp(what, "io_uring_setup"))
		add_resource(l, RLIMIT_MEMLOCK,
			     "bytes of locked memory of this user (ulimit -l)");
	add_resource(l, RLIMIT_AS, "bytes of address space (ulimit -v)");
	add_resource(l, RLIMIT_DATA, "bytes of data (ulimit -d)");
}

/* The user's limit is none to root. */
static void add_tasks(struct limits *l)
{
	char dir[CGROUP_DIR_LEN];
	int64_t max;

	if (geteuid())
		add_resource(l, RLIMIT_NPROC,
			     "processes and threads of this user (ulimit -u)");
	if (!cgroup_tasks_max("", &max, dir, sizeof(dir))) {
		add(l,
		    "%" PRId64
		    " processes and threads in the control group %.100s (pids.max)",
		    max, dir);
	} else if (!geteuid()) {
		add_setting(
			l, "/proc/sys/kernel/threads-max",
			"processes and threads in all (kernel.threads-max)");
		add_setting(l, "/proc/sys/kernel/pid_max",
			    "process numbers (kernel.pid_max)");
	}
	add_memory(l, "");
}

/**
 * struct setting - a limit of the kernel's
 * @err, @what:	the error, and the system call that gives it
 * @path:	where it stands
 * @words:	what is limited
 */
static const struct setting {
	int err;
	const char *what, *path, *words;
} settings[] = {
	{ -ENOSPC, "semget", "/proc/sys/kernel/sem",
	  "sets of semaphores (kernel.sem, the last number)" },
	{ -ENOSPC, "mq_open", "/proc/sys/fs/mqueue/queues_max",
	  "message queues (fs.mqueue.queues_max)" },
	{ -ENOSPC, "epoll_ctl", "/proc/sys/fs/epoll/max_user_watches",
	  "descriptors watched by this user (fs.epoll.max_user_watches)" },
};

static void add_settings(struct limits *l, int err, const char *what)
{
	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++)
		if (settings[i].err == err && !strcmp(settings[i].what, what))
			add_setting(l, settings[i].path, settings[i].words);
}

/* Too many bytes in message queues are "too many open files", too. */
static void add_files(struct limits *l, const char *what)
{
	if (!strcmp(what, "mq_open"))
		add_resource(
			l, RLIMIT_MSGQUEUE,
			"bytes of message queues of this user (ulimit -q)");
	add_resource(l, RLIMIT_NOFILE, "open files (ulimit -n)");
}

const char *limits_text(int err, const char *what, char *buf)
{
	struct limits l = { .buf = buf };

	buf[0] = '\0';
	if (err == -EMFILE)
		add_files(&l, what);
	else if (err == -ENFILE)
		add_setting(&l, "/proc/sys/fs/file-max",
			    "open files in all (fs.file-max)");
	else if (err == -EAGAIN && !strncmp(what, "creating", 8))
		add_tasks(&l);
	else if (err == -ENOMEM)
		add_memory(&l, what);
	else
		add_settings(&l, err, what);
	return buf;
}

int64_t limits_kills(void)
{
	struct cgroup_memory m;

	return cgroup_memory("", &m) ? 0 : m.kills;
}

const char *limits_kill_text(int64_t kills, char *buf)
{
	struct cgroup_memory m;
	char size[32];

	buf[0] = '\0';
	if (cgroup_memory("", &m) || m.kills <= kills)
		return buf;
	if (m.limit == INT64_MAX)
		snprintf(buf, LIMITS_TEXT, "; the machine is out of memory");
	else
		snprintf(
			buf, LIMITS_TEXT,
			"; the memory limit of %s of the control group %.150s was reached (%s)",
			parse_text(PARSE_BYTES, (uint64_t)m.limit, size,
				   sizeof(size)),
			m.dir, m.file);
	return buf;
}
