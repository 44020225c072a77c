/* SPDX-License-Identifier: MIT */
/*
 * core/session/session.c - perform a plan: rates, runs in rounds, controls.
 */
#include "plugin/file.h"
#include "session/session.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/facts.h"
#include "result/counter_text.h"
#include "result/summary.h"
#include "run/event_set.h"
#include "session/compat.h"
#include "session/interference.h"
#include "session/paired.h"
#include "session/sample.h"
#include "session/until.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/memory.h"

/*
 * Runs of their own in which each loop is timed.
 *
 * Reading the clock in each loop changes what a loop takes, so these runs
 * yield a distribution and never a headline number.
 */

static int context_call(struct session_context *k,
			const struct variant *variant,
			int (*work)(struct runner *, void *), void *data,
			struct runner_outcome *out);

static int set_reason(struct entry *e, const char *text)
{
	struct latency *l = entry_latency(e);

	if (!l)
		return -ENOMEM;
	free(l->reason);
	l->reason = strdup(text);
	return l->reason ? 0 : -ENOMEM;
}

/* A run that failed costs the distribution, not the times. */
static int fail_latency(struct session_context *k, struct entry *e,
			uint32_t run, const char *why)
{
	char text[RUNNER_TEXT + 40];

	snprintf(text, sizeof(text), "run %u failed: %s", run, why);
	progress_clear(&k->progress);
	log_warn("%s: latency: %s", e->name, text);
	return set_reason(e, text);
}

static int one_latency_run(struct session_context *k, size_t i,
			   const struct variant *each,
			   struct runner_outcome *out)
{
	const struct plan_entry *pe = &k->plan->entries[i];
	int ret;

	run_request_init(k->request, each, pe->ops, k->o->warmup,
			 pe->ns_per_loop);
	ret = context_call(k, each, measure_run, k->request, out);
	if (ret)
		return ret;
	ret = sample_add_latency(&k->s->entries[i], k->request, each,
				 out->suspended);
	return ret < 0 ? ret : 0;
}

static int all_runs(struct session_context *k, size_t i)
{
	struct entry *e = &k->s->entries[i];
	struct variant each = k->plan->entries[i].variant;
	struct runner_outcome out;

	each.each = true;
	for (uint32_t n = 1; n <= k->o->repeat; n++) {
		int ret = one_latency_run(k, i, &each, &out);

		if (ret == -EINTR || (ret == -ENOMEM && !out.text[0]))
			return ret;
		if (ret)
			return fail_latency(k, e, n, out.text);
	}
	return e->latency->nr_runs ?
		       0 :
		       set_reason(e, "no run that timed each loop was valid");
}

/* With --latency, runs of their own that time each loop. Likewise. */
static int session_latencies(struct session_context *k)
{
	int ret = 0;

	for (size_t i = 0; i < k->plan->nr && !ret && k->o->latency; i++)
		if (context_active(k, i) && !k->s->entries[i].records)
			ret = all_runs(k, i);
	return ret;
}

/*
 * What comes after the headline runs: controls, and
 * runs with counters.
 */

/* Runs this short in all leave no control worth its time. */
#define CONTROL_MIN_NS 50000000u
#define CONTROL_SLICES 25
/* How long they may take in any case; else no longer than the runs did. */
#define CONTROL_TIME_NS (5 * NS_PER_SEC)

/* Measured long enough that a ratio of it means something. */
static bool long_enough(const struct session_context *k, size_t i)
{
	const struct entry *e = &k->s->entries[i];
	uint64_t total = 0;

	for (size_t r = 0; r < e->nr_runs; r++)
		if (e->runs[r].valid)
			total += e->runs[r].elapsed_ns;
	return context_active(k, i) && total >= CONTROL_MIN_NS;
}

/* A failed counted run costs the counters, not the times. */
static int fail_event_set(struct session_context *k, size_t i, const char *text)
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
	if (q->interference.u.busy_ns == NOT_MEASURED ||
	    q->timed.figures.cpu_ns == NOT_MEASURED ||
	    q->variant->event_set->scope != PMU_CPU)
		return;
	s->busy += (double)q->interference.u.busy_ns;
	s->own += (double)q->timed.figures.cpu_ns;
	s->window +=
		(double)q->timed.elapsed_ns * (double)q->variant->place.nr_cpus;
}

