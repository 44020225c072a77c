/* SPDX-License-Identifier: MIT */
/*
 * core/session_run.c - perform a plan: rates, runs in rounds, controls.
 */
#include "session_run.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contrast.h"
#include "log.h"
#include "measure.h"
#include "progress.h"
#include "rng.h"
#include "runner.h"
#include "sample.h"

/* Runs this short in all leave no control worth its time. */
#define CONTROL_MIN_NS 50000000u
#define CONTROL_SLICES 25

/* struct conductor - what the steps of a session share */
struct conductor {
	const struct run_opts *o;
	struct plan *plan;
	struct session *s;
	struct run_request *request;
	struct progress progress;
	struct rng rng;
};

static bool is_active(const struct conductor *k, size_t i)
{
	return k->s->entries[i].status == ENTRY_DONE;
}

static int fail_entry(struct conductor *k, size_t i, int run, const char *text)
{
	struct entry *e = &k->s->entries[i];
	char *reason;
	int n;

	if (run >= 0)
		n = asprintf(&reason, "run %d: %s", run, text);
	else
		n = asprintf(&reason, "%s", text);
	if (n < 0)
		return -ENOMEM;
	progress_clear(&k->progress);
	log_error(0, "%s: %s", e->name, reason);
	free(e->reason);
	e->reason = reason;
	e->status = ENTRY_FAILED;
	return entry_add_error(e, reason);
}

static int call(struct conductor *k, const struct arm *arm,
		int (*work)(struct runner *, void *), void *data,
		struct runner_outcome *out)
{
	struct runner_job job = {
		.work = work, .data = data, .place = &arm->place,
		.timeout_ns = k->o->timeout_ns,
		.tick = k->progress.on ? progress_show : NULL,
		.tick_data = &k->progress,
	};

	k->progress.what = arm->name;
	return runner_call(&job, out);
}

/* Two digits are enough, and are easier to read. */
static uint64_t round_ops(double ops)
{
	double unit = pow(10, floor(log10(ops)) - 1);

	return unit > 1 ? (uint64_t)(round(ops / unit) * unit) :
	       (uint64_t)ops;
}

static int find_rate(struct conductor *k, size_t i)
{
	struct plan_entry *pe = &k->plan->entries[i];
	struct rate_request *q = shm_alloc(sizeof(*q));
	struct runner_outcome out;
	double ops;
	int ret;

	if (!q)
		return -ENOMEM;
	q->arm = &pe->arm;
	ret = call(k, &pe->arm, measure_rate, q, &out);
	if (!ret) {
		pe->ns_per_loop = q->ns_per_loop;
		ops = (double)k->o->time_ns / q->ns_per_loop *
		      (double)q->ops_per_loop;
		pe->ops = ops < 1 ? 1 : round_ops(ops);
		k->s->entries[i].ops = pe->ops;
	} else if (ret != -EINTR) {
		ret = fail_entry(k, i, -1, out.text);
	}
	shm_free(q, sizeof(*q));
	return ret;
}

static int find_rates(struct conductor *k)
{
	int ret = 0;

	for (size_t i = 0; i < k->plan->nr && !ret; i++)
		if (is_active(k, i) && !k->plan->entries[i].ops)
			ret = find_rate(k, i);
	return ret;
}

static size_t nr_valid(const struct entry *e)
{
	size_t n = 0;

	for (size_t i = 0; i < e->nr_runs; i++)
		n += e->runs[i].valid;
	return n;
}

static bool wants_run(const struct conductor *k, size_t i)
{
	const struct entry *e = &k->s->entries[i];
	size_t most = k->o->repeat + (k->o->repeat + 1) / 2;

	return is_active(k, i) && nr_valid(e) < k->o->repeat &&
	       e->nr_runs < most;
}

static void note_progress(struct conductor *k, const struct entry *e)
{
	double sum = 0;

	for (size_t i = 0; i < e->nr_runs; i++)
		sum += (double)e->runs[i].elapsed_ns / (double)e->runs[i].ops;
	k->progress.mean_ns = e->nr_runs ? sum / (double)e->nr_runs : 0;
	k->progress.what = e->name;
	progress_show(&k->progress);
}

