/* SPDX-License-Identifier: MIT */
/*
 * core/session/plan.c - from a benchmark and its options to entries of a plan.
 */
#include "session/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "run/event_set.h"
#include "util/log.h"
#include "util/opts.h"
#include "session/planner.h"

static struct plan_entry *add_entry(struct plan *p)
{
	struct plan_entry *v;

	v = realloc(p->entries, (p->nr + 1) * sizeof(*v));
	if (!v)
		return NULL;
	p->entries = v;
	v[p->nr] = (struct plan_entry){ .status = ENTRY_DONE };
	return &v[p->nr++];
}

/**
 * struct config - how a benchmark is measured, but for the place
 * @config:	which configuration of @params
 */
struct config {
	const struct plugin *plugin;
	const struct params *params;
	size_t config;
	uint32_t groups;
	uint64_t ws;
};

static struct plan_entry *new_entry(const struct planner *pl,
				    const struct config *c)
{
	struct plan_entry *e = add_entry(pl->plan);

	if (!e)
		return NULL;
	e->ops = pl->o->ops;
	e->ops_given = pl->o->ops != 0;
	e->ws_given = pl->o->ws != NULL;
	e->arm = (struct arm){
		.name = c->plugin->name,
		.path = c->plugin->path,
		.bench = c->plugin->bench,
		.params = c->params,
		.config = c->config,
		.cgroups = (uint32_t)pl->o->cgroups,
		.policy = pl->o->policy,
		.prio = pl->o->prio,
		.libc = pl->o->libc,
		.poll = pl->o->idle == RUN_IDLE_POLL,
		.env = pl->o->env,
		.work = pl->o->work,
		.regime = BENCH_NR_REGIMES,
		.place = { .nr_groups = c->groups, .nr_tasks = 1 },
	};
	e->arm.work.bytes = c->ws;
	return e;
}

static int add_place(const struct planner *pl, const struct config *c,
		     const struct sweep_place *place, bool *meaningless)
{
	struct plan_entry *e = new_entry(pl, c);
	int cpus[SWEEP_MOST_CPUS];
	struct place_spec spec = { PLACE_LIST, cpus, place->sweep->nr };
	int ret;

	if (!e)
		return -ENOMEM;
	for (size_t i = 0; i < spec.nr; i++)
		cpus[i] = (int)place->sweep->cpus[i].cpu;
	e->sweep = sweep_copy(place->sweep);
	if (!e->sweep)
		return -ENOMEM;
	e->relation = place->relation;
	ret = plan_fill(pl, e, &spec);
	*meaningless = e->refused || e->status == ENTRY_SKIPPED;
	return ret;
}

/* What makes no sense on the first CPUs makes none on the others. */
static int add_sweep(const struct planner *pl, const struct config *c,
		     const struct sweep_list *l)
{
	bool meaningless = false;
	int ret = 0;

	for (size_t i = 0; i < l->nr && !ret && !meaningless; i++)
		ret = add_place(pl, c, &l->v[i], &meaningless);
	return ret;
}

static int add_no_pair(const struct planner *pl, const struct config *c)
{
	struct plan_entry *e = new_entry(pl, c);

	return e ? plan_reason(
			   e, ENTRY_SKIPPED,
			   "there is no pair of CPUs: only one is allowed") :
		   -ENOMEM;
}

static int add_config(const struct planner *pl, const struct config *c,
		      const struct plan_places *places)
{
	struct plan_entry *e;

	if (places->sweep.nr)
		return add_sweep(pl, c, &places->sweep);
	if (places->spec.kind == PLACE_PAIRS)
		return add_no_pair(pl, c);
	e = new_entry(pl, c);
	return e ? plan_fill(pl, e, &places->spec) : -ENOMEM;
}

/* Every size of the working set. */
static int add_sizes(const struct planner *pl, struct config *c,
		     const struct plan_places *places)
{
	size_t nr = pl->o->nr_ws ? pl->o->nr_ws : 1;
	int ret = 0;

	for (size_t i = 0; i < nr && !ret; i++) {
		c->ws = pl->o->ws ? pl->o->ws[i] : 0;
		ret = add_config(pl, c, places);
	}
	return ret;
}

/* Every configuration, every number of groups. */
static int add_configs(const struct planner *pl, const struct plugin *plugin,
		       const struct params *params)
{
	struct config c = { .plugin = plugin, .params = params };
	struct plan_places places;
	int ret = plan_places(pl, plugin, &places);

	for (; c.config < params->nr_configs && !ret; c.config++)
		for (size_t g = 0; g < pl->o->nr_groups && !ret; g++) {
			c.groups = pl->o->groups[g];
			ret = add_sizes(pl, &c, &places);
		}
	plan_places_free(&places);
	return ret;
}

/* Of several benchmarks it must be said whose value it is. */
static int bad_params(const struct planner *pl, const char *name,
		      const char *why)
{
	bool named = strstr(why, name);

	return opts_error(pl->o->command, "%s%s%s", named ? "" : name,
			  named ? "" : ": ", why);
}

/* The benchmark's options as asked for, kept for as long as the plan. */
static int add_params(const struct planner *pl, const struct plugin *plugin,
		      const struct params **out)
{
	struct plan *p = pl->plan;
	struct params *params = calloc(1, sizeof(*params));
	struct params **v;
	char why[256];
	int ret;

	v = realloc(p->params, (p->nr_params + 1) * sizeof(*v));
	if (v)
		p->params = v;
	if (!params || !v) {
		free(params);
		return -ENOMEM;
	}
	ret = params_expand(plugin->bench, pl->o->params, pl->o->nr_params,
			    params, why, sizeof(why));
	if (ret) {
		free(params);
		return ret == -EINVAL ? bad_params(pl, plugin->name, why) : ret;
	}
	p->params[p->nr_params++] = params;
	*out = params;
	return 0;
}

/* One that is broken or cannot run here still gets its entry. */
static int add_missing(const struct planner *pl, const struct plugin *plugin)
{
	struct plan_entry *e = add_entry(pl->plan);

	if (!e)
		return -ENOMEM;
	e->arm = (struct arm){
		.name = plugin->name,
		.path = plugin->path,
		.bench = plugin->bench,
		.policy = pl->o->policy,
		.prio = pl->o->prio,
		.libc = pl->o->libc,
		.regime = BENCH_NR_REGIMES,
	};
	if (plugin->broken)
		return plan_reason(e, ENTRY_FAILED, "%s", plugin->broken);
	return plan_reason(e, ENTRY_SKIPPED, "%s", plugin->unsupported);
}

int plan_add_plugin(const struct planner *pl, size_t i)
{
	const struct plugin *plugin = registry_get(pl->r, i);
	const struct params *params = NULL;
	int ret;

	if (plugin->broken || plugin->unsupported)
		return add_missing(pl, plugin);
	ret = add_params(pl, plugin, &params);
	return ret ? ret : add_configs(pl, plugin, params);
}

void plan_free(struct plan *p)
{
	for (size_t i = 0; i < p->nr; i++) {
		placement_free(&p->entries[i].arm.place);
		counting_free(
			(struct counting *)p->entries[i].counted.counting);
		free(p->entries[i].reason);
		sweep_free(p->entries[i].sweep);
	}
	for (size_t i = 0; i < p->nr_params; i++) {
		params_free(p->params[i]);
		free(p->params[i]);
	}
	if (p->pmu)
		pmu_close(p->pmu);
	free(p->params);
	free(p->entries);
	*p = (struct plan){ 0 };
}
