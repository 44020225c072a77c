/* SPDX-License-Identifier: MIT */
/*
 * core/session/explain.c - where the time of an op goes.
 *
 * Each part is the difference of two neighbours in a chain of variants, from
 * the empty system call up to the benchmark as it was asked for. So the parts
 * add up to the last variant; a second team of the same, which is in no part,
 * says what that leaves of the whole.
 */
#include "session/explain.h"

#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "run/measure.h"
#include "run/runner.h"
#include "stats/quantile.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/memory.h"
#include "util/why.h"

/* Longer than in other comparisons: many variants displace each other. */
#define SLICE_NS_EACH 1000000u

/* Below so many an op makes no switch that could be explained. */
#define LEAST_SWITCHES 0.01

/* --- the chain --------------------------------------------------------------- */

static const struct variant *whole(const struct explain *x)
{
	return x->variants[EXPLAIN_WHOLE];
}

static bool is_spread(const struct explain *x)
{
	return whole(x)->place.group_cpus > 1;
}

/* Plans a role of its own; one that cannot be measured has no variant. */
static int plan_role(struct explain *x, int role, const struct run_opts *o,
		     struct registry *r)
{
	struct plan *p = &x->plans[role];
	int ret = plan_make(o, r, p);

	x->at[role] = role;
	if (ret)
		return ret;
	if (p->nr == 1 && !p->entries[0].reason)
		x->variants[role] = &p->entries[0].variant;
	return 0;
}

/* Likewise of another benchmark. */
static int plan_other(struct explain *x, int role, const struct run_opts *o,
		      struct registry *r, const char *name)
{
	const char *words[] = { name, NULL };
	struct run_opts other = *o;
	int ret;

	other.words = words;
	other.nr_words = 1;
	other.nr_params = 0;
	ret = plan_role(x, role, &other, r);
	if (!ret && !x->variants[role])
		return log_error(-ENOEXEC, "explain: %s is needed: %s", name,
				 x->plans[role].entries[0].reason);
	return ret;
}

/* Its control, where it has one. */
static void take_control(struct explain *x, int role, int of)
{
	const struct plan *p = &x->plans[x->at[of]];

	x->at[role] = role;
	if (p->entries[0].has_control)
		x->variants[role] = &p->entries[0].control;
}

static int plan_whole(struct explain *x, const struct run_opts *o,
		      struct registry *r)
{
	int ret = plan_role(x, EXPLAIN_WHOLE, o, r);

	if (ret)
		return ret;
	if (x->plans[EXPLAIN_WHOLE].nr != 1)
		return opts_error(
			o->command,
			"%s names %zu configurations, it must name one",
			o->words[0], x->plans[EXPLAIN_WHOLE].nr);
	if (!whole(x))
		return -ENOEXEC;
	x->variants[EXPLAIN_CHECK] = whole(x);
	x->at[EXPLAIN_CHECK] = EXPLAIN_CHECK;
	return 0;
}

static int plan_spread(struct explain *x, const struct run_opts *o,
		       struct registry *r)
{
	struct run_opts poll = *o;

	x->at[EXPLAIN_POLL] = x->at[EXPLAIN_PLAIN];
	if (!is_spread(x))
		return 0;
	poll.idle = RUN_IDLE_POLL;
	return plan_role(x, EXPLAIN_POLL, &poll, r);
}

static bool is_yield(const struct explain *x)
{
	return !strcmp(whole(x)->name, "sched/yield");
}

/* What the whole is built upon, all of it on one CPU. */
static int plan_one_cpu(struct explain *x, struct run_opts *o,
			struct registry *r)
{
	bool batch = o->policy == SCHED_OTHER, threads = whole(x)->threads;
	int ret = 0;

	x->at[EXPLAIN_BATCH] = x->at[EXPLAIN_PLAIN];
	if (batch)
		o->policy = SCHED_BATCH;
	if (batch || is_spread(x))
		ret = plan_role(x, EXPLAIN_BATCH, o, r);
	o->threads = true;
	x->at[EXPLAIN_THREADS] = x->at[EXPLAIN_BATCH];
	if (!ret && !threads)
		ret = plan_role(x, EXPLAIN_THREADS, o, r);
	if (!x->variants[x->at[EXPLAIN_THREADS]])
		x->at[EXPLAIN_THREADS] = x->at[EXPLAIN_BATCH];
	take_control(x, EXPLAIN_CONTROL, EXPLAIN_THREADS);
	if (ret || is_yield(x))
		return ret;
	ret = plan_other(x, EXPLAIN_YIELD, o, r, "sched/yield");
	if (!ret)
		take_control(x, EXPLAIN_CALL, EXPLAIN_YIELD);
	return ret;
}

