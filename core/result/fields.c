/* SPDX-License-Identifier: MIT */
/*
 * core/result/fields.c - the flat fields of a result file as tables.
 */
#include "result/fields.h"

#include "result/latency.h"
#include "result/result.h"
#include "result/summary.h"

static const char *const regimes[] = {
	"forced", "preempt", "spread", "mixed", NULL,
};

static const char *const statuses[] = {
	"done", "failed", "skipped", "invalid", NULL,
};

static const char *const states[] = {
	"ok", "warn", "unknown", "n/a", NULL,
};

static const char *const derivations[] = {
	"instructions_per_cycle",
	"cycles_per_ns",
	"user_share",
	NULL,
};

static const char *const sweeps[] = {
	[SWEEP_EACH] = "each",
	[SWEEP_PAIRS] = "pairs",
	NULL,
};

const char *const stats_flag_words[] = {
	"invalid", "constant", "outliers",   "correlated", "alternating",
	"trend",   "warmup",   "multimodal", NULL,
};

#define ROW(type, key, needed, struct_, member, words, help)          \
	{                                                             \
		key, sizeof(key) - 1, type, needed,                   \
			offsetof(struct struct_, member), words, help \
	}
#define NEED(type, key, struct_, member, help) \
	ROW(type, key, true, struct_, member, NULL, help)
#define MAY(type, key, struct_, member, help) \
	ROW(type, key, false, struct_, member, NULL, help)
#define WORD(key, struct_, member, words, help) \
	ROW(FIELD_WORD, key, true, struct_, member, words, help)
#define END                 \
	{                   \
		.key = NULL \
	}

const struct field fields_session[] = {
	MAY(FIELD_TEXT, "id", session, id, "random, 32 hexadecimal digits"),
	MAY(FIELD_TEXT, "created", session, created,
	    "UTC, as 2026-11-30T09:02:55Z"),
	NEED(FIELD_BOOL, "complete", session, complete,
	     "false: interrupted, the finished runs are here"),
	END,
};

const struct field fields_tool[] = {
	MAY(FIELD_TEXT, "version", session, version, "of harness"),
	MAY(FIELD_TEXT, "compiler", session, compiler, "that built it"),
	MAY(FIELD_TEXT, "cflags", session, cflags, "that it was built with"),
	END,
};

const struct field fields_command[] = {
	MAY(FIELD_U64, "seed", session, seed, "of the order of runs"),
	MAY(FIELD_U32, "repeat", session, repeat, "runs requested"),
	END,
};

const struct field fields_check[] = {
	MAY(FIELD_TEXT, "id", check, id, "name of the check, as cpu.governor"),
	WORD("state", check, state, states,
	     "n/a: does not apply to this machine"),
	MAY(FIELD_TEXT, "value", check, value, "as read"),
	MAY(FIELD_TEXT, "path", check, path, "where it was read"),
	MAY(FIELD_TEXT, "text", check, text,
	    "what it means, and what to do about it"),
	END,
};

const struct field fields_entry[] = {
	NEED(FIELD_TEXT, "name", entry, name,
	     "collection/name of the benchmark"),
	MAY(FIELD_TEXT, "about", entry, summary,
	    "what it measures, in one line"),
	MAY(FIELD_TEXT, "op", entry, op, "what one op is, in the singular"),
	END,
};

const struct field fields_placement[] = {
	MAY(FIELD_TEXT, "relation", entry, relation,
	    "between the CPUs of a group: same, smt, llc, package, remote, list, any"),
	MAY(FIELD_BOOL, "threads", entry, threads,
	    "tasks are threads, else processes"),
	NEED(FIELD_U32, "groups", entry, nr_groups, "groups side by side"),
	NEED(FIELD_U32, "tasks", entry, nr_tasks, "in each group"),
	END,
};

const struct field fields_sweep[] = {
	WORD("over", sweep, kind, sweeps, "each CPU, or pairs of CPUs"),
	NEED(FIELD_U64, "total", sweep, total,
	     "places there are; more than are measured: a sample"),
	MAY(FIELD_U64, "alike", sweep, alike,
	    "of these, in the same relation and distance"),
	MAY(FIELD_I64, "distance", sweep, distance,
	    "between the NUMA nodes of a pair"),
	END,
};

const struct field fields_sweep_cpu[] = {
	NEED(FIELD_I64, "cpu", sweep_cpu, cpu, "the kernel's number"),
	MAY(FIELD_I64, "package", sweep_cpu, package, "counted from 0"),
	MAY(FIELD_I64, "node", sweep_cpu, node,
	    "NUMA node, the kernel's number"),
	MAY(FIELD_TEXT, "type", sweep_cpu, type,
	    "kind of core; null: all are alike"),
	END,
};

