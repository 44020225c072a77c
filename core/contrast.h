/* SPDX-License-Identifier: MIT */
/*
 * core/contrast.h - two arms compared inside one session: a ratio with its
 * interval, never a time.
 */
#ifndef CORE_CONTRAST_H
#define CORE_CONTRAST_H

#include <stdint.h>

#include "arm.h"
#include "progress.h"
#include "result.h"
#include "runner.h"

/* Fewest fresh pairs of forks. */
#define CONTRAST_PAIRS 10

/**
 * struct contrast_job - what to set against what
 * @name:	of the contrast in the result
 * @a, @b:	the arms: a ratio above 1 says that A takes longer
 * @nr_pairs:	fresh pairs of forks, at least CONTRAST_PAIRS
 * @nr_slices:	slice pairs in each, at most PAIR_SLICES_MAX
 * @seed:	of the orders
 * @timeout_ns:	--timeout, or 0
 * @progress:	shown while it goes on; its run is the pair, may be NULL
 */
struct contrast_job {
	const char *name;
	const struct arm *a, *b;
	size_t nr_pairs;
	uint32_t nr_slices;
	uint64_t seed;
	uint64_t timeout_ns;
	struct progress *progress;
};

/**
 * contrast_run - perform it
 * @out:	an empty contrast; after a failure it has a reason
 *
 * The unit of analysis is the fresh pair of forks: one value each, the median
 * log ratio of its slice pairs. Ratio and interval are the Hodges-Lehmann
 * estimate and the interval of the exact signed-rank test.
 *
 * Return: 0, also when a pair failed (then @out->reason); -EINTR when
 * interrupted, -ENOMEM.
 */
int contrast_run(const struct contrast_job *job, struct contrast *out);

#endif
