/* SPDX-License-Identifier: MIT */
/*
 * core/cli/ab.c - "ab": two sets of options, interleaved slice by slice, or run
 * by run where both cannot be alive together.
 */
#include "cli/ab.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "run/event_set.h"
#include "run/runner.h"
#include "session/paired.h"
#include "stats/verdict.h"
#include "util/json_write.h"
#include "util/log.h"
#include "util/opts.h"
#include "util/parse.h"
#include "util/progress.h"
#include "util/signals.h"
#include "util/why.h"

/*
 * One of the two sides of "ab": its options are some of those
 * of harness run and a few of its own.
 */

#define COMMAND "ab"
#define WHY_LEN 512

/* Long names of the options of harness run that say what a side is. */
static const char *const taken[] = {
	"threads",  "groups", "cpus",	     "sched",  "cgroups", "seccomp",
	"mitigate", "nice",   "timer-slack", "param",  "calls",	  "idle",
	"ws",	    "touch",  "plugins",     "events", "scope",
};

#define NR_TAKEN (sizeof(taken) / sizeof(*taken))

/* What the C library looks at only while a program starts. */
static const char *const too_late[] = { "LD_", "GLIBC_TUNABLES=", "MALLOC_" };

const struct opt ab_arm_rows[AB_ARM_ROWS] = {
	{ OPT_LIST, 0, "env", "NAME=VALUE",
	  "in the environment of its tasks; may be given more than once",
	  .offset = offsetof(struct ab_side, o.env) },
	{ OPT_STRING, 0, "before", "COMMAND",
	  "performed with sh -c before each of its runs",
	  .offset = offsetof(struct ab_side, before) },
	{ OPT_STRING, 0, "after", "COMMAND",
	  "performed after each of its runs, also when it failed",
	  .offset = offsetof(struct ab_side, after) },
	{ .kind = OPT_END },
};

static int parse(struct ab_side *s, int argc, char **argv)
{
	struct opt table[NR_TAKEN + AB_ARM_ROWS];
	const struct opts_command command = {
		.name = COMMAND,
		.opts = table,
		.others = run_opts_command.opts,
		.others_why = "is not for an arm: ab itself says how long and "
			      "how often, and what is printed",
	};
	struct opts_words words;
	char why[WHY_LEN];
	int ret;

	memcpy(&table[run_opts_rows(taken, NR_TAKEN, table)], ab_arm_rows,
	       sizeof(ab_arm_rows));
	ret = opts_parse(&command, argc, argv, s, &words, why, sizeof(why));
	free(words.v);
	if (ret == -EINVAL)
		return opts_error(COMMAND, "%s: %s", s->name, why);
	return ret < 0 ? log_error(ret, COMMAND) : ret;
}

static int check_variable(const struct ab_side *s, const char *v)
{
	char quoted[PARSE_QUOTE_LEN];
	const char *why = NULL;

	if (!strchr(v, '=') || v[0] == '=')
		why = "not of the form NAME=VALUE";
	for (size_t i = 0; i < sizeof(too_late) / sizeof(*too_late); i++)
		if (!strncmp(v, too_late[i], strlen(too_late[i])))
			why = "is read when a program starts, and tasks are "
			      "forked: set it for harness itself";
	if (!why)
		return 0;
	return opts_error(COMMAND, "%s: --env %s: %s", s->name,
			  parse_quote(v, quoted, sizeof(quoted)), why);
}

/*
 * read an side's options
 * @s:		all zero; to be freed with ab_arm_free() also after an error
 * @name:	"A" or "B"
 * @bench:	benchmark, borrowed
 * @argc, @argv: from the "--" before them on; @argv[@argc] is NULL
 *
 * Return: 0; 1: --help was there; -EINVAL or -ENOMEM with one line on stderr.
 */
static int ab_arm_read(struct ab_side *s, const char *name, const char *bench,
		       int argc, char **argv)
{
	int ret;

	*s = (struct ab_side){
		.o = { .command = COMMAND,
		       .cpus = { .kind = PLACE_SAME },
		       .scope = -1,
		       .no_control = true,
		       .nr_words = 1 },
		.name = name,
		.nr_words = argc - 1,
		.words = argv + 1,
	};
	s->o.words = calloc(2, sizeof(*s->o.words));
	if (!s->o.words)
		return log_error(ENOMEM, COMMAND);
	s->o.words[0] = bench;
	ret = parse(s, argc, argv);
	if (!ret)
		ret = run_opts_check(&s->o);
	for (const char **v = s->o.env; v && *v && !ret; v++)
		ret = check_variable(s, *v);
	return ret;
}

