/* SPDX-License-Identifier: MIT */
/*
 * core/run/timing.h - what the measured loop calls: its begin, its slices,
 * its end, the work hook.
 */
#ifndef CORE_RUN_TIMING_H
#define CORE_RUN_TIMING_H

#include "run/shared.h"
#include "run/worker.h"

/* Puts the hooks into w->t; the work hook only with worker_start_work(). */
void worker_set_hooks(struct worker *w);

/* Makes the working sets, once set-up has said how many. Return: 0 or -errno */
int worker_start_work(struct worker *w);

/*
 * Finds out whether the kernel counts switches: a task that has slept must have
 * one. Where it has none, they are not measured.
 */
void worker_prove_switches(struct worker *w);

/* Gives it the histogram that it has to fill, if any, with its pages. */
void worker_start_histogram(struct worker *w);

/**
 * team_nr_histograms - how many histograms the tasks fill
 *
 * One for each group, of its loops in ns, in a variant that reads the clock in
 * each; one for each task, of what it records in ticks, where a benchmark
 * does; else none.
 */
uint32_t team_nr_histograms(const struct team *c);

/* Whether the clock of the CPU is read between slices. */
bool team_reads_clock(const struct team *c);

/**
 * team_chains_ns - what reading the clock added to the last phase
 *
 * The median of the readings, so many times: what interrupted one is no part
 * of it, and would have hit the run.
 */
uint64_t team_chains_ns(const struct team *c);

void team_clear_histograms(struct team *c);

/* All of them together in ns. @p: the phase that filled them */
void team_histogram(const struct team *c, const struct phase *p,
		    struct histogram *out);

#endif
