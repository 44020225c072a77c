/* SPDX-License-Identifier: MIT */
/*
 * core/result/decode.c - a JSON document as a session.
 *
 * The document is hostile input: nothing in it is used before its type and
 * range are known. What is derived from other fields (keys, summaries) is not
 * read.
 */
#include "result/decode.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/fields.h"
#include "result/file.h"
#include "result/read.h"

/*
 * The distribution of loop times of one
 * benchmark out of a JSON document.
 */

static void decode_sample(struct doc *d, const json_t *o, struct sample *r);

static uint64_t read_number(struct doc *d, const json_t *pair, size_t i)
{
	const json_t *v = doc_element(d, pair, i);

	if (!v)
		doc_fail(d, -EINVAL, "not a pair of numbers");
	return v ? doc_u64(d, v, UINT64_MAX) : 0;
}

/* A maximum below a bucket would put a percentile above it. */
static void read_bucket(struct doc *d, const json_t *pair, uint64_t max,
			struct bucket *b)
{
	b->lowest = read_number(d, pair, 0);
	b->count = read_number(d, pair, 1);
	if (b->lowest > max)
		doc_fail(d, -EINVAL, "above the maximum");
}

static void read_buckets(struct doc *d, const json_t *o, struct buckets *b)
{
	const json_t *list = doc_array(d, o, "buckets"), *v;
	uint64_t total = 0;

	b->v = doc_calloc(d, json_array_size(list), sizeof(*b->v));
	for (size_t i = 0; b->v && (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".buckets[%zu]", i);

		read_bucket(d, v, b->max, &b->v[i]);
		if (b->v[i].count > UINT64_MAX - total)
			doc_fail(d, -EINVAL, "more values than can be counted");
		total += b->v[i].count;
		b->nr++;
		doc_leave(d, mark);
	}
}

/* Without a unit it is ns; another one would be read wrongly. */
static void check_unit(struct doc *d, const json_t *o)
{
	const char *unit = json_string_value(json_object_get(o, "unit"));

	if (unit && strcmp(unit, "ns"))
		doc_fail(d, -EINVAL, "times in '%.20s', expected 'ns'", unit);
}

/* decode_latency - read the distribution of loop times, if there is one */
static void decode_latency(struct doc *d, const json_t *o, struct entry *e)
{
	const json_t *latency = doc_object(d, o, "latency");
	size_t mark;

	if (!latency)
		return;
	mark = doc_enter(d, ".latency");
	if (doc_added(d, entry_latency(e))) {
		check_unit(d, latency);
		doc_fields(d, latency, fields_latency, e->latency);
		read_buckets(d, latency, &e->latency->buckets);
		if (!e->latency->ops_per_loop)
			doc_fail(d, -EINVAL, "loops of 0 ops");
	}
	doc_leave(d, mark);
}

/*
 * The place of an entry in a sweep over CPUs out
 * of a JSON document.
 */

static void read_cpu(struct doc *d, const json_t *v, struct sweep_cpu *c)
{
	*c = (struct sweep_cpu){ .package = NOT_MEASURED,
				 .node = NOT_MEASURED };
	if (doc_is_object(d, v))
		doc_fields(d, v, fields_sweep_cpu, c);
}

static void read_sweep_cpus(struct doc *d, const json_t *o, struct sweep *s)
{
	const json_t *list = doc_needed_array(d, o, "cpus"), *v;
	size_t wanted = s->kind == SWEEP_PAIRS ? 2 : 1;

	if (!d->err && json_array_size(list) != wanted)
		doc_fail(d, -EINVAL, "expected %zu CPUs", wanted);
	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".cpus[%zu]", i);

		read_cpu(d, v, &s->cpus[i]);
		s->nr++;
		doc_leave(d, mark);
	}
}

/* decode_sweep - read the place in a sweep over CPUs, if there is one */
static void decode_sweep(struct doc *d, const json_t *o, struct entry *e)
{
	const json_t *sweep = doc_object(d, o, "sweep");
	size_t mark;

	if (!sweep)
		return;
	e->sweep = doc_calloc(d, 1, sizeof(*e->sweep));
	if (!e->sweep)
		return;
	e->sweep->distance = NOT_MEASURED;
	mark = doc_enter(d, ".sweep");
	doc_fields(d, sweep, fields_sweep, e->sweep);
	read_sweep_cpus(d, sweep, e->sweep);
	doc_leave(d, mark);
}

