/* SPDX-License-Identifier: MIT */
/*
 * core/cli/list.c - harness list: list benchmarks.
 */
#include "cli/list.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "plugin/params.h"
#include "plugin/registry.h"
#include "util/grid.h"
#include "util/json_write.h"
#include "util/log.h"
#include "util/opts.h"
#include "util/parse.h"
#include "util/strbuf.h"

/*
 * The benchmarks as a JSON document.
 */

static void write_expect(struct json_writer *w, const char *regime,
			 const struct bench_expect *e)
{
	static const struct bench_expect reported = BENCH_REPORTED;

	if (e->max >= reported.max) {
		json_write_null(w, regime);
		return;
	}
	json_write_object(w, regime);
	json_write_real(w, "min", e->min);
	json_write_real(w, "max", e->max);
	json_write_end(w);
}

static void write_tasks(struct json_writer *w, const struct bench *b)
{
	if (b->nr_tasks == BENCH_PER_CPU)
		json_write_text(w, "tasks", "per-cpu");
	else if (b->nr_tasks)
		json_write_u64(w, "tasks", b->nr_tasks);
	else
		json_write_text(w, "tasks", "options");
}

static void write_flags(struct json_writer *w, const struct bench *b)
{
	json_write_array(w, "flags");
	for (const struct list_flag *f = list_flags; f->word; f++)
		if (b->flags & f->flag)
			json_write_text(w, NULL, f->word);
	json_write_end(w);
}

static void write_choices(struct json_writer *w, const struct bench_option *o)
{
	if (!o->choices) {
		json_write_null(w, "choices");
		return;
	}
	json_write_array(w, "choices");
	for (size_t i = 0; o->choices[i]; i++)
		json_write_text(w, NULL, o->choices[i]);
	json_write_end(w);
}

static void write_option(struct json_writer *w, const struct bench_option *o)
{
	static const char *const units[] = {
		[BENCH_COUNT] = "count",
		[BENCH_BYTES] = "B",
		[BENCH_NS] = "ns",
		[BENCH_BOOL] = "bool",
	};

	json_write_object(w, NULL);
	json_write_text(w, "name", o->name);
	json_write_text(w, "help", o->help);
	json_write_text(w, "unit", units[o->unit]);
	json_write_u64(w, "default", o->def);
	json_write_u64(w, "min", o->min);
	json_write_u64(w, "max", o->max);
	write_choices(w, o);
	json_write_end(w);
}

static void write_bench(struct json_writer *w, const struct plugin *p)
{
	const struct bench *b = p->bench;

	json_write_object(w, NULL);
	json_write_text(w, "name", p->name);
	json_write_text(w, "collection", p->collection);
	json_write_text(w, "summary", b->summary);
	json_write_text(w, "op", b->op);
	json_write_text(w, "description", b->description);
	write_tasks(w, b);
	write_flags(w, b);
	json_write_object(w, "switches_per_op");
	write_expect(w, "forced", &b->expect[BENCH_FORCED]);
	write_expect(w, "preempt", &b->expect[BENCH_PREEMPT]);
	write_expect(w, "spread", &b->expect[BENCH_SPREAD]);
	json_write_end(w);
	json_write_array(w, "options");
	for (const struct bench_option *o = b->options; o && o->name; o++)
		write_option(w, o);
	json_write_end(w);
	json_write_bool(w, "supported", !p->unsupported);
	json_write_text(w, "reason", p->unsupported);
	json_write_text(w, "path", p->path);
	json_write_end(w);
}

static void write_broken(struct json_writer *w, const struct plugin *p)
{
	json_write_object(w, NULL);
	json_write_text(w, "name", p->name);
	json_write_text(w, "path", p->path);
	json_write_text(w, "reason", p->broken);
	json_write_end(w);
}

