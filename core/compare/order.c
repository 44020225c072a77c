/* SPDX-License-Identifier: MIT */
/*
 * core/compare/order.c - what the order of the runs of a side says.
 */
#include "compare/order.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stats/stats.h"

/* Fewer runs in a session say nothing about their order. */
#define SHORTEST 4
/* A drift is told from fewer runs than stats_compute() asks for. */
#define SHORTEST_DRIFT 6
#define Z_995 2.5758293035489

/*
 * The correlation of so few runs is little known: what benchmarks usually have
 * counts as much as so many runs.
 */
#define USUAL_LAG1 0.3
#define USUAL_RUNS 10
#define MOST_LAG1 0.95

/*
 * Change from the first to the last value, by the medians of the first and the
 * last third, which single slow runs do not move.
 */
static double change_of(const double *x, size_t n, double *scratch)
{
	size_t third = n / 3;
	double first, last;

	memcpy(scratch, x, third * sizeof(*x));
	first = stats_median(scratch, third);
	memcpy(scratch, x + n - third, third * sizeof(*x));
	last = stats_median(scratch, third);
	return (last - first) * (double)(n - 1) / (double)(n - third);
}

/* One in a hundred without a drift; of few runs those in perfect order. */
static bool drifts(double rho, size_t n)
{
	return n >= SHORTEST_DRIFT &&
	       (fabs(rho) >= 1 || fabs(rho) * sqrt((double)n - 1) > Z_995);
}

/* The first runs take longer: by how much that can move the median. */
static double warmup_shift(const double *x, size_t n, size_t warmup)
{
	double first = stats_mean(x, warmup);
	double rest = stats_mean(x + warmup, n - warmup);

	return (first - rest) * (double)warmup / (double)n;
}

/* struct sums - over the sessions of a side */
struct sums {
	double runs, lag1, drift, warmup;
};

/* @x: logarithms of the runs of a session. */
static int add_session(struct compare_order *o, struct sums *sum,
		       const double *x, size_t n, double *scratch)
{
	double lag1 = stats_lag1(x, n), rho;
	uint32_t flags;
	size_t warmup;
	int err;

	o->nr_sessions++;
	if (n < SHORTEST || isnan(lag1))
		return 0;
	sum->runs += (double)n;
	sum->lag1 += (double)n *
		     fmax(-1, fmin(1, lag1 + (1 + 3 * lag1) / ((double)n - 1)));
	err = stats_trend(x, n, &rho);
	if (!err)
		err = stats_series(x, n, lag1, &flags, &warmup);
	if (err)
		return err;
	if (drifts(rho, n)) {
		o->nr_drift++;
		sum->drift += change_of(x, n, scratch);
	} else if (flags & STATS_CORRELATED) {
		o->nr_correlated++;
	}
	if (flags & STATS_WARMUP) {
		o->nr_warmup++;
		o->warmup_runs = warmup;
		sum->warmup += warmup_shift(x, n, warmup);
	}
	return 0;
}

static void conclude(struct compare_order *o, const struct sums *sum, size_t n)
{
	double all = (double)n, shrunk;

	o->lag1 = sum->runs ? sum->lag1 / sum->runs : NAN;
	shrunk = USUAL_LAG1;
	if (sum->runs)
		shrunk = (sum->lag1 + USUAL_RUNS * USUAL_LAG1) /
			 (sum->runs + USUAL_RUNS);
	if (o->nr_correlated || o->nr_drift)
		shrunk = fmax(shrunk, o->lag1);
	shrunk = fmax(0, fmin(MOST_LAG1, shrunk));
	o->n_eff = all * (1 - shrunk) / (1 + shrunk);
	o->n_eff = fmin(all, fmax(2, o->n_eff));
	if (o->nr_drift)
		o->drift = sum->drift / (double)o->nr_drift;
	if (o->nr_warmup)
		o->warmup = sum->warmup / (double)o->nr_warmup;
}

int compare_order(const struct compare_values *x, struct compare_order *out)
{
	double *logs = calloc(2 * x->n + 1, sizeof(*logs));
	struct compare_order o = { 0 };
	struct sums sum = { 0 };
	size_t from = 0, to;
	int err = logs ? 0 : -ENOMEM;

	for (size_t i = 0; !err && i < x->n; i++)
		logs[i] = log(x->v[i]);
	for (; !err && from < x->n; from = to) {
		to = from + 1;
		while (to < x->n && x->session[to] == x->session[from])
			to++;
		err = add_session(&o, &sum, logs + from, to - from,
				  logs + x->n);
	}
	if (!err)
		conclude(&o, &sum, x->n);
	free(logs);
	*out = o;
	return err;
}

static int note(struct findings *notes, const struct compare_order *o,
		const char *id, size_t nr, const char *text)
{
	if (o->nr_sessions == 1)
		return findings_add(notes, id, "%s", text);
	return findings_add(notes, id, "%s in %zu of %zu sessions", text, nr,
			    o->nr_sessions);
}

int compare_note_order(struct findings *notes, const char *label,
		       const struct compare_order *o)
{
	char text[128];
	int err = 0;

	if (o->nr_drift) {
		snprintf(text, sizeof(text), "%s drifts by %+.1f %%", label,
			 100 * expm1(o->drift));
		err |= note(notes, o, "W-DRIFT", o->nr_drift, text);
	}
	if (o->nr_correlated) {
		snprintf(text, sizeof(text),
			 "runs of %s are autocorrelated (r = %.2f)", label,
			 o->lag1);
		err |= note(notes, o, "W-CORR", o->nr_correlated, text);
	}
	if (o->nr_warmup) {
		if (o->warmup_runs == 1)
			snprintf(text, sizeof(text),
				 "the first run of %s is warm-up", label);
		else
			snprintf(text, sizeof(text),
				 "the first %zu runs of %s are warm-up",
				 o->warmup_runs, label);
		err |= note(notes, o, "W-WARMUP", o->nr_warmup, text);
	}
	return err ? -ENOMEM : 0;
}
