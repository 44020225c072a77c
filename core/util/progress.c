/* SPDX-License-Identifier: MIT */
/*
 * core/util/progress.c - one line that tells a person at a terminal how far it is.
 */
#include "util/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "util/clock.h"

#define ERASE "\r\033[K"

void progress_init(struct progress *p, bool wanted, uint64_t nr_runs)
{
	const char *term = getenv("TERM");

	*p = (struct progress){
		.on = wanted && isatty(STDERR_FILENO) && term &&
		      strcmp(term, "dumb"),
		.nr_runs = nr_runs,
		.begin_ns = clock_wait_ns(),
	};
}

/* Columns of the terminal; a line that would wrap could not be erased. */
static size_t columns(void)
{
	struct winsize ws;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &ws) || !ws.ws_col)
		return 80;
	return ws.ws_col;
}

static void write_all(const char *text, size_t len)
{
	while (len) {
		ssize_t n = write(STDERR_FILENO, text, len);

		if (n <= 0)
			return;
		text += n;
		len -= (size_t)n;
	}
}

static double left_seconds(const struct progress *p)
{
	double spent = (double)(clock_wait_ns() - p->begin_ns) / 1e9;

	/* Runs that replace invalid ones come on top. */
	if (!p->run || p->run >= p->nr_runs)
		return 0;
	return spent / (double)p->run * (double)(p->nr_runs - p->run);
}

/* "sched/pipe: run 3 of 10"; without the end where it is not known. */
static int where(const struct progress *p, char *text, size_t len)
{
	unsigned long long run = p->run + 1;

	if (!p->nr_runs)
		return snprintf(text, len, "%s: run %llu", p->what, run);
	return snprintf(text, len, "%s: run %llu of %llu", p->what,
			run < p->nr_runs ? run : p->nr_runs,
			(unsigned long long)p->nr_runs);
}

void progress_show(void *data)
{
	struct progress *p = data;
	char text[256], line[300];
	size_t max = columns();
	int n;

	if (!p->on)
		return;
	n = where(p, text, sizeof(text));
	if (p->mean_ns > 0 && n > 0 && (size_t)n < sizeof(text))
		n += snprintf(text + n, sizeof(text) - (size_t)n,
			      ", mean %.4g us/op", p->mean_ns / 1e3);
	if (p->run && p->nr_runs && n > 0 && (size_t)n < sizeof(text))
		snprintf(text + n, sizeof(text) - (size_t)n, ", %.0f s left",
			 left_seconds(p));
	snprintf(line, sizeof(line), ERASE "%.*s", (int)(max - 1), text);
	write_all(line, strlen(line));
	p->shown = true;
}

void progress_clear(struct progress *p)
{
	if (p->shown)
		write_all(ERASE, strlen(ERASE));
	p->shown = false;
}
