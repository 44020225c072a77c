/* SPDX-License-Identifier: MIT */
/*
 * core/cli/list_text.c - the benchmarks as lines for people.
 */
#include "cli/list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/opts.h"
#include "plugin/params.h"

#define WIDTH 79
#define INDENT 6 /* of what -v adds */
#define LABEL 10 /* width of its labels */
#define SWITCHES_LEN 64

const struct list_flag list_flags[] = {
	{ BENCH_RECORDS, "records" },
	{ BENCH_APART, "apart" },
	{ BENCH_THREADS, "threads" },
	{ BENCH_PROCESSES, "processes" },
	{ BENCH_CHILDREN, "children" },
	{ BENCH_FAULTS, "faults" },
	{ BENCH_MIGRATES, "migrates" },
	{ BENCH_SYSV, "sysv" },
	{ 0, NULL },
};

/* struct widths - columns that the widest name, op, switches take */
struct widths {
	int name, op, switches;
};

static int columns(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += (*text & 0xc0) != 0x80;
	return n;
}

static int wider(int a, int b)
{
	return a > b ? a : b;
}

/* "2", "2..3", "0", "reported" */
static const char *range_text(const struct bench_expect *e, char *buf)
{
	static const struct bench_expect reported = BENCH_REPORTED;

	if (e->max >= reported.max)
		snprintf(buf, SWITCHES_LEN, "reported");
	else if (e->min == e->max)
		snprintf(buf, SWITCHES_LEN, "%.10g", e->max);
	else
		snprintf(buf, SWITCHES_LEN, "%.10g..%.10g", e->min, e->max);
	return buf;
}

/* For a line of its own: "2 switches/op", "no switches" */
static const char *switches_text(const struct bench *b, char *buf)
{
	const struct bench_expect *e = &b->expect[BENCH_FORCED];
	char range[SWITCHES_LEN];

	range_text(e, range);
	if (!strcmp(range, "0"))
		snprintf(buf, SWITCHES_LEN, "no switches");
	else if (!strcmp(range, "reported"))
		snprintf(buf, SWITCHES_LEN, "switches reported");
	else
		snprintf(buf, SWITCHES_LEN, "%.40s switches/op", range);
	return buf;
}

static struct widths measure(const struct registry *r, const bool *shown)
{
	struct widths w = { 0 };
	char buf[SWITCHES_LEN];

	for (size_t i = 0; i < registry_nr(r); i++) {
		const struct plugin *p = registry_get(r, i);

		if (!shown[i] || !p->bench)
			continue;
		w.name = wider(w.name, columns(p->name));
		w.op = wider(w.op, columns(p->bench->op));
		w.switches = wider(w.switches,
				   columns(switches_text(p->bench, buf)));
	}
	return w;
}

/* @text and blanks up to @width columns, and two more */
static void put_column(FILE *out, const char *text, int width)
{
	fprintf(out, "%s%*s", text, width - columns(text) + 2, "");
}

static void put_line(FILE *out, const struct plugin *p, const struct widths *w)
{
	char buf[SWITCHES_LEN];

	fputs("  ", out);
	put_column(out, p->name, w->name);
	put_column(out, p->bench->op, w->op);
	put_column(out, switches_text(p->bench, buf), w->switches);
	fprintf(out, "%s\n", p->bench->summary);
	if (p->unsupported)
		fprintf(out, "    not on this machine: %s\n", p->unsupported);
}

static void put_label(FILE *out, const char *label)
{
	fprintf(out, "%*s%-*s", INDENT, "", LABEL, label);
}

static void put_paragraph(FILE *out, const char *description)
{
	const char *end = strstr(description, "\n\n");
	size_t len = end ? (size_t)(end - description) : strlen(description);
	char *first = strndup(description, len);

	if (!first)
		return;
	fprintf(out, "%*s", INDENT, "");
	opts_wrap(out, first, INDENT, INDENT, WIDTH);
	free(first);
}

static void put_tasks(FILE *out, const struct bench *b)
{
	put_label(out, "tasks");
	if (b->nr_tasks == BENCH_PER_CPU)
		fputs("one per CPU\n", out);
	else if (b->nr_tasks)
		fprintf(out, "%" PRIu32 "\n", b->nr_tasks);
	else
		fputs("as the options say\n", out);
}

static void put_regimes(FILE *out, const struct bench *b)
{
	char forced[SWITCHES_LEN], preempt[SWITCHES_LEN], spread[SWITCHES_LEN];

	put_label(out, "switches");
	fprintf(out, "per op: %s forced, %s preempt, %s spread\n",
		range_text(&b->expect[BENCH_FORCED], forced),
		range_text(&b->expect[BENCH_PREEMPT], preempt),
		range_text(&b->expect[BENCH_SPREAD], spread));
}

static void put_flags(FILE *out, const struct bench *b)
{
	const char *between = "";

	if (!b->flags)
		return;
	put_label(out, "flags");
	for (const struct list_flag *f = list_flags; f->word; f++) {
		if (!(b->flags & f->flag))
			continue;
		fprintf(out, "%s%s", between, f->word);
		between = ", ";
	}
	putc('\n', out);
}

static void put_options(FILE *out, const struct bench_option *o)
{
	for (; o && o->name; o++) {
		char def[PARAMS_TEXT_LEN], range[1024];

		put_label(out, "option");
		fprintf(out, "%s: %s (%s; default %s)\n", o->name, o->help,
			params_range_text(o, range, sizeof(range)),
			params_text(o, o->def, def, sizeof(def)));
	}
}

static void put_details(FILE *out, const struct plugin *p)
{
	put_paragraph(out, p->bench->description);
	put_tasks(out, p->bench);
	put_regimes(out, p->bench);
	put_flags(out, p->bench);
	put_options(out, p->bench->options);
	put_label(out, "plugin");
	fprintf(out, "%s\n", p->path);
}

void list_text(FILE *out, const struct registry *r, const bool *shown,
	       bool verbose)
{
	struct widths w = measure(r, shown);
	const char *before = NULL;

	for (size_t i = 0; i < registry_nr(r); i++) {
		const struct plugin *p = registry_get(r, i);

		if (!shown[i] || !p->bench)
			continue;
		if (!before || strcmp(before, p->collection))
			fprintf(out, "%s%s\n", before ? "\n" : "",
				p->collection);
		before = p->collection;
		put_line(out, p, &w);
		if (verbose)
			put_details(out, p);
	}
}
