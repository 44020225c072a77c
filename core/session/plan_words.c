/* SPDX-License-Identifier: MIT */
/*
 * core/session/plan_words.c - from the words of a command line to a plan: names,
 * collections, globs, suites.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/log.h"
#include "util/opts.h"
#include "session/planner.h"
#include "pmu.h"
#include "plugin/suite.h"
#include "plugin/suites.h"

static int no_match(const struct planner *pl, const char *word)
{
	const char *near = registry_suggest(pl->r, word);

	if (near)
		return opts_error(pl->o->command,
				  "no benchmark '%s': did you mean %s?", word,
				  near);
	return opts_error(pl->o->command,
			  "no benchmark '%s' (harness list shows them)", word);
}

/* Marks what a word means; a benchmark named twice is run once. */
static int mark_word(const struct planner *pl, const char *word, bool *wanted)
{
	size_t *idx, nr;
	int ret = registry_match(pl->r, word, &idx, &nr);

	if (ret == -ENOENT)
		return no_match(pl, word);
	if (ret)
		return log_error(ret, "%s: '%s'", pl->o->command, word);
	ret = registry_probe(pl->r, idx, nr);
	for (size_t i = 0; i < nr; i++)
		wanted[idx[i]] = true;
	free(idx);
	return ret;
}

/* "sched/ring,user/ring": no name has a comma. */
static int mark_list(const struct planner *pl, const char *list, bool *wanted)
{
	char *copy = strdup(list), *rest = copy, *word;
	int ret = copy ? 0 : -ENOMEM;

	while (!ret && (word = strsep(&rest, ",")))
		ret = mark_word(pl, word, wanted);
	free(copy);
	return ret;
}

static int add_words(const struct planner *pl);

/* struct line - a suite's line on its way into the plan */
struct line {
	const struct planner *pl;
};

/*
 * One line of a suite: benchmarks and how they run. How often, how long and
 * what is counted is the session's business.
 */
static int add_line(void *data, int argc, char **argv)
{
	const struct line *l = data;
	const struct run_opts *all = l->pl->o;
	struct planner pl = *l->pl;
	struct run_opts o;
	int ret = run_opts_parse(argc, argv, &o);

	if (ret) {
		run_opts_free(&o);
		return ret < 0 ? ret : -EINVAL;
	}
	o.seed = all->seed;
	o.command = all->command;
	o.ops = o.ops ? o.ops : all->ops;
	o.no_control = o.no_control || all->no_control;
	o.events = all->events;
	o.scope = all->scope;
	pl.o = &o;
	ret = add_words(&pl);
	run_opts_free(&o);
	return ret;
}

static int no_suite(const struct planner *pl, const char *name)
{
	struct suites suites = { 0 };
	const char *near = NULL;
	int ret = suites_find(pl->r, &suites);

	if (!ret)
		near = suites_suggest(&suites, name);
	if (near)
		ret = opts_error(pl->o->command,
				 "no suite '@%s': did you mean @%s?", name,
				 near);
	else if (!ret)
		ret = opts_error(pl->o->command, "no suite '@%s' (%s)", name,
				 registry_where(pl->r));
	suites_free(&suites);
	return ret;
}

static int add_suite(const struct planner *pl, const char *name)
{
	struct line l = { .pl = pl };
	char *path, why[256] = "";
	int ret = registry_suite_path(pl->r, name, &path);

	if (ret == -ENOENT)
		return no_suite(pl, name);
	if (!ret) {
		ret = suite_read(path, add_line, &l, why, sizeof(why));
		free(path);
	}
	if (why[0])
		log_error(0, "suite @%s: %s", name, why);
	return ret;
}

static int add_words(const struct planner *pl)
{
	size_t nr = registry_nr(pl->r);
	bool *wanted = calloc(nr + 1, sizeof(*wanted));
	int ret = wanted ? 0 : -ENOMEM;

	for (size_t w = 0; w < pl->o->nr_words && !ret; w++)
		if (pl->o->words[w][0] == '@')
			ret = add_suite(pl, pl->o->words[w] + 1);
		else
			ret = mark_list(pl, pl->o->words[w], wanted);
	for (size_t i = 0; i < nr && !ret; i++)
		if (wanted[i])
			ret = plan_add_plugin(pl, i);
	free(wanted);
	return ret;
}

int plan_make(const struct run_opts *o, struct registry *r, struct plan *out)
{
	struct planner pl = { .o = o, .r = r, .plan = out };
	int ret;

	*out = (struct plan){ 0 };
	ret = registry_any(r);
	if (!ret && o->events)
		ret = pmu_open(&out->pmu, NULL, NULL);
	if (!ret)
		ret = add_words(&pl);
	if (ret == -ENOMEM)
		log_error(ret, "%s", o->command);
	if (ret == -EINTR)
		log_warn("interrupted before anything was measured");
	return ret;
}
