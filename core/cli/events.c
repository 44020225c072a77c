/* SPDX-License-Identifier: MIT */
/*
 * core/cli/events.c - names of counters, found, resolved and tried.
 */
#include "cli/events.h"

#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/cmd.h"
#include "machine/place.h"
#include "pmu.h"
#include "util/grid.h"
#include "util/json_write.h"
#include "util/log.h"
#include "util/memory.h"
#include "util/opts.h"
#include "util/parse.h"

/**
 * struct collector - rows being collected
 * @word:	what the names must match, NULL: any
 * @match:	how much of a name it must be
 * @tmp:	room for one name's events
 * others:	as for events_collect()
 */
struct collector {
	struct pmu *p;
	enum pmu_scope scope;
	const int *cpus;
	size_t nr_cpus;
	struct event_rows *rows;
	const char *word;
	enum { WHOLE, BARE, PART } match;
	struct pmu_events *tmp;
};

/* A copy, NULL for NULL; *@failed is set when there is no memory. */
static char *copy(const char *text, bool *failed)
{
	char *c = text ? strdup(text) : NULL;

	*failed |= text && !c;
	return c;
}

static int add_row(struct event_rows *rows, const struct pmu_name *n,
		   const struct pmu_event *e)
{
	bool failed = false;
	struct event_row *row =
		array_append((void **)&rows->v, &rows->nr, sizeof(*row));

	if (!row)
		return -ENOMEM;
	*row = (struct event_row){
		.name = copy(n->name, &failed),
		.source = copy(n->source, &failed),
		.summary = copy(n->summary, &failed),
		.umasks = copy(n->umasks, &failed),
		.event = *e,
	};
	return failed ? -ENOMEM : 0;
}

/* Adds a name; one that cannot be resolved is passed over. */
static int add_name(struct collector *c, const struct pmu_name *n)
{
	static const struct pmu_event none = { .status = PMU_OK };
	char why[PMU_WHY_LEN];
	int ret;

	if (n->umasks)
		return add_row(c->rows, n, &none);
	ret = pmu_resolve(c->p, n->name, c->cpus, c->nr_cpus, c->tmp, why,
			  sizeof(why));
	if (ret)
		return ret == -ENOMEM ? ret : 0;
	pmu_probe(c->p, c->scope, c->cpus, c->nr_cpus, c->tmp);
	for (size_t i = 0; i < c->tmp->nr && !ret; i++)
		ret = add_row(c->rows, n, &c->tmp->v[i]);
	return ret;
}

/* With and without its table: "skx::L2_RQSTS", "L2_RQSTS" */
static bool matches(const struct collector *c, const char *name)
{
	const char *sep = strstr(name, "::");
	const char *bare = sep ? sep + 2 : name;

	if (!c->word)
		return true;
	if (c->match != PART)
		return !strcasecmp(c->match == WHOLE ? name : bare, c->word);
	if (strpbrk(c->word, "*?["))
		return !fnmatch(c->word, name, FNM_CASEFOLD) ||
		       !fnmatch(c->word, bare, FNM_CASEFOLD);
	return strcasestr(name, c->word);
}

static bool shown(const struct event_rows *rows, const char *name)
{
	for (size_t i = 0; i < rows->nr; i++) {
		if (!strcmp(rows->v[i].name, name))
			return true;
	}
	return false;
}

static int take_name(const struct pmu_name *n, void *data)
{
	struct collector *c = data;

	if (!matches(c, n->name) || shown(c->rows, n->name))
		return 0;
	return add_name(c, n);
}

/* Something that is in no list: "r01c2", "cycles:uk", "EVENT:UMASK". */
static int take_typed(struct collector *c, char *why, size_t len)
{
	int ret = pmu_resolve(c->p, c->word, c->cpus, c->nr_cpus, c->tmp, why,
			      len);

	if (ret)
		return ret;
	pmu_probe(c->p, c->scope, c->cpus, c->nr_cpus, c->tmp);
	for (size_t i = 0; i < c->tmp->nr && !ret; i++) {
		const struct pmu_event *e = &c->tmp->v[i];
		struct pmu_name n = { .name = e->name, .source = e->pmu };

		ret = add_row(c->rows, &n, e);
	}
	return ret;
}

static int take_word(struct collector *c, const char *word, char *why,
		     size_t len)
{
	size_t before = c->rows->nr;
	int ret;

	/* A part of every name: it would try each tracepoint there is. */
	if (!*word) {
		snprintf(why, len, "no event '' (harness events shows them)");
		return -EINVAL;
	}
	c->word = word;
	for (c->match = WHOLE; c->match <= PART; c->match++) {
		ret = pmu_each_name(c->p, true, take_name, c);
		if (ret || c->rows->nr > before)
			return ret;
	}
	return take_typed(c, why, len);
}

