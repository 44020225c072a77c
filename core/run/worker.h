/* SPDX-License-Identifier: MIT */
/*
 * core/run/worker.h - one task of a crew from the inside; only for
 * core/crew_*.c.
 */
#ifndef CORE_RUN_WORKER_H
#define CORE_RUN_WORKER_H

#include <pthread.h>
#include <stdint.h>
#include <sys/resource.h>

#include "run/team.h"
#include "run/work.h"

/**
 * struct worker - one task's private part
 * @t:		what the benchmark sees; first, so that a hook finds the rest
 * @crew:	its crew
 * @member:	its shared record
 * @left:	loops left in this phase
 * @chunk:	loops until the next mark
 * @last_ns:	time of the last mark
 * @slice_loops: of the first group's task 0, else 0
 * @cpu:	where it was last seen
 * @seen:	commands performed
 * @usage, @cpu_ns: at the beginning of the loop
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
	struct crew *crew;
	struct member *member;
	uint64_t left, chunk;
	uint64_t last_ns;
	uint64_t slice_loops;
	int cpu;
	uint32_t seen;
	struct rusage usage;
	uint64_t cpu_ns;
	struct pmu_set *counters;
	struct pmu_reading *before;
	struct histogram *loops, *recorded;
	struct work work;
	pthread_t thread;
	pid_t child;
	uint32_t group;
};

/* --- core/run/timing.c: what the measured loop calls --- */

/* Puts the hooks into w->t; the work hook only with worker_start_work(). */
void worker_set_hooks(struct worker *w);

/* From now on the clock is read in each loop; w->loops is there. */
void worker_time_each(struct worker *w);

/* Makes the working sets, once set-up has said how many. Return: 0 or -errno */
int worker_start_work(struct worker *w);

/* --- core/run/timing_histogram.c --- */

/* Gives it the histogram that it has to fill, if any, with its pages. */
void worker_start_histogram(struct worker *w);

/* --- core/run/task_serve.c: commands and failures --- */

/**
 * member_fail - leave an error; the first one of a task stays
 *
 * The runner is told. Return: @err.
 */
int member_fail(struct crew *c, struct member *m, int err, const char *what);

int worker_fail(struct worker *w, int err, const char *what);

/* The same for a callback, which may have said what failed. */
int worker_callback_fail(struct worker *w, int err, const char *callback);

/* Performs commands until there are no more. Return: 0 or a negative errno. */
int worker_serve(struct worker *w);

/* --- core/run/task_settle.c: where and what a task is --- */

/* Pins, sets the policy, notes who it is. Return: 0 or a negative errno. */
int worker_settle(struct worker *w);

/**
 * worker_open_counters - open what this task switches
 *
 * pair: task 0 of each group, before it creates the others, which inherit
 * them. cpu: task 0 of the first group, for all CPUs. task: every task.
 *
 * Return: 0 or a negative errno.
 */
int worker_open_counters(struct worker *w);

void worker_close_counters(struct worker *w);

#endif
