/* SPDX-License-Identifier: MIT */
/*
 * core/run/measure.c - one run, and how fast an op is; in the runner.
 */
#include "run/measure.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "run/event_set.h"
#include "run/outside.h"
#include "run/runner.h"
#include "run/timing.h"
#include "run/watch.h"
#include "run/warmup.h"
#include "stats/stats.h"
#include "util/clock.h"
#include "util/rng.h"

/* A run may take ten times what it should, plus ten seconds. */
#define BOUND_FACTOR 10
#define BOUND_NS (10 * NS_PER_SEC)

/* What a loop may take in a run that neither another nor a warm-up preceded. */
#define UNKNOWN_LOOP_NS NS_PER_SEC

/* In less the kernel's counts of stolen and throttled time hardly move. */
#define INTERFERENCE_MIN_NS 1e6

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

void run_request_init(struct run_request *q, const struct variant *variant,
		      uint64_t ops, int64_t warmup_ops, double ns_per_loop)
{
	memset(q, 0, offsetof(struct run_request, slice_ns));
	q->variant = variant;
	q->ops = ops;
	q->warmup_ops = warmup_ops;
	q->ns_per_loop = ns_per_loop;
	interference_none(&q->interference, 0);
}

/* Loops in a slice, so that a run fills at most TEAM_SLICES_MAX of them. */
static uint64_t slice_loops(double ns_per_loop, uint64_t loops)
{
	uint64_t least = loops / TEAM_SLICES_MAX + 1;
	double n = ns_per_loop > 0 ? SLICE_NS / ns_per_loop : (double)loops;

	if (n < 1)
		n = 1;
	if (n > (double)loops)
		return loops;
	return (uint64_t)n < least ? least : (uint64_t)n;
}

/* A chain without the reading of the time that ends it. */
static uint64_t chain_alone(const struct team *c, uint32_t i)
{
	uint64_t cost_ns = (uint64_t)c->members[0].time_ns;

	return c->chains[i] > cost_ns ? c->chains[i] - cost_ns : 1;
}

static void keep_slices(struct run_request *q, const struct team *c,
			uint64_t loops_per_slice)
{
	q->slice_ops = loops_per_slice * q->ops_per_loop;
	q->nr_slices = c->variant->place.nr_groups == 1 ? c->shm->nr_slices : 0;
	memcpy(q->slice_ns, c->slices, q->nr_slices * sizeof(*q->slice_ns));
	q->nr_chains = team_reads_clock(c) ? q->nr_slices : 0;
	for (uint32_t i = 0; i < q->nr_chains; i++)
		q->chain_ns[i] = chain_alone(c, i);
}

/* Groups on one CPU can add switches to the fewest, never save any. */
static struct bench_expect expected(const struct variant *a,
				    const struct bench_group *g)
{
	struct bench_expect e = BENCH_REPORTED;

	if (a->regime < BENCH_NR_REGIMES)
		return g->expect[a->regime];
	if (a->place.nr_cpus && a->place.group_cpus == 1)
		e.min = g->expect[BENCH_FORCED].min;
	return e;
}

static void keep_group(struct run_request *q, const struct team *c)
{
	const struct bench_group *g = &c->groups[0];

	q->ops_per_loop = g->ops_per_loop;
	q->bytes_per_op = g->bytes_per_op;
	q->expect = expected(c->variant, g);
}

