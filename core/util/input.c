/* SPDX-License-Identifier: MIT */
/*
 * core/util/input.c - read a file that somebody names, as a whole.
 */
#include "util/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "util/privilege.h"
#include "util/why.h"

#define FIRST_BYTES ((size_t)64 << 10)

/* Somebody opened it for this process already. */
static bool is_descriptor(const char *path)
{
	return !strcmp(path, "/dev/stdin") ||
	       !strncmp(path, "/dev/fd/", strlen("/dev/fd/")) ||
	       !strncmp(path, "/proc/self/fd/", strlen("/proc/self/fd/"));
}

/* Two devices that neither wait nor do anything. */
static bool is_harmless(dev_t device)
{
	return device == makedev(1, 3) || device == makedev(1, 5);
}

/* Whether it may be opened, for what it is. */
static bool may_open(const char *path, bool regular, const struct stat *st)
{
	if (S_ISREG(st->st_mode))
		return true;
	if (regular)
		return false;
	return !privilege_held() || is_descriptor(path) ||
	       (S_ISCHR(st->st_mode) && is_harmless(st->st_rdev));
}

/* Opens what @fd stands for, and where /proc is missing what @path does. */
static int open_same(int fd, const char *path)
{
	const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
	char self[32];
	int same;

	snprintf(self, sizeof(self), "/proc/self/fd/%d", fd);
	same = open(self, flags);
	if (same < 0 && errno == ENOENT)
		same = open(path, flags);
	return same < 0 ? -errno : same;
}

/* A FIFO may have no writer yet: a wait that a signal ends. */
static int await_writer(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	int flags = fcntl(fd, F_GETFL);

	while (poll(&p, 1, -1) < 0)
		if (errno != EINTR)
			return -errno;
	if (flags < 0 || fcntl(fd, F_SETFL, flags & ~O_NONBLOCK))
		return -errno;
	return 0;
}

static int open_stdin(struct stat *st)
{
	int fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

	if (fd < 0)
		return -errno;
	if (!fstat(fd, st))
		return fd;
	close(fd);
	return -errno;
}

/* Return: a descriptor, or a negative errno. */
static int open_input(const char *path, bool regular, struct stat *st)
{
	int at = open(path, O_PATH | O_CLOEXEC), fd;
	struct stat now;

	if (at < 0)
		return -errno;
	if (fstat(at, st))
		fd = -errno;
	else if (S_ISDIR(st->st_mode))
		fd = -EISDIR;
	else if (!may_open(path, regular, st))
		fd = -ENOTSUP;
	else
		fd = open_same(at, path);
	if (fd >= 0 && (fstat(fd, &now) || now.st_ino != st->st_ino ||
			now.st_dev != st->st_dev)) {
		close(fd);
		fd = -ESTALE;
	}
	close(at);
	return fd;
}

/**
 * struct input - what was read
 * @v:		@len bytes in @room
 */
struct input {
	char *v;
	size_t len, room;
};

static int read_all(int fd, size_t most, struct input *t)
{
	for (;;) {
		ssize_t n;

		if (t->len + 1 >= t->room) {
			size_t room = t->room * 2;
			char *bigger = realloc(t->v, room);

			if (!bigger)
				return -ENOMEM;
			t->v = bigger;
			t->room = room;
		}
		n = read(fd, t->v + t->len, t->room - t->len - 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : 0;
		t->len += (size_t)n;
		if (t->len > most)
			return -EFBIG;
	}
}

/* The size that a regular file has is only where to start. */
static int take(int fd, const struct stat *st, size_t most, struct input *t)
{
	int err = 0;

	t->room = FIRST_BYTES;
	if (S_ISREG(st->st_mode) && st->st_size > 0) {
		if ((uintmax_t)st->st_size > most)
			return -EFBIG;
		t->room = (size_t)st->st_size + 2;
	} else if (!S_ISREG(st->st_mode)) {
		err = await_writer(fd);
	}
	t->v = err ? NULL : malloc(t->room);
	if (!t->v)
		return err ? err : -ENOMEM;
	return read_all(fd, most, t);
}

int input_read(const char *path, size_t most, bool regular, char **text,
	       size_t *len)
{
	struct input t = { 0 };
	struct stat st;
	int fd = strcmp(path, "-") ? open_input(path, regular, &st) :
				     open_stdin(&st);
	int err;

	if (fd < 0)
		return fd;
	err = take(fd, &st, most, &t);
	close(fd);
	if (err) {
		free(t.v);
		return err;
	}
	t.v[t.len] = '\0';
	*text = t.v;
	*len = t.len;
	return 0;
}

int input_check(const char *const *paths, size_t nr, char *why, size_t len)
{
	size_t seen = 0;

	for (size_t i = 0; i < nr; i++)
		seen += !strcmp(paths[i], "-");
	if (seen < 2)
		return 0;
	return why_set(why, len, -EINVAL,
		       "- is standard input, which can be read only once");
}

const char *input_why(int err, size_t most, char *buf, size_t len)
{
	bool mib = most >> 20;

	if (err == -EFBIG)
		snprintf(buf, len, "larger than %zu %s",
			 most >> (mib ? 20 : 10), mib ? "MiB" : "KiB");
	else if (err == -ENOTSUP)
		snprintf(buf, len, "not a regular file");
	else
		snprintf(buf, len, "%s", strerror(-err));
	return buf;
}
