/* SPDX-License-Identifier: MIT */
/*
 * core/plan_describe.c - the configuration of a planned entry as a result
 * says it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "plan.h"

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

int plan_describe(const struct plan_entry *pe, struct entry *e)
{
	const struct arm *arm = &pe->arm;
	int ret = set_texts(pe, e);

	if (!ret)
		ret = set_cpus(&arm->place, e);
	if (!ret && arm->params)
		ret = params_list(arm->params, arm->config, &e->params,
				  &e->nr_params);
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
