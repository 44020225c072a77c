/* SPDX-License-Identifier: MIT */
/*
 * core/cli/compare.c - harness compare: compare saved sessions.
 */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/fleet.h"
#include "compare/csv.h"
#include "compare/floor.h"
#include "compare/group.h"
#include "compare/json.h"
#include "compare/profile.h"
#include "compare/read.h"
#include "compare/status.h"
#include "compare/text.h"
#include "compare/types.h"
#include "util/log.h"
#include "util/memory.h"
#include "util/opts.h"
#include "util/parse.h"
#include "util/why.h"

#define WHY_LEN 512

struct compare_opts {
	int format, by, metric;
	struct compare_rule rule;
	const char *floor, *label, *expect;
	char *saved;
	int per;
	bool fleet, profile, strict, no_counters, verbose;
};

/* In the order of enum compare_format. */
static const char *const formats[] = {
	"text", "json", "csv", "markdown", NULL,
};

/* What --by takes beside label:KEY. */
static const struct {
	const char *word;
	int by;
} bys[] = {
	{ "file", COMPARE_BY_FILE },	   { "config", COMPARE_BY_CONFIG },
	{ "machine", COMPARE_BY_MACHINE }, { "host", COMPARE_BY_HOST },
	{ "model", COMPARE_BY_MODEL },	   { "auto", COMPARE_BY_AUTO },
};

/* In the order of enum compare_correction. */
static const char *const corrections[] = { "holm", "bh", "none", NULL };

static int take_threshold(void *dest, const char *text, char *why, size_t len)
{
	struct compare_opts *o = dest;

	if (!parse_percent(text, &o->rule.threshold))
		return 0;
	return why_set(why, len, -EINVAL, "not a percentage (0 to 100)");
}

static int take_noise(void *dest, const char *text, char *why, size_t len)
{
	struct compare_opts *o = dest;

	if (!parse_percent(text, &o->rule.session_noise))
		return 0;
	return why_set(why, len, -EINVAL, "not a percentage (0 to 100)");
}

static int take_gate(void *dest, const char *text, char *why, size_t len)
{
	struct compare_rule *r = &((struct compare_opts *)dest)->rule;
	struct compare_gate *gate =
		array_append((void **)&r->gates, &r->nr_gates, sizeof(*gate));
	int err;

	if (!gate)
		return -ENOMEM;
	err = compare_gate_parse(text, gate, why, len);
	r->nr_gates -= err != 0;
	return err;
}

static int take_by(void *dest, const char *text, char *why, size_t len)
{
	struct compare_opts *o = dest;

	for (size_t i = 0; i < sizeof(bys) / sizeof(*bys); i++) {
		if (strcmp(text, bys[i].word))
			continue;
		o->by = bys[i].by;
		return 0;
	}
	if (strncmp(text, COMPARE_LABEL, strlen(COMPARE_LABEL)) ||
	    !text[strlen(COMPARE_LABEL)])
		return why_set(
			why, len, -EINVAL,
			"not file, config, machine, host, model, auto or label:KEY");
	o->by = COMPARE_BY_LABEL;
	o->label = text;
	return 0;
}

#define AT(field) .offset = offsetof(struct compare_opts, field)

