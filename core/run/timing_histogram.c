/* SPDX-License-Identifier: MIT */
/*
 * core/run/timing_histogram.c - histograms of what a crew's tasks take: of each loop
 * of a group where the arm says so, else of what the benchmark records.
 *
 * A loop is timed by task 0 of its group alone, so that the others run as
 * they always do. Memory is written before the measured loop: a page that is
 * missing in it would be a fault of the benchmark.
 */
#include "util/clock.h"
#include "run/worker.h"

#define CLOCK_BATCHES 32
#define CLOCK_READS 32

uint32_t crew_nr_histograms(const struct crew *c)
{
	if (c->arm->control)
		return 0;
	if (c->arm->each)
		return c->arm->place.nr_groups;
	return c->bench.flags & BENCH_RECORDS ? c->nr_members : 0;
}

void crew_clear_histograms(struct crew *c)
{
	uint32_t nr = crew_nr_histograms(c);

	for (uint32_t i = 0; i < nr; i++)
		histogram_reset(&c->histograms[i]);
}

/* The same in ns, for what was recorded in ticks. */
static void merge_scaled(struct histogram *to, const struct histogram *from,
			 double ns_per_tick)
{
	double max = (double)from->max * ns_per_tick;

	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		double ns = histogram_middle(i) * ns_per_tick;

		if (from->count[i])
			histogram_add_many(to, (uint64_t)(ns < max ? ns : max),
					   from->count[i]);
	}
	if ((uint64_t)max > to->max)
		to->max = (uint64_t)max;
}

void crew_histogram(const struct crew *c, const struct phase *p,
		    struct histogram *out)
{
	uint32_t nr = crew_nr_histograms(c);

	histogram_reset(out);
	for (uint32_t i = 0; i < nr; i++) {
		if (c->arm->each || p->ns_per_tick == 1)
			histogram_merge(out, &c->histograms[i]);
		else
			merge_scaled(out, &c->histograms[i], p->ns_per_tick);
	}
}

/* What a loop with nothing in it takes, undisturbed. */
static double clock_cost_ns(struct histogram *h)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < CLOCK_BATCHES; i++) {
		uint64_t begin = clock_raw_ns(), last = begin;

		for (int k = 0; k < CLOCK_READS; k++) {
			uint64_t now = clock_raw_ns();

			histogram_add(h, now - last);
			last = now;
		}
		if (last - begin < least)
			least = last - begin;
	}
	return (double)least / CLOCK_READS;
}

void worker_start_histogram(struct worker *w)
{
	struct crew *c = w->crew;
	uint32_t index = (uint32_t)(w->member - c->members);

	if (!crew_nr_histograms(c) || (c->arm->each && w->t.id))
		return;
	if (!c->arm->each) {
		w->recorded = &c->histograms[index];
		histogram_reset(w->recorded);
		return;
	}
	w->loops = &c->histograms[w->group];
	histogram_reset(w->loops);
	w->member->clock_ns = clock_cost_ns(w->loops);
	worker_time_each(w);
}
