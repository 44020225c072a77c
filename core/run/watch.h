/* SPDX-License-Identifier: MIT */
/*
 * core/run/watch.h - words for what went wrong with a task.
 */
#ifndef CORE_RUN_WATCH_H
#define CORE_RUN_WATCH_H

#include <stddef.h>

#include "machine/limits.h"
#include "machine/procfs.h"
#include "run/runner.h"
#include "run/variant.h"

/**
 * runner_await - sleep until all tasks of a team have arrived
 * @c:		the team
 * @bound_ns:	longest time to wait, not counting time spent stopped
 *
 * Return: 0, or a negative errno after runner_fail(): a task reported an
 * error, died, was stopped, or overran the bound.
 */
int runner_await(struct runner *r, struct team *c, uint64_t bound_ns);

/* Waits until the team's leaders have ended, all with success. */
int runner_await_end(struct runner *r, struct team *c, uint64_t bound_ns);

#endif
