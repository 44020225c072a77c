/* SPDX-License-Identifier: MIT */
/*
 * core/session/compat.h - --compat: the number as another program would print it.
 */
#ifndef CORE_SESSION_COMPAT_H
#define CORE_SESSION_COMPAT_H

#include <harness/bench.h>

#include "result/result.h"
#include "session/plan.h"

/* A peer's number for an op that takes @ns. */
double compat_number(const struct bench_peer *peer, double ns);

/**
 * compat_check - whether what was asked for with --compat can be printed
 * @p:		what will be measured
 * @peer:	name: "perf"
 *
 * It can if one of the benchmarks has that peer.
 *
 * Return: 0, or -EINVAL with a message that names the peers there are.
 */
int compat_check(const struct plan *p, const char *peer);

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
