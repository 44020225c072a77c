/* SPDX-License-Identifier: MIT */
/*
 * core/util/log.h - messages for people, on stderr, one line each.
 *
 * Only commands and what drives a run report; parsers and statistics return
 * a negative errno and leave the words to their caller.
 */
#ifndef CORE_UTIL_LOG_H
#define CORE_UTIL_LOG_H

#include <stdio.h>

/**
 * log_error - "harness: <what>", and ": <reason>" where @err is not 0
 * @err:	errno value, either sign; 0 when the text says it all
 * @fmt:	what was tried, why it failed, what to do; no full stop
 *
 * Return: -|@err|, or -EINVAL for 0, so that it can be returned at once.
 */
int log_error(int err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * log_usage - misuse of a command: "harness run: <what>"
 * @command:	"run"; NULL: "harness: <what>"
 * @fmt:	what is wrong, with the offending word; no full stop
 */
void log_usage(const char *command, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* "harness: warning: <what>" */
void log_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Where messages go, for a report whose own place a document has taken. */
FILE *log_stream(void);

/* "harness: <what>": what is about to happen */
void log_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* "harness: <what>", only with -v */
void log_verbose(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Sets what log_verbose does; off at first. */
void log_set_verbose(int on);

#endif
