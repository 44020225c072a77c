/* SPDX-License-Identifier: MIT */
/*
 * core/result/quick.h - what a comparison needs of a result file, in a
 * fraction of the time that the whole takes.
 *
 * Never prints.
 */
#ifndef CORE_RESULT_QUICK_H
#define CORE_RESULT_QUICK_H

#include <stddef.h>

#include "result/result.h"
#include "util/json_pull.h"

/**
 * result_quick - read a document without building a tree of it
 * @text:	@len bytes
 * @out:	filled in; session_free() it. Untouched on error
 *
 * Read are the session's flat fields, the facts, and of each entry the flat
 * fields, parameters, placement, counters, the flat fields of its runs and what
 * counted ones counted; the command, checks, notes, paired comparisons, errors, slices and what makes a run invalid are
 * passed over: they must be JSON, and no more. Every value is the one that
 * result_decode() finds.
 *
 * Return: 0; -EAGAIN: something is not as this program writes it, or there is
 * no memory: only result_decode() can tell.
 */
int result_quick(const char *text, size_t len, struct session *out);

/**
 * result_read_quick - the same from a file, and by result_read() where quick
 *	does not do
 *
 * Return: as result_read(), with the reason in @why.
 */
int result_read_quick(const char *path, struct session *out, char *why,
		      size_t why_len);

#endif
