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

#define ROW(type, key, needed, struct_, member, words)          \
	{                                                       \
		key, sizeof(key) - 1, type, needed,             \
			offsetof(struct struct_, member), words \
	}
#define NEED(type, key, struct_, member) \
	ROW(type, key, true, struct_, member, NULL)
#define MAY(type, key, struct_, member) \
	ROW(type, key, false, struct_, member, NULL)
#define WORD(key, struct_, member, words) \
	ROW(FIELD_WORD, key, true, struct_, member, words)
#define END                 \
	{                   \
		.key = NULL \
	}

const struct field fields_session[] = {
	MAY(FIELD_TEXT, "id", session, id),
	MAY(FIELD_TEXT, "created", session, created),
	NEED(FIELD_BOOL, "complete", session, complete),
	END,
};

const struct field fields_tool[] = {
	MAY(FIELD_TEXT, "version", session, version),
	MAY(FIELD_TEXT, "compiler", session, compiler),
	MAY(FIELD_TEXT, "cflags", session, cflags),
	END,
};

const struct field fields_command[] = {
	MAY(FIELD_U64, "seed", session, seed),
	MAY(FIELD_U32, "repeat", session, repeat),
	END,
};

const struct field fields_check[] = {
	MAY(FIELD_TEXT, "id", check, id),
	WORD("state", check, state, states),
	MAY(FIELD_TEXT, "value", check, value),
	MAY(FIELD_TEXT, "path", check, path),
	MAY(FIELD_TEXT, "text", check, text),
	END,
};

const struct field fields_entry[] = {
	NEED(FIELD_TEXT, "name", entry, name),
	MAY(FIELD_TEXT, "about", entry, summary),
	MAY(FIELD_TEXT, "op", entry, op),
	END,
};

const struct field fields_placement[] = {
	MAY(FIELD_TEXT, "relation", entry, relation),
	MAY(FIELD_BOOL, "threads", entry, threads),
	NEED(FIELD_U32, "groups", entry, nr_groups),
	NEED(FIELD_U32, "tasks", entry, nr_tasks),
	END,
};

const struct field fields_sweep[] = {
	WORD("over", sweep, kind, sweeps),
	NEED(FIELD_U64, "total", sweep, total),
	MAY(FIELD_U64, "alike", sweep, alike),
	MAY(FIELD_I64, "distance", sweep, distance),
	END,
};

const struct field fields_sweep_cpu[] = {
	NEED(FIELD_I64, "cpu", sweep_cpu, cpu),
	MAY(FIELD_I64, "package", sweep_cpu, package),
	MAY(FIELD_I64, "node", sweep_cpu, node),
	MAY(FIELD_TEXT, "type", sweep_cpu, type),
	END,
};

const struct field fields_work[] = {
	MAY(FIELD_TEXT, "policy", entry, policy),
	MAY(FIELD_TEXT, "calls", entry, calls),
	WORD("regime", entry, regime, regimes),
	MAY(FIELD_BOOL, "records", entry, records),
	MAY(FIELD_U64, "ops", entry, ops),
	MAY(FIELD_BOOL, "ops_given", entry, ops_given),
	MAY(FIELD_U64, "warmup_ops", entry, warmup_ops),
	MAY(FIELD_U64, "bytes_per_op", entry, bytes_per_op),
	END,
};

const struct field fields_switches[] = {
	MAY(FIELD_REAL, "expected_min", entry, expect_min),
	MAY(FIELD_REAL, "expected_max", entry, expect_max),
	END,
};

const struct field fields_outcome[] = {
	WORD("status", entry, status, statuses),
	MAY(FIELD_TEXT, "reason", entry, reason),
	MAY(FIELD_U32, "nr_replaced", entry, nr_replaced),
	END,
};

const struct field fields_paired[] = {
	NEED(FIELD_TEXT, "name", paired, name),
	MAY(FIELD_REAL, "ratio", paired, ratio),
	MAY(FIELD_REAL, "lo", paired, lo),
	MAY(FIELD_REAL, "hi", paired, hi),
	MAY(FIELD_REAL, "level", paired, level),
	MAY(FIELD_REAL, "p", paired, p),
	MAY(FIELD_REAL, "switches_per_op_a", paired, switches_per_op_a),
	MAY(FIELD_REAL, "switches_per_op_b", paired, switches_per_op_b),
	MAY(FIELD_TEXT, "reason", paired, reason),
	END,
};

