/* SPDX-License-Identifier: MIT */
/*
 * core/result/encode.c - a session as a JSON document.
 */
#include "result/encode.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "result/cpu_sweep.h"
#include "result/latency.h"
#include "result/status.h"
#include "result/summary.h"

#define TEXT(x) TEXT_(x)
#define TEXT_(x) #x
#define SCHEMA_VERSION TEXT(RESULT_MAJOR) "." TEXT(RESULT_MINOR)

/*
 * Parts that other documents have too.
 */

static void write_measured(struct json_writer *w, const char *key,
			   int64_t value)
{
	if (value == NOT_MEASURED)
		json_write_null(w, key);
	else
		json_write_int(w, key, value);
}

static void write_field(struct json_writer *w, const struct field *f,
			const void *at)
{
	switch (f->type) {
	case FIELD_BOOL:
		json_write_bool(w, f->key, *(const bool *)at);
		break;
	case FIELD_U32:
		json_write_int(w, f->key, *(const uint32_t *)at);
		break;
	case FIELD_U64:
		json_write_u64(w, f->key, *(const uint64_t *)at);
		break;
	case FIELD_SIZE:
		json_write_u64(w, f->key, *(const size_t *)at);
		break;
	case FIELD_I64:
		write_measured(w, f->key, *(const int64_t *)at);
		break;
	case FIELD_REAL:
		json_write_real(w, f->key, *(const double *)at);
		break;
	case FIELD_WORD:
		json_write_text(w, f->key, f->words[*(const int *)at]);
		break;
	case FIELD_TEXT:
		json_write_text(w, f->key, *(char *const *)at);
		break;
	}
}

void json_write_fields(struct json_writer *w, const struct field *table,
		       const void *base)
{
	for (const struct field *f = table; f->key; f++)
		write_field(w, f, (const char *)base + f->offset);
}

void json_write_row(struct json_writer *w, const char *key,
		    const struct field *table, const void *base)
{
	json_write_flat_object(w, key);
	json_write_fields(w, table, base);
	json_write_end(w);
}

void json_write_rows(struct json_writer *w, const char *key,
		     const struct field *table, const void *base, size_t nr,
		     size_t size)
{
	json_write_array(w, key);
	for (size_t i = 0; i < nr; i++)
		json_write_row(w, NULL, table, (const char *)base + i * size);
	json_write_end(w);
}

void json_write_findings(struct json_writer *w, const char *key,
			 const struct findings *f)
{
	json_write_rows(w, key, fields_finding, f->v, f->nr, sizeof(*f->v));
}

void json_write_facts(struct json_writer *w, const char *key,
		      const struct session *s)
{
	json_write_object(w, key);
	for (size_t i = 0; i < s->nr_facts; i++)
		json_write_text(w, s->facts[i].name, s->facts[i].value);
	json_write_end(w);
}

static void write_params(struct json_writer *w, const char *key,
			 const struct param *v, size_t nr)
{
	json_write_flat_object(w, key);
	for (size_t i = 0; i < nr; i++)
		json_write_text(w, v[i].name, v[i].value);
	json_write_end(w);
}

/*
 * Runs and what they were measured with.
 */

/* What an imported sample, or an old one, does not have. */
static bool interference_known(const struct interference *u)
{
	return u->busy_ns != NOT_MEASURED || u->interrupts != NOT_MEASURED ||
	       !isnan(u->mhz_before);
}

/* Whether a value is none: null, or a count of nothing. */
static bool is_none(const struct field *f, const void *at)
{
	switch (f->type) {
	case FIELD_I64:
		return *(const int64_t *)at == NOT_MEASURED;
	case FIELD_REAL:
		return isnan(*(const double *)at);
	default:
		return *(const uint64_t *)at == 0;
	}
}

/* Whether there is no more than the time, as of an imported sample. */
static bool only_time(const struct sample *r)
{
	for (const struct field *f = fields_sample_more; f->key; f++) {
		if (!is_none(f, (const char *)r + f->offset))
			return false;
	}
	return !r->nr_slices && !r->nr_chains && !r->why.nr &&
	       !interference_known(&r->interference);
}

