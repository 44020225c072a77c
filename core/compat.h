/* SPDX-License-Identifier: MIT */
/*
 * core/compat.h - --compat: the number as another program would print it.
 */
#ifndef CORE_COMPAT_H
#define CORE_COMPAT_H

#include <harness/bench.h>

#include "result.h"

/**
 * compat_note - add a note N-COMPAT with the number in a peer's own unit
 * @e:		entry with its runs
 * @bench:	description with the table of peers
 * @peer:	name: "perf"
 *
 * Where the benchmark has no such peer, the note says so.
 *
 * Return: 0 or -ENOMEM.
 */
int compat_note(struct entry *e, const struct bench *bench, const char *peer);

#endif
