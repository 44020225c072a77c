/* SPDX-License-Identifier: MIT */
/*
 * core/result/summary.c - from the raw runs of an entry to the numbers in a report.
 */
#include "result/summary.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/clock.h"
#include "result/counter_text.h"
#include "stats/signed_rank.h"

/* Confidence of the interval of a count of the switch alone. */
#define SWITCH_LEVEL 0.95

/* Names of events that a sentence has room for. */
#define MOST_NAMES 6

/*
 * From counted runs to counts per op.
 */

/* What count @i is divided by; NaN: nothing to divide by. */
typedef double divisor_fn(const struct sample *r, size_t i);

static double ops_of(const struct sample *r, size_t i)
{
	(void)i;
	return (double)r->ops;
}

static double switches_of(const struct sample *r, size_t i)
{
	double n = run_figures_switches(&r->figures);

	(void)i;
	return n < FEWEST_SWITCHES * (double)r->ops ? NAN : n;
}

/* The event's own time: it may have missed some of the tasks'. */
static double running_ns_of(const struct sample *r, size_t i)
{
	if (r->counts[i].running_ns > 0)
		return (double)r->counts[i].running_ns;
	return r->figures.cpu_ns > 0 ? (double)r->figures.cpu_ns : NAN;
}

/* Count @i of a run, divided; NaN where there is no number. */
static double quotient(const struct sample *r, size_t i, divisor_fn *by)
{
	if (!r->valid || i >= r->nr_counts ||
	    r->counts[i].value == NOT_MEASURED)
		return NAN;
	return (double)r->counts[i].value / by(r, i);
}

/* Mean and sample standard deviation; returns how many runs have a number. */
static size_t mean_of(const struct entry *e, size_t i, divisor_fn *by,
		      double *mean, double *stddev)
{
	double sum = 0, squares = 0;
	size_t n = 0;

	for (size_t k = 0; k < e->nr_counted; k++) {
		double x = quotient(&e->counted[k], i, by);

		n += !isnan(x);
		sum += isnan(x) ? 0 : x;
	}
	*mean = n ? sum / (double)n : NAN;
	for (size_t k = 0; k < e->nr_counted; k++) {
		double x = quotient(&e->counted[k], i, by);

		squares += isnan(x) ? 0 : (x - *mean) * (x - *mean);
	}
	*stddev = n > 1 ? sqrt(squares / (double)(n - 1)) : NAN;
	return n;
}

static size_t nr_valid(const struct entry *e)
{
	size_t n = 0;

	for (size_t k = 0; k < e->nr_counted; k++)
		n += e->counted[k].valid;
	return n;
}

static const char *why_no_count(const struct entry *e, size_t i, size_t valid)
{
	if (e->counters[i].reason)
		return e->counters[i].reason;
	if (!e->nr_counted)
		return "no counted run was made";
	if (!valid)
		return "no counted run is valid";
	return "no valid run has a count of it";
}

static void summarize_counter(const struct entry *e, size_t i, size_t valid,
			      struct counter_stats *out)
{
	out->n = mean_of(e, i, ops_of, &out->per_op, &out->op_stddev);
	mean_of(e, i, switches_of, &out->per_switch, &out->switch_stddev);
	out->share = valid ? (double)out->n / (double)valid : NAN;
	if (!out->n)
		out->reason = why_no_count(e, i, valid);
}

static int summarize_switch(const struct counter *k, struct counter_stats *out)
{
	struct rank_result r;
	int err = 0;

	out->of_switch = out->switch_lo = out->switch_hi = NAN;
	out->switch_level = NAN;
	if (out->reason)
		out->switch_reason = out->reason;
	else if (!k->nr_of_switch)
		out->switch_reason = "no control was counted";
	else
		err = rank_signed(k->of_switch, k->nr_of_switch, SWITCH_LEVEL,
				  &r);
	if (err == -ENOMEM)
		return err;
	if (err)
		out->switch_reason = "its values are no numbers";
	if (out->switch_reason)
		return 0;
	out->of_switch = r.estimate;
	out->switch_lo = r.lo;
	out->switch_hi = r.hi;
	out->switch_level = r.level;
	return 0;
}

