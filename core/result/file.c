/* SPDX-License-Identifier: MIT */
/*
 * core/result/file.c - replace a result file as a whole or not at all.
 *
 * The new content goes to a temporary file in the target's directory, without
 * a name where that can be, which becomes the target when it is on disk. What
 * cannot be renamed over (a pipe, a device, the file that standard output goes
 * to) is written directly.
 */
#include "result/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/rng.h"

#define MOST_LINKS 40
#define MOST_ATTEMPTS 100
#define TEMPORARY_LEN 48

/**
 * struct result_writer - a place reserved for a result file
 * @fd:		what is written to
 * @out:	stream to it
 * @err:	of the first write that failed
 * @dirfd:	directory of the target; -1: written directly
 * @name:	target's name in it, owned
 * @temporary:	name of the temporary file, empty while it has none
 */
struct result_writer {
	int fd;
	FILE *out;
	int err;
	int dirfd;
	char *name;
	char temporary[TEMPORARY_LEN];
};

static bool same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/*
 * Replacing the file that a standard stream goes to would separate the two:
 * such a target is written through that stream's descriptor, at its place.
 */
static int open_stream(const struct stat *target)
{
	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
		struct stat st;

		if (!fstat(fd, &st) && same_file(&st, target))
			return fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	}
	return -1;
}

/* The directory that @path lies in, malloc'ed. */
static char *directory_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
}

/*
 * What another user has put where all users may put things was put there for
 * somebody to write through: a link, or a file or FIFO with that name.
 * Return: 0, -EACCES, or another negative errno.
 */
static int check_planted(const char *path, const struct stat *st)
{
	char *name = directory_of(path);
	struct stat dir;
	int err = name ? 0 : -ENOMEM;

	if (!err && stat(name, &dir))
		err = -errno;
	free(name);
	if (err || !(dir.st_mode & S_ISVTX) || !(dir.st_mode & S_IWOTH) ||
	    st->st_uid == geteuid() || st->st_uid == dir.st_uid)
		return err;
	return -EACCES;
}

/* The path that the link @path names, or NULL with errno. */
static char *read_link(const char *path)
{
	char target[PATH_MAX], *joined;
	const char *slash = strrchr(path, '/');
	ssize_t n = readlink(path, target, sizeof(target) - 1);
	struct stat st;

	if (n < 0)
		return NULL;
	if (!lstat(path, &st) && S_ISLNK(st.st_mode)) {
		errno = -check_planted(path, &st);
		if (errno)
			return NULL;
	}
	target[n] = '\0';
	if (*target == '/' || !slash)
		return strdup(target);
	if (asprintf(&joined, "%.*s/%s", (int)(slash - path), path, target) < 0)
		return NULL;
	return joined;
}

/*
 * A link stays a link: the file that it leads to is the target, also when it
 * does not exist yet. Return: 0 and a path of one's own, or -errno.
 */
static int follow_links(const char *path, char **out)
{
	char *now = strdup(path);

	for (int i = 0; now && i < MOST_LINKS; i++) {
		char *next = read_link(now);
		int err = next ? 0 : -errno;

		if (err == -EINVAL || err == -ENOENT) {
			*out = now;
			return 0;
		}
		free(now);
		if (err)
			return err;
		now = next;
	}
	if (!now)
		return -ENOMEM;
	free(now);
	return -ELOOP;
}

/*
 * A pipe that nobody reads is an error, not something to wait for. It is
 * opened by @path: /proc has links that lead where their text does not.
 */
static int open_special(struct result_writer *w, const char *path,
			const struct stat *old)
{
	struct stat st;
	char *target;
	int flags, err = follow_links(path, &target);

	if (err)
		return err;
	if (!lstat(target, &st) && same_file(&st, old))
		err = check_planted(target, &st);
	free(target);
	if (err)
		return err;
	w->fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (w->fd < 0)
		return -errno;
	if (fstat(w->fd, &st) || !same_file(&st, old))
		return -ESTALE;
	flags = fcntl(w->fd, F_GETFL);
	if (flags < 0 || fcntl(w->fd, F_SETFL, flags & ~O_NONBLOCK))
		return -errno;
	return 0;
}

static int open_directory(struct result_writer *w, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	char *dir = directory_of(path);
	int err = 0;

	w->name = strdup(name);
	if (!dir || !w->name)
		err = -ENOMEM;
	else if (!*name)
		err = *path ? -EISDIR : -ENOENT;
	if (!err) {
		w->dirfd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		err = w->dirfd < 0 ? -errno : 0;
	}
	free(dir);
	return err;
}

/* Names of one process never meet those of another or its own. */
static void draw_temporary(char *name)
{
	snprintf(name, TEMPORARY_LEN, ".harness-%d-%016" PRIx64, (int)getpid(),
		 rng_draw());
}

static void proc_path(const struct result_writer *w, char *path, size_t len)
{
	snprintf(path, len, "/proc/self/fd/%d", w->fd);
}