/*
 * resolve and try names
 * @p:		from pmu_open()
 * @words:	@nr_words names or patterns; none: what is not of libpfm4's
 *		tables and no tracepoint
 * @scope:	as it would be counted
 * @cpus:	@nr_cpus CPUs
 * @rows:	to be freed with events_free(), also after an error
 * @why:	for -EINVAL one line
 * @len:	size of @why
 *
 * A word that is a name stands for itself; one with "*", "?" or "[" for what
 * it matches; another one for all names that contain it. Case is ignored.
 *
 * Return: 0; -EINVAL with @why: a word stands for nothing; -ENOMEM.
 */
static int events_collect(struct pmu *p, const char *const *words,
			  size_t nr_words, enum pmu_scope scope,
			  const int *cpus, size_t nr_cpus,
			  struct event_rows *rows, char *why, size_t len)
{
	struct collector c = { .p = p,
			       .scope = scope,
			       .cpus = cpus,
			       .nr_cpus = nr_cpus,
			       .rows = rows };
	int ret = 0;

	*rows = (struct event_rows){ 0, NULL };
	c.tmp = malloc(sizeof(*c.tmp));
	if (!c.tmp)
		return -ENOMEM;
	if (!nr_words)
		ret = pmu_each_name(p, false, take_name, &c);
	for (size_t i = 0; i < nr_words && !ret; i++)
		ret = take_word(&c, words[i], why, len);
	free(c.tmp);
	return ret;
}

static void events_free(struct event_rows *rows)
{
	for (size_t i = 0; i < rows->nr; i++) {
		free(rows->v[i].name);
		free(rows->v[i].source);
		free(rows->v[i].summary);
		free(rows->v[i].umasks);
	}
	free(rows->v);
	*rows = (struct event_rows){ 0, NULL };
}

/*
 * Counters as a JSON document.
 */

/* Configurations are codes: as hexadecimal text, as manuals write them. */
static void write_code(struct json_writer *w, const char *key, uint64_t code)
{
	char text[24];

	snprintf(text, sizeof(text), "0x%" PRIx64, code);
	json_write_text(w, key, text);
}

static void write_event(struct json_writer *w, struct pmu *p,
			const struct pmu_event *e)
{
	char why[PMU_WHY_LEN];

	pmu_explain(p, e, NULL, why, sizeof(why));
	json_write_text(w, "metric", e->metric);
	json_write_text(w, "class", pmu_class_word(e->class));
	json_write_text(w, "kind", e->kind);
	json_write_text(w, "pmu", e->pmu);
	json_write_text(w, "encoding", *e->encoding ? e->encoding : NULL);
	if (*e->encoding) {
		json_write_u64(w, "type", e->type);
		write_code(w, "config", e->config);
		write_code(w, "config1", e->config1);
		write_code(w, "config2", e->config2);
		json_write_bool(w, "user", !e->exclude_user);
		json_write_bool(w, "kernel", !e->exclude_kernel);
	}
	json_write_text(w, "status", pmu_status_word(e->status));
	json_write_text(w, "reason", *why ? why : NULL);
}

static void events_json(FILE *out, struct pmu *p, const struct event_rows *rows)
{
	struct json_writer w = json_writer(out, 2, false);
	char state[PMU_WHY_LEN];

	pmu_library(p, state, sizeof(state));
	json_write_object(&w, NULL);
	json_write_text(&w, "library", state);
	json_write_array(&w, "events");
	for (size_t i = 0; i < rows->nr; i++) {
		const struct event_row *r = &rows->v[i];

		json_write_object(&w, NULL);
		json_write_text(&w, "name", r->name);
		json_write_text(&w, "source", r->source);
		json_write_text(&w, "summary", r->summary);
		if (r->umasks)
			json_write_text(&w, "unit_masks", r->umasks);
		else
			write_event(&w, p, &r->event);
		json_write_end(&w);
	}
	json_write_end(&w);
	json_write_end(&w);
	json_write_finish(&w);
}

/*
 * Counters as lines for people.
 */

#define WIDTH 79
#define INDENT 6 /* of what -v adds */
#define LABEL 10 /* width of its labels */
#define NAME_MAX_WIDTH 40

static const char *state_of(const struct event_row *r)
{
	if (r->umasks)
		return "<needs mask>";
	return r->event.status == PMU_OK ? "counts" :
					   pmu_status_label(r->event.status);
}

static void add_event(struct grid *g, const struct event_row *r)
{
	grid_add(g, "%s", r->name);
	grid_add(g, "%s", state_of(r));
	grid_add(g, "%s", r->umasks ? "" : pmu_class_word(r->event.class));
	grid_add(g, "%s", r->umasks ? "" : r->event.encoding);
	grid_end_row(g);
}

static void add_detail(struct grid *g, const char *label, const char *text)
{
	if (text && *text)
		grid_paragraph(g, INDENT + LABEL, "%*s%-*s%s", INDENT, "",
			       LABEL, label, text);
}

/* Which machines' counts it can be set against. */
static const char *comparison(const struct pmu_event *e)
{
	switch (e->class) {
	case PMU_SEMANTIC:
		return "with any machine";
	case PMU_ISA:
		return "between machines with the same instruction set";
	case PMU_TIME:
		return "as a time base, between machines of the same clock";
	default:
		return "only between CPUs of this kind";
	}
}

