/* SPDX-License-Identifier: MIT */
/*
 * core/session/paired.h - two variants compared inside one session: a ratio with its
 * interval, never a time.
 */
#ifndef CORE_SESSION_PAIRED_H
#define CORE_SESSION_PAIRED_H

#include <stdbool.h>
#include <stdint.h>

#include "result/result.h"
#include "run/measure.h"
#include "run/runner.h"
#include "run/variant.h"
#include "util/progress.h"

/* Fewest fresh pairs of forks. */
#define PAIRED_SAMPLES 10

/**
 * struct paired_state - what a variant needs the system to be like
 * @name:	of the variant, for messages: "A"
 * @before:	command that is performed before each of its runs, or NULL
 * @after:	command that undoes it, or NULL
 */
struct paired_state {
	const char *name;
	const char *before, *after;
};

/**
 * struct paired_job - what to set against what
 * @name:	of the paired comparison in the result
 * @a, @b:	the variants
 * @b_over_a:	a ratio above 1 says that B takes longer, else that A does
 * @state_a, @state_b: with a command in either, whole runs take turns
 * @by_run:	whole runs take turns in any case
 * @may_run_alone: variants that fail together, but not alone, take turns run by
 *		run; else they fail
 * @nr_pairs:	fresh pairs of forks, at least PAIRED_SAMPLES
 * @nr_slices:	slice pairs in each, at most ROUNDS_SLICES_MAX
 * @seed:	of the orders
 * @timeout_ns:	--timeout, or 0
 * @limit_ns:	longest time for all pairs, set-up included; 0: none
 * @slice_ns:	length of a slice; 0: ROUNDS_SLICE_NS
 * @nr_turns:	turns of the counters of counted variants, over the pairs
 * @pair:	called after each pair that was interleaved by slices; NULL:
 *		nothing is. Returns 0 or a negative errno
 * @pair_data:	for it
 * @progress:	shown while it goes on; its run is the pair, may be NULL
 */
struct paired_job {
	const char *name;
	const struct variant *a, *b;
	bool b_over_a;
	struct paired_state state_a, state_b;
	bool by_run, may_run_alone;
	size_t nr_pairs;
	uint32_t nr_slices;
	uint64_t seed;
	uint64_t timeout_ns;
	uint64_t limit_ns;
	uint32_t slice_ns;
	int nr_turns;
	int (*pair)(const struct rounds_request *q, void *data);
	void *pair_data;
	struct progress *progress;
};

/**
 * paired_run - perform it
 * @out:	an empty paired comparison; after a failure it has a reason
 *
 * The unit of analysis is the fresh pair of forks: one value each, the median
 * log ratio of its slice pairs. Ratio and interval are the Hodges-Lehmann
 * estimate and the interval of the exact signed-rank test. Where whole runs
 * take turns, @out->by_run says why.
 *
 * Return: 0, also when a pair failed (then @out->reason); -EINTR when
 * interrupted, -ENOMEM; -ETIME when the first pairs showed that the limit does
 * not suffice.
 */
int paired_run(const struct paired_job *job, struct paired *out);

#endif
