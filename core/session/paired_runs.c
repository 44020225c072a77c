/* SPDX-License-Identifier: MIT */
/*
 * core/session/paired_runs.c - two arms that cannot be alive together: whole runs
 * take turns, each between the commands of its arm.
 */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "session/paired.h"
#include "run/measure.h"
#include "util/rng.h"
#include "run/shell.h"

/**
 * struct turn - a run of one of the arms
 * @arm, @state: which
 * @q:		in shared memory, used by one turn after the other
 */
struct turn {
	const struct contrast_job *job;
	const struct arm *arm;
	const struct contrast_state *state;
	struct solo_request *q;
};

static struct turn turn_of(const struct contrast_job *job, bool a,
			   struct solo_request *q)
{
	return (struct turn){
		.job = job,
		.arm = a ? job->a : job->b,
		.state = a ? &job->state_a : &job->state_b,
		.q = q,
	};
}

/* The first reason stays. */
static int __attribute__((format(printf, 2, 3)))
give_reason(struct contrast *out, const char *fmt, ...)
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

static int perform(const struct turn *t, bool undoes, struct contrast *out)
{
	const struct shell_job job = {
		.command = undoes ? t->state->after : t->state->before,
		.place = &t->arm->place,
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

static int measure(const struct turn *t, struct contrast *out)
{
	struct runner_outcome how;
	int ret;

	*t->q = (struct solo_request){
		.arm = t->arm,
		.nr_slices = t->job->nr_slices,
	};
	ret = contrast_call(t->job, t->arm, measure_solo, t->q, &how);
	return !ret || ret == -EINTR ? ret : give_reason(out, "%s", how.text);
}

/* Once its first command has begun, the other is performed, come what may. */
static int one_turn(const struct turn *t, struct contrast *out)
{
	int ret, undone;

	ret = perform(t, false, out);
	if (!ret)
		ret = measure(t, out);
	undone = perform(t, true, out);
	return ret ? ret : undone;
}

static int one_pair(const struct contrast_job *job, bool a_first,
		    struct solo_request *q, struct contrast *out)
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
	out->log_ratios[out->nr_pairs++] = log(ns[0] / ns[1]);
	out->switches_per_op_a += switches[0] / (double)job->nr_pairs;
	out->switches_per_op_b += switches[1] / (double)job->nr_pairs;
	return 0;
}

int contrast_runs(const struct contrast_job *job, struct contrast *out)
{
	struct solo_request *q = shm_alloc(sizeof(*q));
	bool a_first = false;
	struct rng rng;
	int ret = q ? 0 : -ENOMEM;

	rng_seed(&rng, job->seed);
	out->switches_per_op_a = out->switches_per_op_b = 0;
	for (size_t i = 0; i < job->nr_pairs && !ret; i++) {
		a_first = i % 2 ? !a_first : rng_below(&rng, 2) == 0;
		contrast_show(job, i);
		ret = one_pair(job, a_first, q, out);
	}
	if (ret)
		out->switches_per_op_a = out->switches_per_op_b = NAN;
	shm_free(q, sizeof(*q));
	return ret;
}

int contrast_alone(const struct contrast_job *job)
{
	struct solo_request *q = shm_alloc(sizeof(*q));
	struct runner_outcome how;
	int ret = 0;

	if (!q)
		return -ENOMEM;
	for (int i = 0; i < 2 && !ret; i++) {
		*q = (struct solo_request){
			.arm = i ? job->b : job->a,
			.nr_slices = 1,
		};
		ret = contrast_call(job, q->arm, measure_solo, q, &how);
	}
	shm_free(q, sizeof(*q));
	return ret == -EINTR ? ret : !ret;
}
