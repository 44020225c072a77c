/* SPDX-License-Identifier: MIT */
/*
 * core/cli/events_cmd.c - harness events: what can be counted here.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "cli/cmd.h"
#include "cli/events.h"
#include "util/log.h"
#include "util/opts.h"
#include "util/parse.h"
#include "machine/place.h"
#include "pmu.h"

struct events_opts {
	bool verbose;
	bool json;
	const char *cpus;
	int scope;
};

/* In the order of enum pmu_scope. */
static const char *const scopes[] = { "pair", "cpu", "task", NULL };

static const struct opt events_table[] = {
	{ OPT_FLAG, 'v', "verbose", NULL,
	  "what each counts exactly, and why not where it does not",
	  .offset = offsetof(struct events_opts, verbose) },
	{ OPT_FLAG, 0, "json", NULL, "everything, as a JSON document",
	  .offset = offsetof(struct events_opts, json) },
	{ OPT_STRING, 'c', "cpus", "LIST",
	  "CPUs that tasks would be pinned to (default: all allowed)",
	  .offset = offsetof(struct events_opts, cpus) },
	{ OPT_WORD, 0, "scope", "SCOPE", "tried as pair, cpu or task events",
	  .def = "pair", .offset = offsetof(struct events_opts, scope),
	  .words = scopes },
	{ .kind = OPT_END },
};

static const struct opts_command events_command = {
	.name = "events",
	.synopsis = "[options] [PATTERN...]",
	.summary = "Shows what can be counted here: portable metrics, events "
		   "of the kernel and of its PMUs, each tried once.",
	.opts = events_table,
	.max_words = SIZE_MAX,
	.more = "PATTERN is a name, a part of one, or a glob, and is also "
		"looked for among the tables of libpfm4 for this CPU and the "
		"tracepoints. Any name that harness run -e takes is shown: "
		"cycles:k, msr/tsc/, r01c2, sched:sched_switch, EVENT:UMASK.",
	.examples = "harness events\n"
		    "harness events -v cycles\n"
		    "harness events tlb\n"
		    "harness events --json --scope cpu\n",
};

/* The CPUs of -c, checked by trying them. */
static int listed_cpus(const char *text, struct placement *place)
{
	struct place_spec spec;
	char quoted[PARSE_QUOTE_LEN], why[256];
	int err = place_parse(text, &spec);

	if (!err && spec.kind != PLACE_LIST) {
		place_spec_free(&spec);
		err = -EINVAL;
	}
	if (err == -ENOMEM)
		return log_error(err, "list of CPUs");
	if (err)
		return opts_error(events_command.name,
				  "-c %s: not a list of CPUs (0,2-5)",
				  parse_quote(text, quoted, sizeof(quoted)));
	err = place_tasks(&spec, 1, (uint32_t)spec.nr, place, why, sizeof(why));
	place_spec_free(&spec);
	if (err)
		log_error(0, "%s", why);
	return err;
}

static void warn_forced(const struct pmu *p)
{
	const char *name = pmu_caps(p)->forced;

	if (*name)
		log_warn("%s is set: libpfm4's names need not be those of "
			 "this CPU",
			 name);
}

static int show(const struct events_opts *o, const struct opts_words *words,
		struct pmu *p, const int *cpus, size_t nr_cpus)
{
	struct event_rows rows;
	char why[PMU_WHY_LEN];
	int err;

	warn_forced(p);
	err = events_collect(p, words->v, words->nr, (enum pmu_scope)o->scope,
			     cpus, nr_cpus, &rows, why, sizeof(why));
	if (err == -ENOMEM)
		log_error(err, "list of events");
	else if (err)
		err = opts_error(events_command.name, "%s", why);
	else if (!o->json)
		events_text(stdout, p, &rows, o->verbose);
	else if (events_json(stdout, p, &rows))
		err = log_error(ENOMEM, "list of events");
	events_free(&rows);
	return opts_status(err);
}

static int find_cpus(const char *text, struct placement *place,
		     const int **cpus, size_t *nr)
{
	int err = text ? listed_cpus(text, place) : place_allowed(cpus, nr);

	if (!err && text) {
		*cpus = place->cpu;
		*nr = place->nr_tasks;
	}
	return err;
}

int cmd_events(int argc, char **argv)
{
	struct events_opts o = { 0 };
	struct placement place = { 0 };
	struct opts_words words;
	const int *cpus;
	struct pmu *p;
	size_t nr;
	int err, status;

	err = opts_read(&events_command, argc, argv, &o, &words);
	if (err)
		return opts_status(err);
	err = find_cpus(o.cpus, &place, &cpus, &nr);
	if (!err) {
		err = pmu_open(&p, NULL, NULL);
		if (err)
			log_error(err, "counters");
	}
	if (err) {
		status = opts_status(err);
	} else {
		status = show(&o, &words, p, cpus, nr);
		pmu_close(p);
	}
	placement_free(&place);
	free(words.v);
	return status;
}