static int one_run(struct conductor *k, size_t i)
{
	struct plan_entry *pe = &k->plan->entries[i];
	struct entry *e = &k->s->entries[i];
	struct run_request *q = k->request;
	struct runner_outcome out;
	int ret;

	note_progress(k, e);
	run_request_init(q, &pe->arm, pe->ops, k->o->warmup, pe->ns_per_loop);
	ret = call(k, &pe->arm, measure_run, q, &out);
	if (ret == -EINTR)
		return ret;
	if (ret)
		return fail_entry(k, i, (int)e->nr_runs + 1, out.text);
	pe->ns_per_loop = (double)q->timed.elapsed_ns /
			  (double)q->timed.ops * (double)q->ops_per_loop *
			  pe->arm.place.nr_groups;
	k->progress.run++;
	return sample_add(e, q, &pe->arm, out.suspended);
}

/* One run of each benchmark that still wants one, in an order by lot. */
static int one_round(struct conductor *k, size_t *order, bool *any)
{
	int ret = 0;

	for (size_t i = 0; i < k->plan->nr; i++)
		order[i] = i;
	rng_shuffle(&k->rng, order, k->plan->nr);
	*any = false;
	for (size_t i = 0; i < k->plan->nr && !ret; i++)
		if (wants_run(k, order[i])) {
			*any = true;
			ret = one_run(k, order[i]);
		}
	return ret;
}

static int all_rounds(struct conductor *k)
{
	size_t *order = calloc(k->plan->nr + 1, sizeof(*order));
	bool any = true;
	int ret = order ? 0 : -ENOMEM;

	while (any && !ret)
		ret = one_round(k, order, &any);
	free(order);
	return ret;
}

/* Long enough that a share of it means something. */
static bool wants_control(const struct conductor *k, size_t i)
{
	const struct entry *e = &k->s->entries[i];
	uint64_t total = 0;

	for (size_t r = 0; r < e->nr_runs; r++)
		if (e->runs[r].valid)
			total += e->runs[r].elapsed_ns;
	return is_active(k, i) && k->plan->entries[i].has_control &&
	       total >= CONTROL_MIN_NS;
}

static int one_control(struct conductor *k, size_t i)
{
	struct plan_entry *pe = &k->plan->entries[i];
	struct contrast *c = entry_add_contrast(&k->s->entries[i]);
	struct contrast_job job = {
		.name = "control", .a = &pe->arm, .b = &pe->control,
		.nr_pairs = CONTRAST_PAIRS, .nr_slices = CONTROL_SLICES,
		.seed = rng_u64(&k->rng), .timeout_ns = k->o->timeout_ns,
		.tick = k->progress.on ? progress_show : NULL,
		.tick_data = &k->progress,
	};

	return c ? contrast_run(&job, c) : -ENOMEM;
}

static int all_controls(struct conductor *k)
{
	int ret = 0;

	for (size_t i = 0; i < k->plan->nr && !ret; i++)
		if (wants_control(k, i))
			ret = one_control(k, i);
	return ret;
}

/* What became of each benchmark, now that all runs are there. */
static void conclude(struct conductor *k)
{
	for (size_t i = 0; i < k->plan->nr; i++) {
		struct entry *e = &k->s->entries[i];
		size_t valid = nr_valid(e);

		if (e->nr_runs > k->o->repeat)
			e->nr_replaced = (uint32_t)(e->nr_runs -
						    k->o->repeat);
		if (e->status == ENTRY_DONE && !valid)
			e->status = ENTRY_INVALID;
	}
}

int session_run(const struct run_opts *o, struct plan *p, struct session *s)
{
	struct conductor k = { .o = o, .plan = p, .s = s };
	int ret;

	k.request = shm_alloc(sizeof(*k.request));
	if (!k.request)
		return -ENOMEM;
	rng_seed(&k.rng, o->seed);
	progress_init(&k.progress, !o->quiet && !o->no_progress,
		      (uint64_t)p->nr * o->repeat);
	ret = find_rates(&k);
	if (!ret)
		ret = all_rounds(&k);
	if (!ret)
		ret = all_controls(&k);
	progress_clear(&k.progress);
	conclude(&k);
	s->complete = ret != -EINTR;
	shm_free(k.request, sizeof(*k.request));
	return ret;
}