const struct field fields_work[] = {
	MAY(FIELD_TEXT, "policy", entry, policy,
	    "scheduling policy of the tasks: other, batch, fifo:10, ..."),
	MAY(FIELD_TEXT, "calls", entry, calls,
	    "how system calls are made: libc or inline"),
	MAY(FIELD_TEXT, "code_id", entry, code_id,
	    "hash of the plugin: equal ones are identical code"),
	WORD("regime", entry, regime, regimes,
	     "placement and policy together: what decides how many switches an op makes"),
	MAY(FIELD_BOOL, "records", entry, records,
	    "the result is what the benchmark recorded"),
	MAY(FIELD_U64, "ops", entry, ops, "asked for, per run and group"),
	MAY(FIELD_BOOL, "ops_given", entry, ops_given,
	    "by -l, else calibrated"),
	MAY(FIELD_U64, "warmup_ops", entry, warmup_ops,
	    "before the timed ones, per group"),
	MAY(FIELD_U64, "bytes_per_op", entry, bytes_per_op, "0: no bandwidth"),
	END,
};

const struct field fields_switches[] = {
	MAY(FIELD_REAL, "expected_min", entry, expect_min,
	    "switches per op that are declared; null: none"),
	MAY(FIELD_REAL, "expected_max", entry, expect_max,
	    "null: there is no upper limit"),
	END,
};

const struct field fields_outcome[] = {
	WORD("status", entry, status, statuses,
	     "what became of the benchmark; done: it has a valid run"),
	MAY(FIELD_TEXT, "reason", entry, reason,
	    "why it failed or was skipped"),
	MAY(FIELD_U32, "nr_replaced", entry, nr_replaced,
	    "runs added for invalid ones"),
	END,
};

const struct field fields_paired[] = {
	NEED(FIELD_TEXT, "name", paired, name,
	     "of the pair: control, counted, threads, ..."),
	MAY(FIELD_REAL, "ratio", paired, ratio,
	    "time per op of variant A divided by that of B"),
	MAY(FIELD_REAL, "lo", paired, lo, "lower end of its interval"),
	MAY(FIELD_REAL, "hi", paired, hi, "upper end of its interval"),
	MAY(FIELD_REAL, "level", paired, level,
	    "confidence of lo to hi, 0 to 1"),
	MAY(FIELD_REAL, "p", paired, p, "exact signed-rank test of ratio 1"),
	MAY(FIELD_REAL, "switches_per_op_a", paired, switches_per_op_a,
	    "switches per op seen of A"),
	MAY(FIELD_REAL, "switches_per_op_b", paired, switches_per_op_b,
	    "switches per op seen of B"),
	MAY(FIELD_TEXT, "reason", paired, reason, "why there is no ratio"),
	END,
};

const struct field fields_sample[] = {
	MAY(FIELD_U32, "index", sample, index, "from 0"),
	MAY(FIELD_U32, "session", sample, session,
	    "repetition of the whole set, from 0"),
	NEED(FIELD_BOOL, "valid", sample, valid,
	     "false: not used in any summary"),
	NEED(FIELD_U64, "ops", sample, ops, "timed, all groups together"),
	NEED(FIELD_U64, "elapsed_ns", sample, elapsed_ns,
	     "from the start gate to the last op of the last task"),
	END,
};

const struct field fields_sample_more[] = {
	MAY(FIELD_I64, "ticks", sample, ticks,
	    "elapsed, on the constant-rate counter"),
	MAY(FIELD_I64, "cpu_ns", sample, figures.cpu_ns,
	    "CPU time of all tasks"),
	MAY(FIELD_I64, "nvcsw", sample, figures.nvcsw, "voluntary switches"),
	MAY(FIELD_I64, "nivcsw", sample, figures.nivcsw,
	    "involuntary switches"),
	MAY(FIELD_I64, "minor_faults", sample, figures.minor_faults,
	    "page faults without I/O, timed ops only"),
	MAY(FIELD_I64, "major_faults", sample, figures.major_faults,
	    "page faults with I/O, timed ops only"),
	MAY(FIELD_I64, "migrations", sample, figures.migrations,
	    "changes of CPU that were seen"),
	MAY(FIELD_I64, "wait_ns", sample, figures.wait_ns,
	    "time that tasks waited for a CPU"),
	MAY(FIELD_I64, "steal_ns", sample, steal_ns,
	    "time that the hypervisor took from the CPUs used"),
	MAY(FIELD_I64, "throttled_ns", sample, throttled_ns,
	    "time that the cgroup was throttled"),
	MAY(FIELD_REAL, "records_ns", sample, records_ns,
	    "mean of what the benchmark recorded"),
	MAY(FIELD_U64, "nr_records", sample, nr_records,
	    "values that it recorded"),
	MAY(FIELD_U64, "slice_ops", sample, slice_ops, "ops in each slice"),
	MAY(FIELD_REAL, "clock_mhz", sample, clock_mhz,
	    "mean clock over the slices, from chains of additions"),
	END,
};

