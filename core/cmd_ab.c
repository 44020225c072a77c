/* SPDX-License-Identifier: MIT */
/*
 * core/cmd_ab.c - "ab": two sets of options, interleaved slice by slice.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "cmd.h"
#include "contrast.h"
#include "counting.h"
#include "log.h"
#include "opts.h"
#include "parse.h"
#include "plan.h"
#include "progress.h"
#include "registry.h"
#include "result_json.h"
#include "run_opts.h"
#include "runner.h"
#include "verdict.h"
#include "why.h"

#define DEFAULT_PAIRS 20
#define DEFAULT_SLICES 100

struct ab_opts {
	uint32_t pairs, slices;
	double threshold;
	bool json, strict, no_progress;
	uint64_t seed, timeout_ns;
};

/* struct side - one arm on the command line, and planned */
struct side {
	int argc;
	char **argv;
	struct run_opts o;
	struct registry *r;
	struct plan plan;
	const struct arm *arm;
};

#define AT(field) .offset = offsetof(struct ab_opts, field)

static int take_threshold(void *dest, const char *text, char *why, size_t len)
{
	struct ab_opts *o = dest;

	if (!parse_percent(text, &o->threshold))
		return 0;
	return why_set(why, len, -EINVAL, "not a percentage (0 to 100)");
}

static const struct opt table[] = {
	{ OPT_CALL, 0, "threshold", "PCT",
	  "smallest change that matters, in per cent", "2",
	  .take = take_threshold },
	{ OPT_U32, 0, "pairs", "N", "fresh pairs of forks", "20", AT(pairs),
	  CONTRAST_PAIRS, 10000 },
	{ OPT_U32, 0, "slices", "N", "slice pairs in each", "100", AT(slices),
	  1, 4096 },
	{ OPT_COUNT, 0, "seed", "N", "of the orders", "1", AT(seed), 0,
	  INT64_MAX },
	{ OPT_NS, 0, "timeout", "T", "longest time of one step", NULL,
	  AT(timeout_ns), 1000000, 7 * 86400 * 1000000000ull },
	{ OPT_FLAG, 0, "strict", NULL, "exit status 3 if inconclusive", NULL,
	  AT(strict) },
	{ OPT_FLAG, 0, "json", NULL, "the result as JSON", NULL, AT(json) },
	{ OPT_FLAG, 0, "no-progress", NULL, "no line that tells how far it is",
	  NULL, AT(no_progress) },
	{ .kind = OPT_END },
};

static const struct opts_command command = {
	.name = "ab",
	.synopsis = "[options] BENCH -- A-OPTIONS -- B-OPTIONS",
	.summary = "Compares two ways to run a benchmark, slice by slice in "
		   "turn: the ratio of B to A with its interval, and what it "
		   "says.",
	.opts = table,
	.min_words = 1,
	.max_words = 1,
	.missing = "no benchmark named (harness list shows them)",
	.more = "A-OPTIONS and B-OPTIONS are options of harness run: -T -g -c -e "
		"-s -p --calls --cgroups --idle --plugins. Either may be empty. Both arms' tasks "
		"are alive at the same time, and each pair of forks gives one "
		"value. Exit status: 0 no regression, 1 B is slower beyond the "
		"threshold, 2 wrong usage, 3 inconclusive (with --strict), 4 "
		"not comparable.",
	.examples = "harness ab sched/pipe -- -s other -- -s batch\n"
		    "harness ab --threshold 0.5 sched/pipe -- -T --\n",
};

/* Where the word "--" stands, from @from on; @argc if nowhere. */
static int find_dashes(int argc, char **argv, int from)
{
	while (from < argc && strcmp(argv[from], "--"))
		from++;
	return from;
}

/* "run BENCH options": as harness run would be called for one arm. */
static int side_read(struct side *s, char *bench, int argc, char **argv)
{
	s->argv = calloc((size_t)argc + 3, sizeof(*s->argv));
	if (!s->argv)
		return -ENOMEM;
	s->argv[s->argc++] = "run";
	s->argv[s->argc++] = bench;
	for (int i = 0; i < argc; i++)
		s->argv[s->argc++] = argv[i];
	return run_opts_parse(s->argc, s->argv, &s->o);
}

/* With -e the arm's tasks are counted while they are timed. */
static const struct arm *choose_arm(const struct plan_entry *e)
{
	struct counting *c = (struct counting *)e->counted.counting;

	if (!c)
		return &e->arm;
	counting_plan(c);
	return &e->counted;
}

static int side_plan(struct side *s, const char *name)
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
			"ab", "%s names %zu configurations, it must name one",
			name, s->plan.nr);
	if (!e->reason) {
		s->arm = choose_arm(e);
		return 0;
	}
	log_error(0, "ab: %s: %s: %s", name, e->arm.name, e->reason);
	return -ENODEV;
}

static void side_free(struct side *s)
{
	plan_free(&s->plan);
	if (s->r)
		registry_close(s->r);
	run_opts_free(&s->o);
	free(s->argv);
}

