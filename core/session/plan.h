/* SPDX-License-Identifier: MIT */
/*
 * core/session/plan.h - every decision of a session, before anything is measured.
 */
#ifndef CORE_SESSION_PLAN_H
#define CORE_SESSION_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plugin/registry.h"
#include "result/result.h"
#include "run/variant.h"
#include "session/cpu_sweep.h"
#include "session/options.h"

/**
 * struct plan_entry - one benchmark under one configuration
 * @variant:	what is measured; its placement is owned
 * @control:	the same without a switch; borrows the placement
 * @has_control: there is one
 * @counted:	the same as @variant with counters
 * @event_set:	those counters, NULL without -e; owned
 * @ops:	per run and group; 0: to be found out
 * @ops_given:	-l
 * @ws_given:	--ws, also of size 0
 * @nr_corrections: how often a first run has told that @ops are too many or few
 * @ns_per_loop: roughly, 0 if not known
 * @spent_ns:	on the runs so far, set-up included
 * @sweep:	its place in a sweep over CPUs, or NULL; owned
 * @relation:	of a sweep's pair: enum place_kind
 * @reason:	malloc'ed: it cannot be measured; see @status
 * @status:	enum entry_status that goes with it
 * @refused:	it was asked for something that makes no sense for it
 */
struct plan_entry {
	struct variant variant, control, counted;
	struct event_set *event_set;
	bool has_control;
	uint64_t ops;
	bool ops_given, ws_given;
	uint32_t nr_corrections;
	double ns_per_loop;
	uint64_t spent_ns;
	struct sweep *sweep;
	int relation;
	char *reason;
	int status;
	bool refused;
};

/**
 * struct plan - all entries, in the order asked for
 * @nr, @entries: owned
 * @params:	options of each benchmark named, @nr_params; owned
 * @pmu:	for -e, else NULL; owned
 */
struct plan {
	size_t nr;
	struct plan_entry *entries;
	size_t nr_params;
	struct params **params;
	struct pmu *pmu;
};

/**
 * plan_make - from options to entries
 * @o:		what was asked for
 * @r:		the registry; borrowed by the plan
 * @out:	to be freed with plan_free() also after an error
 *
 * A benchmark that is broken, unsupported or refuses the placement becomes
 * an entry with a reason; a word that names nothing, or an option that a
 * benchmark does not have, is an error.
 *
 * Return: 0; -EINVAL (usage) or another negative errno, with a message.
 */
int plan_make(const struct run_opts *o, struct registry *r, struct plan *out);

void plan_free(struct plan *p);

/**
 * plan_status - what it means that entries of a plan cannot be measured
 *
 * Return: EXIT_FAILED where one is broken, else EXIT_USAGE where all were
 * refused, EXIT_NOTHING where none can run here, EXIT_DONE where one can.
 */
int plan_status(const struct plan *p);

/**
 * plan_describe - the configuration of an entry, for the result
 * @e:	an empty entry of the session
 *
 * Return: 0 or -ENOMEM.
 */
int plan_describe(const struct plan_entry *pe, struct entry *e);

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
 * struct plan_places - where a benchmark is measured
 * @spec:	what was asked for, or what the benchmark needs; borrowed
 * @sweep:	for each and pairs: the placements, one after another
 */
struct plan_places {
	struct place_spec spec;
	struct sweep_list sweep;
};

#endif
