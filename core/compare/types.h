/* SPDX-License-Identifier: MIT */
/*
 * core/compare/types.h - the data of a comparison: groups, keys, rows, counters,
 * rules.
 */
#ifndef CORE_COMPARE_TYPES_H
#define CORE_COMPARE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "result/result.h"
#include "stats/verdict.h"
#include "util/hash.h"

/**
 * struct compare_values - numbers of runs; start with {0}
 * @v:		@n of them, > 0 unless they are counts, in the order measured
 * @session:	which session each is of: file << 32 | its number in the file
 */
struct compare_values {
	double *v;
	uint64_t *session;
	size_t n;
};

/**
 * struct compare_file - what is kept of a file
 * @boot:	index of its boot; COMPARE_NONE: not known
 * @start:	seconds since 1970; 0: not known
 */
struct compare_file {
	uint32_t boot;
	int64_t start;
};

/**
 * struct compare_order - what the order of the runs of a side says
 * @nr_sessions: looked at
 * @nr_drift, @nr_correlated, @nr_warmup: those in which it was seen
 * @warmup_runs: in the last of these
 * @lag1:	mean lag-1 correlation, corrected for its bias; NaN: none
 * @n_eff:	independent runs that say as much, from 2 on
 * @drift:	mean change in a session that drifts, as a logarithm; or 0
 * @warmup:	how far the warm-up can move a median, as a logarithm; or 0
 */
struct compare_order {
	size_t nr_sessions, nr_drift, nr_correlated, nr_warmup, warmup_runs;
	double lag1, n_eff, drift, warmup;
};

/**
 * struct compare_noise - of what lies between sessions, standard deviations of
 *	logarithms; NaN: not known
 * @boots, @boots_df: of a session of another boot, from a floor file
 * @sessions, @sessions_df: of a session of the same boot, likewise
 * @assumed:	where there is no such floor
 * @load:	the largest change that other load alone may have made
 * @stated:	by --session-noise
 */
struct compare_noise {
	double boots, boots_df, sessions, sessions_df, assumed, load;
	bool stated;
};

/* enum compare_metric - of which number a row is */
enum compare_metric {
	COMPARE_TIME,
	COMPARE_QUIET, /* of each run */
	COMPARE_P50,   /* and the others of enum latency_quantile: of a session */
	COMPARE_P90,
	COMPARE_P99,
	COMPARE_P999,
	COMPARE_METRICS,
	/* what is asked for only: time, judged by cycles where there are any */
	COMPARE_CYCLES = COMPARE_METRICS,
};

/* enum compare_per - what times and counts are divided by */
enum compare_per {
	COMPARE_PER_OP,
	COMPARE_PER_SWITCH, /* op where there are none */
	COMPARE_PER_ALONE,  /* the switch alone: less what the control has */
};

/* enum compare_unit - what was compared */
enum compare_unit {
	COMPARE_RUNS,
	COMPARE_SESSIONS,
	COMPARE_FILES,
	COMPARE_BOOTS,
};

/* enum compare_source - where the noise between sessions or boots comes from */
enum compare_source {
	COMPARE_SAMPLED, /* the values themselves show it */
	COMPARE_FROM_FLOOR,
	COMPARE_STATED,
	COMPARE_ASSUMED,
};

/**
 * struct compare_test - two sides against each other; NaN where there is none
 * @ratio:	new / base
 * @lo, @hi:	its interval at @level
 * @p:		of no difference
 * @welch_p:	Welch's p where spread differs
 * @disputed:	without that the rank test had found a difference
 * @visible:	smallest change seen in four of five cases, as a share
 * @error, @df:	standard error of the logarithm, and how well it is known
 * @own, @shared: half of the interval, as logarithms: of the runs alone, and of
 *		what all rows of a session have in common
 * @unit:	enum compare_unit
 * @n_a, @n_b:	of these
 * @clusters_a, @clusters_b: boots, or files where @one_boot or no boot known
 * @one_boot:	all of both sides was measured on one boot
 * @source:	enum compare_source
 * @between, @between_df: the noise taken from there, as a logarithm
 * @order_a, @order_b: what the order of the runs says
 * @few:	too few values: there is a ratio and nothing else
 */