/* The most that any event of a run was counted for; 0: not known. */
static double longest_ns(const struct sample *r)
{
	int64_t ns = 0;

	for (size_t i = 0; i < r->nr_counts; i++) {
		if (r->counts[i].value != NOT_MEASURED &&
		    r->counts[i].running_ns > ns)
			ns = r->counts[i].running_ns;
	}
	return (double)ns;
}

/* Where tasks of several CPUs are counted, their time is not the tasks'. */
static double coverage_of(const struct entry *e)
{
	double counted = 0, all = 0;

	if (!e->scope || !strcmp(e->scope, "cpu"))
		return NAN;
	for (size_t i = 0; i < e->nr_counted; i++) {
		const struct sample *r = &e->counted[i];
		double ns = longest_ns(r);

		if (!r->valid || !(ns > 0) || r->figures.cpu_ns <= 0)
			continue;
		counted += ns;
		all += (double)r->figures.cpu_ns;
	}
	return all > 0 ? counted / all : NAN;
}

static bool same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static void derive_ipc(const struct entry *e, const struct summary *s,
		       struct derived *d)
{
	const struct counter *c = &e->counters[d->counter];
	size_t cycles = counter_find(e, c, "cycles", counter_filter(c));
	const struct counter_stats *of = &s->counters[d->counter], *by;

	if (cycles == e->nr_counters) {
		d->reason = "cycles with the same filter were not asked for";
		return;
	}
	by = &s->counters[cycles];
	d->reason = of->reason ? of->reason : by->reason;
	if (!d->reason && !(by->per_op > 0))
		d->reason = "no cycles were counted";
	if (!d->reason)
		d->value = of->per_op / by->per_op;
}

static void derive_clock(const struct entry *e, const struct summary *s,
			 struct derived *d)
{
	double stddev;

	d->reason = s->counters[d->counter].reason;
	if (!d->reason && same(e->scope, "cpu"))
		d->reason = "scope cpu also counts cycles of other tasks";
	if (!d->reason && !(s->counters[d->counter].per_op > 0))
		d->reason = "no cycles were counted";
	if (!d->reason &&
	    !mean_of(e, d->counter, running_ns_of, &d->value, &stddev))
		d->reason = "no CPU time was measured";
}

static void derive_user(const struct entry *e, const struct summary *s,
			struct derived *d)
{
	const struct counter *c = &e->counters[d->counter];
	const struct counter_stats *user = &s->counters[d->counter];
	size_t all = counter_find(e, c, c->metric, "");
	size_t kernel = counter_find(e, c, c->metric, ":k");
	double whole = NAN;

	if (all < e->nr_counters)
		whole = s->counters[all].per_op;
	else if (kernel < e->nr_counters)
		whole = user->per_op + s->counters[kernel].per_op;
	d->reason = user->reason;
	if (!d->reason && isnan(whole))
		d->reason = "there is no count of the whole or the kernel";
	if (!d->reason && !(whole > 0))
		d->reason = "nothing was counted";
	if (!d->reason)
		d->value = user->per_op / whole;
}

typedef void derive_fn(const struct entry *e, const struct summary *s,
		       struct derived *d);

static derive_fn *const derivations[] = {
	[DERIVED_IPC] = derive_ipc,
	[DERIVED_CLOCK] = derive_clock,
	[DERIVED_USER] = derive_user,
};

static bool applies(const struct counter *c, int kind)
{
	switch (kind) {
	case DERIVED_IPC:
		return same(c->metric, "instructions");
	case DERIVED_CLOCK:
		return same(c->metric, "cycles") && !*counter_filter(c);
	default:
		return c->metric && !strcmp(counter_filter(c), ":u");
	}
}

static void summarize_derived(const struct entry *e, struct summary *out)
{
	for (size_t i = 0; i < e->nr_counters; i++) {
		for (int kind = DERIVED_IPC; kind <= DERIVED_USER; kind++) {
			struct derived *d = &out->derived[out->nr_derived];

			if (!applies(&e->counters[i], kind))
				continue;
			out->nr_derived++;
			d->kind = kind;
			d->counter = i;
			d->value = NAN;
			derivations[kind](e, out, d);
		}
	}
}

static const char *why_no_cost(const struct paired *c)
{
	if (!c)
		return "no counted tasks were measured beside bare ones";
	if (c->reason)
		return c->reason;
	if (!(c->ratio > 0))
		return "counting gave no ratio";
	if (isnan(c->lo) || isnan(c->hi))
		return "too few pairs for an interval";
	if (c->lo <= 1 && c->hi >= 1)
		return "below resolution";
	return NULL;
}

