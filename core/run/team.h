/* SPDX-License-Identifier: MIT */
/*
 * core/run/team.h - the live tasks of one arm, as the runner drives them.
 *
 * A crew is started, performs phases (prepare, warm-up, timed loops) at the
 * runner's word, all of its tasks together, and is stopped. Between phases
 * every task sleeps. One run is one crew with one timed phase; a contrast is
 * two crews whose phases alternate.
 *
 * Task 0 of a group is created by the runner (processes) or by the main
 * thread of the crew's process (threads); it performs set-up and creates the
 * other tasks of its group, so that they inherit what set-up opened.
 */
#ifndef CORE_RUN_TEAM_H
#define CORE_RUN_TEAM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "pmu.h"
#include "run/cgroups.h"
#include "run/variant.h"
#include "stats/histogram.h"

/* Slices kept of one phase; a longer run gets longer slices. */
#define CREW_SLICES_MAX 8192

/* enum crew_command - what the tasks are told to do next */
enum crew_command { CREW_PREPARE, CREW_RUN, CREW_QUIT };

/**
 * struct member - what one task leaves behind, in shared memory
 * @tid, @pid:	of the task and of its process; 0: not created yet
 * @error:	negative errno of a callback or of the harness's own part
 * @what:	what failed
 * @done:	it has ended as it was told to: that it is gone is no fault
 * @timed:	how often it entered the measured loop in this phase
 * @loops:	for how many loops
 * @begin_ns, @end_ns: CLOCK_MONOTONIC_RAW
 * @begin_ticks, @end_ticks: constant-rate counter
 * @cpu_ns:	CPU time in between
 * @nvcsw, @nivcsw, @minor_faults, @major_faults: in between
 * @moves:	how often it was seen on another CPU than before
 * @progress:	slices completed since it was created
 * @nr_records, @record_ticks: bench_record(): how many, their sum
 * @clock_ns:	what reading the clock in each loop costs, where that is done
 * @mhz_before, @mhz_after: clock rate of its CPU before its first loops and
 *		after its last; 0: another member's to say
 * @worked:	the work hook was called
 */
struct member {
	_Alignas(128) pid_t tid;
	pid_t pid;
	int error;
	char what[84];
	uint32_t done;
	uint32_t timed;
	uint64_t loops;
	uint64_t begin_ns, end_ns;
	uint64_t begin_ticks, end_ticks;
	uint64_t cpu_ns;
	uint64_t nvcsw, nivcsw;
	uint64_t minor_faults, major_faults;
	uint64_t moves;
	uint64_t progress;
	uint64_t nr_records, record_ticks;
	double clock_ns;
	double mhz_before, mhz_after;
	uint32_t worked;
};

/**
 * struct crew_shm - head of the memory that runner and tasks share
 * @seq:	commands given so far; what tasks sleep on
 * @command:	enum crew_command
 * @loops:	of CREW_RUN, per group
 * @slice_loops: loops in a slice of the first group; 0: keep none
 * @nr_slices:	kept in this phase
 * @arrived:	tasks that have performed the command
 * @hold:	odd while the CPUs are to be kept out of idle states
 * @nr_held:	spinners that do so
 */
struct crew_shm {
	_Alignas(128) uint32_t seq;
	uint32_t command;
	uint64_t loops;
	uint64_t slice_loops;
	_Alignas(128) uint32_t nr_slices;
	_Alignas(128) uint32_t arrived;
	_Alignas(128) uint32_t hold;
	_Alignas(128) uint32_t nr_held;
};

struct runner;

/**
 * struct crew - one arm's tasks; the runner's own view
 * @arm:	what they perform
 * @bench:	the plugin, loaded in this process
 * @runner:	who is told about arrivals and failures
 * @tsc:	bench_now() reads the constant-rate counter
 * @turn:	of the counters' groups
 * @nr_members:	tasks of all groups
 * @shm:	head of the shared memory, @shm_size bytes
 * @groups:	one for each group
 * @members:	task i of group g at g * members_per_group + i
 * @tids:	likewise
 * @cpus:	arm->place.cpu, or all -1
 * @slices:	CREW_SLICES_MAX durations
 * @histograms:	crew_nr_histograms() of them, NULL for none
 * @sets:	shared working sets, one for each group, @set_stride bytes apart;
 *		NULL without
 * @counts:	PMU_MAX_EVENTS sums of deltas for each member that counts; NULL
 *		in a bare crew
 * @states:	one state after the other, @state_stride bytes apart
 * @cgroups:	where the tasks are; NULL: where the harness is
 * @spinners:	processes that keep the CPUs out of idle states, @nr_spinners
 * @leaders:	processes that the runner created, @nr_leaders
 * @nr_reaped:	how many of them are gone
 * @mhz_before, @mhz_after: mean clock rate of the CPUs used, before the first
 *		loops and after the last; known once it is stopped, else NaN
 */
