/* SPDX-License-Identifier: MIT */
/*
 * core/result/decode_entry.c - one benchmark out of a JSON document.
 *
 * What is derived from other fields (keys, summaries) is not read.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/decode.h"
#include "result/fields.h"
#include "result/read.h"

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

static void read_upkeep(struct doc *d, const json_t *o, struct sample *r)
{
	size_t mark = doc_enter(d, ".machine");

	doc_fields(d, doc_object(d, o, "machine"), fields_upkeep, &r->upkeep);
	doc_leave(d, mark);
}

void decode_sample(struct doc *d, const json_t *o, struct sample *r)
{
	if (!doc_is_object(d, o))
		return;
	doc_fields(d, o, fields_sample, r);
	if (r->valid && !r->ops)
		doc_fail(d, -EINVAL, "a valid run of 0 ops");
	read_slices(d, o, r);
	read_upkeep(d, o, r);
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

static void read_contrast(struct doc *d, const json_t *o, struct contrast *c)
{
	const json_t *list, *v;
	size_t nr;

	if (!doc_is_object(d, o))
		return;
	doc_fields(d, o, fields_contrast, c);
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

static void read_contrasts(struct doc *d, const json_t *o, struct entry *e)
{
	const json_t *list = doc_array(d, o, "contrasts"), *v;

	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".contrasts[%zu]", i);
		struct contrast *c = entry_add_contrast(e);

		if (doc_added(d, c))
			read_contrast(d, v, c);
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

void decode_entry(struct doc *d, const json_t *o, struct entry *e)
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
	read_contrasts(d, o, e);
	read_runs(d, o, e);
	decode_latency(d, o, e);
	decode_counts(d, o, e);
}
