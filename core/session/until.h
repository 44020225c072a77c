/* SPDX-License-Identifier: MIT */
/*
 * core/session/until.h - --until: how many runs are enough.
 */
#ifndef CORE_SESSION_UNTIL_H
#define CORE_SESSION_UNTIL_H

#include <stdbool.h>

#include "result/result.h"

/* Runs before the first look, and between two looks. */
#define UNTIL_FIRST 20
#define UNTIL_STEP 5
#define UNTIL_MAX_RUNS 10000

/**
 * until_reached - whether the interval is narrow enough
 * @e:		entry
 * @target:	half of the interval of the mean against the mean, as a share
 * @reached:	what it is now; NaN: too few runs
 *
 * The interval is that of as many independent runs as the correlation of
 * neighbours leaves (stats.h), whether that is significant or not; looked at
 * every UNTIL_STEP valid runs only, so that luck has few chances.
 *
 * Return: 1, 0, or -ENOMEM.
 */
int until_reached(const struct entry *e, double target, double *reached);

/* Notes what was asked for and reached: N-UNTIL or W-UNTIL. */
int until_note(struct entry *e, double target);

#endif
