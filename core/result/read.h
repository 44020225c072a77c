/* SPDX-License-Identifier: MIT */
/*
 * core/result/read.h - a result file as a session. Never prints.
 *
 * The document is hostile input: its size, depth, counts, types and ranges are
 * checked, and nothing in it is used before that. Members that are not known
 * are ignored, what is derived from other members (keys, summaries) too.
 */
#ifndef CORE_RESULT_READ_H
#define CORE_RESULT_READ_H

#include <stddef.h>

#include "result/result.h"

/**
 * enum result_parts - what is wanted of a document beside the session's flat
 * fields and facts, and of each benchmark its flat fields, parameters,
 * placement, runs, counters and counted runs
 * @RESULT_CONTEXT:	the command and the checks of the environment
 * @RESULT_FINDINGS:	of a benchmark what is said about its runs: errors,
 *			notes, paired comparisons, distribution, its place in a
 *			sweep, the switches promised
 * @RESULT_RUN_DETAILS:	slices of a run, interference, why it is not valid
 *
 * What is not wanted must be JSON, and no more: it is passed over.
 */
enum result_parts {
	RESULT_CONTEXT = 1,
	RESULT_FINDINGS = 2,
	RESULT_RUN_DETAILS = 4,
	RESULT_WHOLE = 7,
};

/**
 * result_read_text - read a document
 * @text:	@len bytes
 * @parts:	bits of enum result_parts
 * @out:	filled in; session_free() it. Untouched on error
 * @why:	on error one line: what is wrong and where
 *
 * Return: 0, -EINVAL (not such a document), -EPROTO (another major version),
 * -ENOMEM.
 */
int result_read_text(const char *text, size_t len, unsigned int parts,
		     struct session *out, char *why, size_t why_len);

/* The same from a file; also -errno of open and read, -EFBIG over 256 MiB. */
int result_read(const char *path, unsigned int parts, struct session *out,
		char *why, size_t why_len);

#endif
