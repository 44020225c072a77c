/* SPDX-License-Identifier: MIT */
/*
 * core/result/clock.c - the clock of the CPU during a run, from readings
 * between its slices.
 */
#include "result/clock.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "stats/stats.h"

/* Readings on either side of a slice that its clock is the median of. */
#define REACH 4

static double chain_median(const uint64_t *ns, size_t nr, size_t at)
{
	size_t from = at > REACH ? at - REACH : 0;
	size_t end = at + REACH + 1 < nr ? at + REACH + 1 : nr;
	double x[2 * REACH + 1];

	for (size_t i = from; i < end; i++)
		x[i - from] = (double)ns[i];
	return stats_median(x, end - from);
}

int clock_of_slices(const struct sample *s, double *mhz)
{
	if (!s->nr_slices || s->nr_chains != s->nr_slices)
		return -ENODATA;
	for (size_t i = 0; i < s->nr_slices; i++)
		mhz[i] = 1e3 * CLOCK_CHAIN_CYCLES /
			 chain_median(s->chain_ns, s->nr_chains, i);
	return 0;
}

int clock_of_run(const struct sample *s, double *mhz)
{
	double *v = calloc(s->nr_slices + 1, sizeof(*v));
	double cycles = 0, ns = 0;

	*mhz = NAN;
	if (!v)
		return -ENOMEM;
	if (!clock_of_slices(s, v)) {
		for (size_t i = 0; i < s->nr_slices; i++) {
			cycles += v[i] * (double)s->slice_ns[i];
			ns += (double)s->slice_ns[i];
		}
		*mhz = ns > 0 ? cycles / ns : NAN;
	}
	free(v);
	return 0;
}
