/* SPDX-License-Identifier: MIT */
/*
 * core/cli/compare.c - harness compare: saved sessions side by side.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "cli/cmd.h"
#include "compare/csv.h"
#include "compare/floor.h"
#include "compare/json.h"
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
	int format, by;
	struct compare_rule rule;
	const char *floor;
	bool strict, no_counters;
};

/* In the order of enum compare_format. */
static const char *const formats[] = {
	"text", "json", "csv", "markdown", NULL,
};

/* In the order of enum compare_by, then COMPARE_BY_AUTO. */
static const char *const bys[] = { "file", "config", "machine", "auto", NULL };

/* In the order of enum compare_correction. */
static const char *const corrections[] = { "holm", "bh", "none", NULL };

static int take_threshold(void *dest, const char *text, char *why, size_t len)
{
	struct compare_opts *o = dest;

	if (!parse_percent(text, &o->rule.threshold))
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

#define AT(field) .offset = offsetof(struct compare_opts, field)

static const struct opt table[] = {
	{ OPT_CALL, 0, "threshold", "PCT",
	  "smallest change that matters, in per cent", "2",
	  .take = take_threshold },
	{ OPT_STRING, 0, "floor", "FILE",
	  "noise floors: a benchmark's is its threshold where it is above "
	  "--threshold",
	  AT(floor) },
	{ OPT_CALL, 0, "gate", "BENCH[:METRIC][:PCT]",
	  "only this decides the exit status, with a threshold of its own "
	  "where PCT is given; BENCH: a name, collection or glob; METRIC: time "
	  "(if not given) or a counter; may be given several times",
	  .take = take_gate },
	{ OPT_WORD, 0, "correction", "HOW",
	  "of p for the number of tests that decide: holm (the chance of any "
	  "false one), bh (the share of false ones) or none",
	  "holm", AT(rule.correction), .words = corrections },
	{ OPT_WORD, 0, "by", "WHAT",
	  "which files make one column: file: each; config: all of one machine "
	  "in one configuration, as its sessions; machine; auto: file, but "
	  "more than eight: BASE, and the others by config",
	  "auto", AT(by), .words = bys },
	{ OPT_WORD, 'f', "format", "FORMAT", "text, json, csv or markdown",
	  "text", AT(format), .words = formats },
	{ OPT_SET, 0, "json", NULL, "the same as --format json", AT(format),
	  .min = COMPARE_JSON },
	{ OPT_FLAG, 0, "no-counters", NULL,
	  "times only; else counters too, where two sides have them",
	  AT(no_counters) },
	{ OPT_FLAG, 0, "strict", NULL,
	  "exit status 3 if something is inconclusive or missing", AT(strict) },
	{ OPT_FLAG, 0, "force", NULL,
	  "judge also what was not the same work, and say so", AT(rule.force) },
	{ .kind = OPT_END },
};

static const struct opts_command command = {
	.name = "compare",
	.synopsis = "[options] BASE FILE...",
	.summary = "Compares saved sessions (harness run -o FILE) with the "
		   "first of them: for each benchmark and configuration how "
		   "many times longer an op takes, with an interval, and what "
		   "that says.",
	.opts = table,
	.min_words = 2,
	.max_words = SIZE_MAX,
	.missing = "two files are needed: BASE FILE (harness run -o FILE saves "
		   "one)",
	.more = "Only the runs in the files count, and of them only the valid "
		"ones. Exact Mann-Whitney test, Hodges-Lehmann ratio, Moses' "
		"interval; from three sessions a side on, medians of sessions "
		"instead of runs. A regression is slower beyond the threshold "
		"with p < 0.05 after the correction. Counters that do not "
		"decide are looked through for what stands out: of those said "
		"to differ about one in ten does not.\n"
		"Exit status: 0 no regression, 1 regression, 2 wrong usage, 3 "
		"inconclusive (with --strict), 4 not comparable (not the same "
		"work, nothing in common, or nothing that a gate means), 5 a file cannot be read.",
	.examples = "harness compare before.json after.json\n"
		    "harness compare --gate sched/pipe:instructions:0.5 a.json "
		    "b.json\n"
		    "harness compare --threshold 0.5 --strict a.json b.json\n"
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
				  .counters = !o->no_counters };

	return printers[o->format](stdout, &v);
}

/* A gate that can never shut is a mistake, and no "no regression". */
static void say_idle_gates(const struct compare *c,
			   const struct compare_opts *o)
{
	for (size_t i = 0; i < o->rule.nr_gates; i++) {
		const struct compare_gate *g = &o->rule.gates[i];

		if (!compare_gate_decides(c, g))
			log_error(0,
				  "--gate %s:%s decides nothing: no such "
				  "benchmark and metric could be compared",
				  g->benchmarks, g->metric);
	}
}

static int conclude(struct compare *c, const struct compare_opts *o)
{
	int err;

	if (c->nr_groups < 2) {
		log_error(0, "nothing to compare: all files are of one machine "
			     "and configuration (--by file keeps them apart)");
		return EXIT_NOT_COMPARABLE;
	}
	err = compare_judge(c, &o->rule);
	if (!err)
		err = print(c, o);
	if (err) {
		log_error(err, "cannot compare");
		return EXIT_FAILED;
	}
	if (!c->nr_rows)
		log_warn("no benchmark in any of the files");
	say_idle_gates(c, o);
	return compare_status(c, o->strict);
}

/* An unreadable file is never passed over. */
static int compare(const struct opts_words *w, const struct compare_opts *o)
{
	struct compare c = { 0 };
	char why[WHY_LEN] = "";
	int err = compare_read(&c, w->v, w->nr, o->by, why, sizeof(why));
	int status;

	if (err) {
		log_error(0, "%s", why);
		status = err == -ENOMEM ? EXIT_FAILED : EXIT_UNREADABLE;
	} else {
		status = conclude(&c, o);
	}
	compare_free(&c);
	return status;
}

static int read_floors(struct compare_opts *o, struct compare_floor **floors)
{
	char why[WHY_LEN] = "";
	int err;

	if (!o->floor)
		return 0;
	err = compare_read_floors(o->floor, floors, &o->rule.nr_floors, why,
				  sizeof(why));
	if (err)
		log_error(0, "cannot read %s: %s", o->floor, why);
	o->rule.floors = *floors;
	return err;
}

static void free_gates(struct compare_rule *r)
{
	for (size_t i = 0; i < r->nr_gates; i++)
		compare_gate_free(&r->gates[i]);
	free(r->gates);
}

int cmd_compare(int argc, char **argv)
{
	struct compare_opts o = { 0 };
	struct compare_floor *floors = NULL;
	struct opts_words w = { 0 };
	int err = opts_read(&command, argc, argv, &o, &w), status;

	if (err) {
		free_gates(&o.rule);
		return opts_status(err);
	}
	err = read_floors(&o, &floors);
	status = err ? EXIT_UNREADABLE : compare(&w, &o);
	compare_free_floors(floors, o.rule.nr_floors);
	free_gates(&o.rule);
	free(w.v);
	return status;
}