/* The members of a sample, which is open. */
static void write_sample(struct json_writer *w, const struct sample *r)
{
	json_write_fields(w, fields_sample, r);
	if (only_time(r))
		return;
	json_write_fields(w, fields_sample_more, r);
	json_write_flat_array(w, "slices_ns");
	for (size_t i = 0; i < r->nr_slices; i++)
		json_write_u64(w, NULL, r->slice_ns[i]);
	json_write_end(w);
	if (r->nr_chains) {
		json_write_flat_array(w, "chains_ns");
		for (size_t i = 0; i < r->nr_chains; i++)
			json_write_u64(w, NULL, r->chain_ns[i]);
		json_write_end(w);
	}
	if (interference_known(&r->interference))
		json_write_row(w, "machine", fields_interference,
			       &r->interference);
	json_write_findings(w, "why", &r->why);
}

static void write_counts(struct json_writer *w, const struct sample *r)
{
	json_write_array(w, "counts");
	for (size_t i = 0; i < r->nr_counts; i++) {
		const struct count *c = &r->counts[i];

		json_write_object(w, NULL);
		json_write_fields(w, fields_count, c);
		if (c->status)
			json_write_fields(w, fields_count_status, c);
		json_write_end(w);
	}
	json_write_end(w);
}

static void write_samples(struct json_writer *w, const char *key,
			  const struct sample *r, size_t nr, bool counted)
{
	json_write_array(w, key);
	for (size_t i = 0; i < nr; i++) {
		json_write_flat_object(w, NULL);
		write_sample(w, &r[i]);
		if (counted)
			write_counts(w, &r[i]);
		json_write_end(w);
	}
	json_write_end(w);
}

static void write_event(struct json_writer *w, const struct counter *k)
{
	json_write_flat_object(w, NULL);
	json_write_fields(w, fields_counter, k);
	if (k->nr_of_switch) {
		json_write_array(w, "of_switch");
		for (size_t i = 0; i < k->nr_of_switch; i++)
			json_write_real(w, NULL, k->of_switch[i]);
		json_write_end(w);
	}
	json_write_end(w);
}

/* What an entry without counters does not have. */
static void write_counters(struct json_writer *w, const struct entry *e)
{
	if (!e->nr_counters && !e->nr_counted && !e->scope)
		return;
	json_write_object(w, "counters");
	json_write_fields(w, fields_counting, e);
	json_write_array(w, "events");
	for (size_t i = 0; i < e->nr_counters; i++)
		write_event(w, &e->counters[i]);
	json_write_end(w);
	json_write_end(w);
	write_samples(w, "counted", e->counted, e->nr_counted, true);
}

/* What an entry without a distribution does not have. */
static void write_latency(struct json_writer *w, const struct entry *e)
{
	const struct latency *l = e->latency;
	struct latency_stats st;

	if (!l)
		return;
	latency_stats(&l->buckets, &st);
	json_write_object(w, "latency");
	json_write_text(w, "unit", "ns");
	json_write_text(w, "of", e->records ? "records" : "loops");
	json_write_fields(w, fields_latency, l);
	json_write_u64(w, "n", buckets_total(&l->buckets));
	json_write_fields(w, fields_latency_stats, &st);
	json_write_flat_array(w, "buckets");
	for (size_t i = 0; i < l->buckets.nr; i++) {
		json_write_array(w, NULL);
		json_write_u64(w, NULL, l->buckets.v[i].lowest);
		json_write_u64(w, NULL, l->buckets.v[i].count);
		json_write_end(w);
	}
	json_write_end(w);
	json_write_end(w);
}

static void write_paired(struct json_writer *w, const struct paired *c)
{
	json_write_flat_object(w, NULL);
	json_write_fields(w, fields_paired, c);
	json_write_array(w, "log_ratios");
	for (size_t i = 0; i < c->nr_pairs; i++)
		json_write_real(w, NULL, c->log_ratios[i]);
	json_write_end(w);
	json_write_end(w);
}

