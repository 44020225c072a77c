/* SPDX-License-Identifier: MIT */
/*
 * tests/support/steady.h - runs that come out alike whatever else the machine
 * does.
 *
 * Who shares a CPU with tasks adds switches to theirs, and their runs may be
 * invalid for it. Real-time tasks have the CPU to themselves. Where this user
 * may not have them, a run that others have disturbed must say so; then there
 * is nothing more to be learnt from it.
 */
#ifndef TESTS_SUPPORT_STEADY_H
#define TESTS_SUPPORT_STEADY_H

#include <stdbool.h>

#include "cli.h"

/*
 * Sets $STEADY, which command lines have where runs must be valid: options for
 * run by which its tasks have their CPU for themselves, "-s fifo:1". Where that
 * is not allowed "-s batch", under which an op makes as many switches, unless
 * others take the CPU away. Once, before there are tests.
 */
void steady_prepare(void);

/* Whether $STEADY tasks are displaced by nobody. */
bool is_steady(void);

/**
 * steady_expect - run a command whose runs must be valid
 * @fmt:	the command, with $STEADY
 *
 * The exit status must be 0. Only where nothing is steady it may be 1: then
 * the command must say that others had the CPU, and the test ends here.
 */
void steady_expect(struct cli *c, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