struct compare_test {
	double ratio, lo, hi, level, p, welch_p, visible;
	double error, df, own, shared;
	int unit, source;
	size_t n_a, n_b, clusters_a, clusters_b;
	double between, between_df;
	struct compare_order order_a, order_b;
	bool one_boot, disputed, few;
};

/**
 * struct compare_count - an event in a cell
 * @name:	"cycles:k"; "IPC:k" is instructions:k per cycle:k
 * @label:	the same, with its PMU where two have one name
 * @kind, @pmu:	see struct counter
 * @class:	enum pmu_class, or -1
 * @reason:	why it has no number, or NULL
 * @mixed:	files of the cell do not mean the same thing by it
 * @values:	counts per op (IPC: per cycle), one for each valid counted run
 *		that has one
 */
struct compare_count {
	char *name, *label, *kind, *pmu, *reason;
	int class;
	bool mixed;
	struct compare_values values;
};

/* The PMU of numbers that are the harness's own: times, whatever was counted. */
#define COMPARE_OWN "harness"

static inline bool compare_own(const struct compare_count *k)
{
	return k && k->pmu && !strcmp(k->pmu, COMPARE_OWN);
}

/* struct compare_counted - a valid counted run, per op; NaN: not counted */
struct compare_counted {
	double ns, instructions, cycles;
};

/**
 * struct compare_counts - counters of a cell; start with {0}
 * @scope:	whose events: "pair"; "mixed" where files do not agree; NULL:
 *		not known
 * @v:		@nr events
 * @runs:	@nr_runs
 * @per:	enum compare_per, set before anything is added
 */
struct compare_counts {
	char *scope;
	size_t nr, nr_runs;
	struct compare_count *v;
	struct compare_counted *runs;
	int per;
};

/**
 * struct compare_counter - an event on both sides of a row
 * @base, @new:	what was counted; NULL: not asked for there
 * @n_a, @n_b:	counted runs
 * @a, @b:	medians per op; NaN: none
 * @rsd_a, @rsd_b: relative standard deviations
 * @state:	enum compare_state; COMPARE_OTHER_WORK: other quantities
 * @t:		the ratio and what it is worth
 * @p_adjusted:	corrected: with @gated among all that decide, else among the
 *		counters of its row
 * @threshold:	smallest change that matters, as a share
 * @verdict:	enum verdict, if judged: "slower" is more
 * @gated:	it decides the exit status
 * @gate:	a regression
 * @why:	why it is not compared, or NULL
 */
struct compare_counter {
	const struct compare_count *base, *new;
	size_t n_a, n_b;
	double a, b, rsd_a, rsd_b;
	int state;
	struct compare_test t;
	double p_adjusted;
	double threshold;
	int verdict;
	bool gated, gate;
	char *why;
};

/* struct compare_factor - one factor of the time of an op, on both sides */
struct compare_factor {
	const char *name;
	double a, b;
};

#define COMPARE_MOST_FACTORS 3

/**
 * struct compare_parts - what the time of an op is made of
 * @n_a, @n_b:	counted runs that it is taken from
 * @a, @b:	geometric mean of their own time, ns per op
 * @factors:	@nr whose product it is on either side: geometric means of the
 *		same runs, so that the logarithms of their ratios add up. 0:
 *		it cannot be divided
 * @missing:	what was not counted, so that it is divided no further; NULL:
 *		nothing
 */
struct compare_parts {
	size_t n_a, n_b;
	double a, b;
	size_t nr;
	struct compare_factor factors[COMPARE_MOST_FACTORS];
	const char *missing;
};

/**
 * struct compare_gate - "sched/p*:instructions:k:0.5"
 * @benchmarks:	a benchmark, collection, glob, or "all"
 * @metric:	"time", "quiet", or the name of a counter
 * @threshold:	smallest change that matters, as a share; NaN: as for others
 */
struct compare_gate {
	char *benchmarks, *metric;
	double threshold;
};

/* Significance that a regression must reach after the correction. */
#define COMPARE_ALPHA 0.05