/* With -e the side's tasks are counted while they are timed. */
static const struct variant *choose_variant(const struct plan_entry *e)
{
	if (!e->event_set)
		return &e->variant;
	event_set_plan(e->event_set);
	return &e->counted;
}

/*
 * find out what the side's tasks will be
 *
 * Return: 0; -ENOEXEC: it cannot be measured, see plan_status(); -EINVAL (usage) or another
 * negative errno; with a message.
 */
static int ab_arm_plan(struct ab_side *s)
{
	const struct plan_entry *e;
	int ret = registry_open(s->o.plugins, &s->r);

	if (!ret)
		ret = plan_make(&s->o, s->r, &s->plan);
	if (ret)
		return ret;
	e = &s->plan.entries[0];
	if (s->plan.nr != 1)
		return opts_error(
			COMMAND,
			"%s names %zu configurations, it must name one",
			s->name, s->plan.nr);
	if (!e->reason) {
		s->variant = choose_variant(e);
		return 0;
	}
	log_error(0, COMMAND ": %s: %s: %s", s->name, e->variant.name,
		  e->reason);
	return -ENOEXEC;
}

static void ab_arm_free(struct ab_side *s)
{
	plan_free(&s->plan);
	if (s->r)
		registry_close(s->r);
	run_opts_free(&s->o);
}

struct ab_opts {
	uint32_t pairs, slices;
	double threshold;
	bool by_run, json, strict, no_progress;
	uint64_t seed, timeout_ns;
};

#define AT(field) .offset = offsetof(struct ab_opts, field)

static int take_threshold(void *dest, const char *text, char *why, size_t len)
{
	struct ab_opts *o = dest;

	if (!parse_percent(text, &o->threshold))
		return 0;
	return why_set(why, len, -EINVAL, "not a percentage (0 to 100)");
}

static int not_here(void *dest, const char *text, char *why, size_t len)
{
	(void)dest;
	(void)text;
	return why_set(why, len, -EINVAL,
		       "belongs to an arm: write it after a --");
}

static const struct opt own_rows[] = {
	{ OPT_CALL, 0, "threshold", "PCT",
	  "smallest change that matters, in per cent", "2",
	  .take = take_threshold },
	{ OPT_U32, 0, "pairs", "N", "fresh pairs of forks", "20", AT(pairs),
	  PAIRED_SAMPLES, 10000 },
	{ OPT_U32, 0, "slices", "N", "slice pairs in each", "100", AT(slices),
	  1, 4096 },
	{ OPT_FLAG, 0, "by-run", NULL,
	  "whole runs take turns, not slices: for arms that disturb each other",
	  NULL, AT(by_run) },
	{ OPT_COUNT, 0, "seed", "N", "of the orders", "1", AT(seed), 0,
	  INT64_MAX },
	{ OPT_NS, 0, "timeout", "T", "longest time of one step", NULL,
	  AT(timeout_ns), 1000000, 7 * 86400 * 1000000000ull },
	{ OPT_FLAG, 0, "strict", NULL, "exit status 3 if inconclusive", NULL,
	  AT(strict) },
	{ OPT_FLAG, 0, "json", NULL, "the result as JSON", NULL, AT(json) },
	{ OPT_FLAG, 0, "no-progress", NULL, "no line that tells how far it is",
	  NULL, AT(no_progress) },
	{ .kind = OPT_GROUP,
	  .help = "Of an arm, beside what it has of harness run" },
};

#define NR_OWN (sizeof(own_rows) / sizeof(*own_rows))

static const struct opts_command command = {
	.name = "ab",
	.synopsis = "[options] BENCH -- A-OPTIONS -- B-OPTIONS",
	.summary = "Compares two ways to run a benchmark, slice by slice in "
		   "turn: the ratio of B to A with its interval, and what it "
		   "says.",
	.min_words = 1,
	.max_words = 1,
	.missing = "no benchmark given (harness list shows them)",
	.others_why = "of harness run belongs to an arm, after a --, if it "
		      "says what is measured and where",
	.more = "An arm takes of harness run what says what is measured and "
		"where: -T -g -c -s -p -e, --scope, --cgroups, --seccomp, "
		"--mitigate, --nice, --timer-slack, --calls, --idle, --ws, "
		"--touch and --plugins. It may be empty. Both arms' tasks are alive at the "
		"same time and take turns every 0.4 ms; each pair of forks "
		"gives one value. With a command, or if they cannot be alive "
		"together, whole runs take turns, and the output says so.\n\n"
		"Exit status: 0 no regression, 1 B is slower beyond the "
		"threshold, or interrupted, 2 wrong usage, 3 inconclusive (with "
		"--strict), 4 not comparable, 77 one of them cannot run here.",
	.examples = "harness ab sched/pipe -- -s other -- -s batch\n"
		    "harness ab --threshold 0.5 sched/pipe -- -T --\n"
		    "harness ab sched/pipe -- -- --before 'sysctl "
		    "kernel.task_delayacct=1' --after 'sysctl "
		    "kernel.task_delayacct=0'\n",
};