const struct field fields_interference[] = {
	MAY(FIELD_I64, "busy_ns", interference, busy_ns,
	    "time in which they were busy, tasks included"),
	MAY(FIELD_I64, "sibling_busy_ns", interference, sibling_busy_ns,
	    "the same for the siblings that share their cores"),
	MAY(FIELD_I64, "others_busy_ns", interference, others_busy_ns,
	    "the same for the CPUs that are not used, their mean"),
	MAY(FIELD_I64, "interrupts", interference, interrupts, "of all kinds"),
	MAY(FIELD_I64, "device_interrupts", interference, device_interrupts,
	    "those of devices among them"),
	MAY(FIELD_I64, "core_throttles", interference, core_throttles,
	    "how often they were thermally throttled"),
	MAY(FIELD_I64, "package_throttles", interference, package_throttles,
	    "how often their package was thermally throttled"),
	MAY(FIELD_REAL, "mhz_before", interference, mhz_before,
	    "their clock rate before the warm-up"),
	MAY(FIELD_REAL, "mhz_after", interference, mhz_after,
	    "their clock rate after the last op"),
	END,
};

const struct field fields_counting[] = {
	MAY(FIELD_TEXT, "scope", entry, scope, "pair, cpu, task"),
	END,
};

const struct field fields_counter[] = {
	NEED(FIELD_TEXT, "name", counter, name, "with its filter: cycles:k"),
	MAY(FIELD_TEXT, "metric", counter, metric,
	    "portable name, or name without its filter"),
	MAY(FIELD_TEXT, "kind", counter, kind, "what exactly it counts"),
	MAY(FIELD_TEXT, "pmu", counter, pmu, "whose event it is"),
	MAY(FIELD_TEXT, "encoding", counter, encoding,
	    "as given to the kernel"),
	MAY(FIELD_TEXT, "class", counter, class,
	    "semantic, isa, time, micro-architectural: between which machines it is comparable"),
	MAY(FIELD_TEXT, "status", counter, status,
	    "ok, or one word why it was not counted"),
	MAY(FIELD_TEXT, "reason", counter, reason,
	    "the same as a sentence; null: it was counted"),
	END,
};

const struct field fields_count[] = {
	MAY(FIELD_I64, "value", count, value,
	    "of all tasks; null: no number, see status"),
	MAY(FIELD_I64, "enabled_ns", count, enabled_ns, "time enabled"),
	MAY(FIELD_I64, "running_ns", count, running_ns,
	    "time on a counter; a valid count needs enabled_ns"),
	END,
};

const struct field fields_count_status[] = {
	MAY(FIELD_TEXT, "status", count, status,
	    "one word why there is no value; absent where there is one"),
	END,
};

const struct field fields_latency[] = {
	MAY(FIELD_U64, "ops_per_loop", latency, ops_per_loop,
	    "ops of a group in one loop, at least 1"),
	MAY(FIELD_U32, "nr_runs", latency, nr_runs,
	    "valid runs that are in it"),
	MAY(FIELD_U32, "nr_invalid", latency, nr_invalid, "runs left out"),
	MAY(FIELD_REAL, "clock_ns", latency, clock_ns,
	    "of the clock read that each loop includes; null: there is none"),
	MAY(FIELD_TEXT, "reason", latency, reason,
	    "why there are no values, or fewer runs than asked for"),
	MAY(FIELD_U64, "max", latency, buckets.max, "the longest, exact"),
	END,
};

const struct field fields_latency_stats[] = {
	MAY(FIELD_REAL, "p50", latency_stats, quantile[LATENCY_P50],
	    "the median"),
	MAY(FIELD_REAL, "p90", latency_stats, quantile[LATENCY_P90],
	    "null: fewer than ten values beyond it, as with the next two"),
	MAY(FIELD_REAL, "p99", latency_stats, quantile[LATENCY_P99],
	    "99th percentile"),
	MAY(FIELD_REAL, "p99.9", latency_stats, quantile[LATENCY_P999],
	    "99.9th percentile"),
	MAY(FIELD_REAL, "long_share", latency_stats, long_share,
	    "of the time in values longer than ten times the median, 0 to 1"),
	END,
};

