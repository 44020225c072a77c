/* SPDX-License-Identifier: MIT */
/*
 * core/cli/explain.c - "explain": where the time of an op goes.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "machine/facts.h"
#include "plugin/registry.h"
#include "report/entry.h"
#include "report/waterfall.h"
#include "result/file.h"
#include "result/output_name.h"
#include "result/waterfall.h"
#include "run/measure.h"
#include "run/runner.h"
#include "session/explain.h"
#include "session/options.h"
#include "session/plan.h"
#include "util/log.h"
#include "util/opts.h"
#include "util/progress.h"
#include "util/signals.h"
#include "util/text.h"

#define COMMAND "explain"
#define WHY_LEN 1024

/* Time after which no sample starts, so that all is done in a minute. */
#define LIMIT_NS (50ull * 1000000000)

/**
 * struct explain_opts - what was asked for
 * @o:		as harness run would have it; first, so that its table of options
 *		fits
 * @samples:	fresh sets of tasks
 * @slices:	of each variant in each
 * @json:	print the file, not the text
 * @vs:		one or two files to compare, or NULL
 */
struct explain_opts {
	struct run_opts o;
	uint32_t samples, slices;
	int json;
	const char **vs;
};

#define AT(field) .offset = offsetof(struct explain_opts, field)

static const char *const formats[] = { "text", "json", NULL };

static const struct opt own_rows[] = {
	{ OPT_U32, 0, "samples", "N",
	  "samples, each with fresh tasks; fewer where they would take longer "
	  "than a minute",
	  "24", AT(samples), EXPLAIN_SAMPLES_MIN, 1000 },
	{ OPT_U32, 0, "slices", "N", "slices of each variant in each sample",
	  "48", AT(slices), 1, ROUNDS_SLICES_MAX },
	{ OPT_LIST, 0, "vs", "FILE",
	  "compare with a file that -o saved, part by part: A is the file, B "
	  "is here; given twice, both are files and nothing is measured",
	  AT(vs) },
	{ OPT_WORD, 'f', "format", "FORMAT", "text or json", "text", AT(json),
	  .words = formats },
	{ OPT_SET, 0, "json", NULL, "the same as --format json", AT(json),
	  .min = 1 },
	{ .kind = OPT_END },
};

/* Options of harness run that explain has too. */
static const char *const of_run[] = {
	"threads", "cpus",    "sched", "param",	  "calls",  "ws",
	"touch",   "plugins", "seed",  "timeout", "output", "no-progress",
};

#define NR_OF_RUN (sizeof(of_run) / sizeof(*of_run))
#define NR_OWN (sizeof(own_rows) / sizeof(*own_rows))

static const struct opts_command command = {
	.name = COMMAND,
	.synopsis = "[options] [BENCH]",
	.summary = "Splits the time of an op into its parts: kernel entries, "
		   "the calls' work, sleeping and waking, the switch, the "
		   "address space, wake-up preemption.",
	.min_words = 0,
	.max_words = 1,
	.others_why = "makes no difference to explain",
	.more = "Without a benchmark: sched/pipe. Each part is the difference "
		"between two variants of the benchmark, all of them interleaved "
		"slice by slice, so that the parts add up; what they leave of "
		"the whole is the remainder. With tasks on several CPUs (-c), "
		"waking another CPU and leaving idle are parts, with --ws or "
		"--touch the working set.\n\n"
		"Exit status: 0 done, 1 failed, 2 wrong usage, 77 it cannot "
		"run here.",
	.examples = "harness explain\n"
		    "harness explain sched/futex -T\n"
		    "harness explain sched/pipe -o old.json\n"
		    "harness explain --vs old.json\n",
};

/* --- measure ------------------------------------------------------------------ */

/* What was explained, and where. */
static int describe(const struct explain *x, const struct session *host,
		    struct waterfall *w)
{
	const struct plan_entry *pe = &x->plans[EXPLAIN_WHOLE].entries[0];
	const char *cpu = session_fact(host, "cpu_model");
	const char *kernel = session_fact(host, "kernel");
	struct entry e = { 0 };
	int ret = plan_describe(pe, &e);

