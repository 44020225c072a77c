/* SPDX-License-Identifier: MIT */
/*
 * core/run/spinner.h - keep the CPUs of a team out of idle states while its tasks
 * perform (--idle poll).
 *
 * A spinner is a process of the tasks' process group, pinned to one CPU, under
 * SCHED_IDLE: whoever else wants the CPU gets it at once, and what is left is
 * spent in a loop instead of an idle state. It sleeps while its team does not
 * perform, so that of two teams that take turns each has its own. Nothing of
 * the system is changed.
 */
#ifndef CORE_RUN_SPINNER_H
#define CORE_RUN_SPINNER_H

#include "run/shared.h"

/* The name of such a process. */
#define SPINNER_NAME "harness-spinner"

/**
 * spinners_start - one spinner for each CPU that the tasks may use
 * @c:		its memory is there; without variant->poll there is nothing to do
 * @what:	on error, what failed; static
 *
 * All CPUs that the harness may use, where the tasks are not pinned.
 *
 * Return: 0 or a negative errno; those that were created end with the runner.
 */
int spinners_start(struct team *c, const char **what);

/* Lets them spin; returns when they do, or after a millisecond. */
void spinners_hold(struct team *c);

/* Lets them sleep again. */
void spinners_release(struct team *c);

/* Ends them; the runner reaps them with whatever else is left. */
void spinners_end(struct team *c);

#endif
