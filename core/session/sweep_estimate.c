/* SPDX-License-Identifier: MIT */
/*
 * core/session/sweep_estimate.c - how much a sweep over CPUs is, before it starts.
 */
#include "session/sweep_estimate.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "run/warmup.h"
#include "util/clock.h"

/* Beside the time of runs, roughly: processes of a run, finding the rate, the
 * forks of a paired comparison. */
#define RUN_S 0.015
#define RATE_S 0.15
#define PAIRED_S 0.5

#define MINUTE 60.0
#define HOUR 3600.0

/**
 * struct tally - the sweeps of one kind
 * @measured:	places that are measured, all tables together
 * @tables:	how many tables they make
 * @places:	places in the largest of them
 * @total:	places that there are
 */
struct tally {
	size_t measured, tables, places;
	uint64_t total;
};

static bool in_sweep(const struct plan_entry *e, int kind)
{
	return e->sweep && e->sweep->kind == kind && !e->reason;
}

/* But for the CPUs. */
static bool same_work(const struct plan_entry *a, const struct plan_entry *b)
{
	return a->variant.bench == b->variant.bench &&
	       a->variant.params == b->variant.params &&
	       a->variant.config == b->variant.config &&
	       a->variant.place.nr_groups == b->variant.place.nr_groups &&
	       a->variant.work.bytes == b->variant.work.bytes;
}

static struct tally tally(const struct plan *p, int kind)
{
	const struct plan_entry *last = NULL;
	struct tally t = { 0 };
	size_t here = 0;

	for (size_t i = 0; i < p->nr; i++) {
		const struct plan_entry *e = &p->entries[i];

		if (!in_sweep(e, kind))
			continue;
		if (!last || !same_work(last, e)) {
			t.tables++;
			here = 0;
		}
		here++;
		t.places = here > t.places ? here : t.places;
		t.measured++;
		t.total = e->sweep->total;
		last = e;
	}
	return t;
}

static double place_seconds(const struct run_opts *o,
			    const struct plan_entry *e)
{
	double run = (double)o->time_ns / NS_PER_SEC;
	double warm = fmin(run / 10, (double)WARMUP_NS / NS_PER_SEC);
	double series = o->repeat * (run + warm + RUN_S);
	bool counted = e->event_set != NULL;

	return RATE_S + series * ((double)o->sessions + counted + o->latency) +
	       PAIRED_S * ((double)e->has_control + counted);
}

double sweep_estimate_seconds(const struct run_opts *o, const struct plan *p)
{
	double seconds = 0;

	if (o->until > 0)
		return NAN;
	for (size_t i = 0; i < p->nr; i++) {
		const struct plan_entry *e = &p->entries[i];

		if (!in_sweep(e, SWEEP_EACH) && !in_sweep(e, SWEEP_PAIRS))
			continue;
		if (e->ops_given)
			return NAN;
		seconds += place_seconds(o, e);
	}
	return seconds;
}

static void put_duration(FILE *f, double seconds)
{
	if (isnan(seconds))
		fputs(", how long is not known", f);
	else if (seconds < 2 * MINUTE)
		fprintf(f, ", about %.0f s", ceil(seconds));
	else if (seconds < 2 * HOUR)
		fprintf(f, ", about %.0f min", ceil(seconds / MINUTE));
	else
		fprintf(f, ", about %.1f h", seconds / HOUR);
}

static void put_tally(FILE *f, const struct tally *t, const char *what,
		      const char *separator)
{
	fputs(separator, f);
	if (t->tables > 1)
		fprintf(f, "%zu x ", t->tables);
	if (t->places < t->total)
		fprintf(f, "a sample of %zu of %" PRIu64 " %s", t->places,
			t->total, what);
	else
		fprintf(f, "%zu %s", t->places, what);
}

static int put_text(const struct run_opts *o, const struct plan *p,
		    const struct tally *each, const struct tally *pairs,
		    char **text)
{
	size_t len = 0;
	FILE *f = open_memstream(text, &len);

	if (!f)
		return -ENOMEM;
	if (each->measured)
		put_tally(f, each, "CPUs", "");
	if (pairs->measured)
		put_tally(f, pairs, "pairs of CPUs",
			  each->measured ? " and " : "");
	if (!(o->until > 0))
		fprintf(f, " x %" PRIu64 " run%s",
			(uint64_t)o->repeat * o->sessions,
			o->repeat * o->sessions == 1 ? "" : "s");
	put_duration(f, sweep_estimate_seconds(o, p));
	return fclose(f) ? -ENOMEM : 0;
}

int sweep_estimate_text(const struct run_opts *o, const struct plan *p,
			char **text)
{
	struct tally each = tally(p, SWEEP_EACH);
	struct tally pairs = tally(p, SWEEP_PAIRS);

	*text = NULL;
	if (each.places < 2 && pairs.places < 2)
		return 0;
	return put_text(o, p, &each, &pairs, text);
}
