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

/* struct row - a run, what it belongs to, whether it is a counted one */
struct row {
	const struct session *s;
	const struct entry *e;
	const struct sample *r;
	bool counted;
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
		     void (*parts)(FILE *f, const struct row *row))
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return;
	parts(f, row);
	if (!fclose(f))
		csv_text(out, text);
	free(text);
}

static void param_parts(FILE *f, const struct row *row)
{
	const struct entry *e = row->e;

	for (size_t i = 0; i < e->nr_params; i++)
		fprintf(f, "%s%s=%s", i ? ";" : "", e->params[i].name,
			e->params[i].value);
}

static void why_parts(FILE *f, const struct row *row)
{
	const struct findings *why = &row->r->why;

	for (size_t i = 0; i < why->nr; i++)
		fprintf(f, "%s%s", i ? ";" : "", why->v[i].id);
}

static void cpu_parts(FILE *f, const struct row *row)
{
	for (size_t i = 0; i < row->e->nr_cpus; i++)
		fprintf(f, "%s%d", i ? ";" : "", row->e->cpus[i]);
}

static void count_parts(FILE *f, const struct row *row)
{
	for (size_t i = 0; i < row->r->nr_counts; i++) {
		char label[256];

		fprintf(f, "%s%s=", i ? ";" : "",
			counter_label(row->e, i, label, sizeof(label)));
		put_i64(f, row->r->counts[i].value);
	}
}

COLUMN(params, put_list(out, row, param_parts));
COLUMN(why, put_list(out, row, why_parts));
COLUMN(cpus, put_list(out, row, cpu_parts));
COLUMN(counts, put_list(out, row, count_parts));
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
	if (!opts->continued)
		put_titles(out);
	for (size_t i = 0; i < s->nr_entries; i++) {
		const struct entry *e = &s->entries[i];

		for (size_t k = 0; k < e->nr_runs; k++)
			put_row(out, &(struct row){ s, e, &e->runs[k], false });
		for (size_t k = 0; k < e->nr_counted; k++)
			put_row(out,
				&(struct row){ s, e, &e->counted[k], true });
	}
	return 0;
}
