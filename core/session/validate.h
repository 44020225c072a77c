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
 * @pinned:	a change of CPU makes the run invalid
 * @faults:	page faults belong to the op
 */
struct promise {
	double expect_min, expect_max;
	uint32_t nr_tasks;
	bool pinned;
	bool faults;
};

/**
 * validate - judge a sample; adds to @s->why and sets @s->valid
 *
 * Ids: E-SWOP (switches contradict the promise, by more than 0.1 %, two per
 * task and one per millisecond of the window, whichever is most; where none
 * is promised only voluntary ones count), E-MIGR
 * (migrated), E-THROT (the cgroup was throttled), E-FAULT (more than two page
 * faults per task, and more than one per thousand ops).
 *
 * Return: 0 or -ENOMEM.
 */
int validate(struct sample *s, const struct promise *p);

#endif