/* The rows of a side are for the help; before the sides they are misplaced. */
static int read_own(int argc, char **argv, struct ab_opts *o,
		    struct opts_words *words)
{
	struct opt table[NR_OWN + AB_ARM_ROWS];
	struct opts_command c = command;
	size_t nr = NR_OWN;

	memcpy(table, own_rows, sizeof(own_rows));
	for (const struct opt *row = ab_arm_rows; row->kind != OPT_END; row++) {
		table[nr] = *row;
		table[nr].kind = OPT_CALL;
		table[nr++].take = not_here;
	}
	table[nr] = (struct opt){ .kind = OPT_END };
	c.opts = table;
	c.others = run_opts_command.opts;
	return opts_read(&c, argc, argv, o, words);
}

/* Where the word "--" stands, from @from on; @argc if nowhere. */
static int find_dashes(int argc, char **argv, int from)
{
	while (from < argc && strcmp(argv[from], "--"))
		from++;
	return from;
}

static const char *bench_name(const struct ab_side *a)
{
	return a->plan.entries[0].variant.name;
}

static const char *op_name(const struct ab_side *a)
{
	return a->plan.entries[0].variant.bench->op;
}

static void print_text(const struct paired *c, const struct ab_side *a,
		       const struct ab_opts *o, enum verdict v)
{
	printf("# %s: B against A, %zu fresh pairs of forks, %s in turn\n",
	       bench_name(a), c->nr_pairs, c->by_run ? "runs" : "slices");
	if (c->by_run)
		printf("# interleaved run by run: %s\n", c->by_run);
	printf("%14.4f times the time of A per %s (%.2f %% interval %.4f .. %.4f, p = %.2g)\n",
	       c->ratio, op_name(a), 100 * c->level, c->lo, c->hi, c->p);
	printf("%14s at a threshold of %g %%\n", verdict_text(v),
	       100 * o->threshold);
	printf("# switches/op: A %.2f, B %.2f\n", c->switches_per_op_a,
	       c->switches_per_op_b);
}

static void write_words(struct json_writer *w, const char *key,
			const struct ab_side *s)
{
	json_write_array(w, key);
	for (int i = 0; i < s->nr_words; i++)
		json_write_text(w, NULL, s->words[i]);
	json_write_end(w);
}

static void print_json(const struct paired *c, const struct ab_side *a,
		       const struct ab_side *b, const struct ab_opts *o,
		       enum verdict v)
{
	struct json_writer w = json_writer(stdout, 1, false);

	json_write_object(&w, NULL);
	json_write_text(&w, "benchmark", bench_name(a));
	json_write_text(&w, "op", op_name(a));
	write_words(&w, "a", a);
	write_words(&w, "b", b);
	json_write_text(&w, "interleaved",
			c->by_run ? "run by run" : "slice by slice");
	json_write_text(&w, "interleaved_why", c->by_run);
	json_write_real(&w, "ratio", c->ratio);
	json_write_real(&w, "lo", c->lo);
	json_write_real(&w, "hi", c->hi);
	json_write_real(&w, "level", c->level);
	json_write_real(&w, "p", c->p);
	json_write_real(&w, "threshold", o->threshold);
	json_write_text(&w, "verdict", verdict_text(v));
	json_write_real(&w, "switches_per_op_a", c->switches_per_op_a);
	json_write_real(&w, "switches_per_op_b", c->switches_per_op_b);
	json_write_array(&w, "log_ratios");
	for (size_t i = 0; i < c->nr_pairs; i++)
		json_write_real(&w, NULL, c->log_ratios[i]);
	json_write_end(&w);
	json_write_end(&w);
	json_write_finish(&w);
}

