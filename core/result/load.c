/* SPDX-License-Identifier: MIT */
/*
 * core/result/load.c - a file from disk as a session.
 */
#include "result/load.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "result/decode.h"
#include "result/file.h"

#define MOST_BYTES ((size_t)256 << 20)
#define FIRST_BYTES ((size_t)64 << 10)

/**
 * struct text - what was read
 * @v:		@len bytes in @room
 */
struct text {
	char *v;
	size_t len, room;
};

/* The size that a regular file has is only where to start. */
static size_t first_room(int fd)
{
	struct stat st;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size <= 0)
		return FIRST_BYTES;
	return st.st_size > (off_t)MOST_BYTES ? MOST_BYTES + 1 :
						(size_t)st.st_size + 1;
}

static int make_room(struct text *t)
{
	size_t room = t->room * 2;
	char *bigger;

	if (t->len < t->room)
		return 0;
	if (t->len > MOST_BYTES)
		return -EFBIG;
	bigger = realloc(t->v, room);
	if (!bigger)
		return -ENOMEM;
	t->v = bigger;
	t->room = room;
	return 0;
}

static int read_all(int fd, struct text *t)
{
	t->room = first_room(fd);
	if (t->room > MOST_BYTES)
		return -EFBIG;
	t->v = malloc(t->room);
	if (!t->v)
		return -ENOMEM;
	for (;;) {
		ssize_t n = read(fd, t->v + t->len, t->room - t->len);
		int err;

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : 0;
		t->len += n;
		err = make_room(t);
		if (err)
			return err;
	}
}

int result_read(const char *path, struct session *out, char *why,
		size_t why_len)
{
	struct text t = { 0 };
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	int err;

	err = fd < 0 ? -errno : read_all(fd, &t);
	if (fd >= 0)
		close(fd);
	if (err == -EFBIG)
		snprintf(why, why_len, "larger than 256 MiB");
	else if (err)
		snprintf(why, why_len, "%s", strerror(-err));
	else
		err = result_decode(t.v, t.len, out, why, why_len);
	free(t.v);
	return err;
}
