/* SPDX-License-Identifier: MIT */
/*
 * core/session/paired.c - two variants compared inside one session.
 */
#include "session/paired.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/measure.h"
#include "run/shell.h"
#include "stats/rank.h"
#include "stats/signed_rank.h"
#include "stats/stats.h"
#include "util/clock.h"
#include "util/memory.h"
#include "util/rng.h"

/*
 * Two variants that cannot be alive together: whole runs
 * take turns, each between the commands of its variant.
 */

/**
 * struct turn - a run of one of the variants
 * @variant, @state: which
 * @q:		in shared memory, used by one turn after the other
 */
struct turn {
	const struct paired_job *job;
	const struct variant *variant;
	const struct paired_state *state;
	struct solo_request *q;
};

static int paired_call(const struct paired_job *job,
		       const struct variant *variant,
		       int (*work)(struct runner *, void *), void *data,
		       struct runner_outcome *how);

static void paired_show(const struct paired_job *job, size_t i);

static struct turn turn_of(const struct paired_job *job, bool a,
			   struct solo_request *q)
{
	return (struct turn){
		.job = job,
		.variant = a ? job->a : job->b,
		.state = a ? &job->state_a : &job->state_b,
		.q = q,
	};
}

/* The first reason stays. */
static int __attribute__((format(printf, 2, 3)))
give_reason(struct paired *out, const char *fmt, ...)
{
	va_list ap;
	int n;

	if (out->reason)
		return -ECHILD;
	va_start(ap, fmt);
	n = vasprintf(&out->reason, fmt, ap);
	va_end(ap);
	if (n >= 0)
		return -ECHILD;
	out->reason = NULL;
	return -ENOMEM;
}

static int perform(const struct turn *t, bool undoes, struct paired *out)
{
	const struct shell_job job = {
		.command = undoes ? t->state->after : t->state->before,
		.place = &t->variant->place,
		.timeout_ns = t->job->timeout_ns,
		.undoes = undoes,
	};
	char why[RUNNER_TEXT];
	int ret = job.command ? shell_run(&job, why, sizeof(why)) : 0;

	if (!ret || ret == -EINTR)
		return ret;
	return give_reason(out, "--%s '%s' of %s %s",
			   undoes ? "after" : "before", job.command,
			   t->state->name, why);
}

static int measure(const struct turn *t, struct paired *out)
{
	struct runner_outcome how;
	int ret;

	*t->q = (struct solo_request){
		.variant = t->variant,
		.nr_slices = t->job->nr_slices,
	};
	ret = paired_call(t->job, t->variant, measure_solo, t->q, &how);
	return !ret || ret == -EINTR ? ret : give_reason(out, "%s", how.text);
}

/* Once its first command has begun, the other is performed, come what may. */
static int one_turn(const struct turn *t, struct paired *out)
{
	int ret, undone;

	ret = perform(t, false, out);
	if (!ret)
		ret = measure(t, out);
	undone = perform(t, true, out);
	return ret ? ret : undone;
}

/* @log_ratio is of A to B, @log_product of their times in ns per op. */
static void keep_pair(const struct paired_job *job, double log_ratio,
		      double log_product, struct paired *out)
{
	out->log_products[out->nr_pairs] = log_product;
	out->log_ratios[out->nr_pairs++] = job->b_over_a ? -log_ratio :
							   log_ratio;
}

static int one_pair_of_runs(const struct paired_job *job, bool a_first,
			    struct solo_request *q, struct paired *out)
{
	double ns[2], switches[2];

	for (int i = 0; i < 2; i++) {
		bool a = (i == 0) == a_first;
		struct turn t = turn_of(job, a, q);
		int ret = one_turn(&t, out);

		if (ret)
			return ret;
		ns[!a] = q->ns_per_op;
		switches[!a] = q->switches;
	}
	keep_pair(job, log(ns[0] / ns[1]), log(ns[0] * ns[1]), out);
	out->switches_per_op_a += switches[0] / (double)job->nr_pairs;
	out->switches_per_op_b += switches[1] / (double)job->nr_pairs;
	return 0;
}

