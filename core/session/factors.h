/* SPDX-License-Identifier: MIT */
/*
 * core/session/factors.h - which factors there are, and what they do to an op.
 */
#ifndef CORE_SESSION_FACTORS_H
#define CORE_SESSION_FACTORS_H

#include "result/factors.h"
#include "session/options.h"
#include "session/plan.h"
#include "util/progress.h"

/**
 * struct factor_setting - a setting of the system, which is never made
 * @name:	of the sysctl: "kernel/task_delayacct"
 * @is:		whether it is on
 */
struct factor_setting {
	const char *name;
	bool is;
};

#define FACTOR_SETTINGS_MAX 8

/**
 * struct factors_job - how each factor is tried
 * @nr_samples:	fresh pairs of forks; PAIRED_SAMPLES where that is fewer
 * @nr_slices:	slice pairs in each
 * @timeout_ns:	--timeout, or 0
 * @progress:	shown while it goes on
 */
struct factors_job {
	uint32_t nr_samples, nr_slices;
	uint64_t timeout_ns;
	struct progress *progress;
};

/* Adds all factors, not tried yet. Return: 0 or -ENOMEM. */
int factors_list(struct factors *all);

/**
 * factors_settings - those of on or off that this kernel has
 * @out:	FACTOR_SETTINGS_MAX of them
 *
 * Return: how many there are.
 */
size_t factors_settings(struct factor_setting *out);

/**
 * factors_headline - how long an op takes without any of them
 * @p:		a plan of one entry; the rate found out is kept in it
 * @all:	ns_per_op and switches are filled in; NaN where every run is
 *		invalid
 *
 * Return: 0, -EINTR, -ENOMEM.
 */
int factors_headline(const struct run_opts *o, struct plan *p,
		     struct factors *all);

/**
 * factors_try - compare with and without one
 * @f:		filled in
 * @without, @with: entries of plans; the second may have a reason
 *
 * Return: 0, also where it cannot be (then @f->reason), -EINTR, -ENOMEM.
 */
int factors_try(struct factor *f, const struct plan_entry *without,
		const struct plan_entry *with, const struct factors_job *job);

#endif
