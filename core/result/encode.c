/* SPDX-License-Identifier: MIT */
/*
 * core/result/encode.c - a session as a JSON document.
 *
 * The document is put together piece by piece, so that no tree of all runs
 * is ever in memory, and broken into lines by what people compare: one fact,
 * one check, one run a line.
 */
#include "result/encode.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "result/cpu_sweep.h"
#include "result/encode_sweep.h"
#include "result/file.h"
#include "result/json.h"
#include "result/latency.h"
#include "result/summary.h"

#define TEXT(x) TEXT_(x)
#define TEXT_(x) #x
#define SCHEMA_VERSION TEXT(RESULT_MAJOR) "." TEXT(RESULT_MINOR)

/* 17 digits are what a double needs; ASCII only is safe on any terminal. */
#define FLAGS                                                 \
	(JSON_COMPACT | JSON_ENCODE_ANY | JSON_ENSURE_ASCII | \
	 JSON_REAL_PRECISION(17))

/**
 * struct emit - a document being written
 * @f:		memory stream
 * @indent:	blanks before a member of the object that is open
 * @first:	nothing is in that object yet
 * @err:	0 or -ENOMEM; then nothing more matters
 */
struct emit {
	FILE *f;
	int indent;
	bool first;
	int err;
};

/* Writes @v and gives it up. */
static void put_value(struct emit *e, json_t *v)
{
	if (!v || json_dumpf(v, e->f, FLAGS))
		e->err = -ENOMEM;
	json_decref(v);
}

/* Starts a member on a line of its own. */
static void put_key(struct emit *e, const char *key)
{
	fprintf(e->f, "%s\n%*s", e->first ? "" : ",", e->indent, "");
	e->first = false;
	put_value(e, json_text(key));
	fputs(": ", e->f);
}

static void put_member(struct emit *e, const char *key, json_t *v)
{
	put_key(e, key);
	put_value(e, v);
}

static void put_fields(struct emit *e, const struct field *f, const void *base)
{
	json_t *o = json_object_of(f, base);

	if (!o)
		e->err = -ENOMEM;
	for (void *i = json_object_iter(o); i; i = json_object_iter_next(o, i))
		put_member(e, json_object_iter_key(i),
			   json_incref(json_object_iter_value(i)));
	json_decref(o);
}

static void open_object(struct emit *e)
{
	fputc('{', e->f);
	e->indent += 2;
	e->first = true;
}

static void close_object(struct emit *e)
{
	e->indent -= 2;
	if (!e->first)
		fprintf(e->f, "\n%*s", e->indent, "");
	fputc('}', e->f);
	e->first = false;
}

/**
 * struct list - an array whose elements stand on a line each
 * @base:	@nr elements of @size bytes
 * @item:	makes a value of one
 */
struct list {
	const void *base;
	size_t nr, size;
	json_t *(*item)(const void *element);
};

static void put_list(struct emit *e, const char *key, const struct list *l)
{
	put_key(e, key);
	fputc('[', e->f);
	for (size_t i = 0; i < l->nr; i++) {
		fprintf(e->f, "%s\n%*s", i ? "," : "", e->indent + 2, "");
		put_value(e, l->item((const char *)l->base + i * l->size));
	}
	if (l->nr)
		fprintf(e->f, "\n%*s", e->indent, "");
	fputc(']', e->f);
}

#define PUT_LIST(e, key, array, nr_, item_) \
	put_list(e, key, &(struct list){ array, nr_, sizeof(*(array)), item_ })

static void put_tool(struct emit *e, const struct session *s)
{
	put_key(e, "tool");
	put_value(e, json_object_of(fields_tool, s));
}

static void put_command(struct emit *e, const struct session *s)
{
	put_key(e, "command");
	open_object(e);
	put_member(e, "argv", json_argv(s));
	put_fields(e, fields_command, s);
	close_object(e);
}

