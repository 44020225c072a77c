/* SPDX-License-Identifier: MIT */
/*
 * core/cli/selfcheck.c - "selfcheck": prove every expectation on this kernel.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "plugin/registry.h"
#include "run/runner.h"
#include "session/options.h"
#include "session/plan.h"
#include "session/selfcheck.h"
#include "util/grid.h"
#include "util/log.h"
#include "util/opts.h"
#include "util/signals.h"

/* struct mode - one way to run a benchmark */
struct mode {
	const char *name;
	bool threads;
	int policy;
	int place;
};

static const struct mode modes[] = {
	{ "processes forced", false, SCHED_BATCH, PLACE_SAME },
	{ "processes preempt", false, SCHED_OTHER, PLACE_SAME },
	{ "processes spread", false, SCHED_OTHER, PLACE_APART },
	{ "threads forced", true, SCHED_BATCH, PLACE_SAME },
	{ "threads preempt", true, SCHED_OTHER, PLACE_SAME },
	{ "threads spread", true, SCHED_OTHER, PLACE_APART },
};

#define NR_MODES (sizeof(modes) / sizeof(*modes))

struct selfcheck_opts {
	const char **plugins;
	bool verbose;
};

/* struct tally - what the whole command came to, and its table */
struct tally {
	size_t checked, contradicted;
	bool titled;
	struct grid g;
};

static const struct opt table[] = {
	{ .kind = OPT_LIST,
	  .name = "plugins",
	  .arg = "DIR",
	  .help = "search DIR for benchmarks first",
	  .offset = offsetof(struct selfcheck_opts, plugins) },
	{ .kind = OPT_FLAG,
	  .letter = 'v',
	  .name = "verbose",
	  .help = "also print what a benchmark refuses, and why",
	  .offset = offsetof(struct selfcheck_opts, verbose) },
	{ .kind = OPT_END },
};

static const struct opts_command command = {
	.name = "selfcheck",
	.synopsis = "[options] [BENCH...]",
	.summary =
		"Runs benchmarks in every mode that they accept and checks what they declare: switches per op, no page faults or migrations, twice the time for twice the ops, a control that does not switch.",
	.opts = table,
	.min_words = 0,
	.max_words = SIZE_MAX,
	.more = "The regimes: forced is SCHED_BATCH on one CPU, preempt is "
		"SCHED_OTHER on one CPU, spread is a CPU for each task. Exit status 1 if a check fails.",
	.examples = "harness selfcheck\n"
		    "harness selfcheck sched/pipe 'sched/s*'\n",
};

static void add_number(struct grid *g, double v)
{
	if (isnan(v))
		grid_add(g, "-");
	else
		grid_add(g, "%.3f", v);
}

static void add_promise(struct grid *g, const struct selfcheck *c)
{
	if (c->expect_max >= 1e9)
		grid_add(g, "reported");
	else if (c->expect_min == c->expect_max)
		grid_add(g, "%g", c->expect_min);
	else
		grid_add(g, "%g..%g", c->expect_min, c->expect_max);
}

/* Each row stands there as soon as it is known. */
static void put(struct grid *g)
{
	grid_flush(stdout, g);
	fflush(stdout);
}

static void print_row(struct grid *g, const struct plan_entry *pe,
		      const struct mode *m, const struct selfcheck *c)
{
	grid_add(g, "%s", pe->variant.name);
	grid_add(g, "%s", m->name);
	grid_add(g, "%" PRIu64, c->ops);
	add_promise(g, c);
	add_number(g, c->seen);
	add_number(g, c->growth);
	add_number(g, c->control_seen);
	grid_add(g, "%s", c->faults.nr ? "CONTRADICTED" : "ok");
	grid_end_row(g);
	for (size_t i = 0; i < c->faults.nr; i++)
		grid_line(g, 4, "  %s: %s", c->faults.v[i].id,
			  c->faults.v[i].text);
	put(g);
}

static void print_refused(struct grid *g, const struct plan_entry *pe,
			  const struct mode *m, const char *why)
{
	grid_line(g, 42, "%-22s %-18s %s", pe->variant.name, m->name, why);
	put(g);
}

/* What a mode adds nothing to: a single task has no other CPU to be on. */
static bool same_as_before(const struct plan_entry *pe, const struct mode *m)
{
	return m->place == PLACE_APART && pe->variant.place.nr_tasks == 1;
}

