/* SPDX-License-Identifier: MIT */
/*
 * core/session/plan_describe.c - the configuration of a planned entry as a result
 * says it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "session/plan.h"

static int set_texts(const struct plan_entry *pe, struct entry *e)
{
	const struct bench *b = pe->arm.bench;
	const struct placement *p = &pe->arm.place;
	char policy[32];

	policy_text(pe->arm.policy, pe->arm.prio, policy, sizeof(policy));
	e->name = strdup(pe->arm.name);
	e->summary = strdup(b ? b->summary : "");
	e->op = strdup(b ? b->op : "");
	e->relation = strdup(p->relation ? p->relation : "any");
	e->policy = strdup(policy);
	e->calls = strdup(pe->arm.libc ? "libc" : "inline");
	if (!e->name || !e->summary || !e->op || !e->relation || !e->policy ||
	    !e->calls)
		return -ENOMEM;
	return 0;
}

static int set_cpus(const struct placement *p, struct entry *e)
{
	size_t nr = (size_t)p->nr_groups * p->nr_tasks;

	if (!p->cpu || !p->nr_cpus)
		return 0;
	e->cpus = malloc(nr * sizeof(*e->cpus));
	if (!e->cpus)
		return -ENOMEM;
	memcpy(e->cpus, p->cpu, nr * sizeof(*e->cpus));
	e->nr_cpus = nr;
	return 0;
}

static int append_param(struct entry *e, const char *name, const char *value)
{
	struct param *v = realloc(e->params, (e->nr_params + 1) * sizeof(*v));

	if (!v)
		return -ENOMEM;
	e->params = v;
	v[e->nr_params].name = strdup(name);
	v[e->nr_params].value = strdup(value);
	e->nr_params++;
	return v[e->nr_params - 1].name && v[e->nr_params - 1].value ? 0 :
								       -ENOMEM;
}

/* The work hook is an option of every benchmark. */
static int append_work(const struct work_spec *w, bool sized, struct entry *e)
{
	char text[64];
	int ret = 0;

	if (sized)
		ret = append_param(e, "ws", work_text(w, text, sizeof(text)));
	if (!ret && w->touch)
		ret = append_param(e, "touch", work_touch_words[w->touch]);
	return ret;
}

/* So is where tasks are. */
static int append_cgroups(uint32_t nr, struct entry *e)
{
	return nr ? append_param(e, "cgroups", run_cgroups_words[nr]) : 0;
}

/* Not a name that an option of a benchmark can have. */
static int append_idle(const struct arm *arm, struct entry *e)
{
	return arm->poll ? append_param(e, PARAM_CPU_IDLE, "poll") : 0;
}

/* One that stands for a whole sweep that makes no sense has no place in it. */
static int set_sweep(const struct plan_entry *pe, struct entry *e)
{
	e->sweep = sweep_copy(pe->sweep);
	return e->sweep ? 0 : -ENOMEM;
}

int plan_describe(const struct plan_entry *pe, struct entry *e)
{
	const struct arm *arm = &pe->arm;
	int ret = set_texts(pe, e);

	if (!ret)
		ret = set_cpus(&arm->place, e);
	if (!ret && arm->params)
		ret = params_list(arm->params, arm->config, &e->params,
				  &e->nr_params);
	if (!ret)
		ret = append_work(&arm->work, pe->ws_given, e);
	if (!ret)
		ret = append_cgroups(arm->cgroups, e);
	if (!ret)
		ret = append_idle(arm, e);
	if (!ret && pe->sweep && !pe->refused && pe->status != ENTRY_SKIPPED)
		ret = set_sweep(pe, e);
	e->nice = getpriority(PRIO_PROCESS, 0);
	e->threads = arm->threads;
	e->nr_tasks = arm->place.nr_tasks;
	e->nr_groups = arm->place.nr_groups;
	e->regime = arm->regime < BENCH_NR_REGIMES ? (int)arm->regime :
						     REGIME_MIXED;
	e->records = arm->bench && arm->bench->flags & BENCH_RECORDS;
	e->ops = pe->ops;
	e->ops_given = pe->ops_given;
	e->expect_max = 1e9;
	e->status = pe->status;
	if (pe->reason) {
		e->reason = strdup(pe->reason);
		ret = e->reason ? ret : -ENOMEM;
	}
	return ret;
}