const struct field fields_sample[] = {
	MAY(FIELD_U32, "index", sample, index),
	MAY(FIELD_U32, "session", sample, session),
	NEED(FIELD_BOOL, "valid", sample, valid),
	NEED(FIELD_U64, "ops", sample, ops),
	NEED(FIELD_U64, "elapsed_ns", sample, elapsed_ns),
	MAY(FIELD_I64, "ticks", sample, ticks),
	MAY(FIELD_I64, "cpu_ns", sample, figures.cpu_ns),
	MAY(FIELD_I64, "nvcsw", sample, figures.nvcsw),
	MAY(FIELD_I64, "nivcsw", sample, figures.nivcsw),
	MAY(FIELD_I64, "minor_faults", sample, figures.minor_faults),
	MAY(FIELD_I64, "major_faults", sample, figures.major_faults),
	MAY(FIELD_I64, "migrations", sample, figures.migrations),
	MAY(FIELD_I64, "wait_ns", sample, figures.wait_ns),
	MAY(FIELD_I64, "steal_ns", sample, steal_ns),
	MAY(FIELD_I64, "throttled_ns", sample, throttled_ns),
	MAY(FIELD_REAL, "records_ns", sample, records_ns),
	MAY(FIELD_U64, "nr_records", sample, nr_records),
	MAY(FIELD_U64, "slice_ops", sample, slice_ops),
	END,
};

const struct field fields_interference[] = {
	MAY(FIELD_I64, "busy_ns", interference, busy_ns),
	MAY(FIELD_I64, "sibling_busy_ns", interference, sibling_busy_ns),
	MAY(FIELD_I64, "interrupts", interference, interrupts),
	MAY(FIELD_I64, "device_interrupts", interference, device_interrupts),
	MAY(FIELD_I64, "core_throttles", interference, core_throttles),
	MAY(FIELD_I64, "package_throttles", interference, package_throttles),
	MAY(FIELD_REAL, "mhz_before", interference, mhz_before),
	MAY(FIELD_REAL, "mhz_after", interference, mhz_after),
	END,
};

const struct field fields_counting[] = {
	MAY(FIELD_TEXT, "scope", entry, scope),
	END,
};

const struct field fields_counter[] = {
	NEED(FIELD_TEXT, "name", counter, name),
	MAY(FIELD_TEXT, "metric", counter, metric),
	MAY(FIELD_TEXT, "kind", counter, kind),
	MAY(FIELD_TEXT, "pmu", counter, pmu),
	MAY(FIELD_TEXT, "encoding", counter, encoding),
	MAY(FIELD_TEXT, "class", counter, class),
	MAY(FIELD_TEXT, "status", counter, status),
	MAY(FIELD_TEXT, "reason", counter, reason),
	END,
};

const struct field fields_count[] = {
	MAY(FIELD_I64, "value", count, value),
	MAY(FIELD_I64, "enabled_ns", count, enabled_ns),
	MAY(FIELD_I64, "running_ns", count, running_ns),
	END,
};

const struct field fields_count_status[] = {
	MAY(FIELD_TEXT, "status", count, status),
	END,
};

const struct field fields_latency[] = {
	MAY(FIELD_U64, "ops_per_loop", latency, ops_per_loop),
	MAY(FIELD_U32, "nr_runs", latency, nr_runs),
	MAY(FIELD_U32, "nr_invalid", latency, nr_invalid),
	MAY(FIELD_REAL, "clock_ns", latency, clock_ns),
	MAY(FIELD_TEXT, "reason", latency, reason),
	MAY(FIELD_U64, "max", latency, buckets.max),
	END,
};

