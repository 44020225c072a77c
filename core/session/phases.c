/* SPDX-License-Identifier: MIT */
/*
 * core/session/phases.c - what comes after the headline runs: controls, and
 * runs with counters.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/clock.h"
#include "session/context.h"
#include "session/paired.h"
#include "result/counter_text.h"
#include "run/event_set.h"
#include "util/log.h"
#include "session/sample.h"
#include "result/summary.h"

/* Runs this short in all leave no control worth its time. */
#define CONTROL_MIN_NS 50000000u
#define CONTROL_SLICES 25
/* How long they may take in any case; else no longer than the runs did. */
#define CONTROL_TIME_NS (5 * NS_PER_SEC)

/* Measured long enough that a ratio of it means something. */
static bool long_enough(const struct conductor *k, size_t i)
{
	const struct entry *e = &k->s->entries[i];
	uint64_t total = 0;

	for (size_t r = 0; r < e->nr_runs; r++)
		if (e->runs[r].valid)
			total += e->runs[r].elapsed_ns;
	return conductor_active(k, i) && total >= CONTROL_MIN_NS;
}

/* A failed counted run costs the counters, not the times. */
static int fail_counting(struct conductor *k, size_t i, const char *text)
{
	struct entry *e = &k->s->entries[i];

	progress_clear(&k->progress);
	log_warn("%s: counted run %zu: %s", e->name, e->nr_counted + 1, text);
	return findings_add(&e->notes, "W-COUNT", "counting ended early: %s",
			    text);
}

/* struct share - who had the CPUs in the counted windows, in ns */
struct share {
	double busy, own, window;
};

static void add_share(struct share *s, const struct run_request *q)
{
	if (q->upkeep.u.busy_ns == NOT_MEASURED ||
	    q->arm->counting->scope != PMU_CPU)
		return;
	s->busy += (double)q->upkeep.u.busy_ns;
	s->own += (double)q->timed.cpu_ns;
	s->window +=
		(double)q->timed.elapsed_ns * (double)q->arm->place.nr_cpus;
}

/* Scope cpu counts everybody: says how much of the time others had. */
static int note_share(const struct share *s, struct entry *e)
{
	double others = s->busy > s->own ? s->busy - s->own : 0;

	if (s->window <= 0)
		return 0;
	return findings_add(
		&e->notes, "N-FOREIGN",
		"scope cpu counts everybody: of the CPUs' time the tasks had %.1f %%, others %.1f %%, the rest was idle or stolen",
		100 * s->own / s->window, 100 * others / s->window);
}

static int counted_runs(struct conductor *k, size_t i)
{
	struct plan_entry *pe = &k->plan->entries[i];
	struct entry *e = &k->s->entries[i];
	const struct counting *c = pe->counted.counting;
	struct runner_outcome out;
	struct share share = { 0 };

	while (e->nr_counted < k->o->repeat) {
		int ret;

		run_request_init(k->request, &pe->counted, pe->ops,
				 k->o->warmup, pe->ns_per_loop);
		k->request->turn =
			(int)(e->nr_counted % (size_t)c->plan.nr_turns);
		ret = conductor_call(k, &pe->counted, measure_run, k->request,
				     &out);
		if (ret)
			return ret == -EINTR ? ret :
					       fail_counting(k, i, out.text);
		ret = sample_add_counted(e, k->request, &pe->counted,
					 out.suspended);
		if (ret)
			return ret;
		add_share(&share, k->request);
	}
	return note_share(&share, e);
}

static uint64_t limit_of(const struct plan_entry *pe)
{
	return pe->spent_ns > CONTROL_TIME_NS ? pe->spent_ns : CONTROL_TIME_NS;
}

/* A loop may be longer than a slice; then fewer of them fit into the time. */
static uint32_t slices_of(const struct plan_entry *pe)
{
	double budget = (double)limit_of(pe) / 2 / CONTRAST_PAIRS;
	double fit = budget / (2 * pe->ns_per_loop + 1) - 1;

	if (fit > CONTROL_SLICES)
		return CONTROL_SLICES;
	return fit > 1 ? (uint32_t)fit : 1;
}