static void add_details(struct grid *g, struct pmu *p,
			const struct event_row *r)
{
	const struct pmu_event *e = &r->event;
	char why[PMU_WHY_LEN];

	add_detail(g, "counts", r->summary);
	if (r->umasks) {
		add_detail(g, "masks", r->umasks);
		return;
	}
	add_detail(g, "exactly", e->kind);
	add_detail(g, "PMU", e->pmu);
	add_detail(g, "compare", comparison(e));
	add_detail(g, "not here", pmu_explain(p, e, NULL, why, sizeof(why)));
}

/* Whether an earlier row has the same reason. */
static bool said_before(struct pmu *p, const struct event_rows *rows, size_t i,
			const char *why)
{
	char other[PMU_WHY_LEN];

	for (size_t k = 0; k < i; k++) {
		const struct pmu_event *e = &rows->v[k].event;

		if (e->status == rows->v[i].event.status &&
		    !strcmp(why, pmu_explain(p, e, NULL, other, sizeof(other))))
			return true;
	}
	return false;
}

static void add_reasons(struct grid *g, struct pmu *p,
			const struct event_rows *rows)
{
	bool first = true;

	for (size_t i = 0; i < rows->nr; i++) {
		const struct pmu_event *e = &rows->v[i].event;
		char why[PMU_WHY_LEN];

		if (e->status == PMU_OK)
			continue;
		pmu_explain(p, e, NULL, why, sizeof(why));
		if (said_before(p, rows, i, why))
			continue;
		if (first)
			grid_line(g, 0, "%s", "");
		grid_paragraph(g, 14, "%-13s %s", pmu_status_label(e->status),
			       why);
		first = false;
	}
}

/* For people: a line each, then each reason once. */
static int events_text(FILE *out, struct pmu *p, const struct event_rows *rows,
		       bool verbose)
{
	static const struct grid_column columns[] = {
		{ .align = GRID_LEFT, .max = NAME_MAX_WIDTH },
		{ .align = GRID_LEFT, .min = 13 },
		{ .align = GRID_LEFT, .min = 19, .rank = 1 },
		{ .align = GRID_LEFT, .rank = 2 },
	};
	struct grid g = { .margin = "  ", .untitled = true, .wrap = WIDTH };
	char state[PMU_WHY_LEN];
	int err;

	grid_columns(&g, columns, sizeof(columns) / sizeof(*columns));
	for (size_t i = 0; i < rows->nr; i++) {
		const struct event_row *r = &rows->v[i];

		if (i && strcmp(r->source, r[-1].source))
			grid_line(&g, 0, "%s", "");
		if (!i || strcmp(r->source, r[-1].source))
			grid_line(&g, 0, "%s", r->source);
		add_event(&g, r);
		if (verbose)
			add_details(&g, p, r);
	}
	if (!verbose)
		add_reasons(&g, p, rows);
	grid_line(&g, 0, "%s", "");
	pmu_library(p, state, sizeof(state));
	grid_line(&g, 0, "%s", state);
	err = g.err;
	if (!err)
		grid_text(out, &g);
	grid_free(&g);
	return err;
}

/*
 * Harness events: list the events that can be counted here.
 */

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
	  "print exactly what each event counts, or why it does not",
	  .offset = offsetof(struct events_opts, verbose) },
	{ OPT_FLAG, 0, "json", NULL, "everything, as a JSON document",
	  .offset = offsetof(struct events_opts, json) },
	{ OPT_STRING, 'c', "cpus", "LIST",
	  "CPUs that tasks would be pinned to (default: all allowed)",
	  .offset = offsetof(struct events_opts, cpus) },
	{ OPT_WORD, 0, "scope", "SCOPE", "try pair, cpu or task events",
	  .def = "pair", .offset = offsetof(struct events_opts, scope),
	  .words = scopes },
	{ .kind = OPT_END },
};

static const struct opts_command events_command = {
	.name = "events",
	.synopsis = "[options] [PATTERN...]",
	.summary =
		"Shows list the events that can be counted here: portable metrics, events "
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
		log_warn(
			"%s is set: libpfm4's event names may not match this CPU",
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
	if (err && err != -ENOMEM)
		err = opts_error(events_command.name, "%s", why);
	else if (!err && !o->json)
		err = events_text(stdout, p, &rows, o->verbose);
	else if (!err)
		events_json(stdout, p, &rows);
	if (err == -ENOMEM)
		log_error(err, "list of events");
	events_free(&rows);
	return opts_status(err);
}

static int find_cpus(const char *text, struct placement *place,
		     const int **cpus, size_t *nr)
{
	int err = text ? listed_cpus(text, place) : place_allowed(cpus, nr);

	if (err && !text)
		log_error(err, "cannot find out which CPUs are allowed");
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
	if (err == -ENODEV || err == -ENXIO) {
		status = EXIT_NOTHING;
	} else if (err) {
		status = opts_status(err);
	} else {
		status = show(&o, &words, p, cpus, nr);
		pmu_close(p);
	}
	placement_free(&place);
	free(words.v);
	return status;
}