static int conclude(const struct paired *c, const struct ab_side *a,
		    const struct ab_side *b, const struct ab_opts *o)
{
	enum verdict v = verdict(c->lo, c->hi, o->threshold);

	if (c->reason) {
		log_error(0, "ab: %s: %s", bench_name(a), c->reason);
		return EXIT_NOT_COMPARABLE;
	}
	if (o->json)
		print_json(c, a, b, o, v);
	else
		print_text(c, a, o, v);
	if (v == VERDICT_SLOWER)
		return EXIT_REGRESSION;
	return v == VERDICT_INCONCLUSIVE && o->strict ? EXIT_INCONCLUSIVE :
							EXIT_DONE;
}

static struct paired_state state_of(const struct ab_side *s)
{
	return (struct paired_state){ s->name, s->before, s->after };
}

static int compare_sides(struct ab_side *a, struct ab_side *b,
			 const struct ab_opts *o)
{
	struct entry holder = { 0 };
	struct paired *c = entry_add_paired(&holder);
	struct progress progress;
	struct paired_job job = {
		.name = "ab",
		.a = a->variant,
		.b = b->variant,
		.b_over_a = true,
		.state_a = state_of(a),
		.state_b = state_of(b),
		.by_run = o->by_run,
		.may_run_alone = true,
		.nr_pairs = o->pairs,
		.nr_slices = o->slices,
		.seed = o->seed,
		.timeout_ns = o->timeout_ns,
		.progress = &progress,
	};
	int ret;

	progress_init(&progress, !o->no_progress, o->pairs);
	ret = c ? paired_run(&job, c) : -ENOMEM;
	progress_clear(&progress);
	if (ret == -EINTR)
		log_warn("interrupted by %s", signals_ended_by());
	else if (ret)
		log_error(ret, "ab");
	ret = ret ? EXIT_FAILED : conclude(c, a, b, o);
	entry_free(&holder);
	return ret;
}

/* Plugins of one name from two directories may count different things. */
static int check_ops(const struct ab_side *a, const struct ab_side *b)
{
	if (!strcmp(op_name(a), op_name(b)))
		return 0;
	log_error(
		0,
		"ab: %s: an op of A is a %s, of B a %s: their times cannot be compared",
		bench_name(a), op_name(a), op_name(b));
	return -ENODEV;
}

/* @dashes: where the two "--" stand; the words after each end with NULL. */
static int read_sides(struct ab_side *a, struct ab_side *b, const char *bench,
		      int argc, char **argv, const int *dashes)
{
	int ret;

	ret = ab_arm_read(a, "A", bench, dashes[1] - dashes[0],
			  argv + dashes[0]);
	if (!ret)
		ret = ab_arm_read(b, "B", bench, argc - dashes[1],
				  argv + dashes[1]);
	if (!ret)
		ret = ab_arm_plan(a);
	if (!ret)
		ret = ab_arm_plan(b);
	return ret ? ret : check_ops(a, b);
}

static int ab(int argc, char **argv, const struct ab_opts *o, const char *bench,
	      const int *dashes)
{
	struct ab_side a = { 0 }, b = { 0 };
	int ret = read_sides(&a, &b, bench, argc, argv, dashes);

	if (ret == 1)
		read_own(2, (char *[]){ "ab", "--help", NULL },
			 &(struct ab_opts){ 0 }, &(struct opts_words){ 0 });
	if (ret == -ENOEXEC)
		ret = plan_status(a.variant ? &b.plan : &a.plan);
	else if (ret == -ENODEV)
		ret = EXIT_NOT_COMPARABLE;
	else
		ret = ret ? opts_status(ret) : compare_sides(&a, &b, o);
	ab_arm_free(&b);
	ab_arm_free(&a);
	return ret;
}

int cmd_ab(int argc, char **argv)
{
	int first = find_dashes(argc, argv, 1);
	int dashes[2] = { first, find_dashes(argc, argv, first + 1) };
	struct ab_opts o = { 0 };
	struct opts_words words;
	int ret;

	/* The options of ab end where the sides begin, and A's where B's do. */
	for (int i = 0; i < 2 && dashes[i] < argc; i++)
		argv[dashes[i]] = NULL;
	ret = read_own(first, argv, &o, &words);
	if (ret)
		return opts_status(ret);
	if (dashes[1] < argc) {
		runner_prepare();
		ret = ab(argc, argv, &o, words.v[0], dashes);
	} else {
		ret = opts_status(opts_error(
			"ab",
			"two arms are needed: BENCH -- A-OPTIONS -- B-OPTIONS"));
	}
	free(words.v);
	return ret;
}