static void summarize_cost(const struct entry *e, struct summary *out)
{
	const struct paired *c = entry_paired(e, "counted");

	out->counting_cost = out->counting_lo = out->counting_hi = NAN;
	out->event_set_reason = why_no_cost(c);
	if (c && !c->reason) {
		out->counting_lo = c->lo - 1;
		out->counting_hi = c->hi - 1;
	}
	if (!out->event_set_reason)
		out->counting_cost = c->ratio - 1;
}

int summarize_counters(const struct entry *e, struct summary *out)
{
	size_t nr = e->nr_counters, valid = nr_valid(e);
	int err = 0;

	summarize_cost(e, out);
	out->coverage = coverage_of(e);
	if (!nr)
		return 0;
	out->counters = calloc(nr, sizeof(*out->counters));
	/* Of one event at most two things follow. */
	out->derived = calloc(nr * 2, sizeof(*out->derived));
	if (!out->counters || !out->derived)
		return -ENOMEM;
	out->nr_counters = nr;
	for (size_t i = 0; i < nr && !err; i++) {
		summarize_counter(e, i, valid, &out->counters[i]);
		err = summarize_switch(&e->counters[i], &out->counters[i]);
	}
	summarize_derived(e, out);
	return err;
}

/* Quiet values below this share of the CPU time are none. */
#define QUIET_CPU_SHARE 0.5

/* A quiet value needs this many slices, each of this many ops. */
#define QUIET_SLICES 500
#define QUIET_SLICE_OPS 50
#define QUIET_QUANTILE 0.01

double entry_run_ns(const struct entry *e, const struct sample *r)
{
	if (e->records)
		return r->records_ns;
	return (double)r->elapsed_ns / (double)r->ops;
}

static int summarize_time(const struct entry *e, struct summary *out)
{
	double *x = calloc(e->nr_runs + 1, sizeof(*x));
	size_t n = 0;
	int err;

	if (!x)
		return -ENOMEM;
	for (size_t i = 0; i < e->nr_runs; i++) {
		if (e->runs[i].valid)
			x[n++] = entry_run_ns(e, &e->runs[i]);
	}
	out->nr_invalid = e->nr_runs - n;
	err = stats_compute(&out->time, x, n);
	free(x);
	return err;
}

static void summarize_cpu(const struct entry *e, struct summary *out)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < e->nr_runs; i++) {
		const struct sample *r = &e->runs[i];

		if (!r->valid || r->figures.cpu_ns == NOT_MEASURED)
			continue;
		sum += (double)r->figures.cpu_ns / (double)r->ops;
		n++;
	}
	out->cpu_ns_per_op = n ? sum / (double)n : NAN;
}

static void summarize_switches(const struct entry *e, struct summary *out)
{
	double switches = 0, involuntary = 0, ops = 0;

	for (size_t i = 0; i < e->nr_runs; i++) {
		const struct sample *r = &e->runs[i];
		double n = run_figures_switches(&r->figures);

		if (!r->valid || isnan(n))
			continue;
		switches += n;
		involuntary += (double)r->figures.nivcsw;
		ops += (double)r->ops;
	}
	out->switches_per_op = ops > 0 ? switches / ops : NAN;
	out->involuntary = switches > 0 ? involuntary / switches : NAN;
	out->ns_per_switch = NAN;
	if (out->switches_per_op >= FEWEST_SWITCHES && !e->records &&
	    e->expect_max > 0)
		out->ns_per_switch = out->time.mean / out->switches_per_op;
}

static const char *why_not_quiet(const struct entry *e,
				 const struct summary *out)
{
	if (!out->time.n)
		return "no valid run";
	if (e->records)
		return "the result is what the benchmark records";
	if (!e->nr_cpus)
		return "the tasks are not pinned";
	if (!entry_one_cpu(e))
		return "the tasks are on several CPUs";
	if (e->nr_groups > 1)
		return "several groups share the CPU";
	if (!out->nr_slices)
		return "no slices of 50 ops or more";
	if (out->nr_slices < QUIET_SLICES)
		return "fewer than 500 slices of 50 ops or more";
	return NULL;
}

