/* SPDX-License-Identifier: MIT */
/*
 * core/report/csv.c - one row per run, RFC 4180 with plain newlines.
 *
 * Events are columns of their own, behind those that are always there.
 */
#include "report/csv.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/view.h"
#include "result/counter_text.h"
#include "result/fields.h"
#include "util/memory.h"
#include "util/text.h"

/**
 * struct row - a run and what it belongs to
 * @counted:	it is a counted one
 * @file:	where the session was read, or NULL
 * @err:	set where there is no memory for a cell
 */
struct row {
	const struct session *s;
	const struct entry *e;
	const struct sample *r;
	bool counted;
	const char *file;
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

COLUMN(file, csv_text(out, row->file));
COLUMN(host, csv_text(out, session_fact(row->s, "host")));
COLUMN(kernel, csv_text(out, session_fact(row->s, "kernel")));
COLUMN(cpu_model, csv_text(out, session_fact(row->s, "cpu_model")));
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

COLUMN(params, put_list(out, row, add_params));
COLUMN(why, put_list(out, row, add_why));
COLUMN(cpus, put_list(out, row, add_cpus));
COLUMN(counted, fputs(row->counted ? "true" : "false", out));

static const struct column columns[] = {
	{ "file", put_file },
	{ "host", put_host },
	{ "kernel", put_kernel },
	{ "cpu_model", put_cpu_model },
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
};

#define NR_COLUMNS (sizeof(columns) / sizeof(*columns))

/*
 * Columns of events.
 */

#define LABEL_LEN 256

/* struct events - labels of events, in the order in which they were found */
struct events {
	size_t nr;
	char **labels;
};

static size_t find_event(const struct events *v, const char *label)
{
	size_t i = 0;

	while (i < v->nr && strcmp(v->labels[i], label))
		i++;
	return i;
}

static int add_event(struct events *v, const char *label)
{
	char **at;

	if (find_event(v, label) < v->nr)
		return 0;
	at = ARRAY_ADD(v->labels, v->nr);
	if (!at)
		return -ENOMEM;
	*at = strdup(label);
	return *at ? 0 : -ENOMEM;
}

static int find_events(struct events *v, const struct session *s, size_t nr)
{
	char label[LABEL_LEN];
	int err = 0;

	for (size_t i = 0; i < nr; i++) {
		for (size_t k = 0; k < s[i].nr_entries; k++) {
			const struct entry *e = &s[i].entries[k];

			for (size_t n = 0; !err && n < e->nr_counters; n++)
				err = add_event(v, counter_label(e, n, label,
								 LABEL_LEN));
		}
	}
	return err;
}

static void free_events(struct events *v)
{
	for (size_t i = 0; i < v->nr; i++)
		free(v->labels[i]);
	free(v->labels);
}

/* The counts of a run, each in its column. */
static void put_events(FILE *out, const struct row *row, const struct events *v)
{
	char label[LABEL_LEN];

	for (size_t i = 0; i < v->nr; i++) {
		fputc(',', out);
		for (size_t k = 0; k < row->r->nr_counts; k++) {
			counter_label(row->e, k, label, LABEL_LEN);
			if (strcmp(label, v->labels[i]))
				continue;
			put_i64(out, row->r->counts[k].value);
			break;
		}
	}
}

static void put_titles(FILE *out, const struct events *v)
{
	for (size_t i = 0; i < NR_COLUMNS; i++)
		fprintf(out, "%s%s", i ? "," : "", columns[i].title);
	for (size_t i = 0; i < v->nr; i++) {
		fputc(',', out);
		csv_text(out, v->labels[i]);
	}
	fputc('\n', out);
}

static void put_row(FILE *out, const struct row *row, const struct events *v)
{
	for (size_t i = 0; i < NR_COLUMNS; i++) {
		if (i)
			fputc(',', out);
		columns[i].put(out, row);
	}
	put_events(out, row, v);
	fputc('\n', out);
}

static int put_session(FILE *out, const struct session *s, const char *file,
		       const struct events *v)
{
	int err = 0;

	for (size_t i = 0; i < s->nr_entries && !err; i++) {
		const struct entry *e = &s->entries[i];
		struct row row = { .s = s, .e = e, .file = file, .err = &err };

		for (size_t k = 0; k < e->nr_runs; k++) {
			row.r = &e->runs[k];
			put_row(out, &row, v);
		}
		row.counted = true;
		for (size_t k = 0; k < e->nr_counted; k++) {
			row.r = &e->counted[k];
			put_row(out, &row, v);
		}
	}
	return err;
}

int report_csv(FILE *out, const struct session *s,
	       const struct report_opts *opts)
{
	struct events v = { 0 };
	int err = find_events(&v, opts->all ? opts->all : s,
			      opts->all ? opts->nr_all : 1);

	if (!err && !opts->continued)
		put_titles(out, &v);
	if (!err)
		err = put_session(out, s, opts->file, &v);
	free_events(&v);
	return err;
}

int convert_csv(FILE *out, const struct convert_source *src)
{
	struct report_opts opts = { .all = src->sessions, .nr_all = src->nr };
	int err = 0;

	for (size_t i = 0; !err && i < src->nr; i++) {
		opts.file = src->files[i];
		err = report_csv(out, &src->sessions[i], &opts);
		opts.continued = true;
	}
	return err;
}
