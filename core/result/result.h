/* SPDX-License-Identifier: MIT */
/*
 * core/result/result.h - what a session yields: the tree that run fills in, the
 * result file holds, and every report reads.
 *
 * Pure data. Everything is owned by the session and freed by session_free();
 * strings are malloc'ed unless a field says otherwise. A number that was not
 * measured is NOT_MEASURED (null in the file), never 0.
 */
#ifndef CORE_RESULT_RESULT_H
#define CORE_RESULT_RESULT_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/histogram.h"

#define RESULT_SCHEMA "harness.result"
#define RESULT_MAJOR 1
#define RESULT_MINOR 0

#define NOT_MEASURED INT64_MIN

/* enum result_regime - see enum bench_regime; MIXED is never judged */
enum result_regime {
	REGIME_FORCED,
	REGIME_PREEMPT,
	REGIME_SPREAD,
	REGIME_MIXED
};

/**
 * struct finding - something noticed: why a run is invalid, or a warning
 * @id:		stable: "E-SWOP", "W-DRIFT", "N-PREEMPT"
 * @text:	one sentence with the numbers
 */
struct finding {
	char *id;
	char *text;
};

struct findings {
	size_t nr;
	struct finding *v;
};

/**
 * struct count - one counter over one run
 * @value:	raw count of all tasks, NOT_MEASURED if there is no number
 * @enabled_ns:	time enabled
 * @running_ns:	time on a hardware counter
 * @status:	one word why there is no number, NULL when there is one
 */
struct count {
	int64_t value;
	int64_t enabled_ns, running_ns;
	char *status;
};

/**
 * struct interference - what the machine did to the CPUs used, beside the tasks
 * @busy_ns:	time in which they ran anything, tasks included
 * @sibling_busy_ns: likewise the CPUs that share their cores
 * @others_busy_ns: likewise all CPUs that are not used; mean of them
 * @interrupts:	on them, of all kinds
 * @device_interrupts: those of devices among them
 * @core_throttles, @package_throttles: how often heat slowed them, or their
 *		package
 * @mhz_before, @mhz_after: their clock before the warm-up, and after the last
 *		op; mean of the CPUs
 *
 * NOT_MEASURED and NaN: not known.
 */
struct interference {
	int64_t busy_ns, sibling_busy_ns, others_busy_ns;
	int64_t interrupts, device_interrupts;
	int64_t core_throttles, package_throttles;
	double mhz_before, mhz_after;
};

#define INTERFERENCE_UNKNOWN                       \
	((struct interference){                    \
		.busy_ns = NOT_MEASURED,           \
		.sibling_busy_ns = NOT_MEASURED,   \
		.others_busy_ns = NOT_MEASURED,    \
		.interrupts = NOT_MEASURED,        \
		.device_interrupts = NOT_MEASURED, \
		.core_throttles = NOT_MEASURED,    \
		.package_throttles = NOT_MEASURED, \
		.mhz_before = NAN,                 \
		.mhz_after = NAN,                  \
	})

/**
 * struct run_figures - what a task took between its two gates; of a run, the
 *	sum over its tasks
 * @cpu_ns:	CPU time
 * @nvcsw, @nivcsw: voluntary and involuntary switches
 * @minor_faults, @major_faults: page faults
 * @migrations:	changes of CPU that were seen
 * @wait_ns:	time in which they could have run and had no CPU
 *
 * Each is an int64_t, NOT_MEASURED where it is not known. A new one has its row
 * in fields_sample[] and the place in core/run/timing.c that measures it.
 */
struct run_figures {
	int64_t cpu_ns;
	int64_t nvcsw, nivcsw;
	int64_t minor_faults, major_faults;
	int64_t migrations;
	int64_t wait_ns;
};

/* None of them is known. */
void run_figures_none(struct run_figures *f);

/* Adds @f to @sum: what is not known of either is not known of the sum. */
void run_figures_add(struct run_figures *sum, const struct run_figures *f);

/* From a reading to what it has grown by since @before; likewise. */
void run_figures_subtract(struct run_figures *f,
			  const struct run_figures *before);

/* Switches of both kinds. Return: NaN if one is not known. */
double run_figures_switches(const struct run_figures *f);

