/* SPDX-License-Identifier: MIT */
/*
 * core/session/session.h - perform a plan.
 */
#ifndef CORE_SESSION_SESSION_H
#define CORE_SESSION_SESSION_H

#include "result/result.h"
#include "run/measure.h"
#include "run/runner.h"
#include "session/options.h"
#include "session/plan.h"
#include "util/progress.h"
#include "util/rng.h"

/**
 * struct session_context - a session at work
 * @o:		what was asked for
 * @plan:	entry i of it is entry i of @s
 * @s:		filled in
 * @request:	shared memory for one run at a time
 * @progress:	the line on the terminal
 * @rng:	of the orders
 * @session:	number of the repetition of the whole set
 * @end_ns:	clock_wait_ns() after which no run starts; 0: any time
 */
struct session_context {
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
static inline bool context_active(const struct session_context *k, size_t i)
{
	return k->s->entries[i].status == ENTRY_DONE;
}

/* Appends an entry for each of the plan's. Return: 0 or -ENOMEM. */
int session_describe(const struct plan *p, struct session *s);

/**
 * session_run - measure everything in a plan
 * @o:		what was asked for
 * @p:		plan; rates found out are kept in it
 * @s:		session with one entry for each of the plan's, filled in
 *
 * First the rate of every benchmark, then all runs, in rounds whose order is
 * drawn at random; then the controls, runs that time each loop, and runs with
 * counters, as far as asked for. Invalid runs are replaced, up to half of
 * -r. A failed run ends its benchmark, with a message; the others go on.
 *
 * Return: 0, also when benchmarks failed; -EINTR: interrupted, what was
 * finished is in @s; -ENOMEM.
 */
int session_run(const struct run_opts *o, struct plan *p, struct session *s);

#endif
