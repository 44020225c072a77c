/* SPDX-License-Identifier: MIT */
/*
 * core/session/sweep_estimate.h - how much a sweep over CPUs is, before it starts.
 */
#ifndef CORE_SESSION_SWEEP_ESTIMATE_H
#define CORE_SESSION_SWEEP_ESTIMATE_H

#include "session/options.h"
#include "session/plan.h"

/**
 * sweep_estimate_seconds - how long the sweeps of a plan take, roughly
 *
 * Return: NaN where nothing says how long a run is (-l) or how many there
 * will be (--until).
 */
double sweep_estimate_seconds(const struct run_opts *o, const struct plan *p);

/**
 * sweep_estimate_text - one line about all sweeps of a plan
 * @text:	malloc'ed, "120 pairs of CPUs x 10 runs, about 3 min"; NULL: there
 *		is no sweep of several places
 *
 * Return: 0 or -ENOMEM.
 */
int sweep_estimate_text(const struct run_opts *o, const struct plan *p,
			char **text);

#endif
