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
#include "plugin/file.h"
#include "report/view.h"
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

const struct opt ab_side_rows[AB_SIDE_ROWS] = {
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

#define AT(field) .offset = offsetof(struct ab_side, common.field)

static int take_threshold(void *dest, const char *text, char *why, size_t len)
{
	struct ab_side *s = dest;

	if (!parse_percent(text, &s->common.threshold))
		return 0;
	return why_set(why, len, -EINVAL, "not a percentage (0 to 100)");
}

static const struct opt common_rows[] = {
	{ OPT_CALL, 0, "threshold", "PCT",
	  "smallest change that matters, in per cent", "2",
	  .take = take_threshold },
	{ OPT_U32, 0, "pairs", "N",
	  "samples, each with fresh tasks of both sides", "20", AT(pairs),
	  PAIRED_SAMPLES, 10000 },
	{ OPT_U32, 0, "slices", "N", "slice pairs in each sample", "100",
	  AT(slices), 1, 4096 },
	{ OPT_FLAG, 0, "by-run", NULL,
	  "interleave whole runs, not slices: for sides that disturb each other",
	  NULL, AT(by_run) },
	{ OPT_COUNT, 0, "seed", "N", "seed of the orders", "1", AT(seed), 0,
	  INT64_MAX },
	{ OPT_NS, 0, "timeout", "T", "longest time of one step", NULL,
	  AT(timeout_ns), 1000000, 7 * 86400 * 1000000000ull },
	{ OPT_FLAG, 0, "strict", NULL,
	  "exit with status 3 if the result is inconclusive", NULL,
	  AT(strict) },
	{ OPT_FLAG, 0, "json", NULL, "print the result as JSON", NULL,
	  AT(json) },
	{ OPT_FLAG, 0, "no-progress", NULL,
	  "print no progress line on a terminal", NULL, AT(no_progress) },
	{ .kind = OPT_GROUP,
	  .help = "Of a side, besides options of harness run" },
};

#define NR_COMMON (sizeof(common_rows) / sizeof(*common_rows))

/* Options of a table for struct ab_side, which ends with OPT_END. */
#define MOST_ROWS (NR_COMMON + NR_TAKEN + AB_SIDE_ROWS)

static bool is_taken(const struct opt *o)
{
	for (size_t i = 0; o->name && i < NR_TAKEN; i++)
		if (!strcmp(o->name, taken[i]))
			return true;
	return false;
}

/* The options of a side. Return: how many rows. */
static size_t side_table(struct opt *table)
{
	const struct opt *run = run_opts_command.opts;
	size_t nr = 0;

	for (; run->kind != OPT_END; run++)
		if (is_taken(run))
			table[nr++] = *run;
	memcpy(&table[nr], ab_side_rows, sizeof(ab_side_rows));
	return nr + AB_SIDE_ROWS;
}

static int parse(struct ab_side *s, const struct opts_command *like,
		 struct opt *table, int argc, char **argv)
{
	struct opts_command c = *like;
	struct opts_words words;
	char why[WHY_LEN];
	int ret;

	c.name = COMMAND;
	c.opts = table;
	c.others = run_opts_command.opts;
	ret = opts_parse(&c, argc, argv, s, &words, why, sizeof(why));
	free(words.v);
	if (ret == -EINVAL)
		return opts_error(COMMAND, "%s: %s", s->name, why);
	return ret < 0 ? log_error(ret, COMMAND) : ret;
}

/* What stands after its "--", alone: only options of a side. */
static int parse_alone(const char *name, int argc, char **argv)
{
	static const struct opts_command command = {
		.others_why = "is not for a side: ab itself says how long and "
			      "how often, and what is printed",
	};
	struct opt table[MOST_ROWS];
	struct ab_side unused = { .name = name };
	int ret;

	side_table(table);
	ret = parse(&unused, &command, table, argc, argv);
	run_opts_free(&unused.o);
	return ret;
}

/* What stands before both sides, and then what a side itself has. */
static int parse_all(struct ab_side *s, int nr_common, char **common, int argc,
		     char **argv)
{
	static const struct opts_command command = { .max_words = SIZE_MAX };
	struct opt table[MOST_ROWS];
	char **all = calloc((size_t)(nr_common + argc) + 1, sizeof(*all));
	int ret;

	if (!all)
		return log_error(ENOMEM, COMMAND);
	memcpy(all, common, (size_t)nr_common * sizeof(*all));
	memcpy(all + nr_common, argv + 1, (size_t)(argc - 1) * sizeof(*all));
	memcpy(table, common_rows, sizeof(common_rows));
	side_table(table + NR_COMMON);
	ret = parse(s, &command, table, nr_common + argc - 1, all);
	free(all);
	return ret;
}

/* struct ab_words - what stands before both sides, the command's name first */
struct ab_words {
	const char *bench;
	int nr;
	char **v;
};

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
 * @s:		all zero; to be freed with ab_side_free() also after an error
 * @name:	"A" or "B"
 * @bench:	benchmark, borrowed
 * @argc, @argv: from the "--" before them on; @argv[@argc] is NULL
 *
 * Return: 0; 1: --help was there; -EINVAL or -ENOMEM with one line on stderr.
 */
static int ab_side_read(struct ab_side *s, const char *name,
			const struct ab_words *w, int argc, char **argv)
{
	int ret = parse_alone(name, argc, argv);

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
	s->o.words[0] = w->bench;
	if (!ret)
		ret = parse_all(s, w->nr, w->v, argc, argv);
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
static int ab_side_plan(struct ab_side *s)
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

static void ab_side_free(struct ab_side *s)
{
	plan_free(&s->plan);
	if (s->r)
		registry_close(s->r);
	run_opts_free(&s->o);
}

static const struct opts_command command = {
	.name = "ab",
	.synopsis = "[options] BENCH -- A-OPTIONS -- B-OPTIONS",
	.summary = "A/B test: measures a benchmark in two configurations, "
		   "interleaved slice by slice.",
	.min_words = 1,
	.max_words = 1,
	.missing = "no benchmark given (harness list shows them)",
	.others_why = "is not for ab, which says itself how long and how often "
		      "it measures, and what it prints",
	.more = "A side takes the options of harness run that say what is "
		"measured and where: -T -g -c -s -p -e, --scope, --cgroups, "
		"--seccomp, --mitigate, --nice, --timer-slack, --calls, --idle, "
		"--ws, --touch and --plugins. It may be empty. Before the first "
		"-- they hold for both sides. The tasks of both sides are alive "
		"together, and their slices of 0.4 ms are interleaved; each "
		"sample has fresh tasks and gives one value. With --before or "
		"--after, or if they cannot be alive together, whole runs are "
		"interleaved, and the output says so.\n\n"
		"Exit status: 0 no regression, 1 B is slower beyond the "
		"threshold, or interrupted, 2 wrong usage, 3 inconclusive (with "
		"--strict), 4 not comparable, 77 one of them cannot run here.",
	.examples = "harness ab sched/pipe -- -s other -- -s batch\n"
		    "harness ab --threshold 0.5 sched/pipe -- -T --\n"
		    "harness ab sched/pipe -- -- --before 'sysctl "
		    "kernel.task_delayacct=1' --after 'sysctl "
		    "kernel.task_delayacct=0'\n",
};

static bool wants_help(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
			return true;
	return false;
}

/* What stands before the sides; the help has only what ab adds to run. */
static int read_common(int argc, char **argv, struct ab_side *common,
		       struct opts_words *words)
{
	struct opt table[MOST_ROWS];
	struct opts_command c = command;

	memcpy(table, common_rows, sizeof(common_rows));
	if (wants_help(argc, argv))
		memcpy(table + NR_COMMON, ab_side_rows, sizeof(ab_side_rows));
	else
		side_table(table + NR_COMMON);
	c.opts = table;
	c.others = run_opts_command.opts;
	return opts_read(&c, argc, argv, common, words);
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

/* "   A      2.210 us per round trip   -s other" */
static void print_side(const struct ab_side *s, double ns)
{
	char text[NUMBER_LEN];
	struct view v = { 0 };

	view_set_unit(&v, ns);
	printf("%14s %s per %s with %s:", view_time(&v, ns, text), v.unit,
	       op_name(s), s->name);
	for (int i = 0; i < s->nr_words; i++)
		printf(" %s", s->words[i]);
	puts(s->nr_words ? "" : " no option");
}

static void print_text(const struct paired *c, const struct ab_side *a,
		       const struct ab_side *b, const struct ab_opts *o,
		       enum verdict v)
{
	printf("# %s: %zu samples, fresh tasks of A and B in each, %s interleaved\n",
	       bench_name(a), c->nr_pairs, c->by_run ? "runs" : "slices");
	if (c->by_run)
		printf("# interleaved run by run: %s\n", c->by_run);
	print_side(a, c->ns_a);
	print_side(b, c->ns_b);
	printf("%+14.2f %% B against A (%.2f %% CI %+.2f .. %+.2f %%, p = %.2g): %s at a threshold of %g %%\n",
	       100 * (c->ratio - 1), 100 * c->level, 100 * (c->lo - 1),
	       100 * (c->hi - 1), c->p, verdict_text(v), 100 * o->threshold);
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
	json_write_real(&w, "ns_per_op_a", c->ns_a);
	json_write_real(&w, "ns_per_op_b", c->ns_b);
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
		print_text(c, a, b, o, v);
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

/* Two builds may well be one: then there is nothing to be found. */
static void note_same_code(const struct variant *a, const struct variant *b)
{
	char x[PLUGIN_HASH_LEN], y[PLUGIN_HASH_LEN];

	if (strcmp(a->path, b->path) && !plugin_file_hash(a->path, x) &&
	    !plugin_file_hash(b->path, y) && !strcmp(x, y))
		log_warn("%s of A and %s of B are identical code", a->path,
			 b->path);
}

/* @dashes: where the two "--" stand; the words after each end with NULL. */
static int read_sides(struct ab_side *a, struct ab_side *b,
		      const struct ab_words *w, int argc, char **argv,
		      const int *dashes)
{
	int ret;

	ret = ab_side_read(a, "A", w, dashes[1] - dashes[0], argv + dashes[0]);
	if (!ret)
		ret = ab_side_read(b, "B", w, argc - dashes[1],
				   argv + dashes[1]);
	if (!ret)
		ret = ab_side_plan(a);
	if (!ret)
		ret = ab_side_plan(b);
	if (!ret)
		note_same_code(a->variant, b->variant);
	return ret ? ret : check_ops(a, b);
}

static int ab(int argc, char **argv, const struct ab_opts *o,
	      const struct ab_words *w, const int *dashes)
{
	struct ab_side a = { 0 }, b = { 0 };
	int ret = read_sides(&a, &b, w, argc, argv, dashes);

	if (ret == 1)
		read_common(2, (char *[]){ "ab", "--help", NULL },
			    &(struct ab_side){ 0 }, &(struct opts_words){ 0 });
	if (ret == -ENOEXEC)
		ret = plan_status(a.variant ? &b.plan : &a.plan);
	else if (ret == -ENODEV)
		ret = EXIT_NOT_COMPARABLE;
	else
		ret = ret ? opts_status(ret) : compare_sides(&a, &b, o);
	ab_side_free(&b);
	ab_side_free(&a);
	return ret;
}

int cmd_ab(int argc, char **argv)
{
	int first = find_dashes(argc, argv, 1);
	int dashes[2] = { first, find_dashes(argc, argv, first + 1) };
	struct ab_side common = { 0 };
	struct ab_words w = { .nr = first, .v = argv };
	struct opts_words words;
	int ret;

	/* The options of ab end where the sides begin, and A's where B's do. */
	for (int i = 0; i < 2 && dashes[i] < argc; i++)
		argv[dashes[i]] = NULL;
	ret = read_common(first, argv, &common, &words);
	run_opts_free(&common.o);
	if (ret)
		return opts_status(ret);
	w.bench = words.v[0];
	if (dashes[1] < argc) {
		runner_prepare();
		ret = ab(argc, argv, &common.common, &w, dashes);
	} else {
		ret = opts_status(opts_error(
			"ab",
			"two sides are needed: BENCH -- A-OPTIONS -- B-OPTIONS"));
	}
	free(words.v);
	return ret;
}