const struct field fields_finding[] = {
	NEED(FIELD_TEXT, "id", finding, id,
	     "stable: E-SWOP, W-DRIFT, N-PREEMPT, ...; in not_measured the member"),
	NEED(FIELD_TEXT, "text", finding, text,
	     "one sentence with the numbers"),
	END,
};

const struct field fields_stats[] = {
	MAY(FIELD_SIZE, "n", stats, n, "valid runs"),
	MAY(FIELD_REAL, "mean", stats, mean, "of the runs"),
	MAY(FIELD_REAL, "stddev", stats, stddev,
	    "of the sample; null below 2 runs"),
	MAY(FIELD_REAL, "sem", stats, sem, "standard error of the mean"),
	MAY(FIELD_REAL, "rsd", stats, rsd, "stddev / mean, not in per cent"),
	MAY(FIELD_REAL, "ci95_lo", stats, ci_lo,
	    "95 % interval of the mean, lower end"),
	MAY(FIELD_REAL, "ci95_hi", stats, ci_hi, "upper end"),
	MAY(FIELD_REAL, "median", stats, median, "of the runs"),
	MAY(FIELD_REAL, "median_lo", stats, median_lo,
	    "interval of the median, lower end; null below 6 runs"),
	MAY(FIELD_REAL, "median_hi", stats, median_hi, "upper end"),
	MAY(FIELD_REAL, "median_level", stats, median_level,
	    "confidence of that interval, 0 to 1"),
	MAY(FIELD_REAL, "mad", stats, mad,
	    "median absolute deviation, scaled as a stddev"),
	MAY(FIELD_REAL, "min", stats, min, "fastest run"),
	MAY(FIELD_REAL, "q1", stats, q1, "first quartile"),
	MAY(FIELD_REAL, "q3", stats, q3, "third quartile"),
	MAY(FIELD_REAL, "max", stats, max, "slowest run"),
	MAY(FIELD_REAL, "lag1", stats, lag1,
	    "autocorrelation of neighbouring runs; null below 10 runs"),
	MAY(FIELD_REAL, "n_eff", stats, n_eff,
	    "as many independent runs would say as much"),
	MAY(FIELD_REAL, "trend", stats, trend,
	    "rank correlation with the order of runs"),
	END,
};

const struct field fields_summary[] = {
	MAY(FIELD_SIZE, "nr_invalid", summary, nr_invalid, "runs left out"),
	MAY(FIELD_REAL, "ops_per_sec", summary, ops_per_sec, "1 / mean time"),
	MAY(FIELD_REAL, "cpu_ns_per_op", summary, cpu_ns_per_op, "CPU time"),
	MAY(FIELD_REAL, "switches_per_op", summary, switches_per_op,
	    "seen, voluntary and involuntary"),
	MAY(FIELD_REAL, "involuntary", summary, involuntary,
	    "share of the switches, 0 to 1"),
	MAY(FIELD_REAL, "ns_per_switch", summary, ns_per_switch,
	    "mean time / switches per op"),
	MAY(FIELD_REAL, "quiet_ns", summary, quiet_ns,
	    "1 % quantile of slices, per op"),
	MAY(FIELD_TEXT, "quiet_reason", summary, quiet_reason,
	    "why quiet_ns is null"),
	MAY(FIELD_SIZE, "nr_slices", summary, nr_slices,
	    "slices that it rests on"),
	MAY(FIELD_REAL, "cycles_per_op", summary, cycles_per_op,
	    "mean over the runs of time per op x clock_mhz"),
	MAY(FIELD_REAL, "quiet_cycles", summary, quiet_cycles,
	    "1 % quantile of slices in cycles, per op"),
	MAY(FIELD_REAL, "clock_mhz", summary, clock_mhz,
	    "cycles_per_op / mean time"),
	MAY(FIELD_TEXT, "clock_reason", summary, clock_reason,
	    "why cycles_per_op is null"),
	MAY(FIELD_REAL, "switch_ns", summary, switch_ns,
	    "cost of the switch per op: benchmark minus control"),
	MAY(FIELD_REAL, "control_ns", summary, control_ns,
	    "time of the control per op"),
	MAY(FIELD_TEXT, "switch_reason", summary, switch_reason,
	    "why switch_ns is null"),
	MAY(FIELD_REAL, "bytes_per_sec", summary, bytes_per_sec,
	    "null: an op moves no bytes"),
	END,
};