/*
 * Counters and counted runs of one benchmark
 * out of a JSON document.
 */

/* Many more than anything counts; reports compare them one by one. */
#define MOST_EVENTS 1024

static void read_events(struct doc *d, const json_t *counters, struct entry *e)
{
	const json_t *list = doc_array(d, counters, "events"), *v;
	size_t nr = json_array_size(list);

	if (nr > MOST_EVENTS)
		doc_fail(d, -EINVAL, "more than %d events", MOST_EVENTS);
	e->counters = doc_calloc(d, nr, sizeof(*e->counters));
	if (!e->counters)
		return;
	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".events[%zu]", i);

		if (doc_is_object(d, v))
			doc_fields(d, v, fields_counter,
				   &e->counters[e->nr_counters++]);
		doc_leave(d, mark);
	}
}

static void read_count(struct doc *d, const json_t *o, struct count *c)
{
	c->value = c->enabled_ns = c->running_ns = NOT_MEASURED;
	if (!doc_is_object(d, o))
		return;
	doc_fields(d, o, fields_count, c);
	doc_fields(d, o, fields_count_status, c);
	if (c->value != NOT_MEASURED && c->status)
		doc_fail(d, -EINVAL,
			 "a value, and '%.20s' as why there is none",
			 c->status);
}

/* All events in their order, or none. */
static void read_counts(struct doc *d, const json_t *o, const struct entry *e,
			struct sample *r)
{
	const json_t *list = doc_array(d, o, "counts"), *v;
	size_t nr = json_array_size(list);

	if (nr && nr != e->nr_counters)
		doc_fail(d, -EINVAL, "%zu counts for %zu events", nr,
			 e->nr_counters);
	r->counts = doc_calloc(d, nr, sizeof(*r->counts));
	if (!r->counts)
		return;
	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".counts[%zu]", i);

		read_count(d, v, &r->counts[r->nr_counts++]);
		doc_leave(d, mark);
	}
}

static void read_counted(struct doc *d, const json_t *o, struct entry *e)
{
	const json_t *list = doc_array(d, o, "counted"), *v;

	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".counted[%zu]", i);
		struct sample *r = entry_add_counted(e);

		if (doc_added(d, r)) {
			decode_sample(d, v, r);
			read_counts(d, v, e, r);
		}
		doc_leave(d, mark);
	}
}

/* decode_counts - read what decode_entry() leaves: counters, counted runs */
static void decode_counts(struct doc *d, const json_t *o, struct entry *e)
{
	const json_t *counters = doc_object(d, o, "counters");
	size_t mark = doc_enter(d, ".counters");

	doc_fields(d, counters, fields_counting, e);
	read_events(d, counters, e);
	doc_leave(d, mark);
	read_counted(d, o, e);
}

/*
 * One benchmark out of a JSON document.
 *
 * What is derived from other fields (keys, summaries) is not read.
 */

#define MOST_CPU (1 << 20)

static void read_findings(struct doc *d, const json_t *o, const char *key,
			  struct findings *out)
{
	const json_t *list = doc_array(d, o, key), *v;

	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".%s[%zu]", key, i);
		struct finding f = { 0 };

		if (doc_is_object(d, v))
			doc_fields(d, v, fields_finding, &f);
		if (!d->err && findings_add(out, f.id, "%s", f.text))
			doc_fail(d, -ENOMEM, "no memory");
		free(f.id);
		free(f.text);
		doc_leave(d, mark);
	}
}

static void read_slices(struct doc *d, const json_t *o, struct sample *r)
{
	const json_t *list = doc_array(d, o, "slices_ns"), *v;
	size_t nr = json_array_size(list), mark;

	r->slice_ns = doc_calloc(d, nr, sizeof(*r->slice_ns));
	if (!r->slice_ns)
		return;
	r->nr_slices = nr;
	mark = doc_enter(d, ".slices_ns");
	for (size_t i = 0; (v = doc_element(d, list, i)); i++)
		r->slice_ns[i] = doc_u64(d, v, UINT64_MAX);
	doc_leave(d, mark);
}

