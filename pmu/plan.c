/* SPDX-License-Identifier: MIT */
/*
 * pmu/plan.c - which events can be counted, and which of them together.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <time.h>

#include "internal.h"

#define TRIAL_NS 2000000

/**
 * struct planner - a plan being made
 * others:	as for pmu_plan()
 * @todo:	events of one CPU PMU that have no group yet, @nr_todo indexes
 */
struct planner {
	const struct pmu *p;
	enum pmu_scope scope;
	const int *cpus;
	size_t nr_cpus;
	struct pmu_events *events;
	struct pmu_plan *plan;
	size_t todo[PMU_MAX_EVENTS];
	size_t nr_todo;
};

static void probe_one(const struct pmu *p, enum pmu_scope scope,
		      const int *cpus, size_t nr_cpus, struct pmu_event *e)
{
	int cpu = event_cpu(p, e, cpus, nr_cpus);
	int fd = event_open_for(p, e, scope, cpu, -1);

	if (fd >= 0) {
		p->sys->close(fd);
		return;
	}
	e->status = diagnose(p, e, scope, cpu, -fd, false);
	e->err = -fd;
}

void pmu_probe(const struct pmu *p, enum pmu_scope scope, const int *cpus,
	       size_t nr_cpus, struct pmu_events *events)
{
	const int first = 0;

	if (scope == PMU_CPU && !nr_cpus) {
		cpus = &first;
		nr_cpus = 1;
	}
	for (size_t i = 0; i < events->nr; i++) {
		if (events->v[i].status == PMU_OK)
			probe_one(p, scope, cpus, nr_cpus, &events->v[i]);
	}
}

/* Return: 0 where the clock cannot be read. */
static uint64_t now_ns(void)
{
	struct timespec ts = { 0 };

	if (clock_gettime(CLOCK_MONOTONIC, &ts))
		return 0;
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

static void spin(uint64_t ns)
{
	uint64_t now = now_ns(), end = now + ns;

	while (now && now < end)
		now = now_ns();
}

/* Opens the first @nr of todo as a group; returns how many fit. */
static size_t open_first(const struct planner *pl, size_t nr, int cpu, int *fd)
{
	size_t n;

	for (n = 0; n < nr; n++) {
		fd[n] = event_open_for(pl->p, &pl->events->v[pl->todo[n]],
				       pl->scope, cpu, n ? fd[0] : -1);
		if (fd[n] < 0)
			break;
	}
	return n;
}

/* Whether an open group runs all the time. */
static bool runs(const struct planner *pl, int leader, size_t nr)
{
	const struct pmu_sys *sys = pl->p->sys;
	struct pmu_reading r[PMU_MAX_EVENTS];

	if (sys->ioctl(leader, PERF_EVENT_IOC_ENABLE, 0))
		return false;
	spin(TRIAL_NS);
	if (group_read(pl->p, leader, r, nr))
		return false;
	return r[0].running_ns && r[0].running_ns == r[0].enabled_ns;
}

/* One trial; returns how many of the first @nr fit, *@ok: and run. */
static size_t try_first(const struct planner *pl, size_t nr, int cpu, bool *ok)
{
	int fd[PMU_MAX_EVENTS];
	size_t n = open_first(pl, nr, cpu, fd);

	*ok = n && runs(pl, fd[0], n);
	for (size_t i = n; i--;)
		pl->p->sys->close(fd[i]);
	return n;
}

/* How many of todo make the next group: one at least. */
static size_t next_group(const struct planner *pl)
{
	const struct pmu_event *e = &pl->events->v[pl->todo[0]];
	int cpu = event_cpu(pl->p, e, pl->cpus, pl->nr_cpus);
	size_t nr = pl->nr_todo;
	struct pin pin;
	bool ok = false;

	pin_to(&pin, cpu);
	while (nr > 1 && !ok) {
		size_t fit = try_first(pl, nr, cpu, &ok);

		if (!ok)
			nr = fit < nr ? fit : nr - 1;
		else
			nr = fit;
	}
	pin_back(&pin);
	return nr ? nr : 1;
}

static int add_group(struct pmu_plan *plan, int turn)
{
	plan->turn[plan->nr_groups] = turn;
	return plan->nr_groups++;
}

/* Groups of one CPU PMU, in turns 0, 1, ... */
static void plan_core(struct planner *pl, int cpu_pmu)
{
	int first = pl->plan->nr_groups, turn = 0;

	pl->nr_todo = 0;
	for (size_t i = 0; i < pl->events->nr; i++) {
		const struct pmu_event *e = &pl->events->v[i];

		if (e->status == PMU_OK && e->where == PMU_CORE &&
		    e->cpu_pmu == cpu_pmu)
			pl->todo[pl->nr_todo++] = i;
	}
	for (; pl->nr_todo; turn++) {
		size_t nr = next_group(pl);
		int id = add_group(pl->plan, turn);

		for (size_t i = 0; i < nr; i++)
			pl->plan->group[pl->todo[i]] = id;
		pl->nr_todo -= nr;
		memmove(pl->todo, pl->todo + nr,
			pl->nr_todo * sizeof(*pl->todo));
	}
	if (turn == 1)
		pl->plan->turn[first] = -1;
	if (turn > pl->plan->nr_turns)
		pl->plan->nr_turns = turn;
}

/* The group of an event that needs no counter of a CPU: one for each PMU. */
static void plan_other(struct planner *pl, size_t i)
{
	const struct pmu_event *e = &pl->events->v[i];

	for (size_t k = 0; k < i; k++) {
		const struct pmu_event *o = &pl->events->v[k];

		if (pl->plan->group[k] >= 0 && o->where == e->where &&
		    (e->where == PMU_KERNEL || o->type == e->type)) {
			pl->plan->group[i] = pl->plan->group[k];
			return;
		}
	}
	pl->plan->group[i] = add_group(pl->plan, -1);
}

void pmu_plan(const struct pmu *p, enum pmu_scope scope, const int *cpus,
	      size_t nr_cpus, struct pmu_events *events, struct pmu_plan *plan)
{
	struct planner pl = { .p = p,
			      .scope = scope,
			      .cpus = cpus,
			      .nr_cpus = nr_cpus,
			      .events = events,
			      .plan = plan };

	memset(plan, 0, sizeof(*plan));
	plan->nr_turns = 1;
	for (size_t i = 0; i < PMU_MAX_EVENTS; i++)
		plan->group[i] = -1;
	pmu_probe(p, scope, cpus, nr_cpus, events);
	for (size_t i = 0; i < events->nr; i++) {
		if (events->v[i].status == PMU_OK &&
		    events->v[i].where != PMU_CORE)
			plan_other(&pl, i);
	}
	for (int c = -1; c < p->caps.nr_cpu_pmus; c++)
		plan_core(&pl, c);
}