/*
 * The cache of what summarize() makes of an entry.
 */

/* The numbers that the outliers have among all runs. */
static void write_outliers(struct json_writer *w, const struct entry *e,
			   const struct stats *st)
{
	size_t valid = 0, next = 0;

	json_write_array(w, "outliers");
	for (size_t i = 0; i < e->nr_runs && next < st->nr_outliers; i++) {
		const struct sample *r = &e->runs[i];

		if (!r->valid || valid++ != st->outliers[next])
			continue;
		json_write_int(w, NULL, r->index);
		next++;
	}
	json_write_end(w);
}

static void write_stats(struct json_writer *w, const struct entry *e,
			const struct stats *st)
{
	json_write_object(w, "time");
	json_write_fields(w, fields_stats, st);
	write_outliers(w, e, st);
	json_write_array(w, "flags");
	for (size_t i = 0; stats_flag_words[i]; i++)
		if (st->flags & 1u << i)
			json_write_text(w, NULL, stats_flag_words[i]);
	json_write_end(w);
	json_write_end(w);
}

static void write_counted(struct json_writer *w, const struct entry *e,
			  const struct summary *sum)
{
	json_write_array(w, "counters");
	for (size_t i = 0; i < sum->nr_counters; i++) {
		json_write_object(w, NULL);
		json_write_text(w, "name", e->counters[i].name);
		json_write_fields(w, fields_counter_stats, &sum->counters[i]);
		json_write_end(w);
	}
	json_write_end(w);
	json_write_array(w, "derived");
	for (size_t i = 0; i < sum->nr_derived; i++) {
		const struct derived *d = &sum->derived[i];

		json_write_object(w, NULL);
		json_write_fields(w, fields_derived, d);
		json_write_text(w, "of", e->counters[d->counter].name);
		json_write_end(w);
	}
	json_write_end(w);
	json_write_row(w, "counting", fields_cost, sum);
}

static void write_summary(struct json_writer *w, const struct entry *e,
			  const struct summary *sum)
{
	json_write_flat_object(w, "summary");
	write_stats(w, e, &sum->time);
	json_write_fields(w, fields_summary, sum);
	if (sum->nr_counters)
		write_counted(w, e, sum);
	json_write_end(w);
}

/*
 * Entries.
 */

/* What makes two entries comparable, as one word. */
static void write_key(struct json_writer *w, const struct entry *e)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f) {
		json_write_fail(w, -ENOMEM);
		return;
	}
	fprintf(f, "%s{", e->name);
	for (size_t i = 0; i < e->nr_params; i++)
		fprintf(f, "%s%s=%s", i ? "," : "", e->params[i].name,
			e->params[i].value);
	fprintf(f, "}@%s,%s,%s,%s=%ux%u", e->relation ? e->relation : "?",
		e->policy ? e->policy : "?", e->calls ? e->calls : "?",
		e->threads ? "threads" : "processes", e->nr_groups,
		e->nr_tasks);
	if (fclose(f))
		json_write_fail(w, -ENOMEM);
	else
		json_write_text(w, "key", text);
	free(text);
}

static void write_placement(struct json_writer *w, const struct entry *e)
{
	json_write_flat_object(w, "placement");
	json_write_array(w, "cpus");
	for (size_t i = 0; i < e->nr_cpus; i++)
		json_write_int(w, NULL, e->cpus[i]);
	json_write_end(w);
	json_write_fields(w, fields_placement, e);
	json_write_end(w);
}

/* What an entry that is no place of a sweep does not have. */
static void write_place(struct json_writer *w, const struct sweep *s)
{
	if (!s)
		return;
	json_write_flat_object(w, "sweep");
	json_write_fields(w, fields_sweep, s);
	json_write_rows(w, "cpus", fields_sweep_cpu, s->cpus, s->nr,
			sizeof(*s->cpus));
	json_write_end(w);
}