static bool has_slices(const struct sample *r)
{
	return r->valid && r->slice_ops >= QUIET_SLICE_OPS;
}

static size_t count_slices(const struct entry *e)
{
	size_t n = 0;

	for (size_t i = 0; i < e->nr_runs; i++) {
		if (has_slices(&e->runs[i]))
			n += e->runs[i].nr_slices;
	}
	return n;
}

#define QUIET_RUN_SLICES 100

int entry_run_quiet(const struct entry *e, const struct sample *r, double *ns)
{
	double *x;

	*ns = NAN;
	if (e->records || !e->nr_cpus || !entry_one_cpu(e) ||
	    e->nr_groups > 1 || !has_slices(r) ||
	    r->nr_slices < QUIET_RUN_SLICES)
		return 0;
	x = calloc(r->nr_slices, sizeof(*x));
	if (!x)
		return -ENOMEM;
	for (size_t i = 0; i < r->nr_slices; i++)
		x[i] = (double)r->slice_ns[i] / (double)r->slice_ops;
	stats_sort(x, r->nr_slices);
	*ns = stats_quantile(x, r->nr_slices, QUIET_QUANTILE);
	free(x);
	return 0;
}

static int summarize_quiet(const struct entry *e, struct summary *out)
{
	double *x;
	size_t n = 0;

	out->quiet_ns = NAN;
	out->nr_slices = count_slices(e);
	out->quiet_reason = why_not_quiet(e, out);
	if (out->quiet_reason)
		return 0;
	x = calloc(out->nr_slices, sizeof(*x));
	if (!x)
		return -ENOMEM;
	for (size_t i = 0; i < e->nr_runs; i++) {
		const struct sample *r = &e->runs[i];

		for (size_t k = 0; has_slices(r) && k < r->nr_slices; k++)
			x[n++] = (double)r->slice_ns[k] / (double)r->slice_ops;
	}
	stats_sort(x, n);
	out->quiet_ns = stats_quantile(x, n, QUIET_QUANTILE);
	free(x);
	/* An op cannot take less than the CPU time that it needs. */
	if (out->quiet_ns < QUIET_CPU_SHARE * out->cpu_ns_per_op) {
		out->quiet_ns = NAN;
		out->quiet_reason = "task 0 runs ahead of the others: its "
				    "slices do not contain their ops";
	}
	return 0;
}

static const char *why_no_clock(const struct entry *e,
				const struct summary *out)
{
	if (!out->time.n)
		return "no valid run";
	if (e->records)
		return "the result is what the benchmark records";
	if (!e->nr_cpus)
		return "the tasks are not pinned";
	if (!entry_one_cpu(e))
		return "the tasks are on several CPUs";
	if (e->nr_groups > 1)
		return "several groups share the CPU";
	for (size_t i = 0; i < e->nr_runs; i++)
		if (e->runs[i].valid && isnan(e->runs[i].clock_mhz))
			return "the clock was not measured in each run";
	return NULL;
}

/* Appends the slices of a run in cycles per op. Return: how many there are. */
static size_t add_cycles(const struct sample *r, double *x, double *mhz)
{
	if (!has_slices(r) || clock_of_slices(r, mhz))
		return 0;
	for (size_t i = 0; i < r->nr_slices; i++)
		x[i] = (double)r->slice_ns[i] * mhz[i] / 1e3 /
		       (double)r->slice_ops;
	return r->nr_slices;
}

static int summarize_quiet_cycles(const struct entry *e, struct summary *out)
{
	double *x, *mhz;
	size_t n = 0;

	if (isnan(out->quiet_ns))
		return 0;
	x = calloc(out->nr_slices, sizeof(*x));
	mhz = calloc(out->nr_slices, sizeof(*mhz));
	for (size_t i = 0; x && mhz && i < e->nr_runs; i++)
		n += add_cycles(&e->runs[i], x + n, mhz);
	if (n) {
		stats_sort(x, n);
		out->quiet_cycles = stats_quantile(x, n, QUIET_QUANTILE);
	}
	free(x);
	free(mhz);
	return x && mhz ? 0 : -ENOMEM;
}

