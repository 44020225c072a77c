/* SPDX-License-Identifier: MIT */
/*
 * core/run/measure.c - one run, and how fast an op is; in the runner.
 */
#include "run/measure.h"

#include <errno.h>
#include <string.h>

#include "util/clock.h"
#include "run/event_set.h"
#include "run/runner.h"
#include "run/warmup.h"

/* A run may take ten times what it should, plus ten seconds. */
#define BOUND_FACTOR 10
#define BOUND_NS (10 * NS_PER_SEC)

/* What a loop may take in a run that neither another nor a warm-up preceded. */
#define UNKNOWN_LOOP_NS NS_PER_SEC

/* In less the kernel's counts of stolen and throttled time hardly move. */
#define UPKEEP_MIN_NS 1e6

uint64_t measure_bound_ns(uint64_t timeout_ns, double ns_per_loop,
			  uint64_t loops)
{
	double per_loop = ns_per_loop > 0 ? ns_per_loop * BOUND_FACTOR :
					    (double)UNKNOWN_LOOP_NS;
	double bound = per_loop * (double)loops + (double)BOUND_NS;

	if (timeout_ns)
		return timeout_ns;
	return bound < 9e18 ? (uint64_t)bound : (uint64_t)9e18;
}

/* Loops in a slice, so that a run fills at most CREW_SLICES_MAX of them. */
static uint64_t slice_loops(double ns_per_loop, uint64_t loops)
{
	uint64_t least = loops / CREW_SLICES_MAX + 1;
	double n = ns_per_loop > 0 ? SLICE_NS / ns_per_loop : (double)loops;

	if (n < 1)
		n = 1;
	if (n > (double)loops)
		return loops;
	return (uint64_t)n < least ? least : (uint64_t)n;
}

static void keep_slices(struct run_request *q, const struct crew *c,
			uint64_t loops_per_slice)
{
	q->slice_ops = loops_per_slice * q->ops_per_loop;
	q->nr_slices = c->arm->place.nr_groups == 1 ? c->shm->nr_slices : 0;
	memcpy(q->slice_ns, c->slices, q->nr_slices * sizeof(*q->slice_ns));
}

/* Groups on one CPU can add switches to the fewest, never save any. */
static struct bench_expect expected(const struct arm *a,
				    const struct bench_group *g)
{
	struct bench_expect e = BENCH_REPORTED;

	if (a->regime < BENCH_NR_REGIMES)
		return g->expect[a->regime];
	if (a->place.nr_cpus && a->place.group_cpus == 1)
		e.min = g->expect[BENCH_FORCED].min;
	return e;
}

static void keep_group(struct run_request *q, const struct crew *c)
{
	const struct bench_group *g = &c->groups[0];

	q->ops_per_loop = g->ops_per_loop;
	q->bytes_per_op = g->bytes_per_op;
	q->expect = expected(c->arm, g);
}

static bool idle_hook(const struct crew *c)
{
	if (!work_wanted(&c->arm->work))
		return false;
	for (uint32_t i = 0; i < c->nr_members; i++)
		if (c->members[i].worked)
			return false;
	return true;
}

static uint64_t loops_of(uint64_t ops, uint64_t ops_per_loop)
{
	uint64_t loops = ops / ops_per_loop + (ops % ops_per_loop != 0);

	return loops ? loops : 1;
}

static int bare_phase(struct crew *c, struct run_request *q, uint64_t loops,
		      double ns_per_loop)
{
	uint64_t per_slice = slice_loops(ns_per_loop, loops);
	int ret = crew_phase(c, loops, per_slice,
			     measure_bound_ns(c->runner->timeout_ns,
					      ns_per_loop, loops),
			     &q->timed);

	if (!ret)
		keep_slices(q, c, per_slice);
	return ret;
}

/* Between two looks at what the machine does, where there is time for them. */
int measure_timed(struct crew *c, struct run_request *q, uint64_t loops,
		  double ns_per_loop)
{
	struct upkeep_watch watch;
	int ret;

	keep_group(q, c);
	if (ns_per_loop * (double)loops < UPKEEP_MIN_NS) {
		upkeep_none(&q->upkeep, -ETIME);
		return bare_phase(c, q, loops, ns_per_loop);
	}
	upkeep_begin(&watch, "", &q->arm->place);
	ret = bare_phase(c, q, loops, ns_per_loop);
	upkeep_end(&watch, &q->upkeep);
	return ret;
}

int measure_run(struct runner *r, void *request)
{
	struct run_request *q = request;
	double ns_per_loop = q->ns_per_loop;
	uint64_t loops, warm;
	struct crew c;
	int ret;

	ret = crew_start(&c, r, q->arm, q->turn);
	if (ret)
		return ret;
	q->ops_per_loop = c.groups[0].ops_per_loop;
	loops = loops_of(q->ops, q->ops_per_loop);
	warm = q->warmup_ops < 0 ? (loops + 9) / 10 :
				   (uint64_t)q->warmup_ops / q->ops_per_loop;
	ret = warmup(&c, warm, q->warmup_ops < 0 ? WARMUP_NS : 0, &ns_per_loop,
		     &warm);
	q->warmed_ops = warm * q->ops_per_loop;
	if (!ret)
		ret = measure_timed(&c, q, loops, ns_per_loop);
	if (!ret && q->arm->counting)
		crew_counts(&c, q->counts);
	if (!ret)
		crew_histogram(&c, &q->timed, &q->histogram);
	q->clock_ns = c.members[0].clock_ns;
	q->idle_hook = idle_hook(&c);
	if (!ret)
		ret = crew_stop(&c);
	q->upkeep.u.mhz_before = c.mhz_before;
	q->upkeep.u.mhz_after = c.mhz_after;
	return ret;
}

int measure_rate(struct runner *r, void *request)
{
	struct rate_request *q = request;
	struct crew c;
	int ret;

	ret = crew_start(&c, r, q->arm, 0);
	if (ret)
		return ret;
	q->ops_per_loop = c.groups[0].ops_per_loop;
	ret = warmup_rate(&c, &q->ns_per_loop);
	return ret ? ret : crew_stop(&c);
}
