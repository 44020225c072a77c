/* SPDX-License-Identifier: MIT */
/*
 * core/run/team.h - the live tasks of one variant, as the runner drives them.
 *
 * A team is started, performs phases (prepare, warm-up, timed loops) at the
 * runner's word, all of its tasks together, and is stopped. Between phases
 * every task sleeps. One run is one team with one timed phase; a paired comparison is
 * two teams whose phases alternate.
 *
 * Task 0 of a group is created by the runner (processes) or by the main
 * thread of the team's process (threads); it performs set-up and creates the
 * other tasks of its group, so that they inherit what set-up opened.
 */
#ifndef CORE_RUN_TEAM_H
#define CORE_RUN_TEAM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "run/shared.h"

/**
 * team_start - load the plugin, create the tasks, prepare them
 * @c:		filled in
 * @r:		the runner that calls
 * @variant:	what to perform; borrowed until team_stop()
 * @turn:	which of the counters' turns, 0 in a bare variant
 *
 * Returns when every task sleeps, ready for its first loops.
 *
 * Return: 0; a negative errno after runner_fail() has the message.
 */
int team_start(struct team *c, struct runner *r, const struct variant *variant,
	       int turn);

/**
 * team_phase - let all tasks perform @loops loops
 * @loops:	per group, at least 1
 * @slice_loops: loops in a slice to be kept, or 0
 * @bound_ns:	longest time it may take
 * @out:	what it took, or NULL
 *
 * Return: as team_start().
 */
int team_phase(struct team *c, uint64_t loops, uint64_t slice_loops,
	       uint64_t bound_ns, struct phase *out);

/**
 * team_counts - the counters of the last phase, all tasks together
 * @sum:	PMU_MAX_EVENTS readings, not yet judged
 */
void team_counts(const struct team *c, struct pmu_reading *sum);

/*
 * Tells the tasks to end and waits for them; of several teams, the one that
 * was started last. Return: as team_start().
 */
int team_stop(struct team *c);

/* Ops that one loop of all groups together is. */
uint64_t team_ops_per_loop(const struct team *c);

#endif
