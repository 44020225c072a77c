/* SPDX-License-Identifier: MIT */
/*
 * core/machine/limits.h - which limit was hit, in words: what a person can raise.
 */
#ifndef CORE_MACHINE_LIMITS_H
#define CORE_MACHINE_LIMITS_H

#include <stddef.h>
#include <stdint.h>

/* Room for any of these texts. */
#define LIMITS_TEXT 320

/**
 * limits_text - the limits behind an error
 * @err:	negative errno
 * @what:	what failed: "creating a process", or the name of a system call
 * @buf:	LIMITS_TEXT bytes
 *
 * Return: "; at most 64 open files (ulimit -n)" in @buf, or "" where no limit
 * is known to give that error.
 */
const char *limits_text(int err, const char *what, char *buf);

/* How many processes of this control group were killed for want of memory. */
int64_t limits_kills(void);

/**
 * limits_kill_text - whether a SIGKILL came for want of memory
 * @kills:	what limits_kills() said before
 * @buf:	LIMITS_TEXT bytes
 *
 * Return: "; the memory limit of 40MiB ... was reached" in @buf, or "".
 */
const char *limits_kill_text(int64_t kills, char *buf);

#endif
