/* SPDX-License-Identifier: MIT */
/*
 * core/run/event_set.h - which counters an arm's tasks are measured with.
 */
#ifndef CORE_RUN_EVENT_SET_H
#define CORE_RUN_EVENT_SET_H

#include <stddef.h>

#include "machine/place.h"
#include "pmu.h"
#include "result/result.h"

/**
 * struct counting - counters of one planned entry
 * @pmu:	borrowed
 * @events:	what was asked for, resolved for these CPUs
 * @plan:	groups and turns, from counting_plan() on
 * @scope:	enum pmu_scope
 * @cpus:	@nr_cpus different CPUs under the tasks; none if not pinned
 * @failed:	of each event the first reading in a run that was no number
 */
struct counting {
	struct pmu *pmu;
	struct pmu_events events;
	struct pmu_plan plan;
	int scope;
	int *cpus;
	size_t nr_cpus;
	struct pmu_reading *failed;
};

/**
 * counting_make - resolve names for the CPUs of a placement
 * @pmu:	from pmu_open()
 * @list:	as typed after -e
 * @scope:	enum pmu_scope, or -1: pair, or cpu where tasks are on
 *		different CPUs
 * @p:		placement
 * @out:	to be freed with counting_free()
 * @why:	on error one line
 * @len:	size of @why
 *
 * Nothing is opened. Return: 0, -EINVAL or -E2BIG with @why, -ENOMEM.
 */
int counting_make(struct pmu *pmu, const char *list, int scope,
		  const struct placement *p, struct counting **out, char *why,
		  size_t len);

void counting_free(struct counting *c);

/* Probes the kernel; only when all that is to be bare has been measured. */
void counting_plan(struct counting *c);

/* Whether anything at all can be counted. */
bool counting_any(const struct counting *c);

/**
 * counting_describe - the events for the result, with reasons where needed
 *
 * Return: 0 or -ENOMEM.
 */
int counting_describe(const struct counting *c, struct entry *e);

/**
 * counting_judge - from the sums of a run to its counts
 * @v:		one reading for each event: sums of deltas
 * @s:		sample; its switches and CPU time judge what is plausible, its
 *		counts are set
 *
 * Return: 0 or -ENOMEM.
 */
int counting_judge(const struct counting *c, const struct pmu_reading *v,
		   struct sample *s);

/**
 * counting_conclude - tell why events that could be counted have no number
 * @e:		entry, described, with its counted runs
 *
 * An event of a CPU, of user and kernel mode together, that was 0 through 1000
 * switches or more loses its numbers. An event without a number in any run
 * takes the status of the first run that should have had one.
 *
 * Return: 0 or -ENOMEM.
 */
int counting_conclude(const struct counting *c, struct entry *e);

#endif
