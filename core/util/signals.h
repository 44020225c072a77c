/* SPDX-License-Identifier: MIT */
/*
 * core/util/signals.h - the signals that the harness waits for.
 *
 * They are blocked for as long as something is measured and taken one by one
 * where the harness waits, so that no handler ever interrupts anything.
 * A signal that was ignored when the harness was started stays ignored.
 */
#ifndef CORE_UTIL_SIGNALS_H
#define CORE_UTIL_SIGNALS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * From the start of the program on: a signal that ends it is named on stderr
 * before it does. What was ignored stays ignored.
 */
void signals_begin(void);

/* Blocks them. Call once, before the first fork. Return: 0 or -errno. */
int signals_block(void);

/* In a child: default actions and the mask that the harness was given. */
void signals_default(void);

/**
 * signals_wait - sleep until one arrives
 * @timeout_ns:	at most that long; 0: without a limit
 *
 * Return: its number; 0 after the timeout.
 */
int signals_wait(uint64_t timeout_ns);

/* The name of the signal that signals_wait() returned and that ends; or "". */
const char *signals_ended_by(void);

/* Whether that signal asks the harness to end. */
bool signals_ends(int sig);

/* "SIGKILL"; "signal 64" where there is no name. */
const char *signals_name(int sig, char *buf, unsigned int len);

#endif
