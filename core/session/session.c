/* SPDX-License-Identifier: MIT */
/*
 * core/session/session.c - perform a plan: rates, runs in rounds, controls.
 */
#include "session/session.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/clock.h"
#include "session/compat.h"
#include "session/context.h"
#include "util/log.h"
#include "session/sample.h"
#include "session/until.h"
#include "session/interference.h"

/* Longest time for --until without --max-time. */
#define UNTIL_TIME_NS (60 * NS_PER_SEC)

static int fail_entry(struct conductor *k, size_t i, int run, const char *text)
{
	struct entry *e = &k->s->entries[i];
	char *reason;
	int n;

	if (run >= 0)
		n = asprintf(&reason, "run %d: %s", run, text);
	else
		n = asprintf(&reason, "calibration: %s", text);
	if (n < 0)
		return -ENOMEM;
	progress_clear(&k->progress);
	log_error(0, "%s: %s", e->name, reason);
	free(e->reason);
	e->reason = reason;
	e->status = ENTRY_FAILED;
	return entry_add_error(e, reason);
}

int conductor_call(struct conductor *k, const struct arm *arm,
		   int (*work)(struct runner *, void *), void *data,
		   struct runner_outcome *out)
{
	struct runner_job job = {
		.work = work,
		.data = data,
		.place = &arm->place,
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

	return unit > 1 ? (uint64_t)(round(ops / unit) * unit) : (uint64_t)ops;
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
	/* One that was stopped on the way has found nothing out. */
	do
		ret = conductor_call(k, &pe->arm, measure_rate, q, &out);
	while (!ret && out.suspended);
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
		if (conductor_active(k, i) && !k->plan->entries[i].ops)
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

/* Runs that were asked for; some of them may have to be replaced. */
static bool wants_count(const struct conductor *k, const struct entry *e)
{
	size_t most = k->o->repeat + (k->o->repeat + 1) / 2;
	size_t valid = 0, runs = 0;

	for (size_t i = 0; i < e->nr_runs; i++)
		if (e->runs[i].session == k->session) {
			valid += e->runs[i].valid;
			runs++;
		}
	return valid < k->o->repeat && runs < most;
}

static bool wants_precision(const struct conductor *k, const struct entry *e)
{
	double reached;

	return e->nr_runs < UNTIL_MAX_RUNS &&
	       until_reached(e, k->o->until, &reached) <= 0;
}

static bool wants_run(const struct conductor *k, size_t i)
{
	const struct entry *e = &k->s->entries[i];

	if (!conductor_active(k, i) ||
	    (k->end_ns && clock_wait_ns() >= k->end_ns))
		return false;
	return k->o->until > 0 ? wants_precision(k, e) : wants_count(k, e);
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
	uint64_t begin_ns = clock_wait_ns();
	struct runner_outcome out;
	int ret;

	note_progress(k, e);
	run_request_init(q, &pe->arm, pe->ops, k->o->warmup, pe->ns_per_loop);
	ret = conductor_call(k, &pe->arm, measure_run, q, &out);
	pe->spent_ns += clock_wait_ns() - begin_ns;
	if (ret == -EINTR)
		return ret;
	if (ret)
		return fail_entry(k, i, (int)e->nr_runs + 1, out.text);
	if (!out.suspended)
		pe->ns_per_loop =
			(double)q->timed.elapsed_ns / (double)q->timed.ops *
			(double)q->ops_per_loop * pe->arm.place.nr_groups;
	k->progress.run++;
	ret = sample_add(e, q, &pe->arm, out.suspended);
	if (!ret)
		e->runs[e->nr_runs - 1].session = k->session;
	return ret;
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
	int ret = order ? 0 : -ENOMEM;

	for (k->session = 0; k->session < k->o->sessions && !ret;
	     k->session++) {
		bool any = true;

		while (any && !ret)
			ret = one_round(k, order, &any);
	}
	free(order);
	return ret;
}

/* What is to be said about the runs as a whole. */
static int add_notes(struct conductor *k, size_t i)
{
	struct entry *e = &k->s->entries[i];
	size_t wanted = (size_t)k->o->repeat * k->o->sessions;
	int ret = 0;

	if (k->o->until > 0)
		ret = until_note(e, k->o->until);
	else if (k->end_ns && nr_valid(e) < wanted)
		ret = findings_add(
			&e->notes, "W-TIME",
			"%zu of %zu runs, then the time of --max-time was over",
			nr_valid(e), wanted);
	if (!ret)
		ret = upkeep_note(e);
	if (!ret && k->o->compat)
		ret = compat_note(e, k->plan->entries[i].arm.bench,
				  k->o->compat);
	return ret;
}

/* What became of each benchmark, now that all runs are there. */
static int conclude(struct conductor *k)
{
	size_t wanted = (size_t)k->o->repeat * k->o->sessions;
	int ret = 0;

	for (size_t i = 0; i < k->plan->nr && !ret; i++) {
		struct entry *e = &k->s->entries[i];

		if (k->o->until == 0 && e->nr_runs > wanted)
			e->nr_replaced = (uint32_t)(e->nr_runs - wanted);
		if (e->status == ENTRY_DONE && !nr_valid(e))
			e->status = ENTRY_INVALID;
		if (e->status == ENTRY_DONE)
			ret = add_notes(k, i);
	}
	return ret;
}

/* When no further run may start; 0: any time. */
static uint64_t end_of(const struct run_opts *o)
{
	uint64_t limit = o->max_time_ns;

	if (!limit && o->until > 0)
		limit = UNTIL_TIME_NS;
	return limit ? clock_wait_ns() + limit : 0;
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
		      o->until > 0 ? 0 :
				     (uint64_t)p->nr * o->repeat * o->sessions);
	ret = find_rates(&k);
	k.end_ns = end_of(o);
	if (!ret)
		ret = all_rounds(&k);
	if (!ret)
		ret = session_controls(&k);
	if (!ret)
		ret = session_latencies(&k);
	if (!ret)
		ret = session_countings(&k);
	progress_clear(&k.progress);
	if (!ret || ret == -EINTR) {
		int err = conclude(&k);

		ret = err ? err : ret;
	}
	s->complete = ret != -EINTR;
	shm_free(k.request, sizeof(*k.request));
	return ret;
}
