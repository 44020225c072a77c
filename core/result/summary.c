/* SPDX-License-Identifier: MIT */
/*
 * core/result/summary.c - from the raw runs of an entry to the numbers in a report.
 */
#include "result/summary.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

		if (!r->valid || r->cpu_ns == NOT_MEASURED)
			continue;
		sum += (double)r->cpu_ns / (double)r->ops;
		n++;
	}
	out->cpu_ns_per_op = n ? sum / (double)n : NAN;
}

static void summarize_switches(const struct entry *e, struct summary *out)
{
	double switches = 0, involuntary = 0, ops = 0;

	for (size_t i = 0; i < e->nr_runs; i++) {
		const struct sample *r = &e->runs[i];

		if (!r->valid || r->nvcsw == NOT_MEASURED ||
		    r->nivcsw == NOT_MEASURED)
			continue;
		switches += (double)r->nvcsw + (double)r->nivcsw;
		involuntary += (double)r->nivcsw;
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

static const char *why_no_share(const struct contrast *c,
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
 * The share of the switch is time - time / ratio, with the median, which one
 * disturbed run does not move. Where the interval of the
 * ratio reaches down to 1 the sign is not known and no difference is given.
 */
static void summarize_share(const struct entry *e, struct summary *out)
{
	const struct contrast *c = entry_contrast(e, "control");

	out->switch_ns = out->control_ns = NAN;
	out->switch_reason = why_no_share(c, out);
	if (c && c->ratio > 0 && !e->records)
		out->control_ns = out->time.median / c->ratio;
	if (e->records)
		out->switch_reason = "the result is what the benchmark records";
	if (!out->switch_reason)
		out->switch_ns = out->time.median * (1 - 1 / c->ratio);
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