const struct field fields_counter_stats[] = {
	MAY(FIELD_SIZE, "n", counter_stats, n, "runs with a number"),
	MAY(FIELD_REAL, "share", counter_stats, share,
	    "of the valid counted runs, 0 to 1"),
	MAY(FIELD_REAL, "per_op", counter_stats, per_op, "mean"),
	MAY(FIELD_REAL, "per_op_stddev", counter_stats, op_stddev,
	    "of the sample; null below 2 runs"),
	MAY(FIELD_REAL, "per_switch", counter_stats, per_switch, "mean"),
	MAY(FIELD_REAL, "per_switch_stddev", counter_stats, switch_stddev,
	    "of the sample; null below 2 runs"),
	MAY(FIELD_TEXT, "reason", counter_stats, reason, "why per_op is null"),
	MAY(FIELD_REAL, "of_switch", counter_stats, of_switch,
	    "of the switch alone: (op - control) / switches"),
	MAY(FIELD_REAL, "of_switch_lo", counter_stats, switch_lo,
	    "lower end of its interval"),
	MAY(FIELD_REAL, "of_switch_hi", counter_stats, switch_hi,
	    "upper end of its interval"),
	MAY(FIELD_REAL, "of_switch_level", counter_stats, switch_level,
	    "confidence that the interval reaches"),
	MAY(FIELD_TEXT, "of_switch_reason", counter_stats, switch_reason,
	    "why of_switch is null"),
	END,
};

const struct field fields_derived[] = {
	WORD("what", derived, kind, derivations,
	     "what follows from two counts"),
	MAY(FIELD_REAL, "value", derived, value, "user_share: 0 to 1"),
	MAY(FIELD_TEXT, "reason", derived, reason, "why value is null"),
	END,
};

const struct field fields_cost[] = {
	MAY(FIELD_REAL, "coverage", summary, coverage,
	    "time counted / CPU time of the tasks; null: scope cpu, or not known"),
	MAY(FIELD_REAL, "cost", summary, counting_cost,
	    "0.09: an op is 9 % slower with counters"),
	MAY(FIELD_REAL, "lo", summary, counting_lo,
	    "lower end of its interval"),
	MAY(FIELD_REAL, "hi", summary, counting_hi,
	    "upper end of its interval"),
	MAY(FIELD_TEXT, "reason", summary, event_set_reason,
	    "why cost is null"),
	END,
};

const struct field_table field_tables[] = {
	{ "", "session", fields_session },
	{ "tool.", "tool", fields_tool },
	{ "command.", "command", fields_command },
	{ "env.checks[].", "check", fields_check },
	{ "benchmarks[].", "entry", fields_entry },
	{ "benchmarks[].placement.", "placement", fields_placement },
	{ "benchmarks[].sweep.", "sweep", fields_sweep },
	{ "benchmarks[].sweep.cpus[].", "sweep_cpu", fields_sweep_cpu },
	{ "benchmarks[].", "work", fields_work },
	{ "benchmarks[].switches_per_op.", "switches", fields_switches },
	{ "benchmarks[].", "outcome", fields_outcome },
	{ "benchmarks[].notes[].", "finding", fields_finding },
	{ "benchmarks[].contrasts[].", "paired", fields_paired },
	{ "benchmarks[].runs[].", "sample", fields_sample },
	{ "benchmarks[].runs[].", "sample_more", fields_sample_more },
	{ "benchmarks[].runs[].machine.", "interference", fields_interference },
	{ "benchmarks[].latency.", "latency", fields_latency },
	{ "benchmarks[].latency.", "latency_stats", fields_latency_stats },
	{ "benchmarks[].counters.", "counting", fields_counting },
	{ "benchmarks[].counters.events[].", "counter", fields_counter },
	{ "benchmarks[].counted[].counts[].", "count", fields_count },
	{ "benchmarks[].counted[].counts[].", "count_status",
	  fields_count_status },
	{ "benchmarks[].summary.", "summary", fields_summary },
	{ "benchmarks[].summary.time.", "stats", fields_stats },
	{ "benchmarks[].summary.counters[].", "counter_stats",
	  fields_counter_stats },
	{ "benchmarks[].summary.derived[].", "derived", fields_derived },
	{ "benchmarks[].summary.counting.", "cost", fields_cost },
	{ NULL, NULL, NULL },
};

const char *regime_word(int regime)
{
	return regimes[regime];
}

const char *check_state_word(int state)
{
	return states[state];
}