	w->bench = strdup(pe->variant.name);
	w->op = strdup(pe->variant.bench->op);
	w->config = ret ? NULL : entry_config_text(&e);
	w->cpu_model = cpu ? strdup(cpu) : NULL;
	w->kernel = kernel ? strdup(kernel) : NULL;
	w->created = strdup(host->created);
	entry_free(&e);
	return w->bench && w->op && w->config && w->created ? ret : -ENOMEM;
}

static int measure(const struct explain *x, const struct explain_opts *o,
		   struct waterfall *w)
{
	struct progress progress = { 0 };
	const struct explain_job job = {
		.nr_samples = o->samples,
		.nr_slices = o->slices,
		.limit_ns = LIMIT_NS,
		.seed = o->o.seed,
		.timeout_ns = o->o.timeout_ns,
		.progress = &progress,
	};
	char why[WHY_LEN];
	int ret;

	progress_init(&progress, !o->o.no_progress, o->samples);
	progress.what = w->bench;
	ret = explain_measure(x, &job, w, why, sizeof(why));
	progress_clear(&progress);
	if (ret == -EINTR)
		log_warn("interrupted by %s", signals_ended_by());
	else if (ret == -ENODATA)
		log_error(0,
			  COMMAND ": %s makes no context switch: harness "
				  "run says what it takes",
			  w->bench);
	else if (ret == -ECHILD)
		log_error(0, COMMAND ": %s: %s", w->bench, why);
	else if (ret)
		log_error(ret, COMMAND);
	return ret;
}

/* --- print and save ----------------------------------------------------------- */

/**
 * struct target - where the waterfall is saved
 * @path:	or NULL
 * @w:		reserved, so that nothing is measured in vain
 */
struct target {
	char *path;
	struct result_writer *w;
};

static int reserve(const char *pattern, const struct session *host,
		   struct target *t)
{
	int ret;

	if (!pattern)
		return 0;
	t->path = output_name(pattern, host);
	if (!t->path)
		return log_error(-ENOMEM, COMMAND);
	ret = result_writer_open(t->path, &t->w);
	return ret ? log_error(ret, COMMAND ": cannot write '%s'", t->path) : 0;
}

/* @t->w is used up. */
static int save(struct target *t, const struct waterfall *w)
{
	int ret;

	if (!t->w)
		return 0;
	ret = waterfall_write(result_writer_stream(t->w), w);
	ret = result_writer_commit(t->w, ret);
	t->w = NULL;
	return ret ? log_error(ret, COMMAND ": cannot save '%s'", t->path) : 0;
}

/* @a: NULL, or what to compare with. */
static int print(const struct explain_opts *o, const struct waterfall *a,
		 const struct waterfall *w)
{
	const char *name = o->vs && o->vs[1] ? o->vs[1] : "here";
	int ret;

	if (o->json)
		ret = waterfall_write(stdout, w);
	else if (a)
		ret = report_waterfalls(stdout, a, o->vs[0], w, name);
	else
		ret = report_waterfall(stdout, w);

	/* What is wrong with stdout itself is said at the very end. */
	if (ret && !ferror(stdout))
		log_error(ret, COMMAND);
	return ret;
}

/* --- the command -------------------------------------------------------------- */

static int explain(const struct explain *x, const struct explain_opts *o,
		   const struct session *host, const struct waterfall *a)
{
	struct waterfall w = { 0 };
	struct target t = { 0 };
	int ret = reserve(o->o.output, host, &t);

	if (!ret)
		ret = describe(x, host, &w);
	if (!ret)
		ret = measure(x, o, &w);
	if (!ret)
		ret = print(o, a, &w);
	if (!ret)
		ret = save(&t, &w);
	result_writer_abort(t.w);
	free(t.path);
	waterfall_free(&w);
	return ret ? EXIT_FAILED : EXIT_DONE;
}

static int ops_differ(const char *a, const char *b)
{
	return log_error(0,
			 COMMAND ": an op of A is a %s, of B a %s: their parts "
				 "cannot be compared",
			 a, b);
}

