/* SPDX-License-Identifier: MIT */
/*
 * tests/support/sweeps.h - sessions that are sweeps over the CPUs of made-up machines.
 */
#ifndef TESTS_SUPPORT_SWEEPS_H
#define TESTS_SUPPORT_SWEEPS_H

#include "machine/topology.h"
#include "result/result.h"

/* A machine in hwloc's synthetic notation, or a file of tests/machines. */
struct topology sweep_machine(const char *machine);

/**
 * sweep_session - sched/pipe on every CPU or pair of a machine, without runs
 * @machine:	see sweep_machine()
 * @kind:	enum sweep_kind
 * @most:	pairs at most
 */
struct session sweep_session(const char *machine, int kind, size_t most);

/* Four CPUs of which one is slow, then the pairs of two cores of two threads. */
struct session session_sweeps(void);

/* @nr runs of 1000 ops whose times lie around @ns per op, within 0.2 %. */
void sweep_runs(struct entry *e, size_t nr, double ns);

#endif
