/* SPDX-License-Identifier: MIT */
/*
 * core/run/watch.h - words for what went wrong with a task.
 */
#ifndef CORE_RUN_WATCH_H
#define CORE_RUN_WATCH_H

#include <stddef.h>

#include "machine/limits.h"
#include "run/variant.h"

#define FAILURE_HINT LIMITS_TEXT

/**
 * failure_hint - what to do about an error of a task
 * @err:	negative errno
 * @what:	what failed, as the task said it
 * @arm:	its arm; NULL: no task's, but the harness's own
 * @buf:	FAILURE_HINT bytes for the text
 *
 * Return: "; <what to do>" in @buf, or "" where there is nothing to say.
 */
const char *failure_hint(int err, const char *what, const struct arm *arm,
			 char *buf);

#endif
