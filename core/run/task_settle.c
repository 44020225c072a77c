/* SPDX-License-Identifier: MIT */
/*
 * core/run/task_settle.c - the first thing a task does: be where and what it is to
 * be, and open its counters.
 */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "machine/affinity.h"
#include "run/event_set.h"
#include "run/worker.h"

static int take_policy(struct worker *w)
{
	const struct arm *arm = w->crew->arm;
	struct sched_param p = { .sched_priority = arm->prio };

	if (sched_setscheduler(0, arm->policy, &p)) {
		int err = -errno;

		return worker_fail(w, err, "scheduling policy");
	}
	if (sched_getscheduler(0) != arm->policy)
		return worker_fail(w, -EPERM, "scheduling policy");
	return 0;
}

/* Tasks of a group take the control groups by turns. */
static int enter_cgroup(struct worker *w)
{
	const struct crew *c = w->crew;
	int ret = 0;

	if (c->cgroups)
		ret = cgroups_enter(c->cgroups, w->t.id % c->arm->cgroups);
	return ret < 0 ? worker_fail(w, ret, "control group") : 0;
}

static int take_cpu(const struct worker *w, int cpu)
{
	if (cpu >= 0)
		return place_pin(cpu);
	return w->crew->arm->place.node0 ? affinity_node0() :
					   affinity_restore();
}

int worker_settle(struct worker *w)
{
	int cpu = w->t.group->cpu[w->t.id];
	int ret;

	ret = take_cpu(w, cpu);
	if (ret < 0)
		return worker_fail(w, ret, "pinning");
	w->cpu = cpu;
	ret = enter_cgroup(w);
	if (!ret)
		ret = take_policy(w);
	if (ret < 0)
		return ret;
	w->member->pid = getpid();
	__atomic_store_n(&w->member->tid, gettid(), __ATOMIC_SEQ_CST);
	w->crew->tids[w->member - w->crew->members] = w->member->tid;
	return 0;
}

int worker_open_counters(struct worker *w)
{
	const struct counting *k = w->crew->arm->counting;
	bool first = w->t.id == 0 && w->group == 0;
	int ret;

	if (!k || (k->scope == PMU_PAIR && w->t.id) ||
	    (k->scope == PMU_CPU && !first))
		return 0;
	w->before = calloc(PMU_MAX_EVENTS, sizeof(*w->before));
	if (!w->before)
		return worker_fail(w, -ENOMEM, "memory for counters");
	ret = pmu_set_open(&w->counters, k->pmu, &k->events, &k->plan,
			   w->crew->turn, (enum pmu_scope)k->scope, k->cpus,
			   k->nr_cpus);
	return ret < 0 ? worker_fail(w, ret, "opening counters") : 0;
}

void worker_close_counters(struct worker *w)
{
	if (w->counters)
		pmu_set_close(w->counters);
	free(w->before);
}
