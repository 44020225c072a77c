/* SPDX-License-Identifier: MIT */
/*
 * core/cli/help.c - harness help: about the program, a command, a benchmark.
 */
#include "cli/help.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "plugin/params.h"
#include "plugin/registry.h"
#include "plugin/suite.h"
#include "session/compat.h"
#include "util/log.h"
#include "util/opts.h"
#include "util/parse.h"
#include "util/strbuf.h"
#include "util/suggest.h"
#include "util/text.h"

/*
 * What "harness help BENCH" says.
 */

#define WIDTH 78
#define INDENT 2
#define COLUMN 20 /* where explanations start */

/* "  name             text", wrapped */
static void __attribute__((format(printf, 3, 4)))
print_pair(FILE *out, const char *name, const char *fmt, ...)
{
	int column = fprintf(out, "%*s%s", INDENT, "", name);
	struct strbuf text = { 0 };
	va_list ap;

	if (column > COLUMN - 2) {
		putc('\n', out);
		column = 0;
	}
	fprintf(out, "%*s", COLUMN - column, "");
	va_start(ap, fmt);
	strbuf_vaddf(&text, fmt, ap);
	va_end(ap);
	text_wrap(out, strbuf_text(&text), COLUMN, COLUMN, WIDTH);
	strbuf_free(&text);
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
		{ BENCH_FAULTS, "an op causes page faults" },
		{ BENCH_MIGRATES, "an op moves its task between CPUs" },
		{ BENCH_RECORDS, "the result is what the tasks record" },
	};
	struct strbuf text = { 0 };

	if (b->nr_tasks == BENCH_PER_CPU)
		strbuf_add(&text, "one on each CPU");
	else if (b->nr_tasks)
		strbuf_addf(&text, "%" PRIu32, b->nr_tasks);
	else
		strbuf_add(&text, "as the options say");
	for (size_t i = 0; i < sizeof(notes) / sizeof(*notes); i++) {
		if (b->flags & notes[i].flag)
			strbuf_addf(&text, "; %s", notes[i].text);
	}
	print_pair(out, "tasks", "%s", strbuf_text(&text));
	strbuf_free(&text);
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
		const char *name = i ? "" : "switches per op";

		if (e->max >= reported.max)
			print_pair(out, name, "as counted, %s", where[i]);
		else if (e->min < e->max)
			print_pair(out, name, "%g to %g %s", e->min, e->max,
				   where[i]);
		else
			print_pair(out, name, "%g %s", e->max, where[i]);
	}
}

static void print_options(FILE *out, const struct bench_option *o)
{
	if (!o || !o->name)
		return;
	fputs("\nOptions (-p NAME=VALUE[,VALUE...]):\n", out);
	for (; o->name; o++) {
		char def[PARAMS_TEXT_LEN];
		struct strbuf range = { 0 };

		params_add_range(&range, o);
		print_pair(out, o->name, "%s (%s; default %s)", o->help,
			   strbuf_text(&range),
			   params_text(o, o->def, def, sizeof(def)));
		strbuf_free(&range);
	}
}

static void print_peers(FILE *out, const struct bench *b)
{
	const struct bench_peer *p = b->peers;

	if (!p || !p->name)
		return;
	fputs("\nIn other programs:\n", out);
	for (; p->name; p++)
		print_pair(out, p->name, "%g %s for one us per %s%s%s",
			   compat_number(p, 1000), p->unit, b->op,
			   p->note ? "; " : "", p->note ? p->note : "");
}

void bench_page_print(FILE *out, const struct plugin *p)
{
	const struct bench *b = p->bench;

	fprintf(out, "%s: %s\n\n", p->name, b->summary);
	if (p->unsupported)
		print_pair(out, "not here", "%s", p->unsupported);
	print_pair(out, "op", "%s", b->op);
	print_tasks(out, b);
	print_switches(out, b);
	print_pair(out, "control", "%s",
		   b->baseline ? "the same calls by one task, no switch" :
				 "none");
	putc('\n', out);
	text_wrap(out, b->description, 0, 0, WIDTH);
	print_options(out, b->options);
	print_peers(out, b);
}

struct help_opts {
	const char **plugins;
};

static const struct opt help_table[] = {
	{ OPT_LIST, 0, "plugins", "DIR",
	  "search for benchmarks here first; may be repeated",
	  .offset = offsetof(struct help_opts, plugins) },
	{ .kind = OPT_END },
};

static const struct opts_command help_command = {
	.name = "help",
	.synopsis = "[COMMAND|BENCH|@SUITE]",
	.summary =
		"Describes a command and its options, what a benchmark measures, or what a suite contains.",
	.opts = help_table,
	.max_words = 1,
	.examples = "harness help run\n"
		    "harness help sched/pipe\n",
};

