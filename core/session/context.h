/* SPDX-License-Identifier: MIT */
/*
 * core/session/context.h - what the phases of a session share.
 */
#ifndef CORE_SESSION_CONTEXT_H
#define CORE_SESSION_CONTEXT_H

#include "run/measure.h"
#include "session/plan.h"
#include "util/progress.h"
#include "result/result.h"
#include "util/rng.h"
#include "session/options.h"
#include "run/runner.h"

/**
 * struct conductor - a session at work
 * @o:		what was asked for
 * @plan:	entry i of it is entry i of @s
 * @s:		filled in
 * @request:	shared memory for one run at a time
 * @progress:	the line on the terminal
 * @rng:	of the orders
 * @session:	number of the repetition of the whole set
 * @end_ns:	clock_wait_ns() after which no run starts; 0: any time
 */
struct conductor {
	const struct run_opts *o;
	struct plan *plan;
	struct session *s;
	struct run_request *request;
	struct progress progress;
	struct rng rng;
	uint32_t session;
	uint64_t end_ns;
};

/* Whether benchmark @i is still to be measured. */
static inline bool conductor_active(const struct conductor *k, size_t i)
{
	return k->s->entries[i].status == ENTRY_DONE;
}

/* Lets a runner work for an arm, with progress; see runner_call(). */
int conductor_call(struct conductor *k, const struct arm *arm,
		   int (*work)(struct runner *, void *), void *data,
		   struct runner_outcome *out);

/* The controls of all benchmarks. Return: 0, -EINTR, -ENOMEM. */
int session_controls(struct conductor *k);

/* With --latency, runs of their own that time each loop. Likewise. */
int session_latencies(struct conductor *k);

/* Counted runs of all benchmarks; nothing bare may come after. Likewise. */
int session_countings(struct conductor *k);

#endif
