/* SPDX-License-Identifier: MIT */
/*
 * core/planner.h - what the makers of a plan share.
 */
#ifndef CORE_PLANNER_H
#define CORE_PLANNER_H

#include "plan.h"

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

#endif
