/* SPDX-License-Identifier: MIT */
/*
 * core/run/warmup.h - phases before the one that counts.
 */
#ifndef CORE_RUN_WARMUP_H
#define CORE_RUN_WARMUP_H

#include <stdint.h>

#include "run/shared.h"

/* Longest warm-up that is not asked for. */
#define WARMUP_NS 10000000u

/**
 * warmup - perform untimed loops
 * @c:		a started team
 * @loops:	how many, per group; may be 0
 * @limit_ns:	stop after about that long, but one loop; 0: perform all
 * @ns_per_loop: in: time of a loop if known, else 0; out: if it was 0 and
 *		loops were performed, what they took
 * @done:	loops performed
 *
 * Where the rate is known this is one phase; where not, phases grow until
 * the limit is reached.
 *
 * Return: as team_phase().
 */
int warmup(struct team *c, uint64_t loops, uint64_t limit_ns,
	   double *ns_per_loop, uint64_t *done);

/*
 * Finds the time of a loop: phases that grow to 5 ms, the fastest of four; of a
 * loop that takes half a second or more, of two.
 */
int warmup_rate(struct team *c, double *ns_per_loop);

#endif
