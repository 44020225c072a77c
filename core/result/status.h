/* SPDX-License-Identifier: MIT */
/*
 * core/result/status.h - what became of a session as a whole.
 */
#ifndef CORE_RESULT_STATUS_H
#define CORE_RESULT_STATUS_H

#include <stdbool.h>
#include <stddef.h>

#include "result/result.h"

/**
 * enum session_status - the worst that happened
 * @SESSION_DONE:	complete, and every benchmark that can run here has its
 *			numbers
 * @SESSION_FAILED:	a benchmark failed, has no valid run, or lacks half of
 *			its runs or its control
 * @SESSION_INTERRUPTED: ended early; the finished runs are there
 * @SESSION_NOTHING:	complete, but nothing could run
 */
enum session_status {
	SESSION_DONE,
	SESSION_FAILED,
	SESSION_INTERRUPTED,
	SESSION_NOTHING,
};

/* Whether it yielded less than was asked for: of runs, see @repeat. */
bool entry_failed(const struct entry *e, uint32_t repeat);

/* Return: enum session_status, computed from the entries and @complete. */
int session_status(const struct session *s);

/* "done", "failed", "interrupted", "nothing"; static. */
const char *session_status_word(int status);

/**
 * session_status_why - the first thing that stands in the way of "done"
 * @buf:	"sched/pipe: timed out", "2 of 3 benchmarks measured"
 *
 * Return: @buf.
 */
const char *session_status_why(const struct session *s, char *buf, size_t len);

#endif
