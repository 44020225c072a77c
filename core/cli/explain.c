/* SPDX-License-Identifier: MIT */
/*
 * core/cli/explain.c - "explain": where the time of an op goes.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/explain_factors.h"
#include "cli/explain_options.h"
#include "cli/target.h"
#include "machine/facts.h"
#include "plugin/registry.h"
#include "report/entry.h"
#include "report/waterfall.h"
#include "result/waterfall.h"
#include "run/runner.h"
#include "session/explain.h"
#include "session/options.h"
#include "session/plan.h"
#include "util/log.h"
#include "util/opts.h"
#include "util/progress.h"
#include "util/signals.h"
#include "util/text.h"

#define COMMAND EXPLAIN_COMMAND
#define WHY_LEN 1024

/* Time after which no sample starts, so that all is done in a minute. */
#define LIMIT_NS (50ull * 1000000000)

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

/* --- here --------------------------------------------------------------------- */

static int explain(const struct explain *x, const struct explain_opts *o,
		   const struct session *host, const struct waterfall *a)
{
	struct waterfall w = { 0 };
	struct target t = { 0 };
	int ret = target_reserve(COMMAND, o->o.output, host, &t);

	if (!ret)
		ret = describe(x, host, &w);
	if (!ret)
		ret = measure(x, o, &w);
	if (!ret)
		ret = print(o, a, &w);
	if (!ret && t.w)
		ret = target_commit(
			&t, waterfall_write(result_writer_stream(t.w), &w));
	target_end(&t);
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
		o->o.words[0] = a ? a->bench : EXPLAIN_USUAL;
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

int cmd_explain(int argc, char **argv)
{
	struct explain_opts o;
	int ret = explain_opts_read(argc, argv, &o);

	if (ret)
		ret = opts_status(ret);
	else if (o.factors && o.vs)
		ret = opts_status(opts_error(
			COMMAND, "--factors and --vs do not go together"));
	else if (o.factors)
		ret = explain_factors(&o);
	else if (o.vs)
		ret = explain_versus(&o);
	else
		ret = explain_here(&o, NULL);
	explain_opts_free(&o);
	return ret;
}
