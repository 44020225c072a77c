/* SPDX-License-Identifier: MIT */
/*
 * core/machine/procfs.c - small readers of /proc and /sys.
 */
#include "machine/procfs.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine/place.h"

#define LINE_LEN 4096

static int __attribute__((format(printf, 2, 0)))
open_path(const char *root, const char *fmt, va_list ap)
{
	char path[PROCFS_PATH_LEN];
	int at, n, fd;

	at = snprintf(path, sizeof(path), "%s", root);
	if (at < 0 || (size_t)at >= sizeof(path))
		return -ENAMETOOLONG;
	n = vsnprintf(path + at, sizeof(path) - (size_t)at, fmt, ap);
	if (n < 0 || (size_t)n >= sizeof(path) - (size_t)at)
		return -ENAMETOOLONG;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

/*
 * Files of /proc may come in several pieces; a line that is there ends the
 * reading of a @line.
 */
static int read_up_to(int fd, char *buf, size_t len, bool line)
{
	size_t have = 0;
	ssize_t n;

	while (have < len) {
		n = read(fd, buf + have, len - have);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (n == 0)
			break;
		have += (size_t)n;
		if (line && memchr(buf, '\n', have))
			break;
	}
	return (int)have;
}

static int __attribute__((format(printf, 5, 0)))
read_path(const char *root, char *buf, size_t len, bool line, const char *fmt,
	  va_list ap)
{
	int fd, n;

	buf[0] = '\0';
	fd = open_path(root, fmt, ap);
	if (fd < 0)
		return fd;
	n = read_up_to(fd, buf, len - 1, line);
	buf[n < 0 ? 0 : n] = '\0';
	close(fd);
	return n;
}

int procfs_read(const char *root, char *buf, size_t len, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = read_path(root, buf, len, false, fmt, ap);
	va_end(ap);
	return n;
}

static bool blank(char c)
{
	return isspace((unsigned char)c);
}

/* Copies @len bytes of @text without the blanks at their ends. */
static int copy_trimmed(char *buf, size_t size, const char *text, size_t len)
{
	while (len && blank(*text)) {
		text++;
		len--;
	}
	while (len && blank(text[len - 1]))
		len--;
	if (len >= size)
		len = size - 1;
	memmove(buf, text, len);
	buf[len] = '\0';
	return (int)len;
}

static int __attribute__((format(printf, 4, 0)))
line_path(const char *root, char *buf, size_t len, const char *fmt, va_list ap)
{
	int n = read_path(root, buf, len, true, fmt, ap);

	return n < 0 ? n : copy_trimmed(buf, len, buf, strcspn(buf, "\n"));
}

int procfs_line(const char *root, char *buf, size_t len, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = line_path(root, buf, len, fmt, ap);
	va_end(ap);
	return n;
}

int procfs_number(const char *root, int64_t *out, const char *fmt, ...)
{
	char line[64], *end;
	intmax_t value;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = line_path(root, line, sizeof(line), fmt, ap);
	va_end(ap);
	if (n < 0)
		return n;
	errno = 0;
	value = strtoimax(line, &end, 10);
	if (errno || end == line || *end)
		return -EINVAL;
	*out = value;
	return 0;
}

int procfs_list_has(const char *root, int cpu, const char *fmt, ...)
{
	char line[LINE_LEN];
	struct place_spec list;
	va_list ap;
	int n, found = 0;

	va_start(ap, fmt);
	n = line_path(root, line, sizeof(line), fmt, ap);
	va_end(ap);
	if (n <= 0)
		return n;
	n = place_parse(line, &list);
	if (n)
		return n == -ENOMEM ? n : -EINVAL;
	if (list.kind != PLACE_LIST)
		found = -EINVAL;
	for (size_t i = 0; i < list.nr && !found; i++)
		found = list.cpus[i] == cpu;
	place_spec_free(&list);
	return found;
}

int procfs_field(const char *text, const char *name, char *buf, size_t len)
{
	size_t name_len = strlen(name);
	const char *line = text;

	buf[0] = '\0';
	while (*line) {
		const char *end = line + strcspn(line, "\n");
		const char *p = line;

		if (!strncmp(line, name, name_len)) {
			p += name_len;
			p += strspn(p, " \t");
		}
		if (p != line && *p == ':') {
			p++;
			return copy_trimmed(buf, len, p, (size_t)(end - p));
		}
		line = *end ? end + 1 : end;
	}
	return -ENOENT;
}

bool procfs_has_word(const char *text, const char *word)
{
	size_t len = strlen(word);

	while (*text) {
		size_t n;

		text += strspn(text, " \t\n");
		n = strcspn(text, " \t\n");
		if (n && n == len && !memcmp(text, word, len))
			return true;
		text += n;
	}
	return false;
}

bool procfs_tsc_usable(void)
{
#if defined(__x86_64__)
	char line[256];

	return procfs_line("", line, sizeof(line),
			   "/sys/devices/system/clocksource/clocksource0/"
			   "available_clocksource") > 0 &&
	       procfs_has_word(line, "tsc");
#elif defined(__aarch64__)
	return true;
#else
	return false;
#endif
}