/* Those shown that are usable, or those that are broken. */
static void write_plugins(struct json_writer *w, const char *key, bool usable,
			  const struct registry *r, const bool *shown)
{
	json_write_array(w, key);
	for (size_t i = 0; i < registry_nr(r); i++) {
		const struct plugin *p = registry_get(r, i);

		if (!shown[i] || !p->bench == usable)
			continue;
		if (usable)
			write_bench(w, p);
		else
			write_broken(w, p);
	}
	json_write_end(w);
}

static void write_suites(struct json_writer *w, const struct registry *r,
			 const struct suites *suites)
{
	char summary[SUITE_SUMMARY_LEN];

	json_write_array(w, "suites");
	for (size_t i = 0; i < suites->nr; i++) {
		suites_summary(r, suites->name[i], summary);
		json_write_object(w, NULL);
		json_write_text(w, "suite", suites->name[i]);
		json_write_text(w, "summary", summary);
		json_write_end(w);
	}
	json_write_end(w);
}

/*
 * the same and the broken ones as a JSON document
 * @suites:	which suites
 */
static void list_json(FILE *out, const struct registry *r, const bool *shown,
		      const struct suites *suites)
{
	struct json_writer w = json_writer(out, 2, false);

	json_write_object(&w, NULL);
	write_plugins(&w, "benchmarks", true, r, shown);
	write_plugins(&w, "broken", false, r, shown);
	write_suites(&w, r, suites);
	json_write_end(&w);
	json_write_finish(&w);
}

/*
 * The benchmarks as lines for people.
 */

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

static void add_row(struct grid *g, const struct plugin *p)
{
	char buf[SWITCHES_LEN];

	grid_add(g, "%s", p->name);
	grid_add(g, "%s", p->bench->op);
	grid_add(g, "%s", switches_text(p->bench, buf));
	grid_add(g, "%s", p->bench->summary);
	grid_end_row(g);
	if (p->unsupported)
		grid_line(g, INDENT, "    not on this machine: %s",
			  p->unsupported);
}

static void __attribute__((format(printf, 3, 4)))
add_detail(struct grid *g, const char *label, const char *fmt, ...)
{
	struct strbuf text = { 0 };
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(&text, fmt, ap);
	va_end(ap);
	grid_line(g, INDENT + LABEL, "%*s%-*s%s", INDENT, "", LABEL, label,
		  strbuf_text(&text));
	strbuf_free(&text);
}

/* The lines of the first paragraph. */
static void add_paragraph(struct grid *g, const char *description)
{
	const char *end = strstr(description, "\n\n");
	size_t left = end ? (size_t)(end - description) : strlen(description);

	while (left) {
		size_t len = strcspn(description, "\n");

		grid_paragraph(g, INDENT, "%*s%.*s", INDENT, "", (int)len,
			       description);
		len += len < left;
		description += len;
		left -= len;
	}
}

static void add_tasks(struct grid *g, const struct bench *b)
{
	if (b->nr_tasks == BENCH_PER_CPU)
		add_detail(g, "tasks", "one per CPU");
	else if (b->nr_tasks)
		add_detail(g, "tasks", "%" PRIu32, b->nr_tasks);
	else
		add_detail(g, "tasks", "as the options say");
}

static void add_regimes(struct grid *g, const struct bench *b)
{
	char forced[SWITCHES_LEN], preempt[SWITCHES_LEN], spread[SWITCHES_LEN];

	add_detail(g, "switches", "per op: %s forced, %s preempt, %s spread",
		   range_text(&b->expect[BENCH_FORCED], forced),
		   range_text(&b->expect[BENCH_PREEMPT], preempt),
		   range_text(&b->expect[BENCH_SPREAD], spread));
}

static void add_flags(struct grid *g, const struct bench *b)
{
	struct strbuf words = { 0 };

	for (const struct list_flag *f = list_flags; f->word; f++)
		if (b->flags & f->flag)
			strbuf_join(&words, ", ", "%s", f->word);
	if (b->flags)
		add_detail(g, "flags", "%s", strbuf_text(&words));
	strbuf_free(&words);
}

