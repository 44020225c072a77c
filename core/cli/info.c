/* SPDX-License-Identifier: MIT */
/*
 * core/cli/info.c - harness info: this machine, and what about it can spoil
 * numbers.
 */
#include "cli/info.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "machine/checks.h"
#include "machine/facts.h"
#include "machine/place.h"
#include "result/encode.h"
#include "result/fields.h"
#include "util/grid.h"
#include "util/log.h"
#include "util/opts.h"
#include "util/parse.h"
#include "util/strbuf.h"
#include "util/text.h"

/*
 * The machine and its environment as JSON.
 *
 * Facts and checks look as they do in a result file.
 */

#define SCHEMA "harness.info"
#define SCHEMA_VERSION "1.0"

/* An unknown number is null. */
static void write_number(struct json_writer *w, const char *key, int n)
{
	if (n == TOPOLOGY_UNKNOWN)
		json_write_null(w, key);
	else
		json_write_int(w, key, n);
}

static void write_cpu(struct json_writer *w, const struct topology_cpu *c)
{
	json_write_object(w, NULL);
	json_write_int(w, "cpu", c->cpu);
	write_number(w, "core", c->core);
	write_number(w, "llc", c->llc);
	write_number(w, "llc_level",
		     c->llc_level ? c->llc_level : TOPOLOGY_UNKNOWN);
	if (c->llc_bytes)
		json_write_u64(w, "llc_bytes", c->llc_bytes);
	else
		json_write_null(w, "llc_bytes");
	write_number(w, "package", c->package);
	write_number(w, "node", c->node);
	json_write_end(w);
}

/* A hypervisor may show its guests whatever topology it likes. */
static bool is_guest(const struct info *info)
{
	const char *virt = session_fact(&info->session, "virt");

	return virt && strcmp(virt, "none");
}

/* Null with a reason where it is not known. */
static void write_topology(struct json_writer *w, const struct info *info)
{
	if (!info->topology.nr) {
		json_write_null(w, "topology");
		json_write_text(w, "topology_reason", info->why);
		return;
	}
	json_write_array(w, "topology");
	for (size_t i = 0; i < info->topology.nr; i++)
		write_cpu(w, &info->topology.cpus[i]);
	json_write_end(w);
	json_write_text(w, "topology_from",
			is_guest(info)			     ? "hypervisor" :
			session_fact(&info->session, "virt") ? "machine" :
							       NULL);
	json_write_bool(w, "topology_nodes_differ",
			info->topology.nodes_differ);
}

static void write_checks(struct json_writer *w, const struct session *s)
{
	json_write_object(w, "env");
	json_write_array(w, "checks");
	for (size_t i = 0; i < s->nr_checks; i++) {
		json_write_object(w, NULL);
		json_write_fields(w, fields_check, &s->checks[i]);
		json_write_end(w);
	}
	json_write_end(w);
	json_write_end(w);
}

void info_json(FILE *out, const struct info *info)
{
	struct json_writer w = json_writer(out, 2, true);

	json_write_object(&w, NULL);
	json_write_text(&w, "schema", SCHEMA);
	json_write_text(&w, "schema_version", SCHEMA_VERSION);
	json_write_facts(&w, "host", &info->session);
	write_topology(&w, info);
	write_checks(&w, &info->session);
	json_write_end(&w);
	json_write_finish(&w);
}

/*
 * The machine and its environment for people.
 */

#define WIDTH 79
#define CHECK_COLUMN 32

/* Facts that fill a screen. */
static bool is_long(const char *name)
{
	return !strcmp(name, "mitigations") || !strcmp(name, "cmdline");
}

static int print_grid(FILE *out, struct grid *g)
{
	int err = g->err;

	if (!err)
		grid_text(out, g);
	grid_free(g);
	return err;
}

static int print_facts(FILE *out, const struct session *s, bool verbose)
{
	static const struct grid_column columns[] = {
		{ .align = GRID_LEFT, .min = 15, .max = 15 },
		{ .align = GRID_LEFT, .gap = 1, .wraps = true },
	};
	struct grid g = { .margin = "  ", .untitled = true, .wrap = WIDTH };

	grid_columns(&g, columns, 2);
	grid_line(&g, 0, "Machine");
	for (size_t i = 0; i < s->nr_facts; i++) {
		const struct fact *f = &s->facts[i];

		if (is_long(f->name) && !verbose)
			continue;
		grid_add(&g, "%s", f->name);
		grid_add(&g, "%s", f->value ? f->value : "unknown");
		grid_end_row(&g);
	}
	return print_grid(out, &g);
}

