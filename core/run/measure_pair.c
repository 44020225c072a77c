/* SPDX-License-Identifier: MIT */
/*
 * core/run/measure_pair.c - two arms slice by slice in turn, or one alone in such
 * slices; in the runner.
 *
 * Both arms' tasks are alive throughout; while one arm's tasks perform a
 * slice, the other's sleep. The gate of both is driven by the runner, alike.
 * Slow phases of the machine are much longer than a slice pair, so that they
 * cancel in its ratio.
 */
#include <math.h>
#include <stdlib.h>

#include "util/clock.h"
#include "run/measure.h"
#include "util/rng.h"
#include "run/runner.h"
#include "stats/stats.h"
#include "run/warmup.h"

/* Length of a slice of a pair, and of each arm's warm-up. */
#define PAIR_SLICE_NS 400000u
#define PAIR_WARMUP_NS (3 * NS_PER_MS)

/* Below this many are held back: as many as a pipe has room for. */
#define HELD_PAGES 16

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

static int start_both(struct side *first, const struct arm *first_arm,
		      struct side *second, const struct arm *second_arm,
		      struct runner *r)
{
	int ret = side_start(first, r, first_arm);

	return ret ? ret : side_start(second, r, second_arm);
}

/*
 * Whether B's tasks are the older ones: in one of two pairs, but not by turns.
 * Kernels reuse what the last pair left behind, so that what falls to the
 * older one would repeat every other pair, and pairs be no fresh ones.
 */
static bool draw_order(struct runner *r, uint64_t seed)
{
	struct rng rng;

	rng_seed(&rng, ~seed);
	r->held_pages = (uint32_t)rng_below(&rng, HELD_PAGES);
	rng_seed(&rng, seed / 2);
	return (seed & 1) ^ rng_below(&rng, 2);
}

int measure_pair(struct runner *r, void *request)
{
	struct pair_request *q = request;
	bool b_first;
	struct side a = { 0 }, b = { 0 };
	int ret;

	q->alive = false;
	b_first = draw_order(r, q->seed);
	if (b_first)
		ret = start_both(&b, q->b, &a, q->a, r);
	else
		ret = start_both(&a, q->a, &b, q->b, r);
	if (ret)
		return ret;
	q->alive = true;
	ret = slice_pairs(&a, &b, q);
	if (ret)
		return ret;
	q->switches_a = switches_per_op(&a);
	q->switches_b = switches_per_op(&b);
	/* The one that came last goes first. */
	ret = crew_stop(b_first ? &a.crew : &b.crew);
	return ret ? ret : crew_stop(b_first ? &b.crew : &a.crew);
}

static int solo_slices(struct side *s, struct solo_request *q)
{
	double *ns = calloc(q->nr_slices, sizeof(*ns));
	int ret = ns ? 0 : -ENOMEM;

	for (uint32_t i = 0; i < q->nr_slices && !ret; i++) {
		ret = side_slice(s);
		if (!ret)
			ns[i] = ns_per_op(s);
	}
	if (!ret)
		q->ns_per_op = stats_median(ns, q->nr_slices);
	free(ns);
	return ret;
}

int measure_solo(struct runner *r, void *request)
{
	struct solo_request *q = request;
	struct side s = { 0 };
	int ret;

	ret = side_start(&s, r, q->arm);
	if (!ret)
		ret = solo_slices(&s, q);
	if (ret)
		return ret;
	q->switches = switches_per_op(&s);
	return crew_stop(&s.crew);
}