static int check_entry(const struct plan_entry *pe, const struct mode *m,
		       const struct selfcheck_opts *o, struct tally *t)
{
	struct selfcheck c;
	int ret;

	if (pe->reason) {
		bool broken = pe->status == ENTRY_FAILED && !pe->refused;

		t->contradicted += broken;
		if (broken || o->verbose)
			print_refused(&t->g, pe, m, pe->reason);
		return 0;
	}
	if (same_as_before(pe, m))
		return 0;
	ret = selfcheck(pe, &c);
	if (ret == -EOPNOTSUPP) {
		if (o->verbose && c.faults.nr)
			print_refused(&t->g, pe, m, c.faults.v[0].text);
		ret = 0;
	} else if (!ret) {
		print_row(&t->g, pe, m, &c);
		t->checked++;
		t->contradicted += c.faults.nr != 0;
	}
	findings_free(&c.faults);
	return ret;
}

/* Not before the first plan is made: a bad word prints nothing on stdout. */
static void print_titles(struct tally *t)
{
	static const struct {
		const char *title;
		struct grid_column column;
	} columns[] = {
		{ "benchmark", { .min = 22, .align = GRID_LEFT } },
		{ "mode", { .min = 18, .gap = 1, .align = GRID_LEFT } },
		{ "ops",
		  { .min = 9, .gap = 1, .rank = 5, .align = GRID_RIGHT } },
		{ "promised",
		  { .min = 9, .gap = 1, .rank = 2, .align = GRID_RIGHT } },
		{ "seen",
		  { .min = 9, .gap = 1, .rank = 1, .align = GRID_RIGHT } },
		{ "2x ops",
		  { .min = 7, .gap = 1, .rank = 3, .align = GRID_RIGHT } },
		{ "control",
		  { .min = 8, .gap = 1, .rank = 4, .align = GRID_RIGHT } },
		{ "", { .min = 12, .align = GRID_LEFT } },
	};

	if (t->titled)
		return;
	for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++) {
		grid_columns(&t->g, &columns[i].column, 1);
		grid_add(&t->g, "%s", columns[i].title);
	}
	grid_end_row(&t->g);
	put(&t->g);
	t->titled = true;
}

static int check_mode(const struct mode *m, const struct selfcheck_opts *o,
		      const struct opts_words *words, struct registry *r,
		      struct tally *t)
{
	static const char *all[] = { "all", NULL };
	struct run_opts ro;
	struct plan p;
	int ret;

	run_opts_default(&ro, words->nr ? words->v : all);
	ro.command = command.name;
	ro.threads = m->threads;
	ro.cpus.kind = m->place;
	ro.cpus_given = true;
	ro.policy = m->policy;
	ret = plan_make(&ro, r, &p);
	if (!ret)
		print_titles(t);
	for (size_t i = 0; i < p.nr && !ret; i++)
		ret = check_entry(&p.entries[i], m, o, t);
	plan_free(&p);
	return ret;
}

static int check_all(const struct selfcheck_opts *o,
		     const struct opts_words *words, struct registry *r)
{
	struct tally t = { 0 };
	int ret = 0;

	for (size_t i = 0; i < NR_MODES && !ret; i++)
		ret = check_mode(&modes[i], o, words, r, &t);
	grid_free(&t.g);
	if (ret == -EINVAL)
		return EXIT_USAGE;
	if (ret == -EINTR)
		log_warn("interrupted by %s", signals_ended_by());
	else if (ret)
		log_error(ret, "selfcheck");
	printf("%zu checked, %zu contradicted\n", t.checked, t.contradicted);
	if (ret || t.contradicted)
		return EXIT_FAILED;
	return t.checked ? EXIT_DONE : EXIT_NOTHING;
}

int cmd_selfcheck(int argc, char **argv)
{
	struct selfcheck_opts o = { 0 };
	struct opts_words words;
	struct registry *r;
	int ret = opts_read(&command, argc, argv, &o, &words);

	if (ret)
		return opts_status(ret);
	runner_prepare();
	ret = registry_open(o.plugins, &r);
	if (ret) {
		ret = opts_status(ret);
	} else {
		ret = registry_any(r) ? EXIT_FAILED : check_all(&o, &words, r);
		registry_close(r);
	}
	free(words.v);
	free(o.plugins);
	return ret;
}