/* It is left out, and the result says so. */
static int drop_contrast(struct entry *e, const struct plan_entry *pe)
{
	struct contrast *c = &e->contrasts[--e->nr_contrasts];
	int ret = findings_add(
		&e->notes, "N-CONTRAST",
		"no contrast '%s': its %d pairs of forks would take longer than the runs, which took %.3g s; more runs (-r) leave more time",
		c->name, CONTRAST_PAIRS, (double)pe->spent_ns / 1e9);

	contrast_free(c);
	return ret;
}

static int one_contrast(struct conductor *k, size_t i, const char *name,
			const struct arm *a, const struct arm *b)
{
	const struct plan_entry *pe = &k->plan->entries[i];
	struct contrast *c = entry_add_contrast(&k->s->entries[i]);
	struct progress progress;
	struct contrast_job job = {
		.name = name,
		.a = a,
		.b = b,
		.nr_pairs = CONTRAST_PAIRS,
		.nr_slices = slices_of(pe),
		.seed = rng_u64(&k->rng),
		.timeout_ns = k->o->timeout_ns,
		.limit_ns = limit_of(pe),
		.progress = &progress,
	};
	int ret;

	if (!c)
		return -ENOMEM;
	progress_clear(&k->progress);
	progress_init(&progress, k->progress.on, CONTRAST_PAIRS);
	ret = contrast_run(&job, c);
	progress_clear(&progress);
	if (ret == -ETIME)
		return drop_contrast(&k->s->entries[i], pe);
	if (c->reason)
		log_error(0, "%s: %s: %s", a->name, name, c->reason);
	return ret;
}

int session_controls(struct conductor *k)
{
	int ret = 0;

	for (size_t i = 0; i < k->plan->nr && !ret; i++) {
		const struct plan_entry *pe = &k->plan->entries[i];

		if (pe->has_control && long_enough(k, i))
			ret = one_contrast(k, i, "control", &pe->arm,
					   &pe->control);
	}
	return ret;
}

/* Whether an earlier entry has events without a number for that reason. */
static bool said_before(const struct session *s, size_t i, const char *why)
{
	for (size_t k = 0; k < i; k++) {
		const struct entry *e = &s->entries[k];

		for (size_t c = 0; c < e->nr_counters; c++)
			if (e->counters[c].reason &&
			    !strcmp(e->counters[c].reason, why))
				return true;
	}
	return false;
}

/* Says why events are not counted: each reason once in a session. */
static int say_uncounted(const struct conductor *k, size_t i)
{
	const struct entry *e = &k->s->entries[i];
	struct summary sum = { 0 };
	int ret = summarize_counters(e, &sum);

	for (size_t c = 0; c < sum.nr_counters && !ret; c++) {
		char *text;

		ret = uncounted_text(e, &sum, c, &text);
		if (text && !said_before(k->s, i, sum.counters[c].reason))
			log_warn("not counted: %s", text);
		free(text);
	}
	summary_free(&sum);
	return ret;
}

static int one_counting(struct conductor *k, size_t i)
{
	struct plan_entry *pe = &k->plan->entries[i];
	struct counting *c = (struct counting *)pe->counted.counting;
	struct entry *e = &k->s->entries[i];
	int ret;

	counting_plan(c);
	ret = counting_describe(c, e);
	if (!ret && counting_any(c))
		ret = counted_runs(k, i);
	if (!ret)
		ret = counting_conclude(c, e);
	progress_clear(&k->progress);
	if (!ret)
		ret = say_uncounted(k, i);
	if (!ret && counting_any(c) && long_enough(k, i))
		ret = one_contrast(k, i, "counted", &pe->counted, &pe->arm);
	return ret;
}

int session_countings(struct conductor *k)
{
	int ret = 0;

	for (size_t i = 0; i < k->plan->nr && !ret; i++)
		if (conductor_active(k, i) &&
		    k->plan->entries[i].counted.counting)
			ret = one_counting(k, i);
	return ret;
}
