/* SPDX-License-Identifier: MIT */
/*
 * core/result/output_name.h - names of result files that hold the host and the time:
 * "%h-%t.json". Never prints.
 */
#ifndef CORE_RESULT_OUTPUT_NAME_H
#define CORE_RESULT_OUTPUT_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "result/result.h"

/* What the help of -o says about it. */
#define OUTPUT_NAME_HELP \
	"in its name %h is the host, %t the UTC time, %% a percent sign"

/**
 * output_name_check - whether a name holds only what is known
 * @why:	on error, what does not belong there
 *
 * Return: 0, or -EINVAL.
 */
int output_name_check(const char *pattern, char *why, size_t len);

/* Whether %@what ('h', 't') is in it. */
bool output_name_has(const char *pattern, char what);

/**
 * output_name - the name for a session
 * @pattern:	checked
 * @s:		its fact "host" and when it was created; "unknown" where it has
 *		none. What cannot be in a name of a file becomes '-'
 *
 * Return: malloc'ed; NULL: no memory.
 */
char *output_name(const char *pattern, const struct session *s);

#endif