int explain_plan(const struct run_opts *o, struct registry *r,
		 struct explain *x)
{
	struct run_opts plain = *o;
	int cpu, ret;

	*x = (struct explain){ 0 };
	ret = plan_whole(x, o, r);
	if (ret)
		return ret;
	plain.ws = NULL;
	plain.nr_ws = 0;
	plain.work = (struct work_spec){ 0 };
	if (whole(x)->work.bytes || whole(x)->work.touch)
		ret = plan_role(x, EXPLAIN_PLAIN, &plain, r);
	if (!ret)
		ret = plan_spread(x, &plain, r);
	if (ret)
		return ret;
	cpu = whole(x)->place.cpu[0];
	if (cpu >= 0) {
		plain.cpus = (struct place_spec){ PLACE_LIST, &cpu, 1 };
		plain.cpus_given = true;
	}
	ret = plan_one_cpu(x, &plain, r);
	if (!ret && whole(x)->bench->calls)
		ret = plan_other(x, EXPLAIN_EMPTY, &plain, r, "syscall/null");
	return ret;
}

void explain_free(struct explain *x)
{
	for (int i = 0; i < EXPLAIN_NR_ROLES; i++)
		plan_free(&x->plans[i]);
	*x = (struct explain){ 0 };
}

/* --- the parts --------------------------------------------------------------- */

/**
 * struct chain - what has been measured so far, and how parts are made of it
 * @nr:		variants
 * @roles:	of each
 * @q:		of the sample at hand
 * @ns:		median of each role in it
 * @all:	the same of all samples: all[variant][sample]
 * @calls:	per op
 * @switches, @yields: sums of those per op of the two that are set against each
 *		other
 */
struct chain {
	const struct explain *x;
	uint32_t nr;
	int roles[RUNNER_TEAMS];
	struct rounds_request *q;
	double ns[EXPLAIN_NR_ROLES];
	double *all[RUNNER_TEAMS];
	double calls, switches, yields;
};

static double ns_at(const struct chain *c, int role)
{
	return c->ns[c->x->at[role]];
}

/* How long an op takes with all parts up to @part. */
static double level_of(const struct chain *c, int part)
{
	double ratio = c->yields > 0 ? c->switches / c->yields : 0;

	switch (part) {
	case WATERFALL_ENTRY:
		return c->calls * ns_at(c, EXPLAIN_EMPTY);
	case WATERFALL_WORK:
		return ns_at(c, EXPLAIN_CONTROL);
	case WATERFALL_SLEEP:
		return ns_at(c, EXPLAIN_THREADS) -
		       ratio * (ns_at(c, EXPLAIN_YIELD) -
				ns_at(c, EXPLAIN_CALL));
	case WATERFALL_SWITCH:
		return ns_at(c, EXPLAIN_THREADS);
	case WATERFALL_SPACE:
		return ns_at(c, EXPLAIN_BATCH);
	case WATERFALL_REMOTE:
		return ns_at(c, EXPLAIN_POLL);
	case WATERFALL_PREEMPT:
	case WATERFALL_IDLE:
		return ns_at(c, EXPLAIN_PLAIN);
	default:
		return ns_at(c, EXPLAIN_WHOLE);
	}
}