/* What harness run @NAME knows. */
static int print_suites(const char **dirs)
{
	struct suites suites = { 0 };
	struct registry *r;
	int err = registry_open(dirs, &r);

	if (err)
		return opts_status(err);
	err = suites_find(r, &suites);
	if (err)
		log_error(-err, "cannot read which suites there are");
	if (!err && suites.nr) {
		puts("\nSuites (harness run @NAME):");
		suites_print(stdout, r, &suites);
	}
	suites_free(&suites);
	registry_close(r);
	return err ? EXIT_FAILED : EXIT_DONE;
}

static int print_overview(const char **dirs)
{
	int status;

	puts("Usage: harness COMMAND [options] [words]\n\n"
	     "Measures what a context switch costs.\n\n"
	     "Commands:");
	for (const struct command *c = cmd_table; c->name; c++)
		printf("  %-9s %s\n", c->name, c->summary);
	status = print_suites(dirs);
	puts("\nOptions:\n"
	     "  -h, --help     print this and exit\n"
	     "  -V, --version  print the version and exit\n\n"
	     "harness help COMMAND, harness help BENCH and harness help @SUITE "
	     "say more.\n\n"
	     "Examples:\n"
	     "  harness list\n"
	     "  harness run sched/pipe -r 10");
	return status;
}

static int print_command(const struct command *c)
{
	char name[16], option[] = "--help";
	char *argv[] = { name, option, NULL };

	snprintf(name, sizeof(name), "%s", c->name);
	return c->run(2, argv);
}

static int print_page(const struct plugin *p)
{
	if (!p->bench) {
		log_error(0, "%s: %s", p->name, p->broken);
		return EXIT_FAILED;
	}
	bench_page_print(stdout, p);
	return EXIT_DONE;
}

static int print_pages(struct registry *r, const size_t *idx, size_t nr)
{
	int status = EXIT_DONE;

	if (registry_probe(r, idx, nr))
		return EXIT_FAILED;
	for (size_t i = 0; i < nr; i++) {
		if (i)
			putchar('\n');
		if (print_page(registry_get(r, idx[i])))
			status = EXIT_FAILED;
	}
	return status;
}

static int unknown(const struct registry *r, const char *word)
{
	const char *near = registry_suggest(r, word);
	struct suggest s = { .word = word };
	char quoted[PARSE_QUOTE_LEN];

	for (const struct command *c = cmd_table; c->name; c++)
		suggest_try(&s, c->name);
	near = s.best ? s.best : near;
	opts_error(help_command.name,
		   "no command or benchmark %s%s%s%s (harness list shows the "
		   "benchmarks)",
		   parse_quote(word, quoted, sizeof(quoted)),
		   near ? ": did you mean " : "", near ? near : "",
		   near ? "?" : "");
	return EXIT_USAGE;
}

static int no_suite(const struct registry *r, const char *name)
{
	char quoted[PARSE_QUOTE_LEN];
	struct suites suites = { 0 };
	const char *near = NULL;

	if (!suites_find(r, &suites))
		near = suites_suggest(&suites, name);
	opts_error(help_command.name,
		   "no suite %s%s%s%s (harness list shows them)",
		   parse_quote(name, quoted, sizeof(quoted)),
		   near ? ": did you mean @" : "", near ? near : "",
		   near ? "?" : "");
	suites_free(&suites);
	return EXIT_USAGE;
}

static int print_suite(const struct registry *r, const char *name)
{
	char why[256] = "";
	int err = suites_page(stdout, r, name, why, sizeof(why));

	if (err == -ENOENT)
		return no_suite(r, name);
	if (err)
		log_error(0, "suite @%s: %s", name, why);
	return err ? EXIT_FAILED : EXIT_DONE;
}

static int print_benchmarks(const char **dirs, const char *word)
{
	struct registry *r;
	size_t *idx, nr;
	int err, status;

	err = registry_open(dirs, &r);
	if (err)
		return opts_status(err);
	if (word[0] == '@') {
		status = print_suite(r, word + 1);
		registry_close(r);
		return status;
	}
	err = registry_match(r, word, &idx, &nr);
	if (!err) {
		status = print_pages(r, idx, nr);
		free(idx);
	} else if (err == -ENOENT) {
		status = unknown(r, word);
	} else {
		log_error(err, "cannot look for %s", word);
		status = EXIT_FAILED;
	}
	registry_close(r);
	return status;
}

int cmd_help(int argc, char **argv)
{
	struct help_opts o = { NULL };
	struct opts_words words;
	const struct command *c = NULL;
	int err, status;

	err = opts_read(&help_command, argc, argv, &o, &words);
	if (err) {
		free(o.plugins);
		return opts_status(err);
	}
	if (words.nr)
		c = cmd_find(words.v[0]);
	if (!words.nr)
		status = print_overview(o.plugins);
	else if (c)
		status = print_command(c);
	else
		status = print_benchmarks(o.plugins, words.v[0]);
	free(words.v);
	free(o.plugins);
	return status;
}