static void add_options(struct grid *g, const struct bench_option *o)
{
	for (; o && o->name; o++) {
		char def[PARAMS_TEXT_LEN];
		struct strbuf range = { 0 };

		params_add_range(&range, o);
		add_detail(g, "option", "%s: %s (%s; default %s)", o->name,
			   o->help, strbuf_text(&range),
			   params_text(o, o->def, def, sizeof(def)));
		strbuf_free(&range);
	}
}

static void add_details(struct grid *g, const struct plugin *p)
{
	add_paragraph(g, p->bench->description);
	add_tasks(g, p->bench);
	add_regimes(g, p->bench);
	add_flags(g, p->bench);
	add_options(g, p->bench->options);
	add_detail(g, "plugin", "%s", p->path);
}

/*
 * one line each, in groups, for people
 * @r:		probed registry
 * @shown:	registry_nr() flags: which plugins; broken ones are passed over
 * @verbose:	say more about each
 */
static int list_text(FILE *out, const struct registry *r, const bool *shown,
		     bool verbose)
{
	static const struct grid_column columns[] = {
		{ .align = GRID_LEFT },
		{ .align = GRID_LEFT, .rank = 1 },
		{ .align = GRID_LEFT, .rank = 2 },
		{ .align = GRID_LEFT },
	};
	struct grid g = { .margin = "  ", .untitled = true, .wrap = WIDTH };
	const char *before = NULL;
	int err;

	grid_columns(&g, columns, sizeof(columns) / sizeof(*columns));
	for (size_t i = 0; i < registry_nr(r); i++) {
		const struct plugin *p = registry_get(r, i);

		if (!shown[i] || !p->bench)
			continue;
		if (before && strcmp(before, p->collection))
			grid_line(&g, 0, "%s", "");
		if (!before || strcmp(before, p->collection))
			grid_line(&g, 0, "%s", p->collection);
		before = p->collection;
		add_row(&g, p);
		if (verbose)
			add_details(&g, p);
	}
	err = g.err;
	if (!err)
		grid_text(out, &g);
	grid_free(&g);
	return err;
}

/*
 * Harness list: list benchmarks.
 */

struct list_opts {
	bool verbose;
	bool json;
	const char **plugins;
};

static const struct opt list_table[] = {
	{ OPT_FLAG, 'v', "verbose", NULL,
	  "print what each measures, its tasks, options and file",
	  .offset = offsetof(struct list_opts, verbose) },
	{ OPT_FLAG, 0, "json", NULL, "everything, as a JSON document",
	  .offset = offsetof(struct list_opts, json) },
	{ OPT_LIST, 0, "plugins", "DIR",
	  "search for benchmarks here first; may be repeated",
	  .offset = offsetof(struct list_opts, plugins) },
	{ .kind = OPT_END },
};

static const struct opts_command list_command = {
	.name = "list",
	.synopsis = "[options] [PATTERN...]",
	.summary = "Lists benchmarks by collection: name, what an op is, the "
		   "context switches of an op where one CPU is shared without "
		   "preemption, and what is measured. PATTERN is a name, a "
		   "collection, a glob or all; without one, suites are "
		   "listed too.",
	.opts = list_table,
	.max_words = SIZE_MAX,
	.more = "Benchmarks are searched in the directories of --plugins, then "
		"of HARNESS_PATH (absolute, separated by ':'), then in "
		"../lib/harness beside the program. Each plugin that cannot be "
		"used is named on standard error with the reason.",
	.examples = "harness list\n"
		    "harness list -v sched/pipe\n"
		    "harness list --json 'sched/*'\n",
};

static int unknown(const struct registry *r, const char *word)
{
	const char *near = registry_suggest(r, word);
	char quoted[PARSE_QUOTE_LEN];

	opts_error(list_command.name,
		   "no benchmark %s%s%s%s (harness list "
		   "shows them)",
		   parse_quote(word, quoted, sizeof(quoted)),
		   near ? ": did you mean " : "", near ? near : "",
		   near ? "?" : "");
	return -EINVAL;
}