/*
 * all pairs run by run
 *
 * A pair is a run of each variant, A B or B A at random, the next one the other way
 * round. Its value is the log ratio of the two medians over slices.
 *
 * Return: 0; -ECHILD with @out->reason; -EINTR, -ENOMEM.
 */
static int paired_runs(const struct paired_job *job, struct paired *out)
{
	struct solo_request *q = shm_alloc(sizeof(*q));
	bool a_first = false;
	struct rng rng;
	int ret = q ? 0 : -ENOMEM;

	rng_seed(&rng, job->seed);
	out->switches_per_op_a = out->switches_per_op_b = 0;
	for (size_t i = 0; i < job->nr_pairs && !ret; i++) {
		a_first = i % 2 ? !a_first : rng_below(&rng, 2) == 0;
		paired_show(job, i);
		ret = one_pair_of_runs(job, a_first, q, out);
	}
	if (ret)
		out->switches_per_op_a = out->switches_per_op_b = NAN;
	shm_free(q, sizeof(*q));
	return ret;
}

/*
 * whether each variant can be run when the other is not there
 *
 * Return: 1, 0, -EINTR, -ENOMEM.
 */
static int paired_alone(const struct paired_job *job)
{
	struct solo_request *q = shm_alloc(sizeof(*q));
	struct runner_outcome how;
	int ret = 0;

	if (!q)
		return -ENOMEM;
	for (int i = 0; i < 2 && !ret; i++) {
		*q = (struct solo_request){
			.variant = i ? job->b : job->a,
			.nr_slices = 1,
		};
		ret = paired_call(job, q->variant, measure_solo, q, &how);
	}
	shm_free(q, sizeof(*q));
	return ret == -EINTR ? ret : !ret;
}

#define LEVEL 0.95

/* Lets a runner work for a variant, with the job's bound and progress. */
static int paired_call(const struct paired_job *job,
		       const struct variant *variant,
		       int (*work)(struct runner *, void *), void *data,
		       struct runner_outcome *how)
{
	struct runner_job rj = {
		.work = work,
		.data = data,
		.place = &variant->place,
		.timeout_ns = job->timeout_ns,
		.tick = job->progress && job->progress->on ? progress_show :
							     NULL,
		.tick_data = job->progress,
	};

	return runner_call(&rj, how);
}

/* Shows that pair @i is being measured. */
static void paired_show(const struct paired_job *job, size_t i)
{
	if (!job->progress)
		return;
	job->progress->what = job->a->name;
	job->progress->run = i;
	progress_show(job->progress);
}

/* By the median over the slice pairs of ln(A/B). */
static int keep_slices(const struct paired_job *job,
		       const struct rounds_request *q, struct paired *out)
{
	const double *a = q->ns_per_op[0], *b = q->ns_per_op[1];
	size_t nr = q->nr_slices;
	double *x = calloc(2 * nr, sizeof(*x));

	if (!x)
		return -ENOMEM;
	for (size_t i = 0; i < nr; i++) {
		x[i] = log(a[i] / b[i]);
		x[nr + i] = log(a[i] * b[i]);
	}
	keep_pair(job, stats_median(x, nr), stats_median(x + nr, nr), out);
	free(x);
	return 0;
}

static int one_pair(const struct paired_job *job, struct rounds_request *q,
		    struct paired *out)
{
	struct runner_outcome how;
	int ret = paired_call(job, job->a, measure_rounds, q, &how);

	if (!ret)
		return 0;
	if (ret == -EINTR)
		return ret;
	out->reason = strdup(how.text);
	return out->reason ? -ECHILD : -ENOMEM;
}

/*
 * Whether it is not worth going on. The first pair decides with a margin, so
 * that little time is spent on what comes to nothing.
 */
static bool too_long(const struct paired_job *job, uint64_t spent_ns,
		     size_t done)
{
	uint64_t whole_ns = spent_ns / done * job->nr_pairs;

	if (!job->limit_ns || done == job->nr_pairs)
		return false;
	if (done == 1)
		return whole_ns > job->limit_ns / 4 * 3;
	return spent_ns > job->limit_ns;
}

