/* SPDX-License-Identifier: MIT */
/*
 * core/run/event_set.h - which counters an variant's tasks are measured with.
 */
#ifndef CORE_RUN_EVENT_SET_H
#define CORE_RUN_EVENT_SET_H

#include <stddef.h>

#include "machine/place.h"
#include "pmu.h"
#include "result/result.h"

/**
 * struct event_set - counters of one planned entry
 * @pmu:	borrowed
 * @events:	what was asked for, resolved for these CPUs
 * @plan:	groups and turns, from event_set_plan() on
 * @scope:	enum pmu_scope
 * @cpus:	@nr_cpus different CPUs under the tasks; none if not pinned
 * @failed:	of each event the first reading in a run that was no number
 */
struct event_set {
	struct pmu *pmu;
	struct pmu_events events;
	struct pmu_plan plan;
	int scope;
	int *cpus;
	size_t nr_cpus;
	struct pmu_reading *failed;
};

/**
 * event_set_make - resolve names for the CPUs of a placement
 * @pmu:	from pmu_open()
 * @list:	as typed after -e
 * @scope:	enum pmu_scope, or -1: pair, or cpu where tasks are on
 *		different CPUs
 * @p:		placement
 * @out:	to be freed with event_set_free()
 * @why:	on error one line
 * @len:	size of @why
 *
 * Nothing is opened. Return: 0, -EINVAL or -E2BIG with @why, -ENOMEM.
 */
int event_set_make(struct pmu *pmu, const char *list, int scope,
		  const struct placement *p, struct event_set **out, char *why,
		  size_t len);

void event_set_free(struct event_set *c);

/* Probes the kernel; only when all that is to be bare has been measured. */
void event_set_plan(struct event_set *c);

/* Whether anything at all can be counted. */
bool event_set_any(const struct event_set *c);

/**
 * event_set_describe - the events for the result, with reasons where needed
 *
 * Return: 0 or -ENOMEM.
 */
int event_set_describe(const struct event_set *c, struct entry *e);

/**
 * event_set_judge - from the sums of a run to its counts
 * @v:		one reading for each event: sums of deltas
 * @s:		sample; its switches and CPU time judge what is plausible, its
 *		counts are set
 *
 * Return: 0 or -ENOMEM.
 */
int event_set_judge(const struct event_set *c, const struct pmu_reading *v,
		   struct sample *s);

/**
 * struct event_set_side - what one of two interleaved counted variants yielded
 * @counts:	one reading for each event: sums of deltas
 * @ops:	performed
 * @switches:	per op; NaN: not known
 */
struct event_set_side {
	const struct pmu_reading *counts;
	uint64_t ops;
	double switches;
};

/**
 * event_set_keep_switch - what a switch alone made of each event
 * @op, @control: a benchmark and its control
 * @e:		entry, described; values are added to its counters
 *
 * Of an event that either side did not count there is no value.
 *
 * Return: 0 or -ENOMEM.
 */
int event_set_keep_switch(const struct event_set *c,
			  const struct event_set_side *op,
			  const struct event_set_side *control,
			  struct entry *e);

/**
 * event_set_conclude - tell why events that could be counted have no number
 * @e:		entry, described, with its counted runs
 *
 * An event of a CPU, of user and kernel mode together, that was 0 through 1000
 * switches or more loses its numbers. An event without a number in any run
 * takes the status of the first run that should have had one.
 *
 * Return: 0 or -ENOMEM.
 */
int event_set_conclude(const struct event_set *c, struct entry *e);

#endif