static int summarize_clock(const struct entry *e, struct summary *out)
{
	double cycles = 0;

	out->cycles_per_op = out->clock_mhz = out->quiet_cycles = NAN;
	out->clock_reason = why_no_clock(e, out);
	if (out->clock_reason)
		return 0;
	for (size_t i = 0; i < e->nr_runs; i++) {
		const struct sample *r = &e->runs[i];

		if (r->valid)
			cycles += entry_run_ns(e, r) * r->clock_mhz / 1e3;
	}
	out->cycles_per_op = cycles / (double)out->time.n;
	out->clock_mhz = 1e3 * out->cycles_per_op / out->time.mean;
	return summarize_quiet_cycles(e, out);
}

static const char *why_no_share(const struct paired *c,
				const struct summary *out)
{
	if (!c)
		return "no control was measured";
	if (c->reason)
		return c->reason;
	if (isnan(out->time.mean))
		return "no valid run";
	if (!(c->ratio > 0))
		return "the control gave no ratio";
	if (isnan(c->lo))
		return "too few pairs for an interval";
	if (!(c->lo > 1) || !(c->ratio > 1))
		return "below resolution";
	return NULL;
}

/*
 * The share of the switch is time - time / ratio, with the mean: it stands beside
 * the mean, and is a part of it. Where the interval of the
 * ratio reaches down to 1 the sign is not known and no difference is given.
 */
static void summarize_share(const struct entry *e, struct summary *out)
{
	const struct paired *c = entry_paired(e, "control");

	out->switch_ns = out->control_ns = NAN;
	out->switch_reason = why_no_share(c, out);
	if (c && c->ratio > 0 && !e->records)
		out->control_ns = out->time.mean / c->ratio;
	if (e->records)
		out->switch_reason = "the result is what the benchmark records";
	if (!out->switch_reason)
		out->switch_ns = out->time.mean * (1 - 1 / c->ratio);
}

static void summarize_rates(const struct entry *e, struct summary *out)
{
	out->ops_per_sec = out->bytes_per_sec = NAN;
	if (e->records || !(out->time.mean > 0))
		return;
	out->ops_per_sec = 1e9 / out->time.mean;
	if (e->bytes_per_op)
		out->bytes_per_sec = (double)e->bytes_per_op * out->ops_per_sec;
}

int summarize(const struct entry *e, struct summary *out)
{
	int err;

	memset(out, 0, sizeof(*out));
	err = summarize_time(e, out);
	if (err)
		return err;
	summarize_cpu(e, out);
	summarize_switches(e, out);
	summarize_share(e, out);
	summarize_rates(e, out);
	err = summarize_quiet(e, out);
	if (!err)
		err = summarize_clock(e, out);
	if (!err)
		err = summarize_counters(e, out);
	if (err)
		summary_free(out);
	return err;
}

void summary_free(struct summary *s)
{
	stats_free(&s->time);
	free(s->counters);
	free(s->derived);
	memset(s, 0, sizeof(*s));
}

static bool has_reason(const struct summary *s, size_t i, const char *reason)
{
	return s->counters[i].reason && !strcmp(s->counters[i].reason, reason);
}

/* Names of the events that have the reason of event @i, or nothing. */
static void put_names(FILE *f, const struct entry *e, const struct summary *s,
		      size_t i)
{
	size_t len = strlen(e->counters[i].name), nr = 0;
	const char *reason = s->counters[i].reason;

	/* A sentence about one event names it. */
	if (!strncmp(reason, e->counters[i].name, len) && reason[len] == ':')
		return;
	for (size_t k = i; k < s->nr_counters; k++) {
		char label[128];

		if (!has_reason(s, k, reason) || nr++ >= MOST_NAMES)
			continue;
		fprintf(f, "%s%s", nr > 1 ? ", " : "",
			counter_label(e, k, label, sizeof(label)));
	}
	if (nr > MOST_NAMES)
		fprintf(f, " and %zu more", nr - MOST_NAMES);
	fputs(": ", f);
}

int uncounted_text(const struct entry *e, const struct summary *s, size_t i,
		   char **text)
{
	const char *reason = s->counters[i].reason;
	size_t len;
	FILE *f;

	*text = NULL;
	for (size_t k = 0; k < i && reason; k++) {
		if (has_reason(s, k, reason))
			return 0;
	}
	if (!reason)
		return 0;
	f = open_memstream(text, &len);
	if (!f)
		return -ENOMEM;
	put_names(f, e, s, i);
	fputs(reason, f);
	return fclose(f) ? -ENOMEM : 0;
}