static const struct opt table[] = {
	{ OPT_CALL, 0, "threshold", "PCT",
	  "smallest change that matters, in per cent", "2",
	  .take = take_threshold },
	{ OPT_STRING, 0, "floor", "FILE",
	  "noise floors from harness noise: one between sessions supplies the noise that the files do not show, an interleaved one is the smallest threshold; default: those that noise --save keeps for the base's machine",
	  AT(floor) },
	{ OPT_WORD, 0, "metric", "WHAT",
	  "what to compare: cycles, i.e. time, judged by cycles per op where both sides measured the clock; time; quiet, the 1st percentile of the slices of each run; p50, p90, p99 or p99.9 of a session's latency",
	  "cycles", AT(metric), .words = compare_metrics },
	{ OPT_CALL, 0, "session-noise", "PCT",
	  "standard deviation between sessions where neither the files nor a floor show it; default: 3.5 on virtual machines, 1.5 on others",
	  .take = take_noise },
	{ OPT_CALL, 0, "gate", "BENCH[:METRIC][:PCT]",
	  "make the exit status depend on this only, with its own threshold if PCT is given; BENCH: a name, collection or glob; METRIC: time (default), quiet or a counter; may be repeated",
	  .take = take_gate },
	{ OPT_WORD, 0, "correction", "HOW",
	  "correct p for the number of gating tests: holm (probability of any false positive), bh (share of false positives) or none",
	  "holm", AT(rule.correction), .words = corrections },
	{ OPT_FLAG, 0, "fleet", NULL,
	  "instead: all files as sessions of many machines, on one screen: configurations, distribution over machines, machines that stand out",
	  AT(fleet) },
	{ OPT_FLAG, 0, "profile", NULL,
	  "instead: times and counters of all files (and of all CPUs of -c each) in one table, a column each, and why they differ",
	  AT(profile) },
	{ OPT_WORD, 0, "per", "WHAT",
	  "with --profile: divide by switch (op where there is none) or op; alone: the switch without the system calls around it",
	  "switch", AT(per), .words = compare_pers },
	{ OPT_STRING, 0, "expect", "FILE",
	  "with --fleet: hosts that there should be, one per line; names those that are missing",
	  AT(expect) },
	{ OPT_CALL, 0, "by", "WHAT",
	  "which files make one column: file: each one; config: all of one model in one configuration, as its sessions; machine: of one machine; host; model; label:KEY: of one value of run --label KEY=VALUE; auto: file, or for more than eight files BASE and the others by config",
	  "auto", .take = take_by },
	{ OPT_WORD, 'f', "format", "FORMAT", "text, json, csv or markdown",
	  "text", AT(format), .words = formats },
	{ OPT_SET, 0, "json", NULL, "the same as --format json", AT(format),
	  .min = COMPARE_JSON },
	{ OPT_FLAG, 0, "no-counters", NULL, "compare times only, not counters",
	  AT(no_counters) },
	{ OPT_FLAG, 'v', "verbose", NULL,
	  "print everything about a row: ratio, counters, notes", AT(verbose) },
	{ OPT_FLAG, 0, "strict", NULL,
	  "exit with status 3 if a row is inconclusive or missing, with 5 if any file cannot be read",
	  AT(strict) },
	{ OPT_FLAG, 0, "force", NULL,
	  "also judge rows whose work differs, and say so", AT(rule.force) },
	{ .kind = OPT_END },
};

#define TWO_FILES \
	"two files are needed: BASE FILE (harness run -o FILE saves one)"

static const struct opts_command command = {
	.name = "compare",
	.synopsis = "[options] BASE FILE... | BASE... -- FILE... [-- FILE...]",
	.summary =
		"Compares saved sessions (harness run -o FILE) with the "
		"first of them: for each benchmark and configuration, the change of the time per op with its interval, and a verdict.",
	.opts = table,
	.min_words = 1,
	.max_words = SIZE_MAX,
	.missing = TWO_FILES,
	.more = "Files of one side stand between two --. Only the runs in the "
		"files count, and of them only the valid ones. From three boots "
		"a side on, their means are compared by Welch's t of the "
		"logarithms (files, where all are of one boot or boots are not "
		"known). With fewer, runs are compared by ranks (exact "
		"Mann-Whitney test, Hodges-Lehmann ratio, Moses' interval), and "
		"what changes between sessions, which they do not show, widens "
		"interval and p: as the floor file says, or as --session-noise "
		"does. A regression is slower beyond the threshold with p < 0.05 "
		"after the correction. Counters that do not decide are looked "
		"through for what stands out: of those said to differ about one "
		"in ten does not.\n"
		"Exit status: 0 no regression, 1 regression, 2 wrong usage, 3 "
		"what a gate names could not be judged, or with --strict "
		"anything, 4 not comparable (not the same work, nothing in "
		"common, or a gate that means nothing), 5 a file cannot be "
		"read: the base, too many to compare, or with --strict any; else "
		"a file that cannot be read is named and left out.",
	.examples = "harness compare before.json after.json\n"
		    "harness compare --gate sched/pipe:instructions:0.5 a.json "
		    "b.json\n"
		    "harness compare --threshold 0.5 --strict a.json b.json\n"
		    "harness compare old-*.json -- new-*.json\n"
		    "harness compare --fleet --expect hosts results/*.json\n"
		    "harness compare --profile skylake.json zen3.json\n"
		    "harness compare --by machine -f markdown *.json\n",
};