static bool idle_hook(const struct team *c)
{
	if (!work_wanted(&c->variant->work))
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

static int bare_phase(struct team *c, struct run_request *q, uint64_t loops,
		      double ns_per_loop)
{
	uint64_t per_slice = slice_loops(ns_per_loop, loops);
	struct outside outside;
	int ret;

	outside_begin(&outside, c);
	ret = team_phase(c, loops, per_slice,
			 measure_bound_ns(c->runner->timeout_ns, ns_per_loop,
					  loops),
			 &q->timed);
	if (ret)
		return ret;
	outside_end(&outside, c, &q->timed);
	keep_slices(q, c, per_slice);
	return 0;
}

/* Between two looks at what the machine does, where there is time for them. */
static int measure_timed(struct team *c, struct run_request *q, uint64_t loops,
			 double ns_per_loop)
{
	struct interference_watch watch;
	int ret;

	keep_group(q, c);
	if (ns_per_loop * (double)loops < INTERFERENCE_MIN_NS) {
		interference_none(&q->interference, -ETIME);
		return bare_phase(c, q, loops, ns_per_loop);
	}
	interference_begin(&watch, "", &q->variant->place);
	ret = bare_phase(c, q, loops, ns_per_loop);
	interference_end(&watch, &q->interference);
	return ret;
}

int measure_run(struct runner *r, void *request)
{
	struct run_request *q = request;
	double ns_per_loop = q->ns_per_loop;
	uint64_t loops, warm;
	struct team c;
	int ret;

	ret = team_start(&c, r, q->variant, q->turn);
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
	if (!ret && q->variant->event_set)
		team_counts(&c, q->counts);
	if (!ret)
		team_histogram(&c, &q->timed, &q->histogram);
	q->clock_ns = q->variant->each ? c.members[0].clock_ns : 0;
	q->idle_hook = idle_hook(&c);
	if (!ret)
		ret = team_stop(&c);
	q->interference.u.mhz_before = c.mhz_before;
	q->interference.u.mhz_after = c.mhz_after;
	return ret;
}

int measure_rate(struct runner *r, void *request)
{
	struct rate_request *q = request;
	struct team c;
	int ret;

	ret = team_start(&c, r, q->variant, 0);
	if (ret)
		return ret;
	q->ops_per_loop = c.groups[0].ops_per_loop;
	ret = warmup_rate(&c, &q->ns_per_loop);
	return ret ? ret : team_stop(&c);
}

/*
 * Runs of N and of 2N ops by turns, for those who check
 * what a benchmark promises; in the runner.
 *
 * One set of tasks performs all of them: a task that does not leave the group
 * as it found it is found out too.
 */

/*
 * Of an op that is short there are 5000 in the longer run; of others as many
 * as fit into a time, but no fewer loops than can be doubled exactly.
 */
#define OPS 5000
#define SHORT_OP_NS 20000.0
#define RUN_MIN_NS 2e6
#define RUN_MAX_NS 30e6
#define LOOPS_MIN 16.0
#define LOOPS_MAX_NS 500e6
#define FEEL_NS (2 * NS_PER_MS)

/* Half the loops of the longer run, given what one takes. */
static uint64_t choose_loops(const struct team *c, double ns_per_loop)
{
	double ops_per_loop = (double)team_ops_per_loop(c);
	double ns_per_op = fmax(ns_per_loop / ops_per_loop, 1e-3);
	double loops, ops = OPS;

	if (ns_per_op > SHORT_OP_NS)
		ops = fmin(ops, RUN_MAX_NS / ns_per_op);
	ops = fmax(ops, RUN_MIN_NS / ns_per_op);
	loops = fmax(ceil(ops / ops_per_loop), LOOPS_MIN);
	loops = fmin(loops, fmax(ceil(LOOPS_MAX_NS / ns_per_loop), 2));
	return (uint64_t)ceil(loops / 2);
}

static void keep_times(struct check_request *q, int twice)
{
	const struct phase *p = &q->run.timed;
	struct run_times *least = &q->least[twice];
	int64_t cpu = p->figures.cpu_ns;
	double cpu_ns = cpu == NOT_MEASURED ? NAN : (double)cpu;
	double elapsed_ns = (double)p->elapsed_ns;

	q->last[twice] = (struct run_times){ cpu_ns, elapsed_ns };
	least->cpu_ns = fmin(cpu_ns, least->cpu_ns);
	least->elapsed_ns = fmin(elapsed_ns, least->elapsed_ns);
	q->total[twice].cpu_ns += cpu_ns;
	q->total[twice].elapsed_ns += elapsed_ns;
}

static int one_run(struct team *c, struct check_request *q, int twice,
		   double ns_per_loop)
{
	uint64_t loops = q->loops << twice;
	int ret;

	run_request_init(&q->run, q->variant, loops * team_ops_per_loop(c), 0,
			 ns_per_loop);
	ret = measure_timed(c, &q->run, loops, ns_per_loop);
	if (!ret)
		keep_times(q, twice);
	return ret;
}

static int rounds(struct team *c, struct check_request *q, double ns_per_loop)
{
	int ret = 0;

	for (uint32_t i = 0; i < q->nr_rounds && !ret; i++) {
		ret = one_run(c, q, 0, ns_per_loop);
		if (!ret)
			ret = one_run(c, q, 1, ns_per_loop);
		if (!ret && q->settled(q))
			break;
	}
	return ret;
}

int measure_check(struct runner *r, void *request)
{
	struct check_request *q = request;
	double ns_per_loop = 0;
	struct team c;
	uint64_t done;
	int ret;

	ret = team_start(&c, r, q->variant, 0);
	if (!ret)
		ret = warmup(&c, UINT64_MAX, FEEL_NS, &ns_per_loop, &done);
	if (ret)
		return ret;
	if (!q->loops)
		q->loops = choose_loops(&c, ns_per_loop);
	ret = rounds(&c, q, ns_per_loop);
	return ret ? ret : team_stop(&c);
}

/*
 * Variants interleaved slice by slice, or one alone in such slices; in the runner.
 *
 * All variants' tasks are alive throughout; while those of one perform a slice,
 * the others sleep. The gate of all is driven by the runner, alike. Slow phases
 * of the machine are much longer than a round of slices, so that they cancel in
 * what is compared.
 */

/* Length of each variant's warm-up. */
#define ROUNDS_WARMUP_NS (3 * NS_PER_MS)

/* Below this many are held back: as many as a pipe has room for. */
#define HELD_PAGES 16

/* struct side - one of the variants at work */
struct side {
	struct team team;
	uint64_t loops;
	struct phase last;
	uint64_t ops;
	double switches;
	struct pmu_reading counts[PMU_MAX_EVENTS];
};

static int side_start(struct side *s, struct runner *r,
		      const struct variant *variant, int turn,
		      uint32_t slice_ns)
{
	double ns_per_loop = 0;
	uint64_t done;
	int ret;

	ret = team_start(&s->team, r, variant, turn);
	if (!ret)
		ret = warmup(&s->team, UINT64_MAX, ROUNDS_WARMUP_NS,
			     &ns_per_loop, &done);
	if (ret)
		return ret;
	s->loops = (uint64_t)(slice_ns / (ns_per_loop + 1e-3));
	if (!s->loops)
		s->loops = 1;
	return 0;
}

static void add_slice_counts(struct side *s)
{
	const struct event_set *c = s->team.variant->event_set;
	struct pmu_reading slice[PMU_MAX_EVENTS];

	if (!c)
		return;
	team_counts(&s->team, slice);
	pmu_add(s->counts, slice, c->events.nr);
}

static int side_slice(struct side *s)
{
	int ret = team_phase(&s->team, s->loops, 0,
			     runner_bound_ns(s->team.runner), &s->last);

	if (ret)
		return ret;
	s->ops += s->last.ops;
	s->switches += run_figures_switches(&s->last.figures);
	add_slice_counts(s);
	return 0;
}

static double ns_per_op(const struct side *s)
{
	return (double)s->last.elapsed_ns / (double)s->last.ops;
}

/* On one CPU nothing but the tasks' own time is the op's. */
static double cpu_ns_per_op(const struct side *s)
{
	int64_t cpu_ns = s->last.figures.cpu_ns;

	if (s->team.variant->place.group_cpus != 1 || cpu_ns == NOT_MEASURED)
		return ns_per_op(s);
	return (double)cpu_ns / (double)s->last.ops;
}

static double switches_per_op(const struct side *s)
{
	return s->switches / (double)s->ops;
}

/* One slice of each, in random order. */
static int one_round(struct side *sides, struct rng *rng, uint32_t slice,
		     struct rounds_request *q)
{
	size_t order[RUNNER_TEAMS];
	int ret = 0;

	for (size_t i = 0; i < q->nr; i++)
		order[i] = i;
	rng_shuffle(rng, order, q->nr);
	for (size_t i = 0; i < q->nr && !ret; i++) {
		struct side *s = &sides[order[i]];

		ret = side_slice(s);
		if (!ret)
			q->ns_per_op[order[i]][slice] =
				q->cpu_time ? cpu_ns_per_op(s) : ns_per_op(s);
	}
	return ret;
}

static int all_rounds(struct side *sides, struct rounds_request *q)
{
	struct rng rng;
	int ret = 0;

	rng_seed(&rng, q->seed);
	for (uint32_t i = 0; i < q->nr_slices && !ret; i++)
		ret = one_round(sides, &rng, i, q);
	for (uint32_t i = 0; i < q->nr && !ret; i++) {
		q->switches[i] = switches_per_op(&sides[i]);
		q->ops[i] = sides[i].ops;
		memcpy(q->counts[i], sides[i].counts, sizeof(q->counts[i]));
		q->calls[i] = sides[i].team.groups[0].calls;
	}
	return ret;
}

/*
 * Whose tasks are older: of two variants, either in one of two seeds, but not
 * by turns. Kernels reuse what the last teams left behind, so that what falls
 * to the oldest would repeat every other time, and samples be no fresh ones.
 */
static void draw_order(struct runner *r, const struct rounds_request *q,
		       size_t *order)
{
	struct rng rng;

	rng_seed(&rng, ~q->seed);
	r->held_pages = (uint32_t)rng_below(&rng, HELD_PAGES);
	for (size_t i = 0; i < q->nr; i++)
		order[i] = q->seed & 1 ? q->nr - 1 - i : i;
	rng_seed(&rng, q->seed / 2);
	rng_shuffle(&rng, order, q->nr);
}

int measure_rounds(struct runner *r, void *request)
{
	struct rounds_request *q = request;
	struct side sides[RUNNER_TEAMS] = { 0 };
	size_t order[RUNNER_TEAMS];
	int ret = 0;

	q->alive = false;
	draw_order(r, q, order);
	for (size_t i = 0; i < q->nr && !ret; i++)
		ret = side_start(&sides[order[i]], r, q->variants[order[i]],
				 q->turn, q->slice_ns);
	q->alive = !ret;
	if (!ret)
		ret = all_rounds(sides, q);
	/* The one that came last goes first. */
	for (size_t i = q->nr; i-- && !ret;)
		ret = team_stop(&sides[order[i]].team);
	return ret;
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

	ret = side_start(&s, r, q->variant, 0, ROUNDS_SLICE_NS);
	if (!ret)
		ret = solo_slices(&s, q);
	if (ret)
		return ret;
	q->switches = switches_per_op(&s);
	return team_stop(&s.team);
}