static int select_word(const struct registry *r, const char *word, bool *shown)
{
	size_t *idx, nr;
	int err = registry_match(r, word, &idx, &nr);

	if (err == -ENOENT)
		return unknown(r, word);
	if (err)
		return log_error(err, "list of benchmarks");
	for (size_t i = 0; i < nr; i++)
		shown[idx[i]] = true;
	free(idx);
	return 0;
}

/* Marks what the words mean, and what is hidden by it. */
static int select_words(const struct registry *r,
			const struct opts_words *words, bool *shown)
{
	int err = words->nr ? 0 : select_word(r, "all", shown);

	for (size_t i = 0; !err && i < words->nr; i++)
		err = select_word(r, words->v[i], shown);
	for (size_t i = 1; !err && i < registry_nr(r); i++) {
		if (shown[i - 1] && !strcmp(registry_get(r, i - 1)->name,
					    registry_get(r, i)->name))
			shown[i] = true;
	}
	return err;
}

static int probe_shown(struct registry *r, const bool *shown)
{
	size_t *idx = calloc(registry_nr(r), sizeof(*idx));
	size_t nr = 0;
	int err;

	if (!idx)
		return log_error(ENOMEM, "list of benchmarks");
	for (size_t i = 0; i < registry_nr(r); i++) {
		if (shown[i])
			idx[nr++] = i;
	}
	err = registry_probe(r, idx, nr);
	free(idx);
	return err;
}

/* Return: how many of those shown can be used; names the others. */
static size_t report_broken(const struct registry *r, const bool *shown)
{
	size_t usable = 0;

	for (size_t i = 0; i < registry_nr(r); i++) {
		const struct plugin *p = registry_get(r, i);

		if (!shown[i])
			continue;
		if (p->bench)
			usable++;
		else
			log_warn("%s cannot be used: %s (%s)", p->name,
				 p->broken, p->path);
	}
	return usable;
}

static int print(struct registry *r, const struct list_opts *o,
		 const bool *shown, const struct suites *suites)
{
	int err = 0;

	if (probe_shown(r, shown))
		return EXIT_FAILED;
	if (o->json)
		list_json(stdout, r, shown, suites);
	else
		err = list_text(stdout, r, shown, o->verbose);
	if (err) {
		log_error(err, "list of benchmarks");
		return EXIT_FAILED;
	}
	if (!o->json && suites->nr) {
		puts("\nsuites");
		suites_print(stdout, r, suites);
	}
	return report_broken(r, shown) ? EXIT_DONE : EXIT_FAILED;
}

/* Suites are shown where nothing was named. */
static int print_all(struct registry *r, const struct list_opts *o,
		     const struct opts_words *words, const bool *shown)
{
	struct suites suites = { 0 };
	int err = words->nr ? 0 : suites_find(r, &suites);
	int status = EXIT_FAILED;

	if (err)
		log_error(err, "list of suites");
	else
		status = print(r, o, shown, &suites);
	suites_free(&suites);
	return status;
}

static int list(struct registry *r, const struct list_opts *o,
		const struct opts_words *words)
{
	bool *shown;
	int err, status;

	if (registry_any(r))
		return EXIT_FAILED;
	shown = calloc(registry_nr(r), sizeof(*shown));
	if (!shown) {
		log_error(ENOMEM, "list of benchmarks");
		return EXIT_FAILED;
	}
	err = select_words(r, words, shown);
	status = err ? opts_status(err) : print_all(r, o, words, shown);
	free(shown);
	return status;
}

int cmd_list(int argc, char **argv)
{
	struct list_opts o = { 0 };
	struct opts_words words;
	struct registry *r;
	int err, status;

	err = opts_read(&list_command, argc, argv, &o, &words);
	if (err) {
		free(o.plugins);
		return opts_status(err);
	}
	err = registry_open(o.plugins, &r);
	if (err) {
		status = opts_status(err);
	} else {
		status = list(r, &o, &words);
		registry_close(r);
	}
	free(o.plugins);
	free(words.v);
	return status;
}
