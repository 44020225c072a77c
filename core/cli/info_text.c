/* SPDX-License-Identifier: MIT */
/*
 * core/cli/info_text.c - the machine and its environment for people.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/info.h"
#include "util/opts.h"
#include "util/parse.h"
#include "machine/place.h"

#define WIDTH 79
#define FACT_COLUMN 18
#define CHECK_COLUMN 32

static const char *const state_names[] = {
	[CHECK_OK] = "ok",
	[CHECK_WARN] = "warn",
	[CHECK_UNKNOWN] = "unknown",
	[CHECK_NA] = "n/a",
};

/* Facts that fill a screen. */
static bool is_long(const char *name)
{
	return !strcmp(name, "mitigations") || !strcmp(name, "cmdline");
}

static void print_facts(FILE *out, const struct session *s, bool verbose)
{
	fputs("Machine\n", out);
	for (size_t i = 0; i < s->nr_facts; i++) {
		const struct fact *f = &s->facts[i];

		if (is_long(f->name) && !verbose)
			continue;
		fprintf(out, "  %-15s ", f->name);
		opts_wrap(out, f->value ? f->value : "unknown", FACT_COLUMN,
			  FACT_COLUMN, WIDTH);
	}
}

/* "2 cores", or "cores unknown". */
static void print_count(FILE *out, size_t nr, const char *what)
{
	if (nr)
		fprintf(out, ", %zu %s%s", nr, what, nr == 1 ? "" : "s");
	else
		fprintf(out, ", %ss unknown", what);
}

static void print_counts(FILE *out, const struct topology *t)
{
	struct topology_counts n = topology_count(t);
	const struct topology_cpu *first = t->cpus;
	char size[32];

	fprintf(out, "  %zu CPU%s", n.cpus, n.cpus == 1 ? "" : "s");
	print_count(out, n.cores, "core");
	print_count(out, n.llcs, "last-level cache");
	if (first->llc_bytes)
		fprintf(out, " (L%d, %s)", first->llc_level,
			parse_text(PARSE_BYTES, first->llc_bytes, size,
				   sizeof(size)));
	print_count(out, n.packages, "package");
	print_count(out, n.nodes, "NUMA node");
	fputc('\n', out);
}

/* The words for -c that find two CPUs here. */
static void print_relations(FILE *out, const struct info *info)
{
	static const int kinds[] = { PLACE_SMT, PLACE_LLC, PLACE_PACKAGE,
				     PLACE_REMOTE };
	char *allowed = place_list_text(info->allowed, info->nr_allowed);
	bool any = false;
	int pair[2];

	fprintf(out,
		"  pairs among the allowed CPUs %s:", allowed ? allowed : "");
	free(allowed);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (topology_choose(&info->topology, kinds[i], info->allowed,
				    info->nr_allowed, 2, pair) != 2)
			continue;
		fprintf(out, "%s -c %s (%d,%d)", any ? "," : "",
			place_kind_name(kinds[i]), pair[0], pair[1]);
		any = true;
	}
	fputs(any ? "\n" : " none\n", out);
}

static void print_place(FILE *out, int number)
{
	if (number == TOPOLOGY_UNKNOWN)
		fprintf(out, " %8s", "-");
	else
		fprintf(out, " %8d", number);
}

static void print_cpus(FILE *out, const struct topology *t)
{
	fprintf(out, "  %8s %8s %8s %8s %8s\n", "CPU", "core", "llc", "package",
		"node");
	for (size_t i = 0; i < t->nr; i++) {
		const struct topology_cpu *c = &t->cpus[i];

		fprintf(out, "  %8d", c->cpu);
		print_place(out, c->core);
		print_place(out, c->llc);
		print_place(out, c->package);
		print_place(out, c->node);
		fputc('\n', out);
	}
}

static void print_topology(FILE *out, const struct info *info, bool verbose)
{
	fputs("\nTopology\n", out);
	if (!info->topology.nr) {
		fputs("  ", out);
		opts_wrap(out, info->why, 2, 2, WIDTH);
		return;
	}
	print_counts(out, &info->topology);
	print_relations(out, info);
	if (verbose)
		print_cpus(out, &info->topology);
}

static size_t count_state(const struct session *s, int state)
{
	size_t nr = 0;

	for (size_t i = 0; i < s->nr_checks; i++)
		nr += s->checks[i].state == state;
	return nr;
}

static void print_check(FILE *out, const struct check *k, bool verbose)
{
	const char *value = k->value ? k->value : "";
	char *text;

	if (asprintf(&text, "%s%s%s", value, *value ? ": " : "", k->text) < 0)
		return;
	fprintf(out, "  %-7s %-21s ", state_names[k->state], k->id);
	opts_wrap(out, text, CHECK_COLUMN, CHECK_COLUMN, WIDTH);
	if (verbose && k->path)
		fprintf(out, "%*s%s\n", CHECK_COLUMN, "", k->path);
	free(text);
}

static void print_checks(FILE *out, const struct session *s, bool verbose)
{
	static const int order[] = { CHECK_WARN, CHECK_UNKNOWN, CHECK_OK,
				     CHECK_NA };

	fprintf(out,
		"\nEnvironment: %zu warn, %zu unknown, %zu ok, %zu do not "
		"apply\n",
		count_state(s, CHECK_WARN), count_state(s, CHECK_UNKNOWN),
		count_state(s, CHECK_OK), count_state(s, CHECK_NA));
	for (size_t o = 0; o < sizeof(order) / sizeof(*order); o++) {
		if (order[o] == CHECK_NA && !verbose)
			continue;
		for (size_t i = 0; i < s->nr_checks; i++)
			if (s->checks[i].state == order[o])
				print_check(out, &s->checks[i], verbose);
	}
}

void info_text(FILE *out, const struct info *info, bool verbose)
{
	print_facts(out, &info->session, verbose);
	print_topology(out, info, verbose);
	print_checks(out, &info->session, verbose);
}