static void write_switches(struct json_writer *w, const struct entry *e,
			   const struct summary *sum)
{
	bool promised = e->expect_max < 1e9;
	double min = promised || e->expect_min > 0 ? e->expect_min : NAN;

	json_write_flat_object(w, "switches_per_op");
	json_write_real(w, "expected_min", min);
	json_write_real(w, "expected_max", promised ? e->expect_max : NAN);
	json_write_real(w, "seen", sum->switches_per_op);
	json_write_end(w);
}

/* What time per op is called: a recorded value is not spread over ops. */
static void write_metrics(struct json_writer *w, const struct entry *e)
{
	json_write_flat_object(w, "metrics");
	json_write_object(w, "time");
	json_write_text(w, "unit", e->records ? "ns" : "ns/op");
	json_write_text(w, "better", "lower");
	json_write_text(w, "role", "primary");
	json_write_end(w);
	json_write_end(w);
}

/* What was measured, and how. */
static void write_setup(struct json_writer *w, const struct entry *e,
			const struct summary *sum)
{
	json_write_fields(w, fields_entry, e);
	write_key(w, e);
	write_params(w, "params", e->params, e->nr_params);
	write_placement(w, e);
	write_place(w, e->sweep);
	json_write_fields(w, fields_work, e);
	if (e->nice != NOT_MEASURED)
		json_write_int(w, "nice", e->nice);
	write_switches(w, e, sum);
	write_metrics(w, e);
}

static void write_entry(struct json_writer *w, const struct entry *e)
{
	struct summary sum;

	if (summarize(e, &sum)) {
		json_write_fail(w, -ENOMEM);
		return;
	}
	json_write_object(w, NULL);
	write_setup(w, e, &sum);
	json_write_fields(w, fields_outcome, e);
	json_write_array(w, "errors");
	for (size_t i = 0; i < e->nr_errors; i++)
		json_write_text(w, NULL, e->errors[i]);
	json_write_end(w);
	json_write_findings(w, "notes", &e->notes);
	if (e->absent.nr)
		json_write_findings(w, "not_measured", &e->absent);
	json_write_array(w, "contrasts");
	for (size_t i = 0; i < e->nr_paired; i++)
		write_paired(w, &e->paired[i]);
	json_write_end(w);
	write_samples(w, "runs", e->runs, e->nr_runs, false);
	write_latency(w, e);
	write_counters(w, e);
	write_summary(w, e, &sum);
	json_write_end(w);
	summary_free(&sum);
}

/*
 * What the entries of a sweep over CPUs say together: computed from the runs,
 * and not read back.
 */

static const char *finding(const struct sweep_judged *j, size_t i)
{
	if (i == j->reference)
		return "median";
	if (!sweep_differs(j, i))
		return NULL;
	return j->rows[i].ratio > 1 ? "slower" : "faster";
}

static void write_cpus(struct json_writer *w, const struct entry *e, size_t nr)
{
	struct sweep_judged j;
	int err = sweep_judge(e, nr, &j);

	if (err)
		json_write_fail(w, err);
	for (size_t i = 0; i < nr && !err; i++) {
		const struct sweep_row *r = &j.rows[i];

		json_write_flat_object(w, NULL);
		json_write_int(w, "cpu", e[i].sweep->cpus[0].cpu);
		json_write_real(w, "ratio", r->ratio);
		json_write_real(w, "lo", r->lo);
		json_write_real(w, "hi", r->hi);
		json_write_real(w, "level", r->level);
		json_write_real(w, "p", r->p);
		json_write_real(w, "p_holm", r->p_holm);
		json_write_text(w, "finding", finding(&j, i));
		json_write_end(w);
	}
	sweep_judged_free(&j);
}

static void write_pair(struct json_writer *w, const char *key,
		       const struct entry *e, size_t nr, size_t i)
{
	if (i >= nr) {
		json_write_null(w, key);
		return;
	}
	json_write_array(w, key);
	json_write_int(w, NULL, e[i].sweep->cpus[0].cpu);
	json_write_int(w, NULL, e[i].sweep->cpus[1].cpu);
	json_write_end(w);
}