static void read_interference(struct doc *d, const json_t *o, struct sample *r)
{
	size_t mark = doc_enter(d, ".machine");

	doc_fields(d, doc_object(d, o, "machine"), fields_interference,
		   &r->interference);
	doc_leave(d, mark);
}

/* decode_sample - read a run, without its counts; @r: empty sample */
static void decode_sample(struct doc *d, const json_t *o, struct sample *r)
{
	if (!doc_is_object(d, o))
		return;
	doc_fields(d, o, fields_sample, r);
	if (r->valid && !r->ops)
		doc_fail(d, -EINVAL, "a valid run of 0 ops");
	read_slices(d, o, r);
	read_interference(d, o, r);
	read_findings(d, o, "why", &r->why);
}

static void read_runs(struct doc *d, const json_t *o, struct entry *e)
{
	const json_t *list = doc_array(d, o, "runs"), *v;

	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".runs[%zu]", i);
		struct sample *r = entry_add_run(e);

		if (doc_added(d, r))
			decode_sample(d, v, r);
		doc_leave(d, mark);
	}
}

static void read_one_paired(struct doc *d, const json_t *o, struct paired *c)
{
	const json_t *list, *v;
	size_t nr;

	if (!doc_is_object(d, o))
		return;
	doc_fields(d, o, fields_paired, c);
	list = doc_array(d, o, "log_ratios");
	nr = json_array_size(list);
	c->log_ratios = doc_calloc(d, nr, sizeof(*c->log_ratios));
	if (!c->log_ratios)
		return;
	c->nr_pairs = nr;
	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".log_ratios[%zu]", i);

		c->log_ratios[i] = doc_real(d, v);
		doc_leave(d, mark);
	}
}

static void read_paired(struct doc *d, const json_t *o, struct entry *e)
{
	const json_t *list = doc_array(d, o, "contrasts"), *v;

	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".contrasts[%zu]", i);
		struct paired *c = entry_add_paired(e);

		if (doc_added(d, c))
			read_one_paired(d, v, c);
		doc_leave(d, mark);
	}
}

static void read_errors(struct doc *d, const json_t *o, struct entry *e)
{
	const json_t *list = doc_array(d, o, "errors"), *v;

	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".errors[%zu]", i);
		char *text = doc_text(d, v);

		if (text && entry_add_error(e, text))
			doc_fail(d, -ENOMEM, "no memory");
		free(text);
		doc_leave(d, mark);
	}
}

static void read_param(struct doc *d, const char *key, const json_t *v,
		       struct entry *e)
{
	size_t mark = doc_enter(d, ".params.%s", key);
	struct param *p = &e->params[e->nr_params++];

	p->name = strdup(key);
	doc_added(d, p->name);
	p->value = doc_text(d, v);
	doc_leave(d, mark);
}

static void read_params(struct doc *d, const json_t *o, struct entry *e)
{
	json_t *params = (json_t *)doc_object(d, o, "params");
	void *i = json_object_iter(params);

	e->params = doc_calloc(d, json_object_size(params), sizeof(*e->params));
	for (; e->params && i; i = json_object_iter_next(params, i))
		read_param(d, json_object_iter_key(i),
			   json_object_iter_value(i), e);
}

static void read_cpus(struct doc *d, const json_t *o, struct entry *e)
{
	const json_t *list = doc_array(d, o, "cpus"), *v;
	size_t nr = json_array_size(list);

	if (nr && nr != (uint64_t)e->nr_tasks * e->nr_groups)
		doc_fail(d, -EINVAL,
			 "%zu CPUs for %" PRIu32 " groups of %" PRIu32 " tasks",
			 nr, e->nr_groups, e->nr_tasks);
	e->cpus = doc_calloc(d, nr, sizeof(*e->cpus));
	if (!e->cpus)
		return;
	e->nr_cpus = nr;
	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".cpus[%zu]", i);

		e->cpus[i] = doc_u64(d, v, MOST_CPU);
		doc_leave(d, mark);
	}
}

/* Below zero, as no other number of a document. */
static void read_nice(struct doc *d, const json_t *o, struct entry *e)
{
	const json_t *v = json_object_get(o, "nice");
	json_int_t nice = json_integer_value(v);

	if (!v || json_is_null(v))
		return;
	if (!json_is_integer(v) || nice < -20 || nice > 19)
		doc_fail(d, -EINVAL, "nice is none of -20 to 19");
	else
		e->nice = nice;
}