/* Share of false ones among the counters of a row that are said to differ. */
#define COMPARE_FALSE_COUNTERS 0.10

/* Fewer runs a side cannot reach it; fewer sessions are no level of their own. */
#define COMPARE_MIN_RUNS 4
#define COMPARE_MIN_SESSIONS 3

/* enum compare_by - which files are sessions of one group */
enum compare_by {
	COMPARE_BY_FILE,
	COMPARE_BY_CONFIG,  /* of one model in one configuration */
	COMPARE_BY_MACHINE, /* of one instance; of one model where not known */
	COMPARE_BY_HOST,
	COMPARE_BY_MODEL,
	COMPARE_BY_LABEL, /* of one value of the label of struct compare */
	/* each file by itself, many by machine and configuration, but the
	 * first, which is the base, alone */
	COMPARE_BY_AUTO,
	COMPARE_BY_LAST, /* joins the group of the file before */
};

/* enum compare_correction - of p-values for the number of tests */
enum compare_correction {
	COMPARE_HOLM, /* chance of any false one */
	COMPARE_BH,   /* share of false ones (Benjamini and Hochberg) */
	COMPARE_NO_CORRECTION,
};

/* enum compare_host - how a group's machine relates to that of the base */
enum compare_host {
	COMPARE_HOST_UNKNOWN,
	COMPARE_HOST_SAME,
	COMPARE_HOST_CONFIG, /* the same machine, configured otherwise */
	COMPARE_HOST_MODEL,  /* another one of the same model */
	COMPARE_HOST_OTHER,
};

/* Whether it is known to be another machine. */
static inline bool compare_elsewhere(int host)
{
	return host == COMPARE_HOST_MODEL || host == COMPARE_HOST_OTHER;
}

/**
 * struct compare_group - one column: a file, or the files of one machine
 * @label:	"A" for the base, "B", ...
 * @path:	its first file
 * @nr_files:	files in it
 * @nr_copies:	files left out because their session was already there
 * @nr_partial:	files of interrupted sessions
 * @closed:	no further file joins it
 * @place:	"CPU 3 big": of a sweep, if struct compare is @by_place; else ""
 * @facts:	@nr_facts of the first file, and of the harness that wrote it
 * @id:		@nr_ids of the sessions in it
 */
struct compare_group {
	char label[8];
	char *path;
	size_t nr_files, nr_copies, nr_partial;
	bool closed;
	char place[48];
	size_t nr_facts;
	struct fact *facts;
	struct hash_table ids;
	size_t nr_ids;
	char **id;
};

/**
 * struct compare_key - what must be alike for two entries to be compared
 * @text:	all of it: "sched/pipe msg=4 cpus=same ..."
 * @name:	of the benchmark
 * @parts:	@nr_parts names and values: first @nr_params parameters of the
 *		benchmark, then cpus (the relation), tasks, sched, calls,
 *		groups, and list where a session has several lists of CPUs
 * @label:	the name, and the parts that tell it from the others and are
 *		not as usual
 * @used:	there is a cell of it
 */
struct compare_key {
	char *text, *name, *label;
	size_t nr_params, nr_parts;
	struct param *parts;
	bool used;
};

/**
 * struct compare_load - what else the machine did during runs, summed
 * @foreign_ns:	time that other tasks had of the CPUs used, of each CPU
 * @beside_ns:	time that the CPUs beside them were busy; NaN: not known
 */
struct compare_load {
	double elapsed_ns, foreign_ns, beside_ns;
};