static int print(const struct compare *c, const struct compare_opts *o)
{
	static int (*const printers[])(FILE *, const struct compare_view *) = {
		[COMPARE_TEXT] = compare_text,
		[COMPARE_JSON] = compare_json,
		[COMPARE_CSV] = compare_csv,
		[COMPARE_MARKDOWN] = compare_markdown,
	};
	struct compare_view v = { .c = c,
				  .rule = &o->rule,
				  .strict = o->strict,
				  .counters = !o->no_counters,
				  .verbose = o->verbose,
				  .floor = o->floor };

	return printers[o->format](stdout, &v);
}

/* A gate that could not be judged is no "no regression". */
static void say_open_gates(const struct compare *c,
			   const struct compare_opts *o)
{
	for (size_t i = 0; i < o->rule.nr_gates; i++) {
		const struct compare_gate *g = &o->rule.gates[i];
		const struct compare_gate_result r = compare_gate_result(c, g);

		if (!r.judged && !r.open)
			log_error(
				0,
				"--gate %s:%s has no effect: no such benchmark and metric in the files",
				g->benchmarks, g->metric);
		else if (r.open)
			log_error(0, "--gate %s:%s could not be judged: %s%s",
				  g->benchmarks, g->metric, r.why,
				  r.open > 1 ? ", and more" : "");
	}
}

/* What noise --between --save has left of the base's machine. */
static void find_floors(const struct compare *c, struct compare_opts *o)
{
	const struct compare_group *base = &c->groups[0];
	char why[WHY_LEN] = "";
	int err;

	if (o->floor)
		return;
	o->saved = compare_floor_path(compare_fact(base, "machine_id"),
				      compare_fact(base, "config_id"));
	/* Nor is there one in a home that this user may not look into. */
	if (!o->saved || access(o->saved, F_OK))
		return;
	err = compare_floors_read(o->saved, &o->rule.floors, why, sizeof(why));
	if (err && err != -ENOENT)
		log_warn("noise floors in %s are not used: %s", o->saved, why);
	if (!err)
		o->floor = o->saved;
}

/* All there is to a profile is to be looked at: it finds no regression. */
static int profile(struct compare *c, struct compare_opts *o)
{
	int err;

	o->rule.force = true;
	find_floors(c, o);
	err = compare_judge(c, &o->rule);
	if (!err)
		err = compare_profile(stdout, c, o->format);
	if (!err)
		return EXIT_DONE;
	log_error(err, "cannot compare");
	return EXIT_FAILED;
}

static int conclude(struct compare *c, struct compare_opts *o)
{
	int err;

	if (o->profile)
		return profile(c, o);
	if (c->nr_groups < 2) {
		log_error(0, "nothing to compare: all files are of one machine "
			     "and configuration (--by file keeps them apart)");
		return EXIT_NOT_COMPARABLE;
	}
	find_floors(c, o);
	err = compare_judge(c, &o->rule);
	if (!err)
		err = print(c, o);
	if (err) {
		log_error(err, "cannot compare");
		return EXIT_FAILED;
	}
	if (!c->nr_rows)
		log_warn("no benchmark in any of the files");
	say_open_gates(c, o);
	return compare_status(c, o->strict);
}

/* struct sides - where columns start: the words that follow a "--" */
struct sides {
	size_t nr;
	char **first;
};