static int open_named(struct result_writer *w)
{
	for (int i = 0; i < MOST_ATTEMPTS; i++) {
		draw_temporary(w->temporary);
		w->fd = openat(w->dirfd, w->temporary,
			       O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (w->fd >= 0)
			return 0;
		w->temporary[0] = '\0';
		if (errno != EEXIST)
			return -errno;
	}
	return -EEXIST;
}

/* An unnamed file is named through /proc, which must be there. */
static int open_temporary(struct result_writer *w)
{
	char path[32];

	w->fd = openat(w->dirfd, ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
	if (w->fd < 0)
		return open_named(w);
	proc_path(w, path, sizeof(path));
	if (!access(path, F_OK))
		return 0;
	close(w->fd);
	return open_named(w);
}

static int link_as(const struct result_writer *w, const char *name)
{
	char path[32];

	proc_path(w, path, sizeof(path));
	if (linkat(AT_FDCWD, path, w->dirfd, name, AT_SYMLINK_FOLLOW))
		return -errno;
	return 0;
}

static int name_temporary(struct result_writer *w)
{
	for (int i = 0; i < MOST_ATTEMPTS; i++) {
		int err;

		draw_temporary(w->temporary);
		err = link_as(w, w->temporary);
		if (!err)
			return 0;
		w->temporary[0] = '\0';
		if (err != -EEXIST)
			return err;
	}
	return -EEXIST;
}

/* The new file takes over mode and, where that is allowed, the owner. */
static int take_over(struct result_writer *w, const struct stat *old)
{
	if (faccessat(w->dirfd, w->name, W_OK, AT_EACCESS))
		return -errno;
	if (fchown(w->fd, old->st_uid, old->st_gid) && errno != EPERM)
		return -errno;
	return fchmod(w->fd, old->st_mode & 0777) ? -errno : 0;
}

static int open_regular(struct result_writer *w, const char *path,
			const struct stat *old)
{
	char *target = NULL;
	int err = follow_links(path, &target);

	if (err)
		return err;
	if (old)
		err = check_planted(target, old);
	if (!err)
		err = open_directory(w, target);
	free(target);
	if (!err)
		err = open_temporary(w);
	if (!err && old)
		err = take_over(w, old);
	return err;
}

bool result_to_stdout(const char *path)
{
	return path && !strcmp(path, "-");
}

static int open_target(struct result_writer *w, const char *path)
{
	struct stat st;

	if (result_to_stdout(path)) {
		w->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC,
			      STDERR_FILENO + 1);
		return w->fd < 0 ? -errno : 0;
	}
	if (stat(path, &st)) {
		if (errno != ENOENT)
			return -errno;
		return open_regular(w, path, NULL);
	}
	if (S_ISDIR(st.st_mode))
		return -EISDIR;
	w->fd = open_stream(&st);
	if (w->fd >= 0)
		return 0;
	if (!S_ISREG(st.st_mode))
		return open_special(w, path, &st);
	return open_regular(w, path, &st);
}

/* Unlike stdio's own, it goes on after a signal, and its error is kept. */
static ssize_t write_all(void *writer, const char *text, size_t len)
{
	struct result_writer *w = writer;
	size_t left = len;

	while (left && !w->err) {
		ssize_t n = write(w->fd, text + len - left, left);

		if (n >= 0)
			left -= n;
		else if (errno != EINTR)
			w->err = -errno;
	}
	return w->err ? 0 : (ssize_t)len;
}

static int open_out(struct result_writer *w)
{
	w->out = fopencookie(w, "w",
			     (cookie_io_functions_t){ .write = write_all });
	return w->out ? 0 : -ENOMEM;
}

int result_writer_open(const char *path, struct result_writer **out)
{
	struct result_writer *w = calloc(1, sizeof(*w));
	int err;

	if (!w)
		return -ENOMEM;
	w->fd = w->dirfd = -1;
	err = open_target(w, path);
	if (!err)
		err = open_out(w);
	if (err)
		result_writer_abort(w);
	else
		*out = w;
	return err;
}

FILE *result_writer_stream(struct result_writer *w)
{
	return w->out;
}

static int rename_over(struct result_writer *w)
{
	if (renameat(w->dirfd, w->temporary, w->dirfd, w->name))
		return -errno;
	w->temporary[0] = '\0';
	return 0;
}

/*
 * A name that is free is taken at once: whoever is killed leaves nothing. One
 * that is not is replaced, for which the file needs a name for a moment.
 */
static int name_target(struct result_writer *w)
{
	int err = 0;

	if (!w->temporary[0]) {
		err = link_as(w, w->name);
		if (err != -EEXIST)
			return err;
		err = name_temporary(w);
	}
	return err ? err : rename_over(w);
}

static int sync_and_name(struct result_writer *w)
{
	int err;

	if (fsync(w->fd))
		return -errno;
	err = name_target(w);
	if (err)
		return err;
	/* Not every file system can sync a directory; then there is no more. */
	if (fsync(w->dirfd) && errno != EINVAL && errno != ENOTSUP)
		return -errno;
	return 0;
}

int result_writer_commit(struct result_writer *w, int err)
{
	if (fflush(w->out) && !err)
		err = -EIO;
	/* Why a write failed says more than that it did. */
	if (w->err)
		err = w->err;
	if (!err && w->dirfd >= 0)
		err = sync_and_name(w);
	result_writer_abort(w);
	return err;
}

void result_writer_abort(struct result_writer *w)
{
	if (!w)
		return;
	/* What is still buffered is not to be written. */
	if (!w->err)
		w->err = -ECANCELED;
	if (w->out)
		fclose(w->out);
	if (w->temporary[0])
		unlinkat(w->dirfd, w->temporary, 0);
	if (w->fd >= 0)
		close(w->fd);
	if (w->dirfd >= 0)
		close(w->dirfd);
	free(w->name);
	free(w);
}