static void put_host(struct emit *e, const struct session *s)
{
	put_key(e, "host");
	open_object(e);
	for (size_t i = 0; i < s->nr_facts; i++)
		put_member(e, s->facts[i].name, json_text(s->facts[i].value));
	close_object(e);
}

static void put_env(struct emit *e, const struct session *s)
{
	put_key(e, "env");
	open_object(e);
	PUT_LIST(e, "checks", s->checks, s->nr_checks, json_check);
	close_object(e);
}

/* What makes two entries comparable, as one word. */
static void put_entry_key(struct emit *e, const struct entry *b)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f) {
		e->err = -ENOMEM;
		return;
	}
	fprintf(f, "%s{", b->name);
	for (size_t i = 0; i < b->nr_params; i++)
		fprintf(f, "%s%s=%s", i ? "," : "", b->params[i].name,
			b->params[i].value);
	fprintf(f, "}@%s,%s,%s,%s=%ux%u", b->relation ? b->relation : "?",
		b->policy ? b->policy : "?", b->calls ? b->calls : "?",
		b->threads ? "threads" : "processes", b->nr_groups,
		b->nr_tasks);
	if (fclose(f))
		e->err = -ENOMEM;
	else
		put_member(e, "key", json_text(text));
	free(text);
}

static json_t *json_switches(const struct entry *b, const struct summary *sum)
{
	bool promised = b->expect_max < 1e9;
	double min = promised || b->expect_min > 0 ? b->expect_min : NAN;
	double max = promised ? b->expect_max : NAN;

	return json_pack("{s:o, s:o, s:o}", "expected_min", json_number(min),
			 "expected_max", json_number(max), "seen",
			 json_number(sum->switches_per_op));
}

/* What time per op is called: a recorded value is not spread over ops. */
static json_t *json_metrics(const struct entry *b)
{
	return json_pack("{s:{s:s, s:s, s:s}}", "time", "unit",
			 b->records ? "ns" : "ns/op", "better", "lower", "role",
			 "primary");
}

/* What an entry without counters does not have. */
static void put_counters(struct emit *e, const struct entry *b)
{
	if (!b->nr_counters && !b->nr_counted && !b->scope)
		return;
	put_key(e, "counters");
	open_object(e);
	put_fields(e, fields_counting, b);
	PUT_LIST(e, "events", b->counters, b->nr_counters, json_counter);
	close_object(e);
	PUT_LIST(e, "counted", b->counted, b->nr_counted, json_counted);
}

/* What an entry without a distribution does not have. */
static void put_latency(struct emit *e, const struct entry *b)
{
	const struct latency *l = b->latency;
	struct latency_stats st;

	if (!l)
		return;
	latency_stats(&l->buckets, &st);
	put_key(e, "latency");
	open_object(e);
	put_member(e, "unit", json_string("ns"));
	put_member(e, "of", json_string(b->records ? "records" : "loops"));
	put_fields(e, fields_latency, l);
	put_member(e, "n", json_u64(buckets_total(&l->buckets)));
	put_fields(e, fields_latency_stats, &st);
	put_member(e, "buckets", json_buckets(&l->buckets));
	close_object(e);
}

static void put_entry(struct emit *e, const struct entry *b)
{
	struct summary sum;

	if (summarize(b, &sum)) {
		e->err = -ENOMEM;
		return;
	}
	fprintf(e->f, "\n%*s", e->indent, "");
	open_object(e);
	put_fields(e, fields_entry, b);
	put_entry_key(e, b);
	put_member(e, "params", json_params(b));
	put_member(e, "placement", json_placement(b));
	if (b->sweep)
		put_member(e, "sweep", json_sweep(b->sweep));
	put_fields(e, fields_work, b);
	if (b->nice != NOT_MEASURED)
		put_member(e, "nice", json_integer(b->nice));
	put_member(e, "switches_per_op", json_switches(b, &sum));
	put_member(e, "metrics", json_metrics(b));
	put_fields(e, fields_outcome, b);
	PUT_LIST(e, "errors", b->errors, b->nr_errors, json_string_item);
	PUT_LIST(e, "notes", b->notes.v, b->notes.nr, json_finding);
	if (b->absent.nr)
		PUT_LIST(e, "not_measured", b->absent.v, b->absent.nr,
			 json_finding);
	PUT_LIST(e, "contrasts", b->paired, b->nr_paired, json_paired);
	PUT_LIST(e, "runs", b->runs, b->nr_runs, json_sample);
	put_latency(e, b);
	put_counters(e, b);
	put_member(e, "summary", json_summary(b, &sum));
	close_object(e);
	summary_free(&sum);
}

