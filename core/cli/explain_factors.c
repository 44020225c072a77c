/* SPDX-License-Identifier: MIT */
/*
 * core/cli/explain_factors.c - "explain --factors": one option changed at a
 * time.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/explain_factors.h"
#include "cli/target.h"
#include "machine/facts.h"
#include "plugin/registry.h"
#include "report/entry.h"
#include "report/factors.h"
#include "result/factors.h"
#include "run/runner.h"
#include "session/factors.h"
#include "session/plan.h"
#include "util/log.h"
#include "util/opts.h"
#include "util/progress.h"
#include "util/signals.h"
#include "util/text.h"

#define WHY_LEN 256
#define WORDS_LEN 64

/* Runs of the headline, which is short. */
#define RUNS 5

/* struct trial - what all factors are tried with */
struct trial {
	struct explain_opts *o;
	struct registry *r;
	struct plan without;
	struct factors all;
	struct progress progress;
};

/* What a factor's words make of the plan; else it has a reason. */
static int try_words(struct trial *t, struct factor *f, char *words)
{
	const struct factors_job job = {
		.nr_samples = t->o->samples,
		.nr_slices = t->o->slices,
		.timeout_ns = t->o->o.timeout_ns,
		.progress = &t->progress,
	};
	char why[WHY_LEN] = "";
	struct explain_opts with;
	struct plan p = { 0 };
	int ret = explain_opts_with(t->o, words, &with, why, sizeof(why));

	if (!ret) {
		with.o.words[0] = t->o->o.words[0];
		with.o.no_control = true;
		ret = plan_make(&with.o, t->r, &p);
	}
	if (ret == -EINVAL) {
		f->reason = strdup(why[0] ? why : "it is not possible here");
		ret = f->reason ? 0 : -ENOMEM;
	} else if (!ret) {
		ret = factors_try(f, &t->without.entries[0], &p.entries[0],
				  &job);
	}
	plan_free(&p);
	explain_opts_free(&with);
	return ret;
}

static int try_all(struct trial *t)
{
	int ret = factors_list(&t->all);

	for (size_t i = 0; i < t->all.nr && !ret; i++) {
		struct factor *f = &t->all.v[i];
		char words[WORDS_LEN];

		snprintf(words, sizeof(words), "%s", f->words);
		progress_init(&t->progress, !t->o->o.no_progress,
			      t->o->samples);
		ret = try_words(t, f, words);
		progress_clear(&t->progress);
	}
	factors_sort(&t->all);
	return ret;
}

static int describe(struct trial *t)
{
	const struct plan_entry *pe = &t->without.entries[0];
	struct factors *all = &t->all;
	struct entry e = { 0 };
	int ret = plan_describe(pe, &e);

	all->bench = strdup(pe->variant.name);
	all->op = strdup(pe->variant.bench->op);
	all->config = ret ? NULL : entry_config_text(&e);
	entry_free(&e);
	return all->bench && all->op && all->config ? ret : -ENOMEM;
}

static int print(const struct trial *t)
{
	struct factor_setting settings[FACTOR_SETTINGS_MAX];
	size_t nr = factors_settings(settings);

	return t->o->json ? factors_write(stdout, &t->all) :
			    report_factors(stdout, &t->all, settings, nr);
}

static int measure(struct trial *t, const struct session *host)
{
	struct target file;
	int ret = target_reserve(EXPLAIN_COMMAND, t->o->o.output, host, &file);

	if (!ret)
		ret = describe(t);
	if (!ret)
		ret = factors_headline(&t->o->o, &t->without, &t->all);
	if (!ret)
		ret = try_all(t);
	if (ret == -EINTR)
		log_warn("interrupted by %s", signals_ended_by());
	else if (!ret)
		ret = print(t);
	if (!ret && file.w)
		ret = target_commit(&file,
				    factors_write(result_writer_stream(file.w),
						  &t->all));
	target_end(&file);
	return ret;
}

/* What is tried is one configuration, and makes switches. */
static int check_plan(const struct plan *p)
{
	const struct plan_entry *e = &p->entries[0];

	if (p->nr != 1)
		return opts_status(opts_error(
			EXPLAIN_COMMAND,
			"%s names %zu configurations, it must name one",
			e->variant.name, p->nr));
	if (!e->reason)
		return EXIT_DONE;
	log_error(0, EXPLAIN_COMMAND ": %s: %s", e->variant.name, e->reason);
	return plan_status(p);
}

static int plan_and_try(struct trial *t)
{
	struct session host = { .created = text_utc_now() };
	int ret = plan_make(&t->o->o, t->r, &t->without);

	if (ret)
		ret = opts_status(ret);
	else
		ret = check_plan(&t->without);
	if (ret == EXIT_DONE) {
		ret = host.created ? facts_collect(&host) : -ENOMEM;
		if (!ret)
			ret = measure(t, &host);
		if (ret && ret != -EINTR && !ferror(stdout))
			log_error(ret, EXPLAIN_COMMAND);
		ret = ret ? EXIT_FAILED : EXIT_DONE;
	}
	session_free(&host);
	return ret;
}

int explain_factors(struct explain_opts *o)
{
	struct trial t = { .o = o };
	int ret;

	if (!o->o.words[0])
		o->o.words[0] = EXPLAIN_USUAL;
	o->o.no_control = true;
	o->o.repeat = RUNS;
	o->o.sessions = 1;
	o->o.warmup = -1;
	o->o.time_ns = 100000000;
	runner_prepare();
	ret = registry_open(o->o.plugins, &t.r);
	if (ret)
		return opts_status(ret);
	ret = plan_and_try(&t);
	plan_free(&t.without);
	factors_free(&t.all);
	registry_close(t.r);
	return ret;
}
