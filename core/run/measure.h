/* SPDX-License-Identifier: MIT */
/*
 * core/run/measure.h - what a runner can be asked to measure: how fast an op is,
 * one run, runs of one and of two times the ops, interleaved variants, one
 * variant alone in such slices.
 *
 * The structs lie in memory from shm_alloc(); the functions are the @work of
 * a runner_job.
 */
#ifndef CORE_RUN_MEASURE_H
#define CORE_RUN_MEASURE_H

#include <stdint.h>

#include "machine/procfs.h"
#include "run/interference.h"
#include "run/team.h"
#include "run/variant.h"

struct runner;

/* Length of a slice: below the tick, short against the slow phases. */
#define SLICE_NS 500000u

/**
 * struct run_request - one run, and what it yielded
 * @variant:	what to perform
 * @ops:	per group
 * @warmup_ops:	per group; -1: a tenth of @ops, at most 10 ms, but one loop
 * @ns_per_loop: known from before, or 0: found out during warm-up
 * @turn:	of the counters
 * others:	filled in
 * @timed:	the timed phase
 * @interference:	what the machine did in it
 * @expect:	what set-up promised for the regime
 * @bytes_per_op: of the first group
 * @ops_per_loop: of the first group
 * @warmed_ops:	warm-up ops performed, per group
 * @slice_ops:	ops in a slice
 * @counts:	of a counted variant, not judged
 * @histogram:	in ns: of the loops of a variant that times each, or of what was
 *		recorded; else empty
 * @clock_ns:	what reading the clock in each loop costs, where that is done
 * @idle_hook:	there was work to do each time a task gets the CPU, and no task
 *		ever called for it
 * @nr_slices, @slice_ns: kept slices
 * @nr_chains, @chain_ns: readings of the clock, one before each, or none
 */
struct run_request {
	const struct variant *variant;
	uint64_t ops;
	int64_t warmup_ops;
	double ns_per_loop;
	int turn;
	struct phase timed;
	struct interference_reading interference;
	struct bench_expect expect;
	uint64_t bytes_per_op;
	uint64_t ops_per_loop;
	uint64_t warmed_ops;
	uint64_t slice_ops;
	bool idle_hook;
	uint32_t nr_slices, nr_chains;
	struct pmu_reading counts[PMU_MAX_EVENTS];
	struct histogram histogram;
	double clock_ns;
	uint64_t slice_ns[TEAM_SLICES_MAX];
	uint64_t chain_ns[TEAM_SLICES_MAX];
};

/* Performs a struct run_request. */
int measure_run(struct runner *r, void *request);

/* struct run_times - of a run: of all tasks' CPUs, and of the wall */
struct run_times {
	double cpu_ns, elapsed_ns; /* NaN: not measured */
};

/**
 * struct check_request - runs of N and of 2N ops by turns, with the same tasks
 * @variant:	what to perform
 * @nr_rounds:	at most so many of each
 * @settled:	asked after each round; true ends them early. Called in the
 *		runner
 * @loops:	N, in loops per group; 0: chosen and kept
 * @run:	filled in: the last run of 2N
 * @last:	filled in: of N and of 2N in the last round
 * @least:	the least of all rounds so far; start at infinity
 * @total:	of all rounds so far
 */
struct check_request {
	const struct variant *variant;
	uint32_t nr_rounds;
	bool (*settled)(const struct check_request *q);
	uint64_t loops;
	struct run_times last[2], least[2], total[2];
	struct run_request run;
};

/* Performs a struct check_request. */
int measure_check(struct runner *r, void *request);

/**
 * measure_bound_ns - how long the timed part of a run may take
 * @timeout_ns:	what was asked for, or 0
 * @ns_per_loop: what a loop should take; 0: nothing has told
 * @loops:	in the run
 */
uint64_t measure_bound_ns(uint64_t timeout_ns, double ns_per_loop,
			  uint64_t loops);

/**
 * struct rate_request - how long an op takes, roughly
 * @variant:	what to perform
 * @ns_per_loop: filled in: time of a loop of all groups
 * @ops_per_loop: filled in: of one group
 */
struct rate_request {
	const struct variant *variant;
	double ns_per_loop;
	uint64_t ops_per_loop;
};

/* Performs a struct rate_request: see warmup_rate(). */
int measure_rate(struct runner *r, void *request);

/* Length of a slice where variants are compared. */
#define ROUNDS_SLICE_NS 400000u

#define ROUNDS_SLICES_MAX 4096

/**
 * struct rounds_request - variants interleaved slice by slice
 * @nr, @variants: 2 to RUNNER_TEAMS of them
 * @nr_slices:	rounds of one slice of each, 1 to ROUNDS_SLICES_MAX
 * @slice_ns:	length of a slice, roughly
 * @cpu_time:	of variants on one CPU take the tasks' CPU time, where it is
 *		measured: others that run there are not in it
 * @seed:	of the order within each round, and of the order in which the
 *		variants' tasks are created
 * @turn:	of the counters, where variants have any
 * others:	filled in
 * @switches:	seen per op
 * @ops:	performed in all slices
 * @counts:	of counted variants in all slices, not judged
 * @calls:	that the control of the variant's benchmark makes for an op; 0:
 *		not declared
 * @alive:	all variants' tasks were alive together
 * @ns_per_op:	of each slice of a variant
 */
struct rounds_request {
	uint32_t nr;
	const struct variant *variants[RUNNER_TEAMS];
	uint32_t nr_slices;
	uint32_t slice_ns;
	bool cpu_time;
	uint64_t seed;
	int turn;
	double switches[RUNNER_TEAMS];
	uint64_t ops[RUNNER_TEAMS];
	struct pmu_reading counts[RUNNER_TEAMS][PMU_MAX_EVENTS];
	uint32_t calls[RUNNER_TEAMS];
	bool alive;
	double ns_per_op[RUNNER_TEAMS][ROUNDS_SLICES_MAX];
};

/* Performs a struct rounds_request with fresh tasks. */
int measure_rounds(struct runner *r, void *request);

/**
 * struct solo_request - one variant alone, in slices as rounds have them
 * @variant:	what to perform
 * @nr_slices:	slices, at least 1
 * @ns_per_op:	filled in: median of the slices
 * @switches:	filled in: seen per op
 */
struct solo_request {
	const struct variant *variant;
	uint32_t nr_slices;
	double ns_per_op;
	double switches;
};

/* Performs a struct solo_request with fresh tasks. */
int measure_solo(struct runner *r, void *request);

/* Makes a request ready for the next run; the parameters are its fields. */
void run_request_init(struct run_request *q, const struct variant *variant,
		      uint64_t ops, int64_t warmup_ops, double ns_per_loop);

#endif
