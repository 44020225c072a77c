/* SPDX-License-Identifier: MIT */
/*
 * pmu/set.c - the groups of one turn, open.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/**
 * struct group - one group of events on one target
 * @nr:		events in it
 * @event:	their indexes
 * @fd:		their descriptors; the first leads
 */
struct group {
	size_t nr;
	size_t event[PMU_MAX_EVENTS];
	int fd[PMU_MAX_EVENTS];
};

/**
 * struct pmu_set - what is open
 * @p, @events:	borrowed
 * @state:	status of each event, without counts
 * @nr_groups:	groups, one after the other for each CPU
 */
struct pmu_set {
	const struct pmu *p;
	const struct pmu_events *events;
	struct pmu_reading state[PMU_MAX_EVENTS];
	size_t nr_groups;
	struct group group[];
};

/* Opens one event of a group that is growing. */
static void open_into(struct pmu_set *s, struct group *g, size_t i,
		      enum pmu_scope scope, int cpu)
{
	const struct pmu_event *e = &s->events->v[i];
	int fd = event_open_for(s->p, e, scope, cpu, g->nr ? g->fd[0] : -1);

	if (fd < 0) {
		s->state[i].status =
			diagnose(s->p, e, scope, cpu, -fd, g->nr > 0);
		s->state[i].err = -fd;
		return;
	}
	g->event[g->nr] = i;
	g->fd[g->nr++] = fd;
}

static void open_group(struct pmu_set *s, const struct pmu_plan *plan, int id,
		       enum pmu_scope scope, int cpu)
{
	struct group *g = &s->group[s->nr_groups];

	g->nr = 0;
	for (size_t i = 0; i < s->events->nr; i++) {
		if (plan->group[i] != id || s->state[i].status != PMU_OK)
			continue;
		if (scope == PMU_CPU &&
		    !event_on_cpu(s->p, &s->events->v[i], cpu))
			continue;
		open_into(s, g, i, scope, cpu);
	}
	if (g->nr)
		s->nr_groups++;
}

static bool in_turn(const struct pmu_plan *plan, int group, int turn)
{
	return plan->turn[group] < 0 || plan->turn[group] == turn;
}

/* What is not even tried says why in every reading. */
static void init_state(struct pmu_set *s, const struct pmu_plan *plan, int turn)
{
	for (size_t i = 0; i < s->events->nr; i++) {
		s->state[i].status = s->events->v[i].status;
		s->state[i].err = s->events->v[i].err;
		if (plan->group[i] >= 0 && !in_turn(plan, plan->group[i], turn))
			s->state[i].status = PMU_OTHER_RUN;
	}
}

int pmu_set_open(struct pmu_set **out, const struct pmu *p,
		 const struct pmu_events *events, const struct pmu_plan *plan,
		 int turn, enum pmu_scope scope, const int *cpus,
		 size_t nr_cpus)
{
	size_t targets = scope == PMU_CPU ? nr_cpus : 1;
	size_t most = targets * (size_t)plan->nr_groups;
	struct pmu_set *s = calloc(1, sizeof(*s) + most * sizeof(s->group[0]));

	if (!s)
		return -ENOMEM;
	s->p = p;
	s->events = events;
	init_state(s, plan, turn);
	for (size_t t = 0; t < targets; t++) {
		for (int id = 0; id < plan->nr_groups; id++) {
			if (in_turn(plan, id, turn))
				open_group(s, plan, id, scope,
					   scope == PMU_CPU ? cpus[t] : -1);
		}
	}
	*out = s;
	return 0;
}

size_t pmu_set_fds(const struct pmu_set *s)
{
	size_t nr = 0;

	for (size_t i = 0; i < s->nr_groups; i++)
		nr += s->group[i].nr;
	return nr;
}

/*
 * Leaders only: the others are always enabled, and run when their leader does.
 * Of a group of a CPU that was disabled as a whole, the kernel (6.18) enables
 * the leader alone, and the others count nothing as if nothing happened.
 */
static int control(struct pmu_set *s, unsigned long request)
{
	int first = 0;

	for (size_t i = 0; i < s->nr_groups; i++) {
		int err = s->p->sys->ioctl(s->group[i].fd[0], request, 0);

		if (err && !first)
			first = err;
	}
	return first;
}

int pmu_set_enable(struct pmu_set *s)
{
	return control(s, PERF_EVENT_IOC_ENABLE);
}

int pmu_set_disable(struct pmu_set *s)
{
	return control(s, PERF_EVENT_IOC_DISABLE);
}

static void read_one(struct pmu_set *s, const struct group *g,
		     struct pmu_reading *v)
{
	struct pmu_reading r[PMU_MAX_EVENTS];
	int err = group_read(s->p, g->fd[0], r, g->nr);

	for (size_t i = 0; i < g->nr; i++) {
		if (err)
			r[i] = (struct pmu_reading){
				.status = err == -ENODATA ? PMU_DEAD :
							    PMU_ERROR,
				.err = -err,
			};
		pmu_add(&v[g->event[i]], &r[i], 1);
	}
}

void pmu_set_read(struct pmu_set *s, struct pmu_reading *v)
{
	memcpy(v, s->state, s->events->nr * sizeof(*v));
	for (size_t i = 0; i < s->nr_groups; i++)
		read_one(s, &s->group[i], v);
}

void pmu_set_close(struct pmu_set *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->nr_groups; i++) {
		struct group *g = &s->group[i];

		/* Siblings first: a leader's end sets them free to count. */
		while (g->nr)
			s->p->sys->close(g->fd[--g->nr]);
	}
	free(s);
}
