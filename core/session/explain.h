/* SPDX-License-Identifier: MIT */
/*
 * core/session/explain.h - where the time of an op goes: variants of a benchmark
 * that differ in one thing each, in a chain.
 */
#ifndef CORE_SESSION_EXPLAIN_H
#define CORE_SESSION_EXPLAIN_H

#include <stddef.h>
#include <stdint.h>

#include "plugin/registry.h"
#include "result/waterfall.h"
#include "session/options.h"
#include "session/plan.h"
#include "util/progress.h"

/* Fewest samples: fewer have no interval at 95 %. */
#define EXPLAIN_SAMPLES_MIN 6

/* enum explain_role - what a variant is in the chain */
enum explain_role {
	EXPLAIN_WHOLE,	 /* what is to be explained */
	EXPLAIN_CHECK,	 /* the same again, tasks of its own */
	EXPLAIN_PLAIN,	 /* without working set and registers */
	EXPLAIN_POLL,	 /* on several CPUs, kept out of idle states */
	EXPLAIN_BATCH,	 /* on one CPU, without wake-up preemption */
	EXPLAIN_THREADS, /* and threads */
	EXPLAIN_CONTROL, /* and only its calls */
	EXPLAIN_YIELD,	 /* threads that yield to each other */
	EXPLAIN_CALL,	 /* a thread that yields to nobody */
	EXPLAIN_EMPTY,	 /* a system call that does nothing */
	EXPLAIN_NR_ROLES,
};

/**
 * struct explain - a chain, planned
 * @plans:	of each role that has one of its own
 * @variants:	of each role; NULL: it is not measured
 * @at:		which role stands for it: itself or another that is the same
 */
struct explain {
	struct plan plans[EXPLAIN_NR_ROLES];
	const struct variant *variants[EXPLAIN_NR_ROLES];
	int at[EXPLAIN_NR_ROLES];
};

/**
 * struct explain_job - how it is measured
 * @nr_samples:	fresh sets of tasks, at least EXPLAIN_SAMPLES_MIN
 * @nr_slices:	of each variant in each, at most ROUNDS_SLICES_MAX
 * @limit_ns:	no sample after so long, but for the fewest; 0: no limit
 * @seed:	of the orders
 * @timeout_ns:	--timeout, or 0
 * @progress:	shown while it goes on
 */
struct explain_job {
	uint32_t nr_samples, nr_slices;
	uint64_t limit_ns;
	uint64_t seed;
	uint64_t timeout_ns;
	struct progress *progress;
};

/**
 * explain_plan - choose the variants
 * @o:		the benchmark, and how it is run; one group
 * @x:		to be freed with explain_free() also after an error
 *
 * Return: 0; -ENOEXEC: the benchmark cannot be measured, its plan says why;
 * -EINVAL (usage) or another negative errno, with a message.
 */
int explain_plan(const struct run_opts *o, struct registry *r,
		 struct explain *x);

/**
 * explain_measure - measure the chain
 * @w:		empty; rows, calls, switches and numbers are filled in
 * @why:	on -ECHILD what failed
 *
 * In each sample all variants' tasks are fresh and alive together, and take
 * turns slice by slice.
 *
 * Return: 0; -ECHILD; -ENODATA: an op makes no switch; -EINTR, -ENOMEM.
 */
int explain_measure(const struct explain *x, const struct explain_job *job,
		    struct waterfall *w, char *why, size_t len);

void explain_free(struct explain *x);

/**
 * explain_medians - how long an op of each variant takes in one sample
 * @ns:		@nr variants; slice i of all of them is from the same few
 *		milliseconds; used up
 * @nr_slices:	of each
 * @medians:	@nr results
 *
 * Slow phases hit all slices of a round alike: a round's factor is the median
 * over the variants of slice by median, and is taken out before the final
 * median. Pure.
 *
 * Return: 0 or -ENOMEM.
 */
int explain_medians(double *const *ns, size_t nr, uint32_t nr_slices,
		    double *medians);

#endif