/* "2 cores", or "cores unknown". */
static void add_count(struct strbuf *b, size_t nr, const char *what)
{
	if (nr)
		strbuf_addf(b, ", %zu %s%s", nr, what, nr == 1 ? "" : "s");
	else
		strbuf_addf(b, ", %ss unknown", what);
}

static void print_counts(FILE *out, const struct topology *t)
{
	struct topology_counts n = topology_count(t);
	const struct topology_cpu *first = t->cpus;
	struct strbuf b = { 0 };
	char size[32];

	strbuf_addf(&b, "  %zu CPU%s", n.cpus, n.cpus == 1 ? "" : "s");
	add_count(&b, n.cores, "core");
	add_count(&b, n.llcs, "last-level cache");
	if (first->llc_bytes)
		strbuf_addf(&b, " (L%d, %s)", first->llc_level,
			    parse_text(PARSE_BYTES, first->llc_bytes, size,
				       sizeof(size)));
	add_count(&b, n.packages, "package");
	add_count(&b, n.nodes, "NUMA node");
	text_line(out, "%s", strbuf_text(&b));
	strbuf_free(&b);
}

/* The words for -c that find two CPUs here. */
static void print_relations(FILE *out, const struct info *info)
{
	static const int kinds[] = { PLACE_SMT, PLACE_LLC, PLACE_PACKAGE,
				     PLACE_REMOTE };
	char *allowed = place_list_text(info->allowed, info->nr_allowed);
	struct strbuf b = { 0 };
	int pair[2];

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (topology_choose(&info->topology, kinds[i], info->allowed,
				    info->nr_allowed, 2, pair) == 2)
			strbuf_join(&b, ", ", "-c %s (%d,%d)",
				    place_kind_name(kinds[i]), pair[0],
				    pair[1]);
	text_line(out, "  pairs among the allowed CPUs %s: %s",
		  allowed ? allowed : "", b.len ? strbuf_text(&b) : "none");
	strbuf_free(&b);
	free(allowed);
}

static void add_place(struct grid *g, int number)
{
	if (number == TOPOLOGY_UNKNOWN)
		grid_add(g, "-");
	else
		grid_add(g, "%d", number);
}

static int print_cpus(FILE *out, const struct topology *t)
{
	static const struct grid_column cpu = { .min = 8 };
	static const struct grid_column place = { .min = 8, .gap = 1 };
	static const char *const titles[] = { "CPU", "core", "llc", "package",
					      "node" };
	struct grid g = { .margin = "  " };

	for (size_t i = 0; i < sizeof(titles) / sizeof(*titles); i++) {
		grid_columns(&g, i ? &place : &cpu, 1);
		grid_add(&g, "%s", titles[i]);
	}
	grid_end_row(&g);
	for (size_t i = 0; i < t->nr; i++) {
		const struct topology_cpu *c = &t->cpus[i];

		add_place(&g, c->cpu);
		add_place(&g, c->core);
		add_place(&g, c->llc);
		add_place(&g, c->package);
		add_place(&g, c->node);
		grid_end_row(&g);
	}
	return print_grid(out, &g);
}

static int print_topology(FILE *out, const struct info *info, bool verbose)
{
	fprintf(out, "\nTopology%s\n",
		info->topology.nr && is_guest(info) ?
			" (as the hypervisor says)" :
			"");
	if (!info->topology.nr) {
		fputs("  ", out);
		text_wrap(out, info->why, 2, 2, WIDTH);
		return 0;
	}
	print_counts(out, &info->topology);
	if (info->topology.nodes_differ)
		text_line(out, "  the NUMA nodes are the kernel's; they "
			       "contradict packages or caches as shown");
	print_relations(out, info);
	return verbose ? print_cpus(out, &info->topology) : 0;
}

static size_t count_state(const struct session *s, int state)
{
	size_t nr = 0;

	for (size_t i = 0; i < s->nr_checks; i++)
		nr += s->checks[i].state == state;
	return nr;
}