/**
 * struct sample - what one run yields, raw
 * @index:	number of the run in its session, from 0
 * @session:	which repetition of the whole set (--sessions), from 0
 * @ops:	timed ops, all groups together
 * @elapsed_ns:	from the opening of the gate to the last task's last op,
 *		CLOCK_MONOTONIC_RAW
 * @ticks:	the same on the CPU's constant-rate counter
 * @figures:	of all tasks between their two gates
 * @steal_ns:	time the hypervisor took from the CPUs used
 * @throttled_ns: time the cgroup was throttled
 * @interference:	what else the machine did
 * @slice_ops:	ops in each slice but the last
 * @nr_slices:	slices kept; 0 where none are
 * @slice_ns:	@nr_slices durations; ops beyond the full ones are in none
 * @nr_chains:	readings of the clock: none, or one before each slice
 * @chain_ns:	@nr_chains of them, see result/clock.h
 * @clock_mhz:	mean clock over the slices; NaN: not measured
 * @records_ns:	for BENCH_RECORDS: mean of what was recorded, in ns, or NaN
 * @nr_records:	how many values were recorded
 * @counts:	@nr_counts, one for each counter of the entry; none in a bare
 *		run
 * @valid:	false: not used in any summary
 * @why:	what made it invalid; empty when valid
 */
struct sample {
	uint32_t index;
	uint32_t session;
	uint64_t ops;
	uint64_t elapsed_ns;
	int64_t ticks;
	struct run_figures figures;
	int64_t steal_ns;
	int64_t throttled_ns;
	struct interference interference;
	uint64_t slice_ops;
	size_t nr_slices;
	uint64_t *slice_ns;
	size_t nr_chains;
	uint64_t *chain_ns;
	double clock_mhz;
	double records_ns;
	uint64_t nr_records;
	size_t nr_counts;
	struct count *counts;
	bool valid;
	struct findings why;
};

/**
 * struct paired - two variants measured interleaved, slice by slice
 * @name:	"control", "threads", "counted", ...: variant A against variant B
 * @ratio:	Hodges-Lehmann estimate of A/B (time per op); NaN if none
 * @lo, @hi:	its interval at @level
 * @level:	confidence reached, 0.95 asked for
 * @p:		exact signed-rank test of ratio 1
 * @nr_pairs:	fresh pairs of forks
 * @log_ratios:	@nr_pairs medians of ln(A/B), raw
 * @switches_per_op_a, @switches_per_op_b: seen; NaN if not counted
 * @ns_a, @ns_b: ns per op: their ratio is @ratio, and their geometric mean the
 *		median of those of the pairs; not saved
 * @log_products: what these rest on
 * @by_run:	why whole runs took turns instead of slices, or NULL
 * @reason:	why there is no ratio, or NULL
 */
struct paired {
	char *name;
	double ratio, lo, hi, level, p;
	size_t nr_pairs;
	double *log_ratios;
	double switches_per_op_a, switches_per_op_b;
	double ns_a, ns_b;
	double *log_products;
	char *by_run;
	char *reason;
};

/**
 * struct latency - how long loops took, or what was recorded, of all valid
 * runs together
 * @buckets:	in ns
 * @ops_per_loop: ops of a group in one loop
 * @nr_runs:	valid runs that are in it: runs of their own, in which the clock
 *		was read in each loop; the bare runs of a benchmark that records
 *		its result
 * @nr_invalid:	runs that are not in it
 * @clock_ns:	what that clock read costs, which each loop includes; NaN where
 *		there is none
 * @reason:	why there are no values, or fewer runs than asked for; else NULL
 */
struct latency {
	struct buckets buckets;
	uint64_t ops_per_loop;
	uint32_t nr_runs, nr_invalid;
	double clock_ns;
	char *reason;
};

/**
 * struct counter - one event that was asked for
 * @name:	"cycles:k"
 * @metric:	portable name, or @name without its filter
 * @kind:	what exactly is counted
 * @pmu:	whose event it is
 * @encoding:	as the kernel was given it
 * @class:	"semantic", "isa", "time", "micro-architectural"
 * @status:	one word, "ok" when it was counted
 * @reason:	a sentence, NULL when it was counted
 * @of_switch:	@nr_of_switch values, one of each fresh pair of benchmark and
 *		control, interleaved: count per op less that of the control,
 *		per switch
 */