/* Scope cpu counts everybody: says how much of the time others had. */
static int note_share(const struct share *s, struct entry *e)
{
	double others = s->busy > s->own ? s->busy - s->own : 0;

	if (s->window <= 0)
		return 0;
	return findings_add(
		&e->notes, "N-FOREIGN",
		"scope cpu counts all tasks: benchmark tasks had %.1f %% of the CPUs' time, others %.1f %%, the rest was idle or stolen",
		100 * fmin(1, s->own / s->window),
		100 * fmin(others, fmax(s->window - s->own, 0)) / s->window);
}

static int counted_runs(struct session_context *k, size_t i)
{
	struct plan_entry *pe = &k->plan->entries[i];
	struct entry *e = &k->s->entries[i];
	const struct event_set *c = pe->counted.event_set;
	struct runner_outcome out;
	struct share share = { 0 };

	while (e->nr_counted < k->o->repeat) {
		int ret;

		run_request_init(k->request, &pe->counted, pe->ops,
				 k->o->warmup, pe->ns_per_loop);
		k->request->turn =
			(int)(e->nr_counted % (size_t)c->plan.nr_turns);
		ret = context_call(k, &pe->counted, measure_run, k->request,
				   &out);
		if (ret)
			return ret == -EINTR ? ret :
					       fail_event_set(k, i, out.text);
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
	double budget = (double)limit_of(pe) / 2 / PAIRED_SAMPLES;
	double fit = budget / (2 * pe->ns_per_loop + 1) - 1;

	if (fit > CONTROL_SLICES)
		return CONTROL_SLICES;
	return fit > 1 ? (uint32_t)fit : 1;
}

/* It is left out, and the result says so. */
static int drop_paired(struct entry *e, const struct plan_entry *pe)
{
	struct paired *c = &e->paired[--e->nr_paired];
	int ret = findings_add(
		&e->notes, "N-CONTRAST",
		"%s skipped: its %d samples would take longer than the runs (%.3g s); raise -r or -t",
		c->name, PAIRED_SAMPLES, (double)pe->spent_ns / 1e9);

	paired_free(c);
	return ret;
}

static struct paired_job paired_job(struct session_context *k, size_t i,
				    const char *name, const struct variant *a,
				    const struct variant *b)
{
	const struct plan_entry *pe = &k->plan->entries[i];

	return (struct paired_job){
		.name = name,
		.a = a,
		.b = b,
		.nr_pairs = PAIRED_SAMPLES,
		.nr_slices = slices_of(pe),
		.seed = rng_u64(&k->rng),
		.timeout_ns = k->o->timeout_ns,
		.limit_ns = limit_of(pe),
	};
}

static int perform_paired(struct session_context *k,
			  const struct paired_job *wanted, struct paired *out)
{
	struct paired_job job = *wanted;
	struct progress progress;
	int ret;

	progress_clear(&k->progress);
	progress_init(&progress, k->progress.on, job.nr_pairs);
	job.progress = &progress;
	ret = paired_run(&job, out);
	progress_clear(&progress);
	return ret;
}

static int one_paired(struct session_context *k, size_t i, const char *name,
		      const struct variant *a, const struct variant *b)
{
	const struct plan_entry *pe = &k->plan->entries[i];
	struct paired *c = entry_add_paired(&k->s->entries[i]);
	struct paired_job job = paired_job(k, i, name, a, b);
	int ret;

	if (!c)
		return -ENOMEM;
	ret = perform_paired(k, &job, c);
	if (ret == -ETIME)
		return drop_paired(&k->s->entries[i], pe);
	if (c->reason)
		log_error(0, "%s: %s: %s", a->name, name, c->reason);
	return ret;
}

/* The controls of all benchmarks. Return: 0, -EINTR, -ENOMEM. */
static int session_controls(struct session_context *k)
{
	int ret = 0;

	for (size_t i = 0; i < k->plan->nr && !ret; i++) {
		const struct plan_entry *pe = &k->plan->entries[i];

		if (pe->has_control && long_enough(k, i))
			ret = one_paired(k, i, "control", &pe->variant,
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
static int say_uncounted(const struct session_context *k, size_t i)
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

/*
 * Counts of the switch itself: a counted benchmark and its counted control,
 * interleaved as for times. Counts hardly depend on the slow phases of a
 * machine, so slices are longer: what begins and ends them is counted too.
 */
#define COUNT_SLICE_NS (5 * ROUNDS_SLICE_NS)
#define COUNT_SAMPLES_PER_TURN 6

/* struct switch_data - what keep_switch() needs */
struct switch_data {
	struct entry *e;
	const struct event_set *set;
};

static int keep_switch(const struct rounds_request *q, void *data)
{
	const struct switch_data *d = data;
	struct event_set_side sides[2];

	for (int i = 0; i < 2; i++)
		sides[i] = (struct event_set_side){
			.counts = q->counts[i],
			.ops = q->ops[i],
			.switches = q->switches[i],
		};
	return event_set_keep_switch(d->set, &sides[0], &sides[1], d->e);
}

static int count_switch(struct session_context *k, size_t i)
{
	const struct plan_entry *pe = &k->plan->entries[i];
	int turns = pe->event_set->plan.nr_turns;
	struct switch_data d = { &k->s->entries[i], pe->event_set };
	struct variant control = pe->control;
	struct paired_job job =
		paired_job(k, i, "switch", &pe->counted, &control);
	struct paired times = { 0 };
	int ret;

	control.event_set = pe->event_set;
	job.nr_slices = (job.nr_slices + 4) / 5;
	job.slice_ns = COUNT_SLICE_NS;
	job.nr_turns = turns;
	if (turns > 1)
		job.nr_pairs = (size_t)turns * COUNT_SAMPLES_PER_TURN;
	job.limit_ns *= (uint64_t)turns;
	job.pair = keep_switch;
	job.pair_data = &d;
	ret = perform_paired(k, &job, &times);
	if (ret == -ETIME)
		ret = findings_add(
			&d.e->notes, "N-CONTRAST",
			"counts of the switch alone: fewer samples, since they would take longer than the runs; raise -r or -t");
	else if (!ret && times.reason)
		ret = fail_event_set(k, i, times.reason);
	paired_free(&times);
	return ret;
}

static int one_event_set(struct session_context *k, size_t i)
{
	struct plan_entry *pe = &k->plan->entries[i];
	struct event_set *c = pe->event_set;
	struct entry *e = &k->s->entries[i];
	int ret;

	event_set_plan(c);
	ret = event_set_describe(c, e);
	if (!ret && event_set_any(c))
		ret = counted_runs(k, i);
	if (!ret)
		ret = event_set_conclude(c, e);
	progress_clear(&k->progress);
	if (!ret)
		ret = say_uncounted(k, i);
	if (!ret && event_set_any(c) && long_enough(k, i))
		ret = one_paired(k, i, "counted", &pe->counted, &pe->variant);
	if (!ret && event_set_any(c) && pe->has_control && long_enough(k, i))
		ret = count_switch(k, i);
	return ret;
}

/* Counted runs of all benchmarks; nothing bare may come after. Likewise. */
static int session_event_sets(struct session_context *k)
{
	int ret = 0;

	for (size_t i = 0; i < k->plan->nr && !ret; i++)
		if (context_active(k, i) && k->plan->entries[i].event_set)
			ret = one_event_set(k, i);
	return ret;
}

/* Longest time for --until without --max-time. */
#define UNTIL_TIME_NS (60 * NS_PER_SEC)

/* A call that it needs cannot be made here: as if it had been asked before. */
static int skip_entry(struct session_context *k, size_t i, const char *text)
{
	struct entry *e = &k->s->entries[i];

	progress_clear(&k->progress);
	log_warn("%s: skipped: %s", e->name, text);
	free(e->reason);
	e->reason = strdup(text);
	e->status = ENTRY_SKIPPED;
	return e->reason ? 0 : -ENOMEM;
}

static int fail_entry(struct session_context *k, size_t i, int run,
		      const char *text)
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

/* Lets a runner work for a variant, with progress; see runner_call(). */
static int context_call(struct session_context *k,
			const struct variant *variant,
			int (*work)(struct runner *, void *), void *data,
			struct runner_outcome *out)
{
	struct runner_job job = {
		.work = work,
		.data = data,
		.place = &variant->place,
		.timeout_ns = k->o->timeout_ns,
		.tick = k->progress.on ? progress_show : NULL,
		.tick_data = &k->progress,
	};

	k->progress.what = variant->name;
	return runner_call(&job, out);
}

/* Two digits are enough, and are easier to read. */
static uint64_t round_ops(double ops)
{
	double unit = pow(10, floor(log10(ops)) - 1);

	return unit > 1 ? (uint64_t)(round(ops / unit) * unit) : (uint64_t)ops;
}

static int find_rate(struct session_context *k, size_t i)
{
	struct plan_entry *pe = &k->plan->entries[i];
	struct rate_request *q = shm_alloc(sizeof(*q));
	struct runner_outcome out;
	double ops;
	int ret;

	if (!q)
		return -ENOMEM;
	q->variant = &pe->variant;
	/* One that was stopped on the way has found nothing out. */
	do
		ret = context_call(k, &pe->variant, measure_rate, q, &out);
	while (!ret && out.suspended);
	if (!ret) {
		pe->ns_per_loop = q->ns_per_loop;
		ops = (double)k->o->time_ns / q->ns_per_loop *
		      (double)q->ops_per_loop;
		pe->ops = ops < 1 ? 1 : round_ops(ops);
		k->s->entries[i].ops = pe->ops;
	} else if (ret != -EINTR && out.refused) {
		ret = skip_entry(k, i, out.text);
	} else if (ret != -EINTR) {
		ret = fail_entry(k, i, -1, out.text);
	}
	shm_free(q, sizeof(*q));
	return ret;
}

static int find_rates(struct session_context *k)
{
	int ret = 0;

	for (size_t i = 0; i < k->plan->nr && !ret; i++)
		if (context_active(k, i) && !k->plan->entries[i].ops)
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
static bool wants_count(const struct session_context *k, const struct entry *e)
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

static bool wants_precision(const struct session_context *k,
			    const struct entry *e)
{
	double reached;

	return e->nr_runs < UNTIL_MAX_RUNS &&
	       until_reached(e, k->o->until, &reached) <= 0;
}

static bool wants_run(const struct session_context *k, size_t i)
{
	const struct entry *e = &k->s->entries[i];

	if (!context_active(k, i) ||
	    (k->end_ns && clock_wait_ns() >= k->end_ns))
		return false;
	return k->o->until > 0 ? wants_precision(k, e) : wants_count(k, e);
}

static void note_progress(struct session_context *k, const struct entry *e)
{
	double sum = 0;

	for (size_t i = 0; i < e->nr_runs; i++)
		sum += (double)e->runs[i].elapsed_ns / (double)e->runs[i].ops;
	k->progress.mean_ns = e->nr_runs ? sum / (double)e->nr_runs : 0;
	k->progress.what = e->name;
	progress_show(&k->progress);
}

/* Runs that are all invalid for one reason: more of them would be, too. */
#define HOPELESS_RUNS 3

/* Whether the first runs of an entry say that it cannot be measured here. */
static bool is_hopeless(const struct session_context *k, const struct entry *e)
{
	if (k->o->force || e->nr_runs < HOPELESS_RUNS || nr_valid(e))
		return false;
	for (size_t i = 0; i < HOPELESS_RUNS; i++)
		if (!e->runs[i].why.nr ||
		    strcmp(e->runs[i].why.v[0].id, e->runs[0].why.v[0].id))
			return false;
	return true;
}

/* A first run this many times shorter or longer than asked for. */
#define MISJUDGED 2.0

/* Where ops get slower later on, more of them take more than in proportion. */
#define CORRECT_UP_MAX 8
#define CORRECTIONS_MAX 3

/*
 * The first run of a calibrated benchmark is the first that is long enough to
 * judge the calibration by: ops that are slow at first, or later, mislead it.
 * Time that others had is not the benchmark's.
 */
static bool correct_ops(struct session_context *k, size_t i,
			const struct run_request *q)
{
	struct plan_entry *pe = &k->plan->entries[i];
	double ns = (double)q->timed.elapsed_ns, wait, ops;

	if (pe->ops_given || pe->nr_corrections == CORRECTIONS_MAX ||
	    k->s->entries[i].nr_runs)
		return false;
	wait = sample_foreign_ns(q);
	ns -= wait > 0 ? fmin(wait, ns / 2) : 0;
	if (ns < MISJUDGED * (double)k->o->time_ns &&
	    ns > (double)k->o->time_ns / MISJUDGED)
		return false;
	ops = (double)pe->ops *
	      fmin((double)k->o->time_ns / ns, CORRECT_UP_MAX);
	if (ops < 1)
		ops = 1;
	if (round_ops(ops) == pe->ops)
		return false;
	pe->nr_corrections++;
	pe->ops = round_ops(ops);
	k->s->entries[i].ops = pe->ops;
	return true;
}

static int one_run(struct session_context *k, size_t i)
{
	struct plan_entry *pe = &k->plan->entries[i];
	struct entry *e = &k->s->entries[i];
	struct run_request *q = k->request;
	uint64_t begin_ns = clock_wait_ns();
	struct runner_outcome out;
	int ret;

	note_progress(k, e);
	run_request_init(q, &pe->variant, pe->ops, k->o->warmup,
			 pe->ns_per_loop);
	ret = context_call(k, &pe->variant, measure_run, q, &out);
	pe->spent_ns += clock_wait_ns() - begin_ns;
	if (ret == -EINTR)
		return ret;
	if (ret && out.refused && !e->nr_runs)
		return skip_entry(k, i, out.text);
	if (ret)
		return fail_entry(k, i, (int)e->nr_runs + 1, out.text);
	if (!out.suspended)
		pe->ns_per_loop =
			(double)q->timed.elapsed_ns / (double)q->timed.ops *
			(double)q->ops_per_loop * pe->variant.place.nr_groups;
	k->end_ns += k->end_ns ? out.stopped_ns : 0;
	if (!out.stopped_ns && correct_ops(k, i, q))
		return 0;
	k->progress.run++;
	ret = sample_add(e, q, &pe->variant, out.suspended);
	if (!ret)
		e->runs[e->nr_runs - 1].session = k->session;
	if (!ret && is_hopeless(k, e))
		e->status = ENTRY_INVALID;
	return ret;
}

/* One run of each benchmark that still wants one, in random order. */
static int one_round(struct session_context *k, size_t *order, bool *any)
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

static int all_rounds(struct session_context *k)
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

/* The clock in all runs, as a fact: "3412 to 3487". */
static int note_clock(struct session *s)
{
	double least = NAN, most = NAN, lo, hi;
	char text[64];

	for (size_t i = 0; i < s->nr_entries; i++) {
		interference_clock(&s->entries[i], &lo, &hi);
		least = fmin(least, lo);
		most = fmax(most, hi);
	}
	if (isnan(least))
		return 0;
	snprintf(text, sizeof(text),
		 round(least) == round(most) ? "%.0f" : "%.0f to %.0f", least,
		 most);
	return facts_add(s, "clock_mhz", text);
}

/* What is to be said about the runs as a whole. */
static int add_notes(struct session_context *k, size_t i)
{
	struct entry *e = &k->s->entries[i];
	size_t wanted = (size_t)k->o->repeat * k->o->sessions;
	int ret = 0;

	if (k->o->until > 0)
		ret = until_note(e, k->o->until);
	else if (k->end_ns && nr_valid(e) < wanted)
		ret = findings_add(&e->notes, "W-TIME",
				   "%zu of %zu runs: --max-time was reached",
				   nr_valid(e), wanted);
	if (!ret)
		ret = interference_note(e);
	if (!ret && k->o->compat)
		ret = compat_note(e, k->plan->entries[i].variant.bench,
				  k->o->compat);
	return ret;
}

/* What became of each benchmark, now that all runs are there. */
static int conclude(struct session_context *k)
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
	return ret || !k->s->facts ? ret : note_clock(k->s);
}

/* When no further run may start; 0: any time. */
static uint64_t end_of(const struct run_opts *o)
{
	uint64_t limit = o->max_time_ns;

	if (!limit && o->until > 0)
		limit = UNTIL_TIME_NS;
	return limit ? clock_wait_ns() + limit : 0;
}

/* Which code is run; places of a sweep have the same. */
static int describe_code(const struct plan *p, size_t i, struct session *s)
{
	const char *path = p->entries[i].variant.path;
	struct entry *e = &s->entries[i];
	char hash[PLUGIN_HASH_LEN];

	if (!path)
		return 0;
	if (i && path == p->entries[i - 1].variant.path && e[-1].code_id)
		e->code_id = strdup(e[-1].code_id);
	else if (!plugin_file_hash(path, hash))
		e->code_id = strdup(hash);
	else
		return 0;
	return e->code_id ? 0 : -ENOMEM;
}

int session_describe(const struct plan *p, struct session *s)
{
	int ret = 0;

	for (size_t i = 0; i < p->nr && !ret; i++) {
		struct entry *e = session_add_entry(s);

		ret = e ? plan_describe(&p->entries[i], e) : -ENOMEM;
		if (!ret)
			ret = describe_code(p, i, s);
	}
	return ret;
}

int session_run(const struct run_opts *o, struct plan *p, struct session *s)
{
	struct session_context k = { .o = o, .plan = p, .s = s };
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
		ret = session_event_sets(&k);
	progress_clear(&k.progress);
	if (!ret || ret == -EINTR) {
		int err = conclude(&k);

		ret = err ? err : ret;
	}
	s->complete = ret != -EINTR;
	shm_free(k.request, sizeof(*k.request));
	return ret;
}