/* Why a part is not there, NULL: it is; "": nobody asked for it. */
static const char *left_out(const struct chain *c, int part)
{
	const struct explain *x = c->x;
	bool spread = is_spread(x);

	switch (part) {
	case WATERFALL_ENTRY:
		return c->calls > 0 ? NULL :
				      "the benchmark does not declare how many "
				      "calls an op makes";
	case WATERFALL_WORK:
		return x->variants[EXPLAIN_CONTROL] ?
			       NULL :
			       "the benchmark has no control";
	case WATERFALL_SLEEP:
		return is_yield(x) ? "its tasks never sleep" : NULL;
	case WATERFALL_SPACE:
		if (x->at[EXPLAIN_THREADS] != x->at[EXPLAIN_BATCH])
			return NULL;
		return whole(x)->threads ? "tasks are threads of one process" :
					   "its tasks must be processes";
	case WATERFALL_PREEMPT:
		if (spread)
			return "tasks on CPUs of their own do not preempt "
			       "each other";
		return x->at[EXPLAIN_BATCH] == x->at[EXPLAIN_PLAIN] ?
			       "this policy has none" :
			       NULL;
	case WATERFALL_REMOTE:
	case WATERFALL_IDLE:
		return spread ? NULL : "";
	case WATERFALL_LOAD:
		return x->at[EXPLAIN_PLAIN] == EXPLAIN_WHOLE ? "" : NULL;
	default:
		return NULL;
	}
}

/* Each part from the last one that is there. */
static void add_sample(const struct chain *c, struct waterfall *w)
{
	double below = 0;

	for (int i = 0; i < WATERFALL_NR_PARTS; i++) {
		double level = level_of(c, i);

		if (!w->rows[i].values)
			continue;
		w->rows[i].values[w->nr_samples] = level - below;
		below = level;
	}
	w->rows[WATERFALL_WHOLE].values[w->nr_samples] = c->ns[EXPLAIN_CHECK];
	w->rows[WATERFALL_REMAINDER].values[w->nr_samples] =
		c->ns[EXPLAIN_CHECK] - below;
	w->nr_samples++;
}

/* --- measuring --------------------------------------------------------------- */

int explain_medians(double *const *ns, size_t nr, uint32_t nr_slices,
		    double *medians)
{
	double *scratch = calloc(nr_slices + nr, sizeof(*scratch));

	if (!scratch)
		return -ENOMEM;
	for (size_t v = 0; v < nr; v++) {
		memcpy(scratch, ns[v], nr_slices * sizeof(*scratch));
		medians[v] = stats_median(scratch, nr_slices);
	}
	for (uint32_t i = 0; i < nr_slices; i++) {
		double factor;

		for (size_t v = 0; v < nr; v++)
			scratch[v] = ns[v][i] / medians[v];
		factor = stats_median(scratch, nr);
		for (size_t v = 0; v < nr; v++)
			ns[v][i] /= factor;
	}
	for (size_t v = 0; v < nr; v++)
		medians[v] = stats_median(ns[v], nr_slices);
	free(scratch);
	return 0;
}

static int one_sample(struct chain *c, const struct explain_job *job,
		      size_t sample, char *why, size_t len)
{
	struct rounds_request *q = c->q;
	struct runner_outcome how;
	struct runner_job rj = {
		.work = measure_rounds,
		.data = q,
		.place = &whole(c->x)->place,
		.timeout_ns = job->timeout_ns,
		.tick = job->progress->on ? progress_show : NULL,
		.tick_data = job->progress,
	};
	double *ns[RUNNER_TEAMS], medians[RUNNER_TEAMS];
	int ret;

	q->seed = job->seed + sample;
	ret = runner_call(&rj, &how);
	if (ret)
		return ret == -EINTR ?
			       ret :
			       why_set(why, len, -ECHILD, "%s", how.text);
	for (uint32_t i = 0; i < c->nr; i++)
		ns[i] = q->ns_per_op[i];
	ret = explain_medians(ns, c->nr, q->nr_slices, medians);
	for (uint32_t i = 0; i < c->nr && !ret; i++) {
		c->ns[c->roles[i]] = medians[i];
		c->all[i][sample] = medians[i];
	}
	return ret;
}

static double seen(const struct chain *c, int role)
{
	for (uint32_t i = 0; i < c->nr; i++)
		if (c->roles[i] == role)
			return c->q->switches[i];
	return NAN;
}