struct crew {
	const struct arm *arm;
	struct bench bench;
	struct runner *runner;
	bool tsc;
	int turn;
	uint32_t nr_members;
	struct crew_shm *shm;
	size_t shm_size;
	struct bench_group *groups;
	struct member *members;
	pid_t *tids;
	int *cpus;
	uint64_t *slices;
	struct histogram *histograms;
	struct pmu_reading *counts;
	char *sets;
	size_t set_stride;
	char *states;
	size_t state_stride;
	struct cgroups *cgroups;
	pid_t *spinners;
	uint32_t nr_spinners;
	pid_t *leaders;
	uint32_t nr_leaders, nr_reaped;
	double mhz_before, mhz_after;
};

/**
 * struct phase - what one phase of a crew took
 * @ops:	of all groups
 * @elapsed_ns:	from the first task that passed the gate to the last task's
 *		last op
 * @ticks:	the same on the constant-rate counter
 * @nr_records, @records_ns: what was recorded: how many, their mean
 * @ns_per_tick: how long a tick of bench_record() is
 * others:	sums over the timed tasks
 */
struct phase {
	uint64_t ops;
	uint64_t elapsed_ns;
	uint64_t ticks;
	uint64_t cpu_ns;
	uint64_t nvcsw, nivcsw;
	uint64_t minor_faults, major_faults;
	uint64_t moves;
	uint64_t nr_records;
	double records_ns;
	double ns_per_tick;
};

/**
 * crew_start - load the plugin, create the tasks, prepare them
 * @c:		filled in
 * @r:		the runner that calls
 * @arm:	what to perform; borrowed until crew_stop()
 * @turn:	which of the counters' turns, 0 in a bare arm
 *
 * Returns when every task sleeps, ready for its first loops.
 *
 * Return: 0; a negative errno after runner_fail() has the message.
 */
int crew_start(struct crew *c, struct runner *r, const struct arm *arm,
	       int turn);

/**
 * crew_phase - let all tasks perform @loops loops
 * @loops:	per group, at least 1
 * @slice_loops: loops in a slice to be kept, or 0
 * @bound_ns:	longest time it may take
 * @out:	what it took, or NULL
 *
 * Return: as crew_start().
 */
int crew_phase(struct crew *c, uint64_t loops, uint64_t slice_loops,
	       uint64_t bound_ns, struct phase *out);

/**
 * crew_counts - the counters of the last phase, all tasks together
 * @sum:	PMU_MAX_EVENTS readings, not yet judged
 */
void crew_counts(const struct crew *c, struct pmu_reading *sum);

/* --- core/run/timing_histogram.c --- */

/**
 * crew_nr_histograms - how many histograms the tasks fill
 *
 * One for each group, of its loops in ns, in an arm that reads the clock in
 * each; one for each task, of what it records in ticks, where a benchmark
 * does; else none.
 */
uint32_t crew_nr_histograms(const struct crew *c);

void crew_clear_histograms(struct crew *c);

/* All of them together in ns. @p: the phase that filled them */
void crew_histogram(const struct crew *c, const struct phase *p,
		    struct histogram *out);

/*
 * Tells the tasks to end and waits for them; of several crews, the one that
 * was started last. Return: as crew_start().
 */
int crew_stop(struct crew *c);

/* What a new task may be too late to note itself. */
void crew_note_process(struct member *m, pid_t pid);

/* Ops that one loop of all groups together is. */
uint64_t crew_ops_per_loop(const struct crew *c);

/* --- the tasks' side, core/run/task.c --- */

/**
 * crew_lead_process - the life of a process that a runner has forked
 * @group:	be its task 0, from pinning to teardown; where tasks are threads,
 *		create those of all groups and wait for them
 * @runner:	the parent
 *
 * Return: 0 or a negative errno, also left in the member.
 */
int crew_lead_process(struct crew *c, uint32_t group, pid_t runner);

#endif