static void read_placement(struct doc *d, const json_t *o, struct entry *e)
{
	const json_t *placement = doc_object(d, o, "placement");
	size_t mark = doc_enter(d, ".placement");

	doc_fields(d, placement, fields_placement, e);
	read_cpus(d, placement, e);
	doc_leave(d, mark);
}

/* Null stands for a limit that the benchmark does not promise. */
static double read_limit(struct doc *d, const json_t *switches, const char *key,
			 double none)
{
	const json_t *v = json_object_get(switches, key);
	size_t mark = doc_enter(d, ".switches_per_op.%s", key);
	double limit = v ? doc_real(d, v) : NAN;

	doc_leave(d, mark);
	return isnan(limit) ? none : limit;
}

static void read_switches(struct doc *d, const json_t *o, struct entry *e)
{
	const json_t *switches = doc_object(d, o, "switches_per_op");

	e->expect_min = read_limit(d, switches, "expected_min", 0);
	e->expect_max = read_limit(d, switches, "expected_max", 1e9);
}

/* A time in another unit would be read wrongly by whoever trusts it. */
static void read_metrics(struct doc *d, const json_t *o, const struct entry *e)
{
	const json_t *metrics = doc_object(d, o, "metrics");
	const json_t *time = doc_object(d, metrics, "time");
	const char *unit = json_string_value(json_object_get(time, "unit"));
	const char *ours = e->records ? "ns" : "ns/op";

	if (unit && strcmp(unit, ours))
		doc_fail(d, -EINVAL, "time in '%.20s', expected '%s'", unit,
			 ours);
}

/*
 * read one element of "benchmarks"
 * @d:	holds the first error
 * @o:	the element, not trusted
 * @e:	empty entry of a session, which frees it also after an error
 */
static void decode_entry(struct doc *d, const json_t *o, struct entry *e)
{
	if (!doc_is_object(d, o))
		return;
	doc_fields(d, o, fields_entry, e);
	doc_fields(d, o, fields_work, e);
	doc_fields(d, o, fields_outcome, e);
	read_nice(d, o, e);
	read_params(d, o, e);
	read_placement(d, o, e);
	decode_sweep(d, o, e);
	read_switches(d, o, e);
	read_metrics(d, o, e);
	read_errors(d, o, e);
	read_findings(d, o, "notes", &e->notes);
	read_findings(d, o, "not_measured", &e->absent);
	read_paired(d, o, e);
	read_runs(d, o, e);
	decode_latency(d, o, e);
	decode_counts(d, o, e);
}

/*
 * The tree takes far more memory than the text, so that the size of the file
 * alone is no limit. A value takes about forty bytes, an empty list four times
 * and an empty object eight times that: this many values are about 1.3 GB.
 */
#define MOST_VALUES ((size_t)32 << 20)
#define LIST_VALUES 4
#define OBJECT_VALUES 8

static void read_benchmarks(struct doc *d, const json_t *root,
			    struct session *s)
{
	const json_t *list = doc_needed_array(d, root, "benchmarks"), *v;

	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, "benchmarks[%zu]", i);
		struct entry *e = session_add_entry(s);

		if (doc_added(d, e))
			decode_entry(d, v, e);
		doc_leave(d, mark);
	}
}

static void read_argv(struct doc *d, const json_t *command, struct session *s)
{
	const json_t *list = doc_array(d, command, "argv"), *v;

	s->argv = doc_calloc(d, json_array_size(list), sizeof(*s->argv));
	if (!s->argv)
		return;
	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".argv[%zu]", i);

		s->argv[s->argc] = doc_text(d, v);
		s->argc += s->argv[s->argc] != NULL;
		doc_leave(d, mark);
	}
}

/* Facts are strings or null; members of other types are of a later version. */
static void read_fact(struct doc *d, const char *key, const json_t *v,
		      struct session *s)
{
	size_t mark = doc_enter(d, "host.%s", key);

	if (json_is_string(v) || json_is_null(v)) {
		struct fact *f = &s->facts[s->nr_facts++];

		f->name = strdup(key);
		doc_added(d, f->name);
		f->value = json_is_null(v) ? NULL : doc_text(d, v);
	}
	doc_leave(d, mark);
}