static int plan_and_explain(const struct explain_opts *o, struct registry *r,
			    const struct waterfall *a)
{
	struct session host = { .created = text_utc_now() };
	struct explain x;
	int ret = explain_plan(&o->o, r, &x);
	const struct plan *whole = &x.plans[EXPLAIN_WHOLE];

	if (!ret && a && strcmp(a->op, whole->entries[0].variant.bench->op)) {
		ret = EXIT_FAILED;
		ops_differ(a->op, whole->entries[0].variant.bench->op);
	} else if (ret == -ENOEXEC && whole->nr == 1 &&
		   whole->entries[0].reason) {
		log_error(0, COMMAND ": %s: %s", whole->entries[0].variant.name,
			  whole->entries[0].reason);
		ret = plan_status(whole);
	} else if (ret) {
		ret = opts_status(ret);
	} else if (!host.created || facts_collect(&host)) {
		log_error(ENOMEM, COMMAND);
		ret = EXIT_FAILED;
	} else {
		ret = explain(&x, o, &host, a);
	}
	explain_free(&x);
	session_free(&host);
	return ret;
}

static int explain_here(struct explain_opts *o, const struct waterfall *a)
{
	struct registry *r;
	int ret;

	if (!o->o.words[0])
		o->o.words[0] = a ? a->bench : "sched/pipe";
	runner_prepare();
	ret = registry_open(o->o.plugins, &r);
	if (ret)
		return opts_status(ret);
	ret = plan_and_explain(o, r, a);
	registry_close(r);
	return ret;
}

/* --- against a file ------------------------------------------------------------ */

static int read_file(const char *path, struct waterfall *w)
{
	char why[WHY_LEN] = "";
	int ret = waterfall_read(path, w, why, sizeof(why));

	return ret ? log_error(0, COMMAND ": %s: %s", path, why) : 0;
}

static int explain_files(const struct explain_opts *o,
			 const struct waterfall *a)
{
	struct waterfall b = { 0 };
	int ret = read_file(o->vs[1], &b);

	if (!ret && strcmp(a->op, b.op))
		ret = ops_differ(a->op, b.op);
	if (!ret)
		ret = print(o, a, &b);
	waterfall_free(&b);
	return ret ? EXIT_FAILED : EXIT_DONE;
}

static int explain_versus(struct explain_opts *o)
{
	struct waterfall a = { 0 };
	int ret;

	if (o->vs[1] && o->vs[2])
		return opts_status(
			opts_error(COMMAND, "--vs: two files at most"));
	if (o->vs[1] && o->o.words[0])
		return opts_status(opts_error(
			COMMAND, "--vs twice compares files: leave '%s' out",
			o->o.words[0]));
	if (read_file(o->vs[0], &a))
		return EXIT_FAILED;
	ret = o->vs[1] ? explain_files(o, &a) : explain_here(o, &a);
	waterfall_free(&a);
	return ret;
}

/* --- the command -------------------------------------------------------------- */

static int read_options(int argc, char **argv, struct explain_opts *o)
{
	struct opt table[NR_OF_RUN + NR_OWN];
	struct opts_command c = command;
	struct opts_words words;
	int ret;

	memcpy(&table[run_opts_rows(of_run, NR_OF_RUN, table)], own_rows,
	       sizeof(own_rows));
	c.opts = table;
	c.others = run_opts_command.opts;
	ret = opts_read(&c, argc, argv, o, &words);
	if (ret)
		return ret;
	o->o.words = words.v;
	o->o.groups = calloc(1, sizeof(*o->o.groups));
	if (!o->o.groups)
		return log_error(-ENOMEM, COMMAND);
	o->o.groups[0] = o->o.nr_groups = o->o.nr_words = 1;
	return 0;
}

int cmd_explain(int argc, char **argv)
{
	struct explain_opts o = {
		.o = { .command = COMMAND,
		       .cpus = { .kind = PLACE_SAME },
		       .scope = -1 },
	};
	int ret = read_options(argc, argv, &o);

	if (ret)
		ret = opts_status(ret);
	else if (o.vs)
		ret = explain_versus(&o);
	else
		ret = explain_here(&o, NULL);
	free(o.vs);
	run_opts_free(&o.o);
	return ret;
}
