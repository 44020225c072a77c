/* SPDX-License-Identifier: MIT */
/*
 * core/session/planner.h - what the makers of a plan share.
 */
#ifndef CORE_SESSION_PLANNER_H
#define CORE_SESSION_PLANNER_H

#include "session/plan.h"
#include "session/cpu_sweep.h"

/**
 * struct planner - a plan in the making
 * @o:		options that hold for the entries added now
 * @r:		where benchmarks come from
 * @plan:	added to
 */
struct planner {
	const struct run_opts *o;
	struct registry *r;
	struct plan *plan;
};

/**
 * plan_add_plugin - add every configuration of a benchmark that was asked for
 * @i:	its index in the registry; probed
 *
 * Return: 0, -EINVAL with a message, -ENOMEM.
 */
int plan_add_plugin(const struct planner *pl, size_t i);

/**
 * struct plan_places - where a benchmark is measured
 * @spec:	what was asked for, or what the benchmark needs; borrowed
 * @sweep:	for each and pairs: the places, in turn
 */
struct plan_places {
	struct place_spec spec;
	struct sweep_list sweep;
};

/**
 * plan_places - the places of a benchmark
 * @out:	to be freed with plan_places_free() also after an error
 *
 * Return: 0 or a negative errno.
 */
int plan_places(const struct planner *pl, const struct plugin *plugin,
		struct plan_places *out);

void plan_places_free(struct plan_places *p);

/**
 * plan_fill - decide tasks, CPUs, control and counters of an entry
 * @e:		with what was asked for; gets a reason where it cannot be
 * @spec:	where it is measured, no sweep
 *
 * Return: 0, -EINVAL with a message, -ENOMEM, -EINTR.
 */
int plan_fill(const struct planner *pl, struct plan_entry *e,
	      const struct place_spec *spec);

/* Why an entry cannot be measured: enum entry_status. Return: 0 or -ENOMEM. */
int plan_reason(struct plan_entry *e, int status, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