static void read_host(struct doc *d, const json_t *root, struct session *s)
{
	json_t *host = (json_t *)doc_object(d, root, "host");
	void *i = json_object_iter(host);

	s->facts = doc_calloc(d, json_object_size(host), sizeof(*s->facts));
	for (; s->facts && i; i = json_object_iter_next(host, i))
		read_fact(d, json_object_iter_key(i), json_object_iter_value(i),
			  s);
}

static void read_checks(struct doc *d, const json_t *root, struct session *s)
{
	const json_t *env = doc_object(d, root, "env");
	const json_t *list = doc_array(d, env, "checks"), *v;

	s->checks = doc_calloc(d, json_array_size(list), sizeof(*s->checks));
	if (!s->checks)
		return;
	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, "env.checks[%zu]", i);

		if (doc_is_object(d, v))
			doc_fields(d, v, fields_check,
				   &s->checks[s->nr_checks++]);
		doc_leave(d, mark);
	}
}

static void read_version(struct doc *d, const json_t *root)
{
	json_t *schema = json_object_get(root, "schema");
	json_t *version = json_object_get(root, "schema_version");
	const char *text = json_string_value(version);
	unsigned int major, minor;
	char rest;

	if (!json_is_string(schema) ||
	    strcmp(json_string_value(schema), RESULT_SCHEMA))
		doc_fail(d, -EINVAL, "not a result file: 'schema' is not '%s'",
			 RESULT_SCHEMA);
	else if (!text || strlen(text) > 20 ||
		 sscanf(text, "%5u.%5u%c", &major, &minor, &rest) != 2)
		doc_fail(d, -EINVAL, "'schema_version' is not MAJOR.MINOR");
	else if (major != RESULT_MAJOR)
		doc_fail(d, -EPROTO,
			 "schema version %u.%u, but this harness reads %d.x",
			 major, minor, RESULT_MAJOR);
}

static void read_command(struct doc *d, const json_t *root, struct session *s)
{
	const json_t *command = doc_object(d, root, "command");
	size_t mark = doc_enter(d, "command");

	doc_fields(d, command, fields_command, s);
	read_argv(d, command, s);
	doc_leave(d, mark);
}

static void read_tool(struct doc *d, const json_t *root, struct session *s)
{
	const json_t *tool = doc_object(d, root, "tool");
	size_t mark = doc_enter(d, "tool");

	doc_fields(d, tool, fields_tool, s);
	doc_leave(d, mark);
}

static void read_session(struct doc *d, const json_t *root, struct session *s)
{
	read_version(d, root);
	if (d->err)
		return;
	doc_fields(d, root, fields_session, s);
	read_tool(d, root, s);
	read_command(d, root, s);
	read_host(d, root, s);
	read_checks(d, root, s);
	read_benchmarks(d, root, s);
}

/* Counts also what stands in strings, which is not much. */
static bool too_many_values(const char *text, size_t len)
{
	static const unsigned char weight[256] = {
		[','] = 1,
		['['] = LIST_VALUES,
		['{'] = OBJECT_VALUES,
	};
	size_t values = 0;

	for (size_t i = 0; i < len && values <= MOST_VALUES; i++)
		values += weight[(unsigned char)text[i]];
	return values > MOST_VALUES;
}

static json_t *parse(struct doc *d, const char *text, size_t len)
{
	json_error_t e;
	json_t *root;

	if (!len) {
		doc_fail(d, -EINVAL, "the file is empty");
		return NULL;
	}
	if (too_many_values(text, len)) {
		doc_fail(d, -EINVAL, "more than %zu values", MOST_VALUES);
		return NULL;
	}
	root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &e);
	if (root)
		return root;
	if (doc_lacked_memory(&e))
		doc_fail(d, -ENOMEM, "no memory");
	doc_fail(d, -EINVAL, "not JSON: line %d, column %d: %s", e.line,
		 e.column, e.text);
	return NULL;
}

int result_decode(const char *text, size_t len, struct session *out, char *why,
		  size_t why_len)
{
	struct doc d = { .why = why, .why_len = why_len };
	struct session s = { 0 };
	json_t *root = parse(&d, text, len);

	if (!root)
		return d.err;
	if (doc_is_object(&d, root))
		read_session(&d, root, &s);
	json_decref(root);
	if (d.err)
		session_free(&s);
	else
		*out = s;
	return d.err;
}
