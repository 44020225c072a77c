/* SPDX-License-Identifier: MIT */
/*
 * core/measure.h - what a runner can be asked to measure: how fast an op is,
 * one run, one pair of a contrast, one arm of it alone.
 *
 * The structs lie in memory from shm_alloc(); the functions are the @work of
 * a runner_job.
 */
#ifndef CORE_MEASURE_H
#define CORE_MEASURE_H

#include <stdint.h>

#include "arm.h"
#include "crew.h"
#include "upkeep.h"

struct runner;

/* Length of a slice: below the tick, short against the slow phases. */
#define SLICE_NS 500000u

/**
 * struct run_request - one run, and what it yielded
 * @arm:	what to perform
 * @ops:	per group
 * @warmup_ops:	per group; -1: a tenth of @ops, at most 10 ms
 * @ns_per_loop: known from before, or 0: found out during warm-up
 * @turn:	of the counters
 * others:	filled in
 * @timed:	the timed phase
 * @upkeep:	what the machine did in it
 * @expect:	what set-up promised for the regime
 * @bytes_per_op: of the first group
 * @ops_per_loop: of the first group
 * @warmed_ops:	warm-up ops performed, per group
 * @slice_ops:	ops in a slice
 * @counts:	of a counted arm, not judged
 * @histogram:	in ns: of the loops of an arm that times each, or of what was
 *		recorded; else empty
 * @clock_ns:	what reading the clock in each loop costs, where that is done
 * @nr_slices, @slice_ns: kept slices
 */
struct run_request {
	const struct arm *arm;
	uint64_t ops;
	int64_t warmup_ops;
	double ns_per_loop;
	int turn;
	struct phase timed;
	struct upkeep_reading upkeep;
	struct bench_expect expect;
	uint64_t bytes_per_op;
	uint64_t ops_per_loop;
	uint64_t warmed_ops;
	uint64_t slice_ops;
	uint32_t nr_slices;
	struct pmu_reading counts[PMU_MAX_EVENTS];
	struct histogram histogram;
	double clock_ns;
	uint64_t slice_ns[CREW_SLICES_MAX];
};

/* Performs a struct run_request. */
int measure_run(struct runner *r, void *request);

/**
 * struct rate_request - how long an op takes, roughly
 * @arm:	what to perform
 * @ns_per_loop: filled in: time of a loop of all groups
 * @ops_per_loop: filled in: of one group
 */
struct rate_request {
	const struct arm *arm;
	double ns_per_loop;
	uint64_t ops_per_loop;
};

/* Performs a struct rate_request: see warmup_rate(). */
int measure_rate(struct runner *r, void *request);

/**
 * struct pair_request - two arms, slice by slice in turn
 * @a, @b:	the arms
 * @nr_slices:	slice pairs, 1 to PAIR_SLICES_MAX
 * @seed:	of the order within each slice pair; its parity says which arm's
 *		tasks are created first
 * others:	filled in
 * @log_ratio:	median of ln(time per op of A / of B) over the slice pairs
 * @switches_a, @switches_b: seen per op
 * @alive:	both arms' tasks were alive together
 */
struct pair_request {
	const struct arm *a, *b;
	uint32_t nr_slices;
	uint64_t seed;
	double log_ratio;
	double switches_a, switches_b;
	bool alive;
};

#define PAIR_SLICES_MAX 4096

/* Performs a struct pair_request with fresh tasks. */
int measure_pair(struct runner *r, void *request);

/**
 * struct solo_request - one arm alone, in slices as a pair has them
 * @arm:	what to perform
 * @nr_slices:	slices, 1 to PAIR_SLICES_MAX
 * @ns_per_op:	filled in: median of the slices
 * @switches:	filled in: seen per op
 */
struct solo_request {
	const struct arm *arm;
	uint32_t nr_slices;
	double ns_per_op;
	double switches;
};

/* Performs a struct solo_request with fresh tasks. */
int measure_solo(struct runner *r, void *request);

#endif
