/* SPDX-License-Identifier: MIT */
/*
 * core/report/openmetrics.c - sessions as OpenMetrics text, for Prometheus.
 *
 * All samples of a family stand together. Names of labels are fixed, whatever a
 * benchmark calls its options, and session, entry and run make each series
 * unique.
 */
#include "report/openmetrics.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "result/counter_text.h"
#include "util/strbuf.h"
#include "util/text.h"

#define NS_PER_S 1e9

/**
 * struct series - a run of which a sample is written
 * @family:	its metric
 * @number:	of the entry, from 0
 */
struct series {
	FILE *out;
	const char *family;
	const struct session *s;
	const struct entry *e;
	const struct sample *r;
	size_t number;
	int *err;
};

/* NULL: the label is left out. */
static void put_label(FILE *out, const char *before, const char *name,
		      const char *value, int *err)
{
	char *clean = value ? strdup(value) : NULL;

	if (value && !clean)
		*err = -ENOMEM;
	if (!clean)
		return;
	text_clean(clean);
	fprintf(out, "%s%s=\"", before, name);
	for (const char *at = clean; *at; at++) {
		if (*at == '"' || *at == '\\')
			fputc('\\', out);
		fputc(*at, out);
	}
	fputc('"', out);
	free(clean);
}

static void put_params(const struct series *x)
{
	struct strbuf b = { 0 };

	for (size_t i = 0; i < x->e->nr_params; i++)
		strbuf_join(&b, ";", "%s=%s", x->e->params[i].name,
			    x->e->params[i].value);
	if (b.err)
		*x->err = b.err;
	put_label(x->out, ",", "params", strbuf_text(&b), x->err);
	strbuf_free(&b);
}

/* Seconds since the epoch behind a blank, if they are known. */
static void put_end(FILE *out, const struct session *s)
{
	struct tm tm = { 0 };

	if (s->created && strptime(s->created, "%Y-%m-%dT%H:%M:%SZ", &tm))
		fprintf(out, " %lld", (long long)timegm(&tm));
	fputc('\n', out);
}

static void put_value(const struct series *x, const char *event, double value)
{
	const struct entry *e = x->e;

	if (!isfinite(value))
		return;
	fputs(x->family, x->out);
	put_label(x->out, "{", "session", x->s->id, x->err);
	put_label(x->out, ",", "benchmark", e->name, x->err);
	put_params(x);
	put_label(x->out, ",", "cpus", e->relation, x->err);
	put_label(x->out, ",", "tasks", e->threads ? "threads" : "processes",
		  x->err);
	put_label(x->out, ",", "sched", e->policy, x->err);
	put_label(x->out, ",", "calls", e->calls, x->err);
	put_label(x->out, ",", "event", event, x->err);
	fprintf(x->out,
		",groups=\"%" PRIu32 "\",entry=\"%zu\",run=\"%" PRIu32
		"\"} %.15g",
		e->nr_groups, x->number, x->r->index, value);
	put_end(x->out, x->s);
}

static double per_op(const struct sample *r, double value)
{
	return r->ops ? value / (double)r->ops : NAN;
}

static void put_time(const struct series *x)
{
	if (!x->e->records)
		put_value(x, NULL,
			  per_op(x->r, (double)x->r->elapsed_ns) / NS_PER_S);
}

static void put_recorded(const struct series *x)
{
	if (x->e->records)
		put_value(x, NULL, x->r->records_ns / NS_PER_S);
}

static void put_cpu(const struct series *x)
{
	if (x->r->figures.cpu_ns != NOT_MEASURED)
		put_value(x, NULL,
			  per_op(x->r, (double)x->r->figures.cpu_ns) /
				  NS_PER_S);
}

static void put_switches(const struct series *x)
{
	put_value(x, NULL, per_op(x->r, run_figures_switches(&x->r->figures)));
}

static void put_ops(const struct series *x)
{
	put_value(x, NULL, (double)x->r->ops);
}

static void put_events(const struct series *x)
{
	char label[256];

	for (size_t i = 0; i < x->r->nr_counts; i++) {
		int64_t value = x->r->counts[i].value;

		if (value != NOT_MEASURED)
			put_value(x,
				  counter_label(x->e, i, label, sizeof(label)),
				  per_op(x->r, (double)value));
	}
}

static const struct {
	const char *name, *unit, *help;
	bool counted;
	void (*put)(const struct series *x);
} families[] = {
	{ "harness_op_seconds", "seconds", "Elapsed time per op of a run.",
	  false, put_time },
	{ "harness_recorded_seconds", "seconds",
	  "Mean of what the benchmark recorded in a run.", false,
	  put_recorded },
	{ "harness_op_cpu_seconds", "seconds",
	  "CPU time of all tasks per op of a run.", false, put_cpu },
	{ "harness_op_switches", NULL,
	  "Context switches of all tasks per op of a run.", false,
	  put_switches },
	{ "harness_run_ops", NULL, "Ops of a run.", false, put_ops },
	{ "harness_op_events", NULL,
	  "Count of an event per op, of a run with counters.", true,
	  put_events },
};

static void put_session(FILE *out, const struct session *s, const char *file,
			int *err)
{
	static const struct {
		const char *label, *fact;
	} facts[] = {
		{ "host", "host" },	      { "instance_id", "instance_id" },
		{ "config_id", "config_id" }, { "kernel", "kernel" },
		{ "cpu_model", "cpu_model" }, { "microcode", "microcode" },
	};

	fputs("harness_session", out);
	put_label(out, "{", "session", s->id, err);
	put_label(out, ",", "file", file, err);
	for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++)
		put_label(out, ",", facts[i].label,
			  session_fact(s, facts[i].fact), err);
	fputs("} 1", out);
	put_end(out, s);
}

/* The samples of a family that an entry has. */
static void put_entry(struct series *x, size_t family)
{
	bool counted = families[family].counted;
	size_t nr = counted ? x->e->nr_counted : x->e->nr_runs;

	for (size_t i = 0; i < nr; i++) {
		x->r = counted ? &x->e->counted[i] : &x->e->runs[i];
		if (x->r->valid)
			families[family].put(x);
	}
}

static void put_family(FILE *out, const struct convert_source *src, size_t i,
		       int *err)
{
	const char *name = families[i].name;

	fprintf(out, "# TYPE %s gauge\n", name);
	if (families[i].unit)
		fprintf(out, "# UNIT %s %s\n", name, families[i].unit);
	fprintf(out, "# HELP %s %s\n", name, families[i].help);
	for (size_t k = 0; k < src->nr; k++) {
		struct series x = { .out = out,
				    .family = name,
				    .s = &src->sessions[k],
				    .err = err };

		for (; x.number < x.s->nr_entries; x.number++) {
			x.e = &x.s->entries[x.number];
			put_entry(&x, i);
		}
	}
}

/* Whether a session stands there twice: each series may be there once. */
static bool is_repeated(const struct convert_source *src)
{
	for (size_t i = 0; i < src->nr; i++) {
		for (size_t k = 0; k < i; k++) {
			if (!strcmp(src->sessions[i].id, src->sessions[k].id))
				return true;
		}
	}
	return false;
}

int convert_openmetrics(FILE *out, const struct convert_source *src)
{
	int err = 0;

	if (is_repeated(src))
		return -EEXIST;
	fputs("# TYPE harness_session gauge\n"
	      "# HELP harness_session A session and the machine it ran on.\n",
	      out);
	for (size_t i = 0; i < src->nr; i++)
		put_session(out, &src->sessions[i], src->files[i], &err);
	for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++)
		put_family(out, src, i, &err);
	fputs("# EOF\n", out);
	return err;
}
