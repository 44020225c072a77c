/* SPDX-License-Identifier: MIT */
/*
 * core/run/shared.h - what a runner and its tasks share, and how each of them
 * sees it.
 */
#ifndef CORE_RUN_SHARED_H
#define CORE_RUN_SHARED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "pmu.h"
#include "result/result.h"
#include "machine/procfs.h"
#include "run/cgroups.h"
#include "run/variant.h"
#include "stats/histogram.h"

/* Slices kept of one phase; a longer run gets longer slices. */
#define TEAM_SLICES_MAX 8192

/* enum team_command - what the tasks are told to do next */
enum team_command { TEAM_PREPARE, TEAM_RUN, TEAM_QUIT };

/* enum figure_source - what a task's figures are read from */
enum figure_source {
	FIGURES_CLOCK,	  /* cpu_ns */
	FIGURES_USAGE,	  /* switches, faults */
	FIGURES_SWITCHES, /* switches: whether the kernel counts them at all */
	FIGURES_CPU,	  /* migrations */
	FIGURES_WAIT,	  /* wait_ns */
	FIGURES_NR,
};

/* Room for what a task says that it could not do. */
#define MEMBER_WHAT 128

/**
 * struct member - what one task leaves behind, in shared memory
 * @tid, @pid:	of the task and of its process; 0: not created yet
 * @error:	negative errno of a callback or of the harness's own part
 * @what:	what failed
 * @callback:	it was the benchmark's own call that failed
 * @done:	it has ended as it was told to: that it is gone is no fault
 * @timed:	how often it entered the measured loop in this phase
 * @loops:	for how many loops
 * @begin_ns, @end_ns: CLOCK_MONOTONIC_RAW
 * @begin_ticks, @end_ticks: constant-rate counter
 * @figures:	what it took in between
 * @errors:	of enum figure_source: 0, or a negative errno why not
 * @progress:	slices completed since it was created
 * @nr_records, @record_ticks: bench_record(): how many, their sum
 * @most_ticks:	the largest of them; all bits set once the sum has overflowed
 * @clock_ns:	what reading the clock in each loop costs, where that is done
 * @time_ns:	what reading the time costs, where it reads the CPU's clock
 * @nr_chains:	chains of additions between its first op and its last
 * @fetch_ns:	what preceded these
 * @mhz_before, @mhz_after: clock rate of its CPU before its first loops and
 *		after its last; 0: another member's to say
 * @worked:	the work hook was called
 */
struct member {
	_Alignas(128) pid_t tid;
	pid_t pid;
	int error;
	char what[MEMBER_WHAT];
	uint32_t callback;
	uint32_t done;
	uint32_t timed;
	uint64_t loops;
	uint64_t begin_ns, end_ns;
	uint64_t begin_ticks, end_ticks;
	struct run_figures figures;
	int errors[FIGURES_NR];
	uint64_t progress;
	uint64_t nr_records, record_ticks, most_ticks;
	double clock_ns, time_ns;
	uint32_t nr_chains;
	uint64_t fetch_ns;
	double mhz_before, mhz_after;
	uint32_t worked;
};

/**
 * struct team_shm - head of the memory that runner and tasks share
 * @seq:	commands given so far; what tasks sleep on
 * @command:	enum team_command
 * @loops:	of TEAM_RUN, per group
 * @slice_loops: loops in a slice of the first group; 0: keep none
 * @nr_slices:	kept in this phase
 * @arrived:	tasks that have performed the command
 * @hold:	odd while the CPUs are to be kept out of idle states
 * @nr_held:	spinners that do so
 */
