/* SPDX-License-Identifier: MIT */
/*
 * core/plan.c - from a benchmark and its options to entries of a plan.
 */
#include "plan.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "counting.h"
#include "log.h"
#include "opts.h"
#include "planner.h"

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

static int __attribute__((format(printf, 3, 4)))
set_reason(struct plan_entry *e, int status, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&e->reason, fmt, ap);
	va_end(ap);
	if (n < 0) {
		e->reason = NULL;
		return -ENOMEM;
	}
	e->status = status;
	return 0;
}

/* How many tasks a group has; fills in the placement's number. */
static int count_tasks(const struct planner *pl, struct plan_entry *e)
{
	const struct bench *b = e->arm.bench;
	char why[ASK_TEXT];
	int64_t nr = b->nr_tasks;

	if (b->nr_tasks == BENCH_PER_CPU)
		nr = place_per_cpu(&pl->o->cpus);
	else if (!b->nr_tasks)
		nr = ask_tasks(&e->arm, why);
	if (nr == -ENOMEM || nr == -EINTR)
		return (int)nr;
	if (nr < 0)
		return set_reason(e, ENTRY_FAILED, "%s",
				  b->nr_tasks ? strerror((int)-nr) : why);
	e->arm.place.nr_tasks = (uint32_t)nr;
	return 0;
}

/* CPUs that the machine does not have are no failure; refused ones are one. */
static int place_entry(const struct planner *pl, struct plan_entry *e,
		       const struct place_spec *spec)
{
	struct placement *p = &e->arm.place;
	char why[256] = "";
	int ret;

	ret = place_tasks(spec, p->nr_groups, p->nr_tasks, p, why, sizeof(why));
	if (ret == -ENOMEM)
		return ret;
	if (ret)
		return set_reason(e,
				  ret == -ENODEV || ret == -ENXIO ?
					  ENTRY_SKIPPED :
					  ENTRY_FAILED,
				  "%s", why);
	e->arm.regime = arm_regime(p, pl->o->policy);
	return 0;
}

static int ask_entry(struct plan_entry *e)
{
	char why[ASK_TEXT];
	int ret;

	if (!e->arm.bench->accepts)
		return 0;
	ret = ask_accepts(&e->arm, why);
	if (ret == 1)
		return 0;
	if (ret == -ENOMEM || ret == -EINTR)
		return ret;
	e->refused = ret == 0;
	return set_reason(e, ENTRY_FAILED, "%s%s", ret ? "" : "refused: ", why);
}

/* Threads or processes: the benchmark may insist. */
static int choose_kind(const struct planner *pl, struct plan_entry *e)
{
	uint32_t flags = e->arm.bench->flags;

	e->arm.threads = pl->o->threads || flags & BENCH_THREADS;
	if (!(flags & BENCH_PROCESSES) || !e->arm.threads)
		return 0;
	e->refused = true;
	return set_reason(e, ENTRY_FAILED,
			  "refused: its tasks must be processes; leave out -T");
}

static int check_touch(struct plan_entry *e)
{
	const char *why = work_unsupported(e->arm.work.touch);

	return why ? set_reason(e, ENTRY_SKIPPED, "--touch: %s", why) : 0;
}

static void add_control(const struct planner *pl, struct plan_entry *e)
{
	if (!e->arm.bench->baseline || pl->o->no_control)
		return;
	e->control = e->arm;
	e->control.control = true;
	e->has_control = true;
}

/* What keeps the CPUs out of idle runs on them, and is not to be counted. */
static int scope_of(const struct planner *pl, const struct plan_entry *e)
{
	if (pl->o->scope < 0 && e->arm.poll && e->arm.place.group_cpus > 1)
		return PMU_TASK;
	return pl->o->scope;
}

/* Names are looked up now, nothing is opened before all else was measured. */
static int add_counted(const struct planner *pl, struct plan_entry *e)
{
	struct counting *counting;
	char why[PMU_WHY_LEN] = "";
	int ret;

	if (!pl->plan->pmu)
		return 0;
	ret = counting_make(pl->plan->pmu, pl->o->events, scope_of(pl, e),
			    &e->arm.place, &counting, why, sizeof(why));
	if (ret == -EINVAL || ret == -E2BIG)
		return opts_error("run", "-e: %s", why);
	if (ret)
		return ret;
	e->counted = e->arm;
	e->counted.counting = counting;
	return 0;
}

