/* SPDX-License-Identifier: MIT */
/*
 * core/session/selfcheck.c - prove what a benchmark promises, on this kernel.
 *
 * Counts are exact on the noisiest machine. The one thing about time in it is
 * a ratio, of the least times of several runs, and what fails is tried again:
 * others can disturb a run, but cannot make it keep a promise that it breaks.
 */
#include "session/selfcheck.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "run/measure.h"
#include "run/runner.h"
#include "session/sample.h"
#include "util/memory.h"

/* Runs of the same tasks, and how often there are fresh ones. */
#define ROUNDS 4
#define TRIES 5
#define GROWTH_MIN 1.5
#define GROWTH_MAX 2.6

struct checker {
	const struct plan_entry *pe;
	struct selfcheck *out;
	struct check_request *q;
};

static int call(struct checker *k, const struct variant *variant,
		const char *what)
{
	struct runner_job job = {
		.work = measure_check,
		.data = k->q,
		.place = &variant->place,
	};
	struct runner_outcome how;
	int ret;

	k->q->variant = variant;
	ret = runner_call(&job, &how);
	if (ret == 0 || ret == -EINTR)
		return ret;
	findings_free(&k->out->faults);
	ret = findings_add(&k->out->faults, "C-RUN", "%s: %s", what, how.text);
	if (ret)
		return ret;
	return how.refused ? -EOPNOTSUPP : -ECHILD;
}

static void no_times(struct check_request *q)
{
	for (int i = 0; i < 2; i++) {
		q->least[i] = (struct run_times){ INFINITY, INFINITY };
		q->total[i] = (struct run_times){ 0 };
	}
}

static double growth_cpu(const struct run_times t[2])
{
	return t[1].cpu_ns / t[0].cpu_ns;
}

static double growth_wall(const struct run_times t[2])
{
	return t[1].elapsed_ns / t[0].elapsed_ns;
}

static bool doubled(double growth)
{
	return growth >= GROWTH_MIN && growth <= GROWTH_MAX;
}

/*
 * Others on the CPU lengthen wall time, CPU time hardly moves where tasks
 * sleep, and where an op is not repeated neither doubles: either will do. The
 * least times are those of undisturbed runs; where others cut an op short, as a
 * preemption, it is the sum that is right. Tasks that are spread find each
 * other asleep or awake for runs on end, so that there a pair of runs will do.
 */
static double best_growth(const struct check_request *q)
{
	bool spread = q->variant->regime == BENCH_SPREAD;
	double seen[] = { growth_cpu(q->least), growth_wall(q->least),
			  growth_cpu(q->total), growth_cpu(q->last),
			  growth_wall(q->last) };

	for (int i = 0; i < (spread ? 5 : 3); i++)
		if (doubled(seen[i]))
			return seen[i];
	return seen[0];
}

/* Takes over what the run contradicts. */
static int judge(const struct check_request *q, struct findings *faults)
{
	struct entry samples = { 0 };
	int ret = sample_add(&samples, &q->run, q->variant, false);
	const struct findings *why = ret ? NULL : &samples.runs[0].why;

	for (size_t i = 0; why && i < why->nr && !ret; i++)
		ret = findings_add(faults, why->v[i].id, "%s", why->v[i].text);
	entry_free(&samples);
	return ret;
}

static bool keeps_promises(const struct check_request *q)
{
	struct findings faults = { 0 };
	int ret = judge(q, &faults);
	bool kept = !ret && !faults.nr && doubled(best_growth(q));

	findings_free(&faults);
	return kept;
}

static int take_over(struct checker *k)
{
	const struct phase *p = &k->q->run.timed;
	struct selfcheck *out = k->out;
	int ret;

	out->ops = p->ops;
	out->seen = run_figures_switches(&p->figures) / (double)p->ops;
	out->expect_min = k->q->run.expect.min;
	out->expect_max = k->q->run.expect.max;
	out->growth = best_growth(k->q);
	findings_free(&out->faults);
	ret = judge(k->q, &out->faults);
	if (!ret && isnan(out->seen) && out->expect_max < 1e9)
		ret = findings_add(
			&out->faults, "C-COUNT",
			"switches are not counted here, so the declared number cannot be checked");
	if (ret || doubled(out->growth))
		return ret;
	return findings_add(
		&out->faults, "C-TIME",
		"twice the ops took %.2f times the CPU time and %.2f times the wall time",
		growth_cpu(k->q->least), growth_wall(k->q->least));
}

static int check_runs(struct checker *k)
{
	int ret = 0;

	no_times(k->q);
	k->q->nr_rounds = ROUNDS;
	k->q->settled = keeps_promises;
	for (int i = 0; i < TRIES && !ret; i++) {
		/* How many ops there are is found out anew, undisturbed. */
		k->q->loops = 0;
		ret = call(k, &k->pe->variant, "a run");
		if (!ret)
			ret = take_over(k);
		if (!ret && !k->out->faults.nr)
			break;
	}
	return ret;
}

static bool once(const struct check_request *q)
{
	(void)q;
	return true;
}

/*
 * Others on the CPU may take it from the control at any time; what it must
 * not do is to give it away.
 */
static int check_control(struct checker *k)
{
	const struct phase *p = &k->q->run.timed;
	double slack;
	int ret;

	if (!k->pe->has_control)
		return 0;
	no_times(k->q);
	k->q->settled = once;
	ret = call(k, &k->pe->control, "the control");
	if (ret)
		return ret;
	if (p->figures.nvcsw == NOT_MEASURED)
		return 0;
	k->out->control_seen = (double)p->figures.nvcsw / (double)p->ops;
	slack = fmax(2.0 * k->pe->variant.place.nr_groups,
		     0.001 * (double)p->ops);
	if ((double)p->figures.nvcsw <= slack)
		return 0;
	return findings_add(&k->out->faults, "C-CONTROL",
			    "the control blocks %.3f times per op; it must not",
			    k->out->control_seen);
}

int selfcheck(const struct plan_entry *pe, struct selfcheck *out)
{
	struct checker k = { .pe = pe, .out = out };
	int ret;

	*out = (struct selfcheck){
		.seen = NAN,
		.growth = NAN,
		.control_seen = NAN,
	};
	k.q = shm_alloc(sizeof(*k.q));
	if (!k.q)
		return -ENOMEM;
	ret = check_runs(&k);
	if (!ret)
		ret = check_control(&k);
	shm_free(k.q, sizeof(*k.q));
	return ret == -ECHILD ? 0 : ret;
}
