/* SPDX-License-Identifier: MIT */
/*
 * core/util/progress.c - one line that tells a person at a terminal how far it is.
 */
#include "util/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/clock.h"
#include "util/strbuf.h"
#include "util/text.h"

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

/* A line that would wrap could not be erased. */
void progress_show(void *data)
{
	struct progress *p = data;
	unsigned long long run = p->run + 1, all = p->nr_runs;
	struct strbuf line = { 0 };
	size_t most;

	if (!p->on)
		return;
	strbuf_addf(&line, ERASE "%s: run %llu", p->what,
		    all && run > all ? all : run);
	if (all)
		strbuf_addf(&line, " of %llu", all);
	if (p->mean_ns > 0)
		strbuf_addf(&line, ", mean %.4g us/op", p->mean_ns / 1e3);
	if (p->run && all)
		strbuf_addf(&line, ", %.0f s left", left_seconds(p));
	most = strlen(ERASE) + (size_t)text_terminal(stderr) - 1;
	if (!line.err)
		write_all(line.text, line.len < most ? line.len : most);
	strbuf_free(&line);
	p->shown = true;
}

void progress_clear(struct progress *p)
{
	if (p->shown)
		write_all(ERASE, strlen(ERASE));
	p->shown = false;
}