static void print_text(const struct contrast *c, const struct side *a,
		       const struct ab_opts *o, enum verdict v)
{
	const char *op = a->plan.entries[0].arm.bench->op;

	printf("# %s: B against A, %zu fresh pairs of forks, slices in turn\n",
	       a->plan.entries[0].arm.name, c->nr_pairs);
	printf("%14.4f times the time of A per %s (%.2f %% interval %.4f .. %.4f, p = %.2g)\n",
	       c->ratio, op, 100 * c->level, c->lo, c->hi, c->p);
	printf("%14s at a threshold of %g %%\n", verdict_text(v),
	       100 * o->threshold);
	printf("# switches/op: A %.2f, B %.2f\n", c->switches_per_op_b,
	       c->switches_per_op_a);
}

static int print_json(const struct contrast *c, const struct side *a,
		      const struct ab_opts *o, enum verdict v)
{
	json_t *logs = json_array(), *root;

	for (size_t i = 0; i < c->nr_pairs; i++)
		json_array_append_new(logs, json_real(c->log_ratios[i]));
	root = json_pack(
		"{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:o}",
		"benchmark", a->plan.entries[0].arm.name, "op",
		a->plan.entries[0].arm.bench->op, "ratio",
		json_number(c->ratio), "lo", json_number(c->lo), "hi",
		json_number(c->hi), "level", json_number(c->level), "p",
		json_number(c->p), "threshold", json_number(o->threshold),
		"verdict", verdict_text(v), "switches_per_op_a",
		json_number(c->switches_per_op_b), "switches_per_op_b",
		json_number(c->switches_per_op_a), "log_ratios", logs);
	if (!root)
		return -ENOMEM;
	json_dumpf(root, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
	putchar('\n');
	json_decref(root);
	return 0;
}

static int conclude(const struct contrast *c, const struct side *a,
		    const struct ab_opts *o)
{
	enum verdict v = verdict(c->lo, c->hi, o->threshold);

	if (c->reason) {
		log_error(0, "ab: %s: %s", a->plan.entries[0].arm.name,
			  c->reason);
		return EXIT_NOT_COMPARABLE;
	}
	if (o->json && print_json(c, a, o, v))
		return log_error(ENOMEM, "ab") ? EXIT_FAILED : 0;
	if (!o->json)
		print_text(c, a, o, v);
	if (v == VERDICT_SLOWER)
		return EXIT_REGRESSION;
	return v == VERDICT_INCONCLUSIVE && o->strict ? EXIT_INCONCLUSIVE :
							EXIT_DONE;
}

/* The contrast is B over A: above 1, B takes longer. */
static int compare_arms(struct side *a, struct side *b, const struct ab_opts *o)
{
	struct entry holder = { 0 };
	struct contrast *c = entry_add_contrast(&holder);
	struct progress progress;
	struct contrast_job job = {
		.name = "ab",
		.a = b->arm,
		.b = a->arm,
		.nr_pairs = o->pairs,
		.nr_slices = o->slices,
		.seed = o->seed,
		.timeout_ns = o->timeout_ns,
		.progress = &progress,
	};
	int ret;

	progress_init(&progress, !o->no_progress, o->pairs);
	ret = c ? contrast_run(&job, c) : -ENOMEM;
	progress_clear(&progress);
	if (ret == -EINTR)
		log_warn("interrupted");
	else if (ret)
		log_error(ret, "ab");
	ret = ret ? EXIT_FAILED : conclude(c, a, o);
	entry_free(&holder);
	return ret;
}

static int ab(int argc, char **argv, const struct ab_opts *o, char *bench,
	      int first)
{
	int second = find_dashes(argc, argv, first + 1);
	struct side a = { 0 }, b = { 0 };
	int ret;

	if (second >= argc)
		return opts_status(opts_error(
			"ab",
			"two arms are needed: BENCH -- A-OPTIONS -- B-OPTIONS"));
	ret = side_read(&a, bench, second - first - 1, argv + first + 1);
	if (!ret)
		ret = side_read(&b, bench, argc - second - 1,
				argv + second + 1);
	if (!ret)
		ret = side_plan(&a, "A");
	if (!ret)
		ret = side_plan(&b, "B");
	if (ret == -ENODEV)
		ret = EXIT_NOT_COMPARABLE;
	else
		ret = ret ? opts_status(ret) : compare_arms(&a, &b, o);
	side_free(&b);
	side_free(&a);
	return ret;
}

int cmd_ab(int argc, char **argv)
{
	int first = find_dashes(argc, argv, 1);
	char *dashes = first < argc ? argv[first] : NULL;
	struct ab_opts o = { 0 };
	struct opts_words words;
	int ret;

	/* The options of ab end where the arms begin. */
	argv[first] = NULL;
	ret = opts_read(&command, first, argv, &o, &words);
	argv[first] = dashes;
	if (ret)
		return opts_status(ret);
	runner_prepare();
	ret = ab(argc, argv, &o, (char *)words.v[0], first);
	free(words.v);
	return ret;
}
