/* SPDX-License-Identifier: MIT */
/*
 * core/contrast.c - two arms compared inside one session.
 */
#include "contrast.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "rank.h"

#define LEVEL 0.95

static int one_pair(const struct contrast_job *job, struct pair_request *q,
		    struct contrast *out)
{
	struct runner_job rj = {
		.work = measure_pair,
		.data = q,
		.place = &job->a->place,
		.timeout_ns = job->timeout_ns,
		.tick = job->progress && job->progress->on ? progress_show :
							     NULL,
		.tick_data = job->progress,
	};
	struct runner_outcome how;
	int ret = runner_call(&rj, &how);

	if (!ret)
		return 0;
	if (ret == -EINTR)
		return ret;
	out->reason = strdup(how.text);
	return out->reason ? -ECHILD : -ENOMEM;
}

static int all_pairs(const struct contrast_job *job, struct pair_request *q,
		     struct contrast *out)
{
	double a = 0, b = 0;
	int ret;

	for (size_t i = 0; i < job->nr_pairs; i++) {
		if (job->progress) {
			job->progress->what = job->a->name;
			job->progress->run = i;
			progress_show(job->progress);
		}
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

int contrast_run(const struct contrast_job *job, struct contrast *out)
{
	struct pair_request *q = shm_alloc(sizeof(*q));
	int ret = q ? 0 : -ENOMEM;

	out->ratio = out->lo = out->hi = out->level = out->p = NAN;
	out->switches_per_op_a = out->switches_per_op_b = NAN;
	out->name = strdup(job->name);
	out->log_ratios = calloc(job->nr_pairs, sizeof(*out->log_ratios));
	if (!out->name || !out->log_ratios)
		ret = -ENOMEM;
	if (!ret)
		ret = all_pairs(job, q, out);
	if (!ret)
		ret = estimate(out);
	shm_free(q, sizeof(*q));
	return ret == -ECHILD ? 0 : ret;
}