static void put_benchmarks(struct emit *e, const struct session *s)
{
	put_key(e, "benchmarks");
	fputc('[', e->f);
	e->indent += 2;
	for (size_t i = 0; i < s->nr_entries; i++) {
		if (i)
			fputc(',', e->f);
		put_entry(e, &s->entries[i]);
	}
	e->indent -= 2;
	if (s->nr_entries)
		fprintf(e->f, "\n%*s", e->indent, "");
	fputc(']', e->f);
}

/* Its elements stand on a line each. Gives @list up. */
static void put_lines(struct emit *e, const char *key, json_t *list)
{
	put_key(e, key);
	fputc('[', e->f);
	if (!list)
		e->err = -ENOMEM;
	for (size_t i = 0; i < json_array_size(list); i++) {
		fprintf(e->f, "%s\n%*s", i ? "," : "", e->indent + 2, "");
		put_value(e, json_incref(json_array_get(list, i)));
	}
	fprintf(e->f, "\n%*s]", e->indent, "");
	json_decref(list);
}

static void put_sweep(struct emit *e, const struct session *s, size_t first,
		      size_t nr)
{
	const struct entry *b = &s->entries[first];

	fprintf(e->f, "\n%*s", e->indent, "");
	open_object(e);
	put_member(e, "name", json_text(b->name));
	put_member(e, "first", json_u64(first));
	put_member(e, "nr", json_u64(nr));
	put_lines(e, b->sweep->kind == SWEEP_PAIRS ? "relations" : "cpus",
		  json_sweep_rows(b, nr));
	close_object(e);
}

/* What a session without a sweep of several places does not have. */
static void put_sweeps(struct emit *e, const struct session *s)
{
	bool any = false;
	size_t nr;

	for (size_t i = 0; i < s->nr_entries; i += nr) {
		nr = sweep_length(s, i);
		if (nr == 1)
			continue;
		if (any) {
			fputc(',', e->f);
		} else {
			put_key(e, "sweeps");
			fputc('[', e->f);
			e->indent += 2;
		}
		any = true;
		put_sweep(e, s, i, nr);
	}
	if (any) {
		e->indent -= 2;
		fprintf(e->f, "\n%*s]", e->indent, "");
		e->first = false;
	}
}

static void put_session(struct emit *e, const struct session *s)
{
	open_object(e);
	put_member(e, "schema", json_string(RESULT_SCHEMA));
	put_member(e, "schema_version", json_string(SCHEMA_VERSION));
	put_fields(e, fields_session, s);
	put_tool(e, s);
	put_command(e, s);
	put_host(e, s);
	put_env(e, s);
	put_benchmarks(e, s);
	put_sweeps(e, s);
	close_object(e);
	fputc('\n', e->f);
}

int result_encode(const struct session *s, char **text)
{
	struct emit e = { 0 };
	char *doc = NULL;
	size_t len = 0;

	e.f = open_memstream(&doc, &len);
	if (!e.f)
		return -ENOMEM;
	put_session(&e, s);
	if (ferror(e.f))
		e.err = -ENOMEM;
	if (fclose(e.f))
		e.err = -ENOMEM;
	if (e.err) {
		free(doc);
		return e.err;
	}
	*text = doc;
	return 0;
}