/* What the first sample tells: how often an op enters the kernel. */
static int make_rows(struct chain *c, size_t nr, struct waterfall *w)
{
	for (uint32_t i = 0; i < c->nr; i++)
		if (c->roles[i] == EXPLAIN_CONTROL &&
		    c->x->variants[EXPLAIN_EMPTY])
			c->calls = c->q->calls[i];
	for (int i = 0; i < WATERFALL_NR_ROWS; i++) {
		const char *reason = left_out(c, i);

		if (!reason)
			w->rows[i].values = calloc(nr, sizeof(double));
		else if (*reason)
			w->rows[i].reason = strdup(reason);
		if ((!reason && !w->rows[i].values) ||
		    (reason && *reason && !w->rows[i].reason))
			return -ENOMEM;
	}
	return 0;
}

/*
 * How slow the machine was in each sample: the median over the variants of how
 * their times are to their own medians.
 */
static int find_slowness(struct chain *c, struct waterfall *w)
{
	double *scratch = calloc(w->nr_samples, sizeof(*scratch));
	double medians[RUNNER_TEAMS], ratios[RUNNER_TEAMS];

	w->slowness = calloc(w->nr_samples, sizeof(*w->slowness));
	if (!scratch || !w->slowness) {
		free(scratch);
		return -ENOMEM;
	}
	for (uint32_t v = 0; v < c->nr; v++) {
		memcpy(scratch, c->all[v], w->nr_samples * sizeof(*scratch));
		medians[v] = stats_median(scratch, w->nr_samples);
	}
	for (size_t i = 0; i < w->nr_samples; i++) {
		for (uint32_t v = 0; v < c->nr; v++)
			ratios[v] = c->all[v][i] / medians[v];
		w->slowness[i] = stats_median(ratios, c->nr);
	}
	free(scratch);
	return 0;
}

static bool is_over(const struct explain_job *job, uint64_t begin_ns,
		    size_t done)
{
	uint64_t spent_ns = clock_wait_ns() - begin_ns;

	return job->limit_ns && done >= EXPLAIN_SAMPLES_MIN &&
	       spent_ns + spent_ns / done > job->limit_ns;
}

static int all_samples(struct chain *c, const struct explain_job *job,
		       struct waterfall *w, char *why, size_t len)
{
	int lowest = c->x->at[EXPLAIN_THREADS];
	uint64_t begin_ns = clock_wait_ns();
	int ret = 0;

	for (size_t i = 0; i < job->nr_samples && !ret; i++) {
		job->progress->run = i;
		progress_show(job->progress);
		ret = one_sample(c, job, i, why, len);
		if (!ret && !i)
			ret = make_rows(c, job->nr_samples, w);
		if (ret)
			return ret;
		c->switches += seen(c, lowest);
		c->yields += seen(c, EXPLAIN_YIELD);
		if (c->switches < LEAST_SWITCHES)
			return -ENODATA;
		add_sample(c, w);
		if (is_over(job, begin_ns, i + 1))
			break;
	}
	return 0;
}

static int start_chain(struct chain *c, const struct explain_job *job)
{
	c->q = shm_alloc(sizeof(*c->q));
	if (!c->q)
		return -ENOMEM;
	for (int i = 0; i < EXPLAIN_NR_ROLES; i++) {
		if (!c->x->variants[i])
			continue;
		c->q->variants[c->nr] = c->x->variants[i];
		c->roles[c->nr] = i;
		c->all[c->nr] = calloc(job->nr_samples, sizeof(double));
		if (!c->all[c->nr++])
			return -ENOMEM;
	}
	c->q->nr = c->nr;
	c->q->nr_slices = job->nr_slices;
	c->q->slice_ns = SLICE_NS_EACH;
	c->q->cpu_time = true;
	return 0;
}

static void end_chain(struct chain *c)
{
	for (uint32_t i = 0; i < c->nr; i++)
		free(c->all[i]);
	shm_free(c->q, sizeof(*c->q));
}

int explain_measure(const struct explain *x, const struct explain_job *job,
		    struct waterfall *w, char *why, size_t len)
{
	struct chain c = { .x = x };
	int ret = start_chain(&c, job);

	if (!ret)
		ret = all_samples(&c, job, w, why, len);
	if (!ret)
		ret = find_slowness(&c, w);
	w->nr_variants = c.nr;
	w->cpu_time = !is_spread(x);
	w->calls = c.calls;
	w->switches = c.switches / (double)w->nr_samples;
	end_chain(&c);
	return ret ? ret : waterfall_estimate(w);
}
