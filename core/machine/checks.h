/* SPDX-License-Identifier: MIT */
/*
 * core/machine/checks.h - what the environment checks share. None prints or changes
 * anything.
 */
#ifndef CORE_MACHINE_CHECKS_H
#define CORE_MACHINE_CHECKS_H

#include <stddef.h>

#include "machine/facts.h"
#include "result/result.h"

/**
 * checks_collect - fill in @checks of a session: ok, warn, unknown, n/a
 * @s:		session without checks
 * @cpus:	@nr CPUs that tasks are pinned to; 0: any allowed one
 *
 * Reads small files that need no privilege. Facts that @s already has are not
 * read again. Nothing is ever changed.
 *
 * Return: 0 or a negative errno.
 */
int checks_collect(struct session *s, const int *cpus, size_t nr);

/**
 * checks_quick - those that are worth a warning before runs
 *
 * As checks_collect(), but in a fraction of a millisecond: a few files, none
 * of which the kernel has to gather from all CPUs.
 */
int checks_quick(struct session *s, const int *cpus, size_t nr);

/**
 * checks_warn - say which checks of a session warn, for who is about to run
 * @allow:	ids not to be spoken of, "load.running,nice" or "all"; may be
 *		NULL
 *
 * At most five lines, the most serious first, and how many more there are.
 */
void checks_warn(const struct session *s, const char *allow);

/* checks_collect() from a recorded tree; @nr is at least 1. */
int checks_collect_at(struct session *s, const char *root, const int *cpus,
		      size_t nr);

#endif
