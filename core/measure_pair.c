/* SPDX-License-Identifier: MIT */
/*
 * core/measure_pair.c - two arms slice by slice in turn; in the runner.
 *
 * Both arms' tasks are alive throughout; while one arm's tasks perform a
 * slice, the other's sleep. The gate of both is driven by the runner, alike.
 * Slow phases of the machine are much longer than a slice pair, so that they
 * cancel in its ratio.
 */
#include <math.h>
#include <stdlib.h>

#include "clock.h"
#include "measure.h"
#include "rng.h"
#include "runner.h"
#include "stats.h"
#include "warmup.h"

/* Length of a slice of a pair, and of each arm's warm-up. */
#define PAIR_SLICE_NS 400000u
#define PAIR_WARMUP_NS (3 * NS_PER_MS)

/* struct side - one of the two arms at work */
struct side {
	struct crew crew;
	uint64_t loops;
	struct phase last;
	uint64_t ops, switches;
};

static int side_start(struct side *s, struct runner *r, const struct arm *arm)
{
	double ns_per_loop = 0;
	uint64_t done;
	int ret;

	ret = crew_start(&s->crew, r, arm, 0);
	if (!ret)
		ret = warmup(&s->crew, UINT64_MAX, PAIR_WARMUP_NS, &ns_per_loop,
			     &done);
	if (ret)
		return ret;
	s->loops = (uint64_t)(PAIR_SLICE_NS / (ns_per_loop + 1e-3));
	if (!s->loops)
		s->loops = 1;
	return 0;
}

static int side_slice(struct side *s)
{
	int ret = crew_phase(&s->crew, s->loops, 0,
			     runner_bound_ns(s->crew.runner), &s->last);

	if (ret)
		return ret;
	s->ops += s->last.ops;
	s->switches += s->last.nvcsw + s->last.nivcsw;
	return 0;
}

static double ns_per_op(const struct side *s)
{
	return (double)s->last.elapsed_ns / (double)s->last.ops;
}

/* One slice of each, in an order drawn by lot. */
static int slice_pair(struct side *a, struct side *b, struct rng *rng,
		      double *log_ratio)
{
	bool a_first = rng_below(rng, 2) == 0;
	int ret;

	ret = side_slice(a_first ? a : b);
	if (!ret)
		ret = side_slice(a_first ? b : a);
	if (!ret)
		*log_ratio = log(ns_per_op(a) / ns_per_op(b));
	return ret;
}

static int slice_pairs(struct side *a, struct side *b, struct pair_request *q)
{
	double *ratios = calloc(q->nr_slices, sizeof(*ratios));
	struct rng rng;
	int ret = ratios ? 0 : -ENOMEM;

	rng_seed(&rng, q->seed);
	for (uint32_t i = 0; i < q->nr_slices && !ret; i++)
		ret = slice_pair(a, b, &rng, &ratios[i]);
	if (!ret)
		q->log_ratio = stats_median(ratios, q->nr_slices);
	free(ratios);
	return ret;
}

static double switches_per_op(const struct side *s)
{
	return (double)s->switches / (double)s->ops;
}

int measure_pair(struct runner *r, void *request)
{
	struct pair_request *q = request;
	struct side a = { 0 }, b = { 0 };
	int ret;

	ret = side_start(&a, r, q->a);
	if (!ret)
		ret = side_start(&b, r, q->b);
	if (!ret)
		ret = slice_pairs(&a, &b, q);
	if (ret)
		return ret;
	q->switches_a = switches_per_op(&a);
	q->switches_b = switches_per_op(&b);
	ret = crew_stop(&b.crew);
	return ret ? ret : crew_stop(&a.crew);
}