/**
 * struct compare_cell - what a group measured under a key
 * @group, @key: indices
 * @own_key:	the key of its entries, which differs where not all is known of
 *		them; set by compare_judge()
 * @op:		of the benchmark, or NULL
 * @tasks:	in a group of tasks
 * @bytes_per_op: 0 where there is no bandwidth
 * @records:	times are what the benchmark recorded, in ns, not ns per op
 * @mixed:	files of the group do not agree on these four
 * @status:	enum entry_status of the last entry
 * @reason:	why it has no runs, or NULL
 * @times:	usable values in ns or ns per op
 * @cycles:	the same in cycles, of runs whose clock was measured
 * @nr_invalid:	runs not used
 * @ops, @switches: of the runs used whose switches were counted, summed
 * @switches_min, @switches_max: fewest and most per op in a run; NaN: none
 *		was counted
 * @code:	hash of the plugin; NULL: not known, or not always the same
 * @cpus:	"0,3": of the first entry; "": not pinned
 * @several_cpus: other entries have others
 * @counts:	what counted runs counted
 * @load:	of the runs used
 * @per:	enum compare_per of @times, @counts
 * @coverage:	see struct summary, the least; NaN: not known
 * @switch_ns:	of COMPARE_PER_ALONE: time of a switch less that of the control
 */
struct compare_cell {
	uint32_t group, key, own_key;
	char *op;
	uint32_t tasks;
	uint64_t bytes_per_op;
	bool records, mixed;
	int status;
	char *reason;
	size_t nr_invalid;
	struct compare_values times, cycles;
	double ops, switches;
	double switches_min, switches_max;
	char *code;
	char *cpus;
	bool several_cpus;
	struct compare_counts counts;
	struct compare_load load;
	int per;
	double coverage, switch_ns;
};

/* enum compare_state - what became of a row */
enum compare_state {
	COMPARE_JUDGED,	    /* there is a verdict */
	COMPARE_FEW,	    /* too few runs for one */
	COMPARE_OTHER_WORK, /* not the same work */
	COMPARE_NO_NUMBERS, /* failed, skipped or invalid on a side */
	COMPARE_ONLY_BASE,
	COMPARE_ONLY_NEW,
};

/**
 * struct compare_side - one side of a row in numbers; NaN where there is none
 * @n:		usable runs
 * @nr_sessions: sessions that they are of
 * @median, @mean, @rsd: of the runs, ns or ns per op; relative
 * @switches:	per op
 * @mhz:	median clock of the runs
 * @foreign:	share of the CPUs' time that other tasks had
 * @beside:	share of the time that the CPUs beside them were busy
 */
struct compare_side {
	size_t n, nr_sessions;
	double median, mean, rsd, switches, mhz, foreign, beside;
};

/**
 * struct compare_row - one key in the base and in one other group
 * @base, @new:	cells, or NULL
 * @a, @b:	the same in numbers
 * @state:	enum compare_state
 * @in_cycles:	what is compared is cycles per op, else time
 * @clock_slope: of log time on the logarithm of a cycle's length, where it is
 *		not 1; NaN: it may be 1, or is not known
 * @t:		the ratio and what it is worth
 * @p_adjusted:	p corrected for all that decides; NaN: not @gated
 * @threshold:	smallest change that matters here, as a share
 * @needed:	runs a side that would decide; NaN: not asked, or more than
 *		can be said
 * @verdict:	enum verdict, if judged
 * @gated:	the time decides the exit status
 * @lacks:	a gate is about a counter that this row does not have
 * @gate:	a regression: slower beyond the threshold, also corrected, and
 *		@gated
 * @counters:	@nr_counters events, if both sides have counters
 * @parts:	what the time is made of
 * @notes:	what else to know, W-...
 */
struct compare_row {
	uint32_t key, group;
	const struct compare_cell *base, *new;
	struct compare_side a, b;
	int state;
	bool in_cycles;
	struct compare_test t;
	double p_adjusted, threshold, needed, clock_slope;
	int verdict;
	bool gated, lacks, gate;
	size_t nr_counters;
	struct compare_counter *counters;
	struct compare_parts parts;
	struct findings notes;
};

/**
 * struct compare_mean - geometric mean of the ratios of one group
 * @nr_rows:	rows in it
 * @nr_keys:	keys that base or group have
 * @few:	a row has too few runs, so that there is no interval
 * @ratio, @lo, @hi: 95 % interval; NaN: none
 */
struct compare_mean {
	size_t nr_rows, nr_keys;
	bool few;
	double ratio, lo, hi;
};

/**
 * struct floor_session - one session of the same as all others
 * @boot:	its boot
 * @created:	when it began, as struct session has it
 * @ns:		median of its runs
 * @clock_mhz:	of its runs; NaN: not measured
 */
