/* SPDX-License-Identifier: MIT */
/*
 * core/cli/help.c - harness help: about the program, a command, a benchmark.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/bench_page.h"
#include "cli/cmd.h"
#include "util/log.h"
#include "util/opts.h"
#include "util/parse.h"
#include "plugin/registry.h"
#include "util/suggest.h"
#include "plugin/suites.h"

struct help_opts {
	const char **plugins;
};

static const struct opt help_table[] = {
	{ OPT_LIST, 0, "plugins", "DIR",
	  "look for benchmarks here first; may be given more than once",
	  .offset = offsetof(struct help_opts, plugins) },
	{ .kind = OPT_END },
};

static const struct opts_command help_command = {
	.name = "help",
	.synopsis = "[COMMAND|BENCH|@SUITE]",
	.summary = "Says what a command does and which options it has, or "
		   "what a benchmark measures, or what a suite consists of.",
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
	char quoted[PARSE_QUOTE_LEN], hint[320] = "";
	const char *bench = registry_suggest(r, word);
	struct suggest s = { .word = word };

	for (const struct command *c = cmd_table; c->name; c++)
		suggest_try(&s, c->name);
	if (s.best || bench)
		snprintf(hint, sizeof(hint), ": did you mean %s?",
			 s.best ? s.best : bench);
	opts_error(help_command.name,
		   "no command or benchmark %s%s (harness list shows the "
		   "benchmarks)",
		   parse_quote(word, quoted, sizeof(quoted)), hint);
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
