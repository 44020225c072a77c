/* SPDX-License-Identifier: MIT */
/*
 * core/report/csv.c - one row per run, RFC 4180 with plain newlines.
 *
 * Everything that a run has but its slices, and what it takes to know what
 * was run. An empty cell was not measured. The columns are always the same,
 * so that files of any sessions fit together: counts are one cell.
 */
#include "report/csv.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "report/view.h"
#include "result/counter_text.h"
#include "result/fields.h"
#include "util/text.h"

/**
 * struct row - a run and what it belongs to
 * @counted:	it is a counted one
 * @err:	set where there is no memory for a cell
 */
struct row {
	const struct session *s;
	const struct entry *e;
	const struct sample *r;
	bool counted;
	int *err;
};

/**
 * struct column - one fact about a run
 * @title:	with the unit
 * @put:	writes it; nothing if it was not measured
 */
struct column {
	const char *title;
	void (*put)(FILE *out, const struct row *row);
};

static void put_i64(FILE *out, int64_t value)
{
	if (value != NOT_MEASURED)
		fprintf(out, "%" PRId64, value);
}

static void put_real(FILE *out, double value)
{
	if (isfinite(value))
		fprintf(out, "%.17g", value);
}

#define COLUMN(name, expression)                                 \
	static void put_##name(FILE *out, const struct row *row) \
	{                                                        \
		expression;                                      \
	}                                                        \
	_Static_assert(1, "takes the semicolon")

COLUMN(session_id, csv_text(out, row->s->id));
COLUMN(benchmark, csv_text(out, row->e->name));
COLUMN(op, csv_text(out, row->e->op));
COLUMN(mode, fputs(row->e->threads ? "threads" : "processes", out));
COLUMN(tasks, fprintf(out, "%" PRIu32, row->e->nr_tasks));
COLUMN(groups, fprintf(out, "%" PRIu32, row->e->nr_groups));
COLUMN(relation, csv_text(out, row->e->relation));
COLUMN(policy, csv_text(out, row->e->policy));
COLUMN(calls, csv_text(out, row->e->calls));
COLUMN(regime, csv_text(out, regime_word(row->e->regime)));
COLUMN(warmup_ops, fprintf(out, "%" PRIu64, row->e->warmup_ops));
COLUMN(bytes_per_op, fprintf(out, "%" PRIu64, row->e->bytes_per_op));
COLUMN(repetition, fprintf(out, "%" PRIu32, row->r->session));
COLUMN(index, fprintf(out, "%" PRIu32, row->r->index));
COLUMN(valid, fputs(row->r->valid ? "true" : "false", out));
COLUMN(ops, fprintf(out, "%" PRIu64, row->r->ops));
COLUMN(elapsed, fprintf(out, "%" PRIu64, row->r->elapsed_ns));
COLUMN(ticks, put_i64(out, row->r->ticks));
COLUMN(cpu, put_i64(out, row->r->figures.cpu_ns));
COLUMN(nvcsw, put_i64(out, row->r->figures.nvcsw));
COLUMN(nivcsw, put_i64(out, row->r->figures.nivcsw));
COLUMN(minor, put_i64(out, row->r->figures.minor_faults));
COLUMN(major, put_i64(out, row->r->figures.major_faults));
COLUMN(migrations, put_i64(out, row->r->figures.migrations));
COLUMN(steal, put_i64(out, row->r->steal_ns));
COLUMN(throttled, put_i64(out, row->r->throttled_ns));
COLUMN(clock, put_real(out, row->r->clock_mhz));
COLUMN(records, put_real(out, row->r->records_ns));
COLUMN(nr_records, fprintf(out, "%" PRIu64, row->r->nr_records));

static void put_per_op(FILE *out, const struct row *row)
{
	if (row->r->ops)
		fprintf(out, "%.15g",
			(double)row->r->elapsed_ns / (double)row->r->ops);
}

/* A cell that is put together from parts. */
static void put_list(FILE *out, const struct row *row,
		     void (*add)(struct strbuf *b, const struct row *row))
{
	struct strbuf b = { 0 };

	add(&b, row);
	if (b.err)
		*row->err = b.err;
	csv_text(out, strbuf_text(&b));
	strbuf_free(&b);
}