/* Takes the "--" out of the words. Return: how many words are left. */
static int take_sides(int argc, char **argv, struct sides *s)
{
	int nr = 0;

	s->first = calloc((size_t)argc + 1, sizeof(*s->first));
	if (!s->first)
		return -ENOMEM;
	for (int i = 0; i < argc; i++) {
		if (strcmp(argv[i], "--"))
			argv[nr++] = argv[i];
		else if (i + 1 < argc)
			s->first[s->nr++] = argv[i + 1];
	}
	argv[nr] = NULL;
	return nr;
}

/* For each file whether it is the first of its side; NULL: no memory. */
static bool *starts_of(const struct opts_words *w, const struct sides *s)
{
	bool *starts = calloc(w->nr + 1, sizeof(*starts));

	for (size_t i = 0; starts && i < w->nr; i++) {
		starts[i] = !i;
		for (size_t k = 0; k < s->nr; k++)
			starts[i] |= w->v[i] == s->first[k];
	}
	return starts;
}

static void say_left_out(const struct compare *c)
{
	for (size_t i = 0; i < c->left_out.nr; i++)
		log_warn("%s is left out: %s", c->left_out.v[i].id,
			 c->left_out.v[i].text);
}

/* An unreadable file is never passed over without a word. */
static int compare(const struct opts_words *w, const struct sides *s,
		   struct compare_opts *o)
{
	bool by_cycles = o->metric == COMPARE_CYCLES;
	struct compare c = {
		.metric = by_cycles ? COMPARE_TIME : o->metric,
		.by_cycles = by_cycles && !o->profile,
		.per = o->profile ? o->per : COMPARE_PER_OP,
		.by_place = o->profile,
		.label = o->label,
	};
	char why[WHY_LEN] = "no memory";
	bool *starts = starts_of(w, s);
	int err = -ENOMEM, status;

	if (starts)
		err = compare_read(&c, w->v, w->nr, s->nr ? starts : NULL,
				   o->by, o->strict, why, sizeof(why));
	free(starts);
	if (err) {
		log_error(0, "%s", why);
		status = err == -ENOMEM ? EXIT_FAILED : EXIT_UNREADABLE;
	} else {
		say_left_out(&c);
		status = conclude(&c, o);
	}
	compare_free(&c);
	return status;
}

static void free_gates(struct compare_rule *r)
{
	for (size_t i = 0; i < r->nr_gates; i++)
		compare_gate_free(&r->gates[i]);
	free(r->gates);
}

/* --fleet, or what makes no sense without it. */
static int compare_fleet(const struct opts_words *w,
			 const struct compare_opts *o)
{
	const struct fleet_opts f = { .format = o->format,
				      .strict = o->strict,
				      .verbose = o->verbose,
				      .expect = o->expect };

	if (!o->fleet)
		return opts_status(opts_error(
			"compare", "%s",
			o->expect ? "--expect needs --fleet" : TWO_FILES));
	return fleet_compare(w, &f);
}

static int read_and_compare(int argc, char **argv, const struct sides *s)
{
	struct compare_opts o = { .rule.session_noise = NAN };
	char why[WHY_LEN] = "";
	struct opts_words w = { 0 };
	int err = opts_read(&command, argc, argv, &o, &w), status;

	if (err) {
		free_gates(&o.rule);
		return opts_status(err);
	}
	if (o.fleet || o.expect || (w.nr < 2 && !o.profile)) {
		status = compare_fleet(&w, &o);
		free_gates(&o.rule);
		free(w.v);
		return status;
	}
	if (o.floor)
		err = compare_floors_read(o.floor, &o.rule.floors, why,
					  sizeof(why));
	if (err)
		log_error(0, "cannot read %s: %s", o.floor, why);
	status = err ? EXIT_UNREADABLE : compare(&w, s, &o);
	compare_floors_free(&o.rule.floors);
	free_gates(&o.rule);
	free(o.saved);
	free(w.v);
	return status;
}

int cmd_compare(int argc, char **argv)
{
	struct sides s = { 0 };
	int nr = take_sides(argc, argv, &s), status = EXIT_FAILED;

	if (nr < 0)
		log_error(nr, "compare");
	else
		status = read_and_compare(nr, argv, &s);
	free(s.first);
	return status;
}
