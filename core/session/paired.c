/* SPDX-License-Identifier: MIT */
/*
 * core/session/paired.c - two arms compared inside one session.
 */
#include "session/paired.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/clock.h"
#include "run/measure.h"
#include "stats/rank.h"

#define LEVEL 0.95

int contrast_call(const struct contrast_job *job, const struct arm *arm,
		  int (*work)(struct runner *, void *), void *data,
		  struct runner_outcome *how)
{
	struct runner_job rj = {
		.work = work,
		.data = data,
		.place = &arm->place,
		.timeout_ns = job->timeout_ns,
		.tick = job->progress && job->progress->on ? progress_show :
							     NULL,
		.tick_data = job->progress,
	};

	return runner_call(&rj, how);
}

void contrast_show(const struct contrast_job *job, size_t i)
{
	if (!job->progress)
		return;
	job->progress->what = job->a->name;
	job->progress->run = i;
	progress_show(job->progress);
}

static int one_pair(const struct contrast_job *job, struct pair_request *q,
		    struct contrast *out)
{
	struct runner_outcome how;
	int ret = contrast_call(job, job->a, measure_pair, q, &how);

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
static bool too_long(const struct contrast_job *job, uint64_t spent_ns,
		     size_t done)
{
	uint64_t whole_ns = spent_ns / done * job->nr_pairs;

	if (!job->limit_ns || done == job->nr_pairs)
		return false;
	if (done == 1)
		return whole_ns > job->limit_ns / 4 * 3;
	return spent_ns > job->limit_ns;
}

static int all_pairs(const struct contrast_job *job, struct pair_request *q,
		     struct contrast *out)
{
	uint64_t begin_ns = clock_wait_ns();
	double a = 0, b = 0;
	int ret;

	for (size_t i = 0; i < job->nr_pairs; i++) {
		contrast_show(job, i);
		q->a = job->a;
		q->b = job->b;
		q->nr_slices = job->nr_slices;
		q->seed = job->seed + i;
		ret = one_pair(job, q, out);
		if (ret)
			return ret;
		out->log_ratios[out->nr_pairs++] = q->log_ratio;
		a += q->switches_a;
		b += q->switches_b;
		if (too_long(job, clock_wait_ns() - begin_ns, i + 1))
			return -ETIME;
	}
	out->switches_per_op_a = a / (double)job->nr_pairs;
	out->switches_per_op_b = b / (double)job->nr_pairs;
	return 0;
}

static int estimate(struct contrast *out)
{
	struct rank_result r;
	int ret = rank_signed(out->log_ratios, out->nr_pairs, LEVEL, &r);

	if (ret)
		return ret;
	out->ratio = exp(r.estimate);
	out->lo = exp(r.lo);
	out->hi = exp(r.hi);
	out->level = r.level;
	out->p = r.p;
	return 0;
}

static bool has_command(const struct contrast_state *s)
{
	return s->before || s->after;
}

/* From slices to runs, with the reason for it. */
static int turn_to_runs(const struct contrast_job *job, struct contrast *out)
{
	if (!out->reason)
		out->by_run =
			strdup(has_command(&job->state_a) ||
					       has_command(&job->state_b) ?
				       "an arm has a command" :
				       "asked for");
	else if (asprintf(&out->by_run, "together they fail: %s", out->reason) <
		 0)
		out->by_run = NULL;
	free(out->reason);
	out->reason = NULL;
	return out->by_run ? contrast_runs(job, out) : -ENOMEM;
}

static int by_slices(const struct contrast_job *job, struct contrast *out)
{
	struct pair_request *q = shm_alloc(sizeof(*q));
	int ret = q ? all_pairs(job, q, out) : -ENOMEM;

	/* Of tasks that could not all be created, some may be. */
	if (ret == -ECHILD && job->may_run_alone && !out->nr_pairs &&
	    !q->alive) {
		int alone = contrast_alone(job);

		if (alone)
			ret = alone < 0 ? alone : turn_to_runs(job, out);
	}
	shm_free(q, sizeof(*q));
	return ret;
}

int contrast_run(const struct contrast_job *job, struct contrast *out)
{
	bool by_run = job->by_run || has_command(&job->state_a) ||
		      has_command(&job->state_b);
	int ret = 0;

	out->ratio = out->lo = out->hi = out->level = out->p = NAN;
	out->switches_per_op_a = out->switches_per_op_b = NAN;
	out->name = strdup(job->name);
	out->log_ratios = calloc(job->nr_pairs, sizeof(*out->log_ratios));
	if (!out->name || !out->log_ratios)
		ret = -ENOMEM;
	if (!ret)
		ret = by_run ? turn_to_runs(job, out) : by_slices(job, out);
	if (!ret)
		ret = estimate(out);
	return ret == -ECHILD ? 0 : ret;
}
