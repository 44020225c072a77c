/* SPDX-License-Identifier: MIT */
/*
 * core/cli/bench_page.c - what "harness help BENCH" says.
 */
#include "cli/bench_page.h"

#include <inttypes.h>
#include <string.h>

#include "session/compat.h"
#include "util/opts.h"
#include "plugin/params.h"

#define WIDTH 78
#define INDENT 2
#define COLUMN 20 /* where explanations start */

/* "  name             text", wrapped */
static void print_pair(FILE *out, const char *name, const char *text)
{
	int column = fprintf(out, "%*s%s", INDENT, "", name);

	if (column > COLUMN - 2) {
		putc('\n', out);
		column = 0;
	}
	fprintf(out, "%*s", COLUMN - column, "");
	opts_wrap(out, text, COLUMN, COLUMN, WIDTH);
}

static void print_tasks(FILE *out, const struct bench *b)
{
	static const struct {
		uint32_t flag;
		const char *text;
	} notes[] = {
		{ BENCH_APART, "on different CPUs unless -c says otherwise" },
		{ BENCH_THREADS, "always threads" },
		{ BENCH_PROCESSES, "always processes" },
		{ BENCH_CHILDREN, "an op creates children" },
		{ BENCH_FAULTS, "an op takes page faults" },
		{ BENCH_MIGRATES, "an op moves its task between CPUs" },
		{ BENCH_RECORDS, "the result is what the tasks record" },
	};
	char text[512];
	size_t at;

	if (b->nr_tasks == BENCH_PER_CPU)
		at = snprintf(text, sizeof(text), "one on each CPU");
	else if (b->nr_tasks)
		at = snprintf(text, sizeof(text), "%" PRIu32, b->nr_tasks);
	else
		at = snprintf(text, sizeof(text), "as the options say");
	for (size_t i = 0; i < sizeof(notes) / sizeof(*notes); i++) {
		if (b->flags & notes[i].flag)
			at += snprintf(text + at, sizeof(text) - at, "; %s",
				       notes[i].text);
	}
	print_pair(out, "tasks", text);
}

static void print_switches(FILE *out, const struct bench *b)
{
	static const char *const where[BENCH_NR_REGIMES] = {
		[BENCH_FORCED] = "on one CPU under batch, idle, fifo or rr",
		[BENCH_PREEMPT] = "on one CPU under other",
		[BENCH_SPREAD] = "with a CPU for each task",
	};
	static const struct bench_expect reported = BENCH_REPORTED;

	for (size_t i = 0; i < BENCH_NR_REGIMES; i++) {
		const struct bench_expect *e = &b->expect[i];
		char text[128];

		if (e->max >= reported.max)
			snprintf(text, sizeof(text), "as counted, %s",
				 where[i]);
		else if (e->min < e->max)
			snprintf(text, sizeof(text), "%g to %g %s", e->min,
				 e->max, where[i]);
		else
			snprintf(text, sizeof(text), "%g %s", e->max, where[i]);
		print_pair(out, i ? "" : "switches per op", text);
	}
}

static void print_options(FILE *out, const struct bench_option *o)
{
	if (!o || !o->name)
		return;
	fputs("\nOptions (-p NAME=VALUE[,VALUE...]):\n", out);
	for (; o->name; o++) {
		char def[PARAMS_TEXT_LEN], range[320], text[640];

		snprintf(text, sizeof(text), "%s (%s; default %s)", o->help,
			 params_range_text(o, range, sizeof(range)),
			 params_text(o, o->def, def, sizeof(def)));
		print_pair(out, o->name, text);
	}
}

static void print_peers(FILE *out, const struct bench *b)
{
	const struct bench_peer *p = b->peers;

	if (!p || !p->name)
		return;
	fputs("\nIn other programs:\n", out);
	for (; p->name; p++) {
		char text[640];

		snprintf(text, sizeof(text), "%g %s for one us per %s%s%s",
			 compat_number(p, 1000), p->unit, b->op,
			 p->note ? "; " : "", p->note ? p->note : "");
		print_pair(out, p->name, text);
	}
}

void bench_page_print(FILE *out, const struct plugin *p)
{
	const struct bench *b = p->bench;

	fprintf(out, "%s: %s\n\n", p->name, b->summary);
	if (p->unsupported)
		print_pair(out, "not here", p->unsupported);
	print_pair(out, "op", b->op);
	print_tasks(out, b);
	print_switches(out, b);
	print_pair(out, "control",
		   b->baseline ? "the same calls by one task, no switch" :
				 "none");
	putc('\n', out);
	opts_wrap(out, b->description, 0, 0, WIDTH);
	print_options(out, b->options);
	print_peers(out, b);
}