struct floor_session {
	char *boot, *created;
	double ns, clock_mhz;
};

/**
 * struct compare_floor - noise of a benchmark
 * @share:	95 % quantile of comparisons that are interleaved; 0: not
 *		measured
 * @median:	their median
 * @nr_comparisons: how many
 * @sessions:	@nr_sessions measured one after the other
 * @nr_boots:	they are of
 * @noise:	what they show between sessions and boots, of time; NaN: too few
 * @cycles:	likewise of cycles; NaN also where a session has no clock
 * @pairs:	95 % quantile of how far two of them differ, as a logarithm;
 *		NaN: fewer than two
 */
struct compare_floor {
	char *name;
	double share, median;
	size_t nr_comparisons, nr_sessions, nr_boots;
	struct floor_session *sessions;
	struct compare_noise noise, cycles;
	double pairs;
};

/* struct compare_floors - of a machine; start with {0} */
struct compare_floors {
	size_t nr;
	struct compare_floor *v;
};

/**
 * struct compare_rule - how to judge
 * @threshold:	smallest change that matters, as a share
 * @floors:	noise of benchmarks on the machine of the base
 * @session_noise: standard deviation between sessions that is assumed where
 *		neither the files nor a floor show it, as a share; NaN: by the
 *		kind of machine
 * @nr_gates:	only what @gates mean decides; 0: all times do
 * @correction:	enum compare_correction
 * @force:	compare also what is not the same work
 */
struct compare_rule {
	double threshold;
	struct compare_floors floors;
	double session_noise;
	size_t nr_gates;
	struct compare_gate *gates;
	int correction;
	bool force;
};

/**
 * struct compare - the whole; start with {0}
 * @metric:	enum compare_metric: what rows are of; set before anything is
 *		added
 * @by_cycles:	rows of COMPARE_TIME are judged by cycles where they have them
 * @has_cycles:	there is such a row
 * @per:	enum compare_per, set before anything is added
 * @by_place:	each CPU of a sweep is a group of its own; likewise
 * @label:	"label:KEY", borrowed, for COMPARE_BY_LABEL
 * @groups:	@nr_groups, the base first
 * @keys:	@nr_keys in the order they came
 * @cells:	@nr_cells, after compare_judge() by key, then group
 * @rows:	@nr_rows by key, then group
 * @means:	one per group; the first is not used
 * @files:	@nr_files
 * @boots:	@nr_boots ids
 * @left_out:	files that could not be read: path and why
 * @nr_tests:	tests that the correction counts: all that decide
 * @gated:	gates say what decides
 * @idle_gate:	a gate means nothing that could be compared
 */
struct compare {
	int metric;
	const char *label;
	bool by_cycles, has_cycles;
	int per;
	bool by_place;
	size_t nr_groups, nr_keys, nr_cells, nr_rows, nr_tests, nr_files;
	size_t nr_boots;
	struct compare_file *files;
	char **boots;
	struct compare_group *groups;
	struct compare_key *keys;
	struct compare_cell *cells;
	struct compare_row *rows;
	struct compare_mean *means;
	struct findings left_out;
	struct hash_table group_table, key_table, cell_table, boot_table;
	bool gated, idle_gate;
};

/* What stands in a key for a value that a file does not have. */
#define COMPARE_UNKNOWN "?"

/* struct compare_usual - the value of a part that labels leave out */
struct compare_usual {
	const char *part, *value;
};

/* enum compare_format - what --format can be, in this order */
enum compare_format {
	COMPARE_TEXT,
	COMPARE_JSON,
	COMPARE_CSV,
	COMPARE_MARKDOWN,
};

/**
 * struct compare_view - what is printed
 * @c:		judged
 * @rule:	by this
 * @strict:	--strict was given
 * @counters:	counters too
 * @verbose:	all there is about a row
 * @floor:	the file of the floors, or NULL
 */
struct compare_view {
	const struct compare *c;
	const struct compare_rule *rule;
	bool strict, counters, verbose;
	const char *floor;
};

#endif