static int fill_entry(const struct planner *pl, struct plan_entry *e,
		      const struct place_spec *spec)
{
	int ret;

	ret = choose_kind(pl, e);
	if (!ret && !e->reason)
		ret = check_touch(e);
	if (!ret && !e->reason)
		ret = count_tasks(pl, e);
	if (!ret && !e->reason)
		ret = place_entry(pl, e, spec);
	if (!ret && !e->reason)
		ret = ask_entry(e);
	if (!ret && !e->reason)
		add_control(pl, e);
	if (!ret && !e->reason)
		ret = add_counted(pl, e);
	return ret;
}

static int add_config(const struct planner *pl, const struct plugin *plugin,
		      const struct params *params, size_t config,
		      uint32_t groups, uint64_t ws,
		      const struct place_spec *spec)
{
	struct plan_entry *e = add_entry(pl->plan);

	if (!e)
		return -ENOMEM;
	e->ops = pl->o->ops;
	e->ops_given = pl->o->ops != 0;
	e->ws_given = pl->o->ws != NULL;
	e->arm = (struct arm){
		.name = plugin->name,
		.path = plugin->path,
		.bench = plugin->bench,
		.params = params,
		.config = config,
		.cgroups = (uint32_t)pl->o->cgroups,
		.policy = pl->o->policy,
		.prio = pl->o->prio,
		.libc = pl->o->libc,
		.poll = pl->o->idle == RUN_IDLE_POLL,
		.work = pl->o->work,
		.regime = BENCH_NR_REGIMES,
		.place = { .nr_groups = groups, .nr_tasks = 1 },
	};
	e->arm.work.bytes = ws;
	return fill_entry(pl, e, spec);
}

/* Every size of the working set, for one number of groups. */
static int add_sizes(const struct planner *pl, const struct plugin *plugin,
		     const struct params *params, size_t config,
		     uint32_t groups, const struct place_spec *spec)
{
	size_t nr = pl->o->nr_ws ? pl->o->nr_ws : 1;
	int ret = 0;

	for (size_t i = 0; i < nr && !ret; i++)
		ret = add_config(pl, plugin, params, config, groups,
				 pl->o->ws ? pl->o->ws[i] : 0, spec);
	return ret;
}

/* Every configuration, every number of groups. */
static int add_sweep(const struct planner *pl, const struct plugin *plugin,
		     const struct params *params, const struct place_spec *spec)
{
	int ret = 0;

	for (size_t c = 0; c < params->nr_configs; c++)
		for (size_t g = 0; g < pl->o->nr_groups && !ret; g++)
			ret = add_sizes(pl, plugin, params, c, pl->o->groups[g],
					spec);
	return ret;
}

static int add_places(const struct planner *pl, const struct plugin *plugin,
		      const struct params *params)
{
	struct place_spec spec = pl->o->cpus;
	const int *cpus;
	size_t nr;
	int ret;

	if (!pl->o->cpus_given && plugin->bench->flags & BENCH_APART)
		spec.kind = PLACE_APART;
	if (spec.kind != PLACE_EACH && spec.kind != PLACE_PAIRS)
		return add_sweep(pl, plugin, params, &spec);
	ret = place_allowed(&cpus, &nr);
	for (size_t i = 0; i < nr && !ret; i++) {
		int pair[2] = { cpus[i], cpus[i] };
		struct place_spec one = { PLACE_LIST, pair, 1 };

		if (spec.kind == PLACE_EACH)
			ret = add_sweep(pl, plugin, params, &one);
		one.nr = 2;
		for (size_t j = i + 1;
		     spec.kind == PLACE_PAIRS && j < nr && !ret; j++) {
			pair[1] = cpus[j];
			ret = add_sweep(pl, plugin, params, &one);
		}
	}
	return ret;
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
		return ret == -EINVAL ? opts_error("run", "%s", why) : ret;
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
		return set_reason(e, ENTRY_FAILED, "%s", plugin->broken);
	return set_reason(e, ENTRY_SKIPPED, "%s", plugin->unsupported);
}

int plan_add_plugin(const struct planner *pl, size_t i)
{
	const struct plugin *plugin = registry_get(pl->r, i);
	const struct params *params = NULL;
	int ret;

	if (plugin->broken || plugin->unsupported)
		return add_missing(pl, plugin);
	ret = add_params(pl, plugin, &params);
	return ret ? ret : add_places(pl, plugin, params);
}

void plan_free(struct plan *p)
{
	for (size_t i = 0; i < p->nr; i++) {
		placement_free(&p->entries[i].arm.place);
		counting_free(
			(struct counting *)p->entries[i].counted.counting);
		free(p->entries[i].reason);
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