static void write_relation(struct json_writer *w, const struct entry *e,
			   size_t nr, const struct sweep_relation *r)
{
	json_write_flat_object(w, NULL);
	json_write_text(w, "relation", r->relation);
	write_measured(w, "distance", r->distance);
	json_write_u64(w, "pairs", r->nr);
	json_write_u64(w, "total", r->total);
	json_write_real(w, "min", r->min);
	json_write_real(w, "median", r->median);
	json_write_real(w, "max", r->max);
	write_pair(w, "fastest", e, nr, r->fastest);
	write_pair(w, "slowest", e, nr, r->slowest);
	json_write_end(w);
}

/* Mean times of the entries; malloc'ed, NULL: no memory. */
static double *mean_times(const struct entry *e, size_t nr)
{
	double *ns = calloc(nr + 1, sizeof(*ns));
	struct summary sum;

	for (size_t i = 0; ns && i < nr; i++) {
		if (summarize(&e[i], &sum)) {
			free(ns);
			return NULL;
		}
		ns[i] = sum.time.n ? sum.time.mean : NAN;
		summary_free(&sum);
	}
	return ns;
}

static void write_relations(struct json_writer *w, const struct entry *e,
			    size_t nr)
{
	double *ns = mean_times(e, nr);
	struct sweep_relation *r = NULL;
	int n = ns ? sweep_relations(e, ns, nr, &r) : -ENOMEM;

	if (n < 0)
		json_write_fail(w, n);
	for (int i = 0; i < n; i++)
		write_relation(w, e, nr, &r[i]);
	free(r);
	free(ns);
}

static void write_sweep(struct json_writer *w, const struct session *s,
			size_t first, size_t nr)
{
	const struct entry *e = &s->entries[first];
	bool pairs = e->sweep->kind == SWEEP_PAIRS;

	json_write_object(w, NULL);
	json_write_text(w, "name", e->name);
	json_write_u64(w, "first", first);
	json_write_u64(w, "nr", nr);
	json_write_array(w, pairs ? "relations" : "cpus");
	if (pairs)
		write_relations(w, e, nr);
	else
		write_cpus(w, e, nr);
	json_write_end(w);
	json_write_end(w);
}

/* What a session without a sweep of several places does not have. */
static void write_sweeps(struct json_writer *w, const struct session *s)
{
	bool any = false;
	size_t nr;

	for (size_t i = 0; i < s->nr_entries; i += nr) {
		nr = sweep_length(s, i);
		if (nr == 1)
			continue;
		if (!any)
			json_write_array(w, "sweeps");
		any = true;
		write_sweep(w, s, i, nr);
	}
	if (any)
		json_write_end(w);
}

/*
 * The session.
 */

static void write_command(struct json_writer *w, const struct session *s)
{
	json_write_object(w, "command");
	json_write_flat_array(w, "argv");
	for (size_t i = 0; i < s->argc; i++)
		json_write_text(w, NULL, s->argv[i]);
	json_write_end(w);
	json_write_fields(w, fields_command, s);
	json_write_end(w);
}

int result_encode(FILE *out, const struct session *s)
{
	struct json_writer w = json_writer(out, 2, true);

	json_write_object(&w, NULL);
	json_write_text(&w, "schema", RESULT_SCHEMA);
	json_write_text(&w, "schema_version", SCHEMA_VERSION);
	json_write_fields(&w, fields_session, s);
	json_write_text(&w, "status", session_status_word(session_status(s)));
	json_write_row(&w, "tool", fields_tool, s);
	write_command(&w, s);
	if (s->nr_labels)
		write_params(&w, "labels", s->labels, s->nr_labels);
	json_write_facts(&w, "host", s);
	json_write_object(&w, "env");
	json_write_rows(&w, "checks", fields_check, s->checks, s->nr_checks,
			sizeof(*s->checks));
	json_write_end(&w);
	json_write_array(&w, "benchmarks");
	for (size_t i = 0; i < s->nr_entries && !w.err; i++)
		write_entry(&w, &s->entries[i]);
	json_write_end(&w);
	write_sweeps(&w, s);
	json_write_end(&w);
	return json_write_finish(&w);
}
