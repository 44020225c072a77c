/* SPDX-License-Identifier: MIT */
/*
 * core/util/log.c - messages for people, on stderr, one line each.
 */
#include "util/log.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/text.h"

/* Set once by the command that reads -v; every module may speak. */
static struct {
	bool verbose;
} settings;

static void write_all(const char *text, size_t len)
{
	while (len) {
		ssize_t n = write(STDERR_FILENO, text, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return;
		text += n;
		len -= n;
	}
}

/* One write(2), so that lines of several processes never mix. */
static void put_line(const char *who, const char *what, const char *reason)
{
	char *line;
	int len;

	len = asprintf(&line, "harness%s%s%s%s\n", who, what,
		       *reason ? ": " : "", reason);
	if (len < 0)
		return;
	line[len - 1] = '\0';
	text_clean(line);
	line[len - 1] = '\n';
	write_all(line, len);
	free(line);
}

static void put(const char *who, int err, const char *fmt, va_list ap)
	__attribute__((format(printf, 3, 0)));

static void put(const char *who, int err, const char *fmt, va_list ap)
{
	char *what;

	if (vasprintf(&what, fmt, ap) < 0)
		return;
	put_line(who, what, err ? strerror(abs(err)) : "");
	free(what);
}

int log_error(int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put(": ", err, fmt, ap);
	va_end(ap);
	return err ? -abs(err) : -EINVAL;
}

void log_usage(const char *command, const char *fmt, ...)
{
	char who[32];
	va_list ap;

	snprintf(who, sizeof(who), "%s%s: ", command ? " " : "",
		 command ? command : "");
	va_start(ap, fmt);
	put(who, 0, fmt, ap);
	va_end(ap);
}

void log_warn(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put(": warning: ", 0, fmt, ap);
	va_end(ap);
}

FILE *log_stream(void)
{
	return stderr;
}

void log_note(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put(": ", 0, fmt, ap);
	va_end(ap);
}

void log_verbose(const char *fmt, ...)
{
	va_list ap;

	if (!settings.verbose)
		return;
	va_start(ap, fmt);
	put(": ", 0, fmt, ap);
	va_end(ap);
}

void log_set_verbose(int on)
{
	settings.verbose = on;
}