struct counter {
	char *name, *metric, *kind, *pmu, *encoding, *class;
	char *status, *reason;
	size_t nr_of_switch;
	double *of_switch;
};

/* struct param - one option of a benchmark as it was used: "msg" "4" "B" */
struct param {
	char *name;
	char *value;
};

/* The param whose value "poll" says that CPUs were kept out of idle states. */
#define PARAM_CPU_IDLE "cpu-idle"

/* enum entry_status - what became of a benchmark */
enum entry_status {
	ENTRY_DONE,    /* at least one valid run */
	ENTRY_FAILED,  /* @reason says how */
	ENTRY_SKIPPED, /* cannot run here, @reason says why */
	ENTRY_INVALID, /* runs, but none valid */
};

/* enum sweep_kind - what -c goes through: CPUs, or unordered pairs of them */
enum sweep_kind { SWEEP_EACH, SWEEP_PAIRS };

/* CPUs that a place of a sweep has at most. */
#define SWEEP_MOST_CPUS 2

/**
 * struct sweep_cpu - a CPU of a sweep; NOT_MEASURED where not known
 * @cpu:	the kernel's number
 * @package:	counted from 0
 * @node:	NUMA node, the kernel's number
 * @type:	kind of core where there are several, else NULL; owned
 */
struct sweep_cpu {
	int64_t cpu, package, node;
	char *type;
};

/**
 * struct sweep - one place of a sweep
 * @kind:	enum sweep_kind
 * @total:	places there are; more than are measured: those are a sample
 * @alike:	of these, places in the same relation at the same distance
 * @distance:	between the NUMA nodes of a pair; NOT_MEASURED: not known
 * @nr:		CPUs, 1 or 2
 * @cpus:	a pair's are in ascending order, and task 0 is on the first
 */
struct sweep {
	int kind;
	uint64_t total, alike;
	int64_t distance;
	size_t nr;
	struct sweep_cpu cpus[SWEEP_MOST_CPUS];
};

/**
 * struct entry - one benchmark under one configuration
 * @name, @summary, @op: of the benchmark; @op in the singular
 * @params:	@nr_params options of the benchmark, in table order
 * @threads:	tasks are threads, else processes
 * @nr_tasks:	tasks in a group
 * @nr_groups:	groups side by side
 * @cpus:	@nr_cpus CPU numbers: of task i of group g at g * nr_tasks + i;
 *		NULL where tasks are not pinned
 * @relation:	between the CPUs of a group: same, smt, llc, package, remote,
 *		list, any
 * @sweep:	its place in a sweep over CPUs, or NULL
 * @policy:	"other", "batch", "fifo:10", ...
 * @nice:	nice level of the tasks; NOT_MEASURED: not known
 * @calls:	"libc" or "inline"
 * @code_id:	hash of the plugin; NULL: not known
 * @regime:	enum result_regime
 * @records:	the result is what the benchmark recorded
 * @ops_given:	-l was given, else calibrated
 * @ops:	ops per run and group asked for
 * @warmup_ops:	ops before the timed ones, per group
 * @bytes_per_op: 0 where no bandwidth is reported
 * @expect_min, @expect_max: switches per op that the regime promises;
 *		expect_max >= 1e9: nothing is promised
 * @runs:	@nr_runs samples in the order measured, invalid ones too
 * @scope:	of the counters: "pair", "cpu", "task"; NULL without
 * @counters:	@nr_counters events asked for
 * @counted:	@nr_counted samples with counters open; their times are not
 *		headline times
 * @latency:	NULL where none was asked for and nothing is recorded
 * @nr_replaced: runs added for invalid ones
 * @errors:	messages of failed runs
 * @notes:	warnings and notes about the whole
 * @absent:	fields of a run that no run has, and why not
 * @paired:	@nr_contrasts; the one called "control" gives the share of the
 *		switch itself
 * @status:	enum entry_status
 * @reason:	why failed or skipped; NULL if done
 */