static int all_pairs(const struct paired_job *job, struct rounds_request *q,
		     struct paired *out)
{
	uint64_t begin_ns = clock_wait_ns();
	double a = 0, b = 0;
	int ret;

	for (size_t i = 0; i < job->nr_pairs; i++) {
		paired_show(job, i);
		q->nr = 2;
		q->variants[0] = job->a;
		q->variants[1] = job->b;
		q->nr_slices = job->nr_slices;
		q->slice_ns = job->slice_ns ? job->slice_ns : ROUNDS_SLICE_NS;
		q->seed = job->seed + i;
		q->turn = job->nr_turns ? (int)i % job->nr_turns : 0;
		ret = one_pair(job, q, out);
		if (!ret)
			ret = keep_slices(job, q, out);
		if (!ret && job->pair)
			ret = job->pair(q, job->pair_data);
		if (ret)
			return ret;
		a += q->switches[0];
		b += q->switches[1];
		if (too_long(job, clock_wait_ns() - begin_ns, i + 1))
			return -ETIME;
	}
	out->switches_per_op_a = a / (double)job->nr_pairs;
	out->switches_per_op_b = b / (double)job->nr_pairs;
	return 0;
}

static int estimate(const struct paired_job *job, struct paired *out)
{
	double center, half;
	struct rank_result r;
	int ret = rank_signed(out->log_ratios, out->nr_pairs, LEVEL, &r);

	if (ret)
		return ret;
	out->ratio = exp(r.estimate);
	out->lo = exp(r.lo);
	out->hi = exp(r.hi);
	out->level = r.level;
	out->p = r.p;
	center = stats_median(out->log_products, out->nr_pairs) / 2;
	half = (job->b_over_a ? -r.estimate : r.estimate) / 2;
	out->ns_a = exp(center + half);
	out->ns_b = exp(center - half);
	return 0;
}

static bool has_command(const struct paired_state *s)
{
	return s->before || s->after;
}

/* From slices to runs, with the reason for it. */
static int turn_to_runs(const struct paired_job *job, struct paired *out)
{
	if (!out->reason)
		out->by_run =
			strdup(has_command(&job->state_a) ||
					       has_command(&job->state_b) ?
				       "--before or --after is used" :
				       "asked for");
	else if (asprintf(&out->by_run, "together they fail: %s", out->reason) <
		 0)
		out->by_run = NULL;
	free(out->reason);
	out->reason = NULL;
	return out->by_run ? paired_runs(job, out) : -ENOMEM;
}

static int by_slices(const struct paired_job *job, struct paired *out)
{
	struct rounds_request *q = shm_alloc(sizeof(*q));
	int ret = q ? all_pairs(job, q, out) : -ENOMEM;

	/* Of tasks that could not all be created, some may be. */
	if (ret == -ECHILD && job->may_run_alone && !out->nr_pairs &&
	    !q->alive) {
		int alone = paired_alone(job);

		if (alone)
			ret = alone < 0 ? alone : turn_to_runs(job, out);
	}
	shm_free(q, sizeof(*q));
	return ret;
}

int paired_run(const struct paired_job *job, struct paired *out)
{
	bool by_run = job->by_run || has_command(&job->state_a) ||
		      has_command(&job->state_b);
	int ret = 0;

	out->ratio = out->lo = out->hi = out->level = out->p = NAN;
	out->switches_per_op_a = out->switches_per_op_b = NAN;
	out->ns_a = out->ns_b = NAN;
	out->name = strdup(job->name);
	out->log_ratios = calloc(job->nr_pairs, sizeof(*out->log_ratios));
	out->log_products = calloc(job->nr_pairs, sizeof(*out->log_products));
	if (!out->name || !out->log_ratios || !out->log_products)
		ret = -ENOMEM;
	if (!ret)
		ret = by_run ? turn_to_runs(job, out) : by_slices(job, out);
	if (!ret)
		ret = estimate(job, out);
	return ret == -ECHILD ? 0 : ret;
}
