/* SPDX-License-Identifier: MIT */
/*
 * core/run/worker.h - one task of a team from the inside; only for
 * core/team_*.c.
 */
#ifndef CORE_RUN_WORKER_H
#define CORE_RUN_WORKER_H

#include <pthread.h>
#include <stdint.h>

#include "run/shared.h"
#include "run/work.h"

/**
 * struct worker - one task's private part
 * @t:		what the benchmark sees; first, so that a hook finds the rest
 * @team:	its team
 * @member:	its shared record
 * @left:	loops left in this phase
 * @chunk:	loops until the next mark
 * @last_ns:	time of the last mark
 * @slice_loops: of the first group's task 0, else 0
 * @chains:	it reads the CPU's clock before each slice
 * @cpu:	where it was last seen
 * @seen:	commands performed
 * @begin:	its figures at the beginning of the loop
 * @counters:	open counters that this task switches, NULL where it has none
 * @before:	their readings at the beginning of the loop
 * @loops:	where it notes each loop, NULL where it does not
 * @recorded:	likewise what it records
 * @work:	its working sets
 * @thread, @child: of a task that task 0 created
 * @group:	number of its group
 */
struct worker {
	_Alignas(128) struct bench_task t;
	struct team *team;
	struct member *member;
	uint64_t left, chunk;
	uint64_t last_ns;
	uint64_t slice_loops;
	bool chains;
	int cpu;
	uint32_t seen;
	struct run_figures begin;
	struct pmu_set *counters;
	struct pmu_reading *before;
	struct histogram *loops, *recorded;
	struct work work;
	pthread_t thread;
	pid_t child;
	uint32_t group;
};

#endif