struct entry {
	char *name, *summary, *op;
	size_t nr_params;
	struct param *params;
	bool threads;
	uint32_t nr_tasks, nr_groups;
	size_t nr_cpus;
	int *cpus;
	char *relation;
	struct sweep *sweep;
	char *policy;
	int64_t nice;
	char *calls;
	char *code_id;
	int regime;
	bool records;
	bool ops_given;
	uint64_t ops, warmup_ops;
	uint64_t bytes_per_op;
	double expect_min, expect_max;
	size_t nr_runs;
	struct sample *runs;
	char *scope;
	size_t nr_counters;
	struct counter *counters;
	size_t nr_counted;
	struct sample *counted;
	struct latency *latency;
	uint32_t nr_replaced;
	size_t nr_errors;
	char **errors;
	struct findings notes;
	struct findings absent;
	size_t nr_paired;
	struct paired *paired;
	int status;
	char *reason;
};

/* enum check_state - unknown is a state of its own */
enum check_state { CHECK_OK, CHECK_WARN, CHECK_UNKNOWN, CHECK_NA };

/**
 * struct check - one fact of the environment that can spoil numbers
 * @id:		"cpu.governor"
 * @state:	enum check_state
 * @value:	as read, or NULL
 * @path:	where it was read
 * @text:	what it means and what to do about it
 */
struct check {
	char *id;
	int state;
	char *value;
	char *path;
	char *text;
};

/* struct fact - one fact about the machine: "kernel" "6.1.0-28-amd64" */
struct fact {
	char *name;
	char *value; /* NULL: could not be read */
};

/**
 * struct session - one invocation of harness run
 * @id:		random, 32 hexadecimal digits
 * @created:	UTC, "2026-11-30T09:02:55Z"
 * @version, @compiler, @cflags: of the harness
 * @argv:	@argc words after the program's name
 * @seed:	of the order
 * @repeat:	runs asked for (-r)
 * @complete:	false after an interrupt
 * @facts:	machine and system; machine_id and config_id among them
 * @checks:	environment
 * @entries:	benchmarks in the order asked for
 * @labels:	@nr_labels of --label, no name twice
 */
struct session {
	char *id;
	char *created;
	char *version, *compiler, *cflags;
	size_t argc;
	char **argv;
	uint64_t seed;
	uint32_t repeat;
	bool complete;
	size_t nr_facts;
	struct fact *facts;
	size_t nr_checks;
	struct check *checks;
	size_t nr_entries;
	struct entry *entries;
	size_t nr_labels;
	struct param *labels;
};

/* Frees what @s owns and clears it; @s itself belongs to the caller. */
void session_free(struct session *s);

/**
 * session_add_entry - append an empty entry
 *
 * Empty means: nothing is promised about switches and the regime is mixed; of
 * samples and paired comparisons, that nothing was measured.
 *
 * Return: the entry, valid until the next one is added; NULL: no memory.
 */
struct entry *session_add_entry(struct session *s);

/* Appends an empty sample; same rules. */
struct sample *entry_add_run(struct entry *e);

/* Appends an empty counted sample; same rules. */
struct sample *entry_add_counted(struct entry *e);

/* The entry's latency, an empty one if there was none. NULL: no memory. */
struct latency *entry_latency(struct entry *e);

/* Appends an empty paired comparison; same rules. */
struct paired *entry_add_paired(struct entry *e);

/* Appends a failed run's message, copied. Return: 0 or -ENOMEM. */
int entry_add_error(struct entry *e, const char *text);

/* Appends a finding; @id is copied. Return: 0 or -ENOMEM. */
int findings_add(struct findings *f, const char *id, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Free what they own and clear them. */
void findings_free(struct findings *f);
void paired_free(struct paired *c);
void entry_free(struct entry *e);

/* The paired comparison of that name, or NULL. */
const struct paired *entry_paired(const struct entry *e, const char *name);

/* Whether all tasks are pinned to one and the same CPU. */
bool entry_one_cpu(const struct entry *e);

/* How many CPUs tasks are pinned to; 0: they are not. */
uint32_t entry_distinct_cpus(const struct entry *e);

/* The value of a fact, or NULL. */
const char *session_fact(const struct session *s, const char *name);

/* The value of a label, or NULL. */
const char *session_label(const struct session *s, const char *name);

/* Sets a label, copied. Return: 0 or -ENOMEM. */
int session_set_label(struct session *s, const char *name, const char *value);

/* A copy that owns what it has. NULL: no memory. */
struct sweep *sweep_copy(const struct sweep *s);

/* @s may be NULL. */
void sweep_free(struct sweep *s);

#endif
