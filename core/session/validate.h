/* SPDX-License-Identifier: MIT */
/*
 * core/session/validate.h - whether a run measured what its benchmark promises.
 */
#ifndef CORE_SESSION_VALIDATE_H
#define CORE_SESSION_VALIDATE_H

#include <stdbool.h>
#include <stdint.h>

#include "result/result.h"

/**
 * struct promise - what a run is held to
 * @expect_min, @expect_max: switches per op; from 1e9 up nothing is promised
 * @nr_tasks:	tasks of all groups
 * @nr_cpus:	different CPUs under them; 0: not pinned
 * @records:	the result is what is recorded
 * @pinned:	a change of CPU makes the run invalid
 * @faults:	page faults belong to the op
 */
struct promise {
	double expect_min, expect_max;
	uint32_t nr_tasks;
	uint32_t nr_cpus;
	bool records;
	bool pinned;
	bool faults;
};

/* enum switches_kept - how the switches of a run relate to a promise */
enum switches_kept {
	SWITCHES_KEPT,
	SWITCHES_BUSY, /* others that ran on the CPU explain the difference */
	SWITCHES_BROKEN,
};

/* Where switches are not known, nothing is broken. */
enum switches_kept validate_switches(const struct sample *s,
				     const struct promise *p);

/**
 * validate_foreign_ns - for how long others had the CPUs that tasks waited for
 *
 * At most the time that the tasks waited for a CPU, and at most what their CPUs'
 * time was above theirs: they also wait for each other.
 *
 * Return: ns; NaN where the time that they waited is not known.
 */
double validate_foreign_ns(const struct sample *s, uint32_t nr_cpus);

/**
 * validate - judge a sample; adds to @s->why and sets @s->valid
 *
 * Ids: E-SWOP (switches contradict the promise, by more than 0.1 %, two per
 * task and one per millisecond of the window, whichever is most, and by more
 * than others on the CPU explain; where none
 * is promised only voluntary ones count), E-MIGR
 * (migrated), E-THROT (the cgroup was throttled), E-FAULT (more than two page
 * faults per task, and more than one per thousand ops), E-RECORD (nothing was
 * recorded), E-STOP (one slice was so long that all must have been stopped).
 *
 * Return: 0 or -ENOMEM.
 */
int validate(struct sample *s, const struct promise *p);

#endif
