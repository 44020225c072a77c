/* SPDX-License-Identifier: MIT */
/*
 * core/run/failure.h - what a person can do about an error of a task.
 */
#ifndef CORE_RUN_FAILURE_H
#define CORE_RUN_FAILURE_H

#include <stdbool.h>

#include "machine/limits.h"
#include "run/variant.h"

#define FAILURE_HINT LIMITS_TEXT

/**
 * failure_hint - what to do about an error of a task
 * @err:	negative errno
 * @what:	what failed, as the task said it
 * @variant:	its variant; NULL: no task's, but the harness's own
 * @buf:	FAILURE_HINT bytes for the text
 *
 * Return: "; <what to do>" in @buf, or "" where there is nothing to say.
 */
const char *failure_hint(int err, const char *what,
			 const struct variant *variant, char *buf);

/* Whether an error says that a system call may not be made, or is not there. */
bool failure_is_refusal(int err);

#endif
