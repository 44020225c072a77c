/* SPDX-License-Identifier: MIT */
/*
 * core/result/summary_counters.c - from counted runs to counts per op.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/counter_text.h"
#include "result/summary.h"

/* What a count is divided by; NaN: nothing to divide by. */
typedef double divisor_fn(const struct sample *r);

static double ops_of(const struct sample *r)
{
	return (double)r->ops;
}

static double switches_of(const struct sample *r)
{
	double n = (double)r->nvcsw + (double)r->nivcsw;

	if (r->nvcsw == NOT_MEASURED || r->nivcsw == NOT_MEASURED ||
	    n < FEWEST_SWITCHES * (double)r->ops)
		return NAN;
	return n;
}

static double cpu_ns_of(const struct sample *r)
{
	return r->cpu_ns > 0 ? (double)r->cpu_ns : NAN;
}

/* Count @i of a run, divided; NaN where there is no number. */
static double quotient(const struct sample *r, size_t i, divisor_fn *by)
{
	if (!r->valid || i >= r->nr_counts ||
	    r->counts[i].value == NOT_MEASURED)
		return NAN;
	return (double)r->counts[i].value / by(r);
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
	if (!d->reason &&
	    !mean_of(e, d->counter, cpu_ns_of, &d->value, &stddev))
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

static const char *why_no_cost(const struct contrast *c)
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
	const struct contrast *c = entry_contrast(e, "counted");

	out->counting_cost = out->counting_lo = out->counting_hi = NAN;
	out->counting_reason = why_no_cost(c);
	if (c && !c->reason) {
		out->counting_lo = c->lo - 1;
		out->counting_hi = c->hi - 1;
	}
	if (!out->counting_reason)
		out->counting_cost = c->ratio - 1;
}

int summarize_counters(const struct entry *e, struct summary *out)
{
	size_t nr = e->nr_counters, valid = nr_valid(e);

	summarize_cost(e, out);
	if (!nr)
		return 0;
	out->counters = calloc(nr, sizeof(*out->counters));
	/* Of one event at most two things follow. */
	out->derived = calloc(nr * 2, sizeof(*out->derived));
	if (!out->counters || !out->derived)
		return -ENOMEM;
	out->nr_counters = nr;
	for (size_t i = 0; i < nr; i++)
		summarize_counter(e, i, valid, &out->counters[i]);
	summarize_derived(e, out);
	return 0;
}