static void add_params(struct strbuf *b, const struct row *row)
{
	const struct entry *e = row->e;

	for (size_t i = 0; i < e->nr_params; i++)
		strbuf_join(b, ";", "%s=%s", e->params[i].name,
			    e->params[i].value);
}

static void add_why(struct strbuf *b, const struct row *row)
{
	for (size_t i = 0; i < row->r->why.nr; i++)
		strbuf_join(b, ";", "%s", row->r->why.v[i].id);
}

static void add_cpus(struct strbuf *b, const struct row *row)
{
	for (size_t i = 0; i < row->e->nr_cpus; i++)
		strbuf_join(b, ";", "%d", row->e->cpus[i]);
}

static void add_counts(struct strbuf *b, const struct row *row)
{
	char label[256];

	for (size_t i = 0; i < row->r->nr_counts; i++) {
		int64_t value = row->r->counts[i].value;

		strbuf_join(b, ";", "%s=",
			    counter_label(row->e, i, label, sizeof(label)));
		if (value != NOT_MEASURED)
			strbuf_addf(b, "%" PRId64, value);
	}
}

COLUMN(params, put_list(out, row, add_params));
COLUMN(why, put_list(out, row, add_why));
COLUMN(cpus, put_list(out, row, add_cpus));
COLUMN(counts, put_list(out, row, add_counts));
COLUMN(counted, fputs(row->counted ? "true" : "false", out));

static const struct column columns[] = {
	{ "session_id", put_session_id },
	{ "benchmark", put_benchmark },
	{ "op", put_op },
	{ "params", put_params },
	{ "mode", put_mode },
	{ "tasks", put_tasks },
	{ "groups", put_groups },
	{ "cpus", put_cpus },
	{ "relation", put_relation },
	{ "policy", put_policy },
	{ "calls", put_calls },
	{ "regime", put_regime },
	{ "warmup_ops", put_warmup_ops },
	{ "bytes_per_op", put_bytes_per_op },
	{ "session", put_repetition },
	{ "index", put_index },
	{ "valid", put_valid },
	{ "why", put_why },
	{ "ops", put_ops },
	{ "elapsed_ns", put_elapsed },
	{ "time_ns_per_op", put_per_op },
	{ "ticks", put_ticks },
	{ "cpu_ns", put_cpu },
	{ "voluntary_switches", put_nvcsw },
	{ "involuntary_switches", put_nivcsw },
	{ "minor_faults", put_minor },
	{ "major_faults", put_major },
	{ "migrations", put_migrations },
	{ "steal_ns", put_steal },
	{ "throttled_ns", put_throttled },
	{ "clock_mhz", put_clock },
	{ "recorded_ns", put_records },
	{ "recorded_values", put_nr_records },
	{ "counted", put_counted },
	{ "counts", put_counts },
};

#define NR_COLUMNS (sizeof(columns) / sizeof(*columns))

static void put_titles(FILE *out)
{
	for (size_t i = 0; i < NR_COLUMNS; i++)
		fprintf(out, "%s%s", i ? "," : "", columns[i].title);
	fputc('\n', out);
}

static void put_row(FILE *out, const struct row *row)
{
	for (size_t i = 0; i < NR_COLUMNS; i++) {
		if (i)
			fputc(',', out);
		columns[i].put(out, row);
	}
	fputc('\n', out);
}

int report_csv(FILE *out, const struct session *s,
	       const struct report_opts *opts)
{
	int err = 0;

	if (!opts->continued)
		put_titles(out);
	for (size_t i = 0; i < s->nr_entries && !err; i++) {
		const struct entry *e = &s->entries[i];
		struct row row = { .s = s, .e = e, .err = &err };

		for (size_t k = 0; k < e->nr_runs; k++) {
			row.r = &e->runs[k];
			put_row(out, &row);
		}
		row.counted = true;
		for (size_t k = 0; k < e->nr_counted; k++) {
			row.r = &e->counted[k];
			put_row(out, &row);
		}
	}
	return err;
}