static void add_check(struct grid *g, const struct check *k, bool verbose)
{
	grid_add(g, "%s", check_state_word(k->state));
	grid_add(g, "%s", k->id);
	grid_add(g, "%s%s%s", k->value ? k->value : "",
		 k->value && *k->value ? ": " : "", k->text);
	grid_end_row(g);
	if (verbose && k->path)
		grid_line(g, CHECK_COLUMN, "%*s%s", CHECK_COLUMN, "", k->path);
}

static int print_checks(FILE *out, const struct session *s, bool verbose)
{
	static const int order[] = { CHECK_WARN, CHECK_UNKNOWN, CHECK_OK,
				     CHECK_NA };
	static const struct grid_column columns[] = {
		{ .align = GRID_LEFT, .min = 7, .max = 7 },
		{ .align = GRID_LEFT, .min = 21, .max = 21, .gap = 1 },
		{ .align = GRID_LEFT, .gap = 1, .wraps = true },
	};
	struct grid g = { .margin = "  ", .untitled = true, .wrap = WIDTH };

	grid_columns(&g, columns, 3);
	grid_line(&g, 0, "%s", "");
	grid_line(&g, 2,
		  "Environment: %zu warn, %zu unknown, %zu ok, %zu do not "
		  "apply",
		  count_state(s, CHECK_WARN), count_state(s, CHECK_UNKNOWN),
		  count_state(s, CHECK_OK), count_state(s, CHECK_NA));
	for (size_t o = 0; o < sizeof(order) / sizeof(*order); o++) {
		if (order[o] == CHECK_NA && !verbose)
			continue;
		for (size_t i = 0; i < s->nr_checks; i++)
			if (s->checks[i].state == order[o])
				add_check(&g, &s->checks[i], verbose);
	}
	return print_grid(out, &g);
}

int info_text(FILE *out, const struct info *info, bool verbose)
{
	int err = print_facts(out, &info->session, verbose);

	if (!err)
		err = print_topology(out, info, verbose);
	return err ? err : print_checks(out, &info->session, verbose);
}

/*
 * Harness info: this machine, and what about it can spoil
 * numbers.
 */

struct info_opts {
	bool json;
	bool verbose;
};

static const struct opt info_table[] = {
	{ OPT_FLAG, 0, "json", NULL, "everything, as a JSON document",
	  .offset = offsetof(struct info_opts, json) },
	{ OPT_FLAG, 'v', "verbose", NULL,
	  "also print long facts, the location of every CPU, the files read, and checks that do not apply",
	  .offset = offsetof(struct info_opts, verbose) },
	{ .kind = OPT_END },
};

static const struct opts_command info_command = {
	.name = "info",
	.synopsis = "[options]",
	.summary =
		"Shows what this machine is, and checks it for what may disturb measurements.",
	.opts = info_table,
	.more = "A check is ok, warn (with what to do about it), unknown if the machine does not show it, or n/a. Nothing is changed, and warnings do not affect the exit status.",
	.examples = "harness info\n"
		    "harness info --json\n",
};

/* Only what has no name for it, memory, is an error. */
static int collect(struct info *info)
{
	int ret;

	ret = place_allowed(&info->allowed, &info->nr_allowed);
	if (ret)
		return log_error(ret, "reading the allowed CPUs");
	ret = facts_collect(&info->session);
	if (!ret)
		ret = checks_collect(&info->session, NULL, 0);
	if (ret)
		return log_error(ret, "collecting facts");
	topology_load(NULL, &info->topology, info->why, sizeof(info->why));
	return 0;
}

int cmd_info(int argc, char **argv)
{
	struct info_opts o = { 0 };
	struct info info = { 0 };
	struct opts_words words;
	int ret;

	ret = opts_read(&info_command, argc, argv, &o, &words);
	if (ret)
		return opts_status(ret);
	free(words.v);
	ret = collect(&info);
	if (!ret && o.json)
		info_json(stdout, &info);
	else if (!ret)
		ret = info_text(stdout, &info, o.verbose);
	if (ret == -ENOMEM)
		log_error(ret, "facts");
	topology_free(&info.topology);
	session_free(&info.session);
	return ret ? EXIT_FAILED : EXIT_DONE;
}
