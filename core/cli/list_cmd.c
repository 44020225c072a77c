/* SPDX-License-Identifier: MIT */
/*
 * core/cli/list_cmd.c - harness list: the benchmarks there are.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/list.h"
#include "util/log.h"
#include "util/opts.h"
#include "util/parse.h"
#include "plugin/registry.h"

struct list_opts {
	bool verbose;
	bool json;
	const char **plugins;
};

static const struct opt list_table[] = {
	{ OPT_FLAG, 'v', "verbose", NULL,
	  "what each measures, its tasks, options and file",
	  .offset = offsetof(struct list_opts, verbose) },
	{ OPT_FLAG, 0, "json", NULL, "everything, as a JSON document",
	  .offset = offsetof(struct list_opts, json) },
	{ OPT_LIST, 0, "plugins", "DIR",
	  "look for benchmarks here first; may be given more than once",
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
	if (probe_shown(r, shown))
		return EXIT_FAILED;
	if (o->json && list_json(stdout, r, shown, suites)) {
		log_error(ENOMEM, "list of benchmarks");
		return EXIT_FAILED;
	}
	if (!o->json)
		list_text(stdout, r, shown, o->verbose);
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