struct team_shm {
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
 * struct team - one variant's tasks; the runner's own view
 * @variant:	what they perform
 * @bench:	the plugin, loaded in this process
 * @runner:	who is told about arrivals and failures
 * @tsc:	bench_now() reads the constant-rate counter
 * @turn:	of the counters' groups
 * @nr_members:	tasks of all groups
 * @shm:	head of the shared memory, @shm_size bytes
 * @groups:	one for each group
 * @members:	task i of group g at g * members_per_group + i
 * @tids:	likewise
 * @cpus:	variant->place.cpu, or all -1
 * @slices:	TEAM_SLICES_MAX durations
 * @chains:	TEAM_SLICES_MAX durations of a chain of additions, each before
 *		its slice
 * @histograms:	team_nr_histograms() of them, NULL for none
 * @sets:	shared working sets, one for each group, @set_stride bytes apart;
 *		NULL without
 * @counts:	PMU_MAX_EVENTS sums of deltas for each member that counts; NULL
 *		in a bare team
 * @states:	one state after the other, @state_stride bytes apart
 * @cgroups:	where the tasks are; NULL: where the harness is
 * @spinners:	processes that keep the CPUs out of idle states, @nr_spinners
 * @leaders:	processes that the runner created, @nr_leaders
 * @nr_reaped:	how many of them are gone
 * @mhz_before, @mhz_after: mean clock rate of the CPUs used, before the first
 *		loops and after the last; known once it is stopped, else NaN
 */
struct team {
	const struct variant *variant;
	struct bench bench;
	struct runner *runner;
	bool tsc;
	int turn;
	uint32_t nr_members;
	struct team_shm *shm;
	size_t shm_size;
	struct bench_group *groups;
	struct member *members;
	pid_t *tids;
	int *cpus;
	uint64_t *slices, *chains;
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
 * struct phase - what one phase of a team took
 * @ops:	of all groups
 * @elapsed_ns:	from the first task that passed the gate to the last task's
 *		last op
 * @ticks:	the same on the constant-rate counter
 * @nr_records, @records_ns: what was recorded: how many, their mean
 * @ns_per_tick: how long a tick of bench_record() is
 * @figures:	sums over the timed tasks
 * @errors:	of enum figure_source: the first of a task, or 0
 * @frozen_ns:	time in which the runner was kept from running though it had a
 *		CPU: what it is in was frozen, or the virtual machine was
 * @asleep_ns:	time for which the machine was suspended
 * @tracer:	who traced a task
 */
struct phase {
	uint64_t ops;
	uint64_t elapsed_ns;
	uint64_t ticks;
	struct run_figures figures;
	int errors[FIGURES_NR];
	uint64_t frozen_ns, asleep_ns;
	struct tracer tracer;
	uint64_t nr_records;
	double records_ns;
	double ns_per_tick;
};

#define RUNNER_TEXT 560
#define RUNNER_LEFT 256
#define RUNNER_TEAMS 10

/**
 * struct runner_shm - shared by harness, runner and tasks
 * @events:	counts arrivals, failures and deaths; the runner sleeps on it
 * @suspended:	the harness has stopped the tasks (Ctrl-Z)
 * @pgid:	process group of the tasks, 0 before there is one
 * @failed:	some member's error is set
 * @frozen_ns:	as in struct phase, since the runner began
 * @tracer:	who was seen to have stopped a task
 * @error:	negative errno of the runner's work
 * @refused:	what failed was a call of the benchmark's that this machine does
 *		not allow
 * @finished:	the work was done (well or not)
 * @text:	message for @error
 * @kills:	see limits_kills(), before the run
 * @left:	processes that the tasks left behind, "" for none
 * @cgroups:	of each team
 */
struct runner_shm {
	_Alignas(128) uint32_t events;
	_Alignas(128) uint32_t suspended;
	pid_t pgid;
	uint32_t failed;
	int error;
	uint32_t refused;
	uint32_t finished;
	uint64_t frozen_ns;
	struct tracer tracer;
	char text[RUNNER_TEXT];
	int64_t kills;
	char left[RUNNER_LEFT];
	struct cgroups cgroups[RUNNER_TEAMS];
};

/**
 * struct runner - a runner at work; in its own process
 * @shm:	shared
 * @place:	the CPUs to stay away from
 * @timeout_ns:	--timeout, or 0
 * @queued_ns:	how long it had waited for a CPU when it last looked, or a
 *		negative errno; see outside_wait_ns()
 * @teams:	the teams that are alive
 * @nr_teams:	how many
 * @held_pages:	how many of a CPU's free pages the first task of a team keeps
 *		from those that follow; see measure_rounds()
 */
struct runner {
	struct runner_shm *shm;
	const struct placement *place;
	uint64_t timeout_ns;
	int64_t queued_ns;
	struct team *teams[RUNNER_TEAMS];
	uint32_t nr_teams;
	uint32_t held_pages;
};

#endif