const struct field fields_latency_stats[] = {
	MAY(FIELD_REAL, "p50", latency_stats, quantile[LATENCY_P50]),
	MAY(FIELD_REAL, "p90", latency_stats, quantile[LATENCY_P90]),
	MAY(FIELD_REAL, "p99", latency_stats, quantile[LATENCY_P99]),
	MAY(FIELD_REAL, "p99.9", latency_stats, quantile[LATENCY_P999]),
	MAY(FIELD_REAL, "long_share", latency_stats, long_share),
	END,
};

const struct field fields_finding[] = {
	NEED(FIELD_TEXT, "id", finding, id),
	NEED(FIELD_TEXT, "text", finding, text),
	END,
};

const struct field fields_stats[] = {
	MAY(FIELD_SIZE, "n", stats, n),
	MAY(FIELD_REAL, "mean", stats, mean),
	MAY(FIELD_REAL, "stddev", stats, stddev),
	MAY(FIELD_REAL, "sem", stats, sem),
	MAY(FIELD_REAL, "rsd", stats, rsd),
	MAY(FIELD_REAL, "ci95_lo", stats, ci_lo),
	MAY(FIELD_REAL, "ci95_hi", stats, ci_hi),
	MAY(FIELD_REAL, "median", stats, median),
	MAY(FIELD_REAL, "median_lo", stats, median_lo),
	MAY(FIELD_REAL, "median_hi", stats, median_hi),
	MAY(FIELD_REAL, "median_level", stats, median_level),
	MAY(FIELD_REAL, "mad", stats, mad),
	MAY(FIELD_REAL, "min", stats, min),
	MAY(FIELD_REAL, "q1", stats, q1),
	MAY(FIELD_REAL, "q3", stats, q3),
	MAY(FIELD_REAL, "max", stats, max),
	MAY(FIELD_REAL, "lag1", stats, lag1),
	MAY(FIELD_REAL, "n_eff", stats, n_eff),
	MAY(FIELD_REAL, "trend", stats, trend),
	END,
};

const struct field fields_summary[] = {
	MAY(FIELD_SIZE, "nr_invalid", summary, nr_invalid),
	MAY(FIELD_REAL, "ops_per_sec", summary, ops_per_sec),
	MAY(FIELD_REAL, "cpu_ns_per_op", summary, cpu_ns_per_op),
	MAY(FIELD_REAL, "switches_per_op", summary, switches_per_op),
	MAY(FIELD_REAL, "involuntary", summary, involuntary),
	MAY(FIELD_REAL, "ns_per_switch", summary, ns_per_switch),
	MAY(FIELD_REAL, "quiet_ns", summary, quiet_ns),
	MAY(FIELD_TEXT, "quiet_reason", summary, quiet_reason),
	MAY(FIELD_SIZE, "nr_slices", summary, nr_slices),
	MAY(FIELD_REAL, "switch_ns", summary, switch_ns),
	MAY(FIELD_REAL, "control_ns", summary, control_ns),
	MAY(FIELD_TEXT, "switch_reason", summary, switch_reason),
	MAY(FIELD_REAL, "bytes_per_sec", summary, bytes_per_sec),
	END,
};

const struct field fields_counter_stats[] = {
	MAY(FIELD_SIZE, "n", counter_stats, n),
	MAY(FIELD_REAL, "share", counter_stats, share),
	MAY(FIELD_REAL, "per_op", counter_stats, per_op),
	MAY(FIELD_REAL, "per_op_stddev", counter_stats, op_stddev),
	MAY(FIELD_REAL, "per_switch", counter_stats, per_switch),
	MAY(FIELD_REAL, "per_switch_stddev", counter_stats, switch_stddev),
	MAY(FIELD_TEXT, "reason", counter_stats, reason),
	END,
};

const struct field fields_derived[] = {
	WORD("what", derived, kind, derivations),
	MAY(FIELD_REAL, "value", derived, value),
	MAY(FIELD_TEXT, "reason", derived, reason),
	END,
};

const struct field fields_cost[] = {
	MAY(FIELD_REAL, "cost", summary, counting_cost),
	MAY(FIELD_REAL, "lo", summary, counting_lo),
	MAY(FIELD_REAL, "hi", summary, counting_hi),
	MAY(FIELD_TEXT, "reason", summary, event_set_reason),
	END,
};

const char *regime_word(int regime)
{
	return regimes[regime];
}
