/* SPDX-License-Identifier: MIT */
/*
 * core/selfcheck.c - prove what a benchmark promises, on this kernel.
 *
 * Counts are exact on the noisiest machine; the one time in it is CPU time,
 * as a ratio, the best of several tries.
 */
#include "selfcheck.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "measure.h"
#include "runner.h"
#include "sample.h"

/* Ops where they are short, and how long a run may take where not. */
#define OPS 5000
#define RUN_NS 40000000.0
#define RUN_MIN_NS 2000000.0
#define TRIES 6
#define COUNT_TRIES 8
#define GROWTH_MIN 1.5
#define GROWTH_MAX 2.6

struct checker {
	const struct plan_entry *pe;
	struct selfcheck *out;
	struct run_request *q;
	struct entry samples;
};

static int note(struct checker *k, int ret, const struct runner_outcome *how,
		const char *what)
{
	if (ret == 0 || ret == -EINTR || ret == -ENOMEM)
		return ret;
	ret = findings_add(&k->out->faults, "C-RUN", "%s: %s", what, how->text);
	return ret ? ret : -ECHILD;
}

static int one_run(struct checker *k, const struct arm *arm, uint64_t ops,
		   const char *what)
{
	struct runner_job job = {
		.work = measure_run,
		.data = k->q,
		.place = &arm->place,
	};
	struct runner_outcome how;

	run_request_init(k->q, arm, ops, -1, 0);
	return note(k, runner_call(&job, &how), &how, what);
}

/* A number of ops that takes neither too long nor too short. */
static int choose_ops(struct checker *k, uint64_t *ops)
{
	const struct arm *arm = &k->pe->arm;
	struct rate_request *q = shm_alloc(sizeof(*q));
	struct runner_job job = {
		.work = measure_rate,
		.data = q,
		.place = &arm->place,
	};
	struct runner_outcome how;
	double ns_per_op;
	int ret;

	if (!q)
		return -ENOMEM;
	q->arm = arm;
	ret = note(k, runner_call(&job, &how), &how, "finding the rate");
	if (!ret) {
		ns_per_op = q->ns_per_loop / (double)q->ops_per_loop;
		*ops = OPS;
		if (OPS * ns_per_op > RUN_NS)
			*ops = (uint64_t)(RUN_NS / ns_per_op) + 1;
		if (OPS * ns_per_op < RUN_MIN_NS)
			*ops = (uint64_t)(RUN_MIN_NS / ns_per_op);
	}
	shm_free(q, sizeof(*q));
	return ret;
}

/* Takes over what a run contradicts; says whether there was something. */
static int judge(struct checker *k, const struct arm *arm, bool *clean)
{
	const struct sample *s;
	int ret = sample_add(&k->samples, k->q, arm, false);

	if (ret)
		return ret;
	s = &k->samples.runs[k->samples.nr_runs - 1];
	k->out->ops = s->ops;
	k->out->seen = (double)(s->nvcsw + s->nivcsw) / (double)s->ops;
	k->out->expect_min = k->q->expect.min;
	k->out->expect_max = k->q->expect.max;
	*clean = s->valid;
	for (size_t i = 0; i < s->why.nr && !ret; i++)
		if (s->why.v[i].id[0] == 'E')
			ret = findings_add(&k->out->faults, s->why.v[i].id,
					   "%s", s->why.v[i].text);
	return ret;
}

/* CPU time of one run; @q holds the run afterwards. */
static int cpu_time(struct checker *k, uint64_t ops, double *ns)
{
	int ret = one_run(k, &k->pe->arm, ops, "a run");

	*ns = (double)k->q->timed.cpu_ns;
	return ret;
}

static bool doubled(double growth)
{
	return growth >= GROWTH_MIN && growth <= GROWTH_MAX;
}

static int check_growth(struct checker *k, uint64_t ops)
{
	double once = INFINITY, twice = INFINITY, ns;
	int ret = 0;

	for (int i = 0; i < TRIES && !ret; i++) {
		ret = cpu_time(k, ops, &ns);
		once = fmin(once, ns);
		if (!ret)
			ret = cpu_time(k, 2 * ops, &ns);
		twice = fmin(twice, ns);
		k->out->growth = twice / once;
		if (doubled(k->out->growth))
			break;
	}
	/* On CPUs that go idle, CPU time follows what others do there. */
	if (ret || doubled(k->out->growth) || k->pe->arm.regime == BENCH_SPREAD)
		return ret;
	return findings_add(&k->out->faults, "C-TIME",
			    "twice the ops took %.2f times the CPU time",
			    k->out->growth);
}

/* The run with 2N ops is judged; a disturbed one gets another chance. */
static int check_counts(struct checker *k, uint64_t ops)
{
	bool clean = false;
	int ret = judge(k, &k->pe->arm, &clean);

	for (int i = 1; i < COUNT_TRIES && !ret && !clean; i++) {
		findings_free(&k->out->faults);
		ret = one_run(k, &k->pe->arm, 2 * ops, "a run");
		if (!ret)
			ret = judge(k, &k->pe->arm, &clean);
	}
	return ret;
}

/*
 * Others on the CPU may take it from the control at any time; what it must
 * not do is to give it away.
 */
static int check_control(struct checker *k, uint64_t ops)
{
	const struct phase *p = &k->q->timed;
	double slack;
	int ret;

	if (!k->pe->has_control)
		return 0;
	ret = one_run(k, &k->pe->control, ops, "the control");
	if (ret)
		return ret;
	k->out->control_seen = (double)p->nvcsw / (double)p->ops;
	slack = fmax(2.0 * k->pe->arm.place.nr_groups, 0.001 * (double)p->ops);
	if ((double)p->nvcsw <= slack)
		return 0;
	return findings_add(
		&k->out->faults, "C-CONTROL",
		"the control blocks %.3f times per op, it should never",
		k->out->control_seen);
}

int selfcheck(const struct plan_entry *pe, struct selfcheck *out)
{
	struct checker k = { .pe = pe, .out = out };
	uint64_t ops = 0;
	int ret;

	*out = (struct selfcheck){
		.seen = NAN,
		.growth = NAN,
		.control_seen = NAN,
	};
	k.q = shm_alloc(sizeof(*k.q));
	if (!k.q)
		return -ENOMEM;
	ret = choose_ops(&k, &ops);
	if (!ret)
		ret = check_growth(&k, ops);
	if (!ret)
		ret = check_counts(&k, ops);
	if (!ret)
		ret = check_control(&k, ops);
	shm_free(k.q, sizeof(*k.q));
	entry_free(&k.samples);
	return ret == -ECHILD ? 0 : ret;
}
