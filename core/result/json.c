/* SPDX-License-Identifier: MIT */
/*
 * core/result/json.c - pieces of a result file as jansson values.
 */
#include "result/json.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the UTF-8 sequence at @s, 0 if it is none that jansson takes. */
static size_t utf8_len(const char *s)
{
	static const size_t longest = 4;

	for (size_t n = 1; n <= longest; n++) {
		json_t *v = json_stringn(s, n);

		json_decref(v);
		if (v)
			return n;
		if (!s[n - 1])
			break;
	}
	return 0;
}

static json_t *repaired_text(const char *text)
{
	static const char replacement[] = "\xef\xbf\xbd";
	char *copy = malloc(strlen(text) * (sizeof(replacement) - 1) + 1);
	char *end = copy;
	json_t *v;

	if (!copy)
		return NULL;
	while (*text) {
		size_t n = utf8_len(text);

		if (n)
			end = mempcpy(end, text, n);
		else
			end = stpcpy(end, replacement);
		text += n ? n : 1;
	}
	*end = '\0';
	v = json_string(copy);
	free(copy);
	return v;
}

json_t *json_text(const char *text)
{
	json_t *v;

	if (!text)
		return json_null();
	v = json_string(text);
	return v ? v : repaired_text(text);
}

json_t *json_u64(uint64_t value)
{
	char digits[24];

	if (value <= INT64_MAX)
		return json_integer(value);
	snprintf(digits, sizeof(digits), "%" PRIu64, value);
	return json_string(digits);
}

json_t *json_number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *json_i64(int64_t value)
{
	return value == NOT_MEASURED ? json_null() : json_integer(value);
}

static json_t *field_value(const struct field *f, const void *at)
{
	switch (f->type) {
	case FIELD_BOOL:
		return json_boolean(*(const bool *)at);
	case FIELD_U32:
		return json_integer(*(const uint32_t *)at);
	case FIELD_U64:
		return json_u64(*(const uint64_t *)at);
	case FIELD_SIZE:
		return json_u64(*(const size_t *)at);
	case FIELD_I64:
		return json_i64(*(const int64_t *)at);
	case FIELD_REAL:
		return json_number(*(const double *)at);
	case FIELD_WORD:
		return json_string(f->words[*(const int *)at]);
	default:
		return json_text(*(char *const *)at);
	}
}

/*
 * add the fields of a table to an object
 * @o:		object, may be NULL
 * @f:		table
 * @base:	the structure
 *
 * Return: 0, or -ENOMEM.
 */
static int json_fields(json_t *o, const struct field *f, const void *base)
{
	for (; f->key; f++) {
		json_t *v = field_value(f, (const char *)base + f->offset);

		if (json_object_set_new(o, f->key, v))
			return -ENOMEM;
	}
	return 0;
}

json_t *json_object_of(const struct field *f, const void *base)
{
	json_t *o = json_object();

	if (json_fields(o, f, base)) {
		json_decref(o);
		return NULL;
	}
	return o;
}

json_t *json_check(const void *check)
{
	return json_object_of(fields_check, check);
}

json_t *json_finding(const void *finding)
{
	return json_object_of(fields_finding, finding);
}

json_t *json_string_item(const void *string)
{
	return json_text(*(char *const *)string);
}

/* Gives @v up and returns NULL if something could not be added to it. */
static json_t *unless(int err, json_t *v)
{
	if (!err)
		return v;
	json_decref(v);
	return NULL;
}

json_t *json_findings(const struct findings *f)
{
	json_t *list = json_array();
	int err = 0;

	for (size_t i = 0; i < f->nr; i++)
		err |= json_array_append_new(list, json_finding(&f->v[i]));
	return unless(err, list);
}

json_t *json_argv(const struct session *s)
{
	json_t *list = json_array();
	int err = 0;

	for (size_t i = 0; i < s->argc; i++)
		err |= json_array_append_new(list, json_text(s->argv[i]));
	return unless(err, list);
}

json_t *json_params(const struct entry *e)
{
	json_t *o = json_object();
	int err = 0;

	for (size_t i = 0; i < e->nr_params; i++)
		err |= json_object_set_new(o, e->params[i].name,
					   json_text(e->params[i].value));
	return unless(err, o);
}

json_t *json_buckets(const struct buckets *b)
{
	json_t *list = json_array();

	for (size_t i = 0; i < b->nr; i++) {
		json_t *pair = json_pack("[o, o]", json_u64(b->v[i].lowest),
					 json_u64(b->v[i].count));

		if (json_array_append_new(list, pair)) {
			json_decref(list);
			return NULL;
		}
	}
	return list;
}

json_t *json_placement(const struct entry *e)
{
	json_t *o = json_object();
	json_t *list = json_array();
	int err = 0;

	for (size_t i = 0; i < e->nr_cpus; i++)
		err |= json_array_append_new(list, json_integer(e->cpus[i]));
	err |= json_object_set_new(o, "cpus", list);
	err |= json_fields(o, fields_placement, e);
	return unless(err, o);
}

json_t *json_sweep(const struct sweep *s)
{
	json_t *o = json_object_of(fields_sweep, s);
	json_t *list = json_array();
	int err = 0;

	for (size_t i = 0; i < s->nr; i++)
		err |= json_array_append_new(
			list, json_object_of(fields_sweep_cpu, &s->cpus[i]));
	err |= json_object_set_new(o, "cpus", list);
	return unless(err, o);
}

json_t *json_paired(const void *paired)
{
	const struct paired *c = paired;
	json_t *o = json_object_of(fields_paired, c);
	json_t *list = json_array();
	int err = 0;

	for (size_t i = 0; i < c->nr_pairs; i++)
		err |= json_array_append_new(list,
					     json_number(c->log_ratios[i]));
	err |= json_object_set_new(o, "log_ratios", list);
	return unless(err, o);
}

/* What an imported sample, or an old one, does not have. */
static bool interference_known(const struct interference *u)
{
	return u->busy_ns != NOT_MEASURED || u->interrupts != NOT_MEASURED ||
	       !isnan(u->mhz_before);
}

json_t *json_sample(const void *sample)
{
	const struct sample *r = sample;
	json_t *o = json_object_of(fields_sample, r);
	json_t *list = json_array();
	int err = 0;

	for (size_t i = 0; i < r->nr_slices; i++)
		err |= json_array_append_new(list, json_u64(r->slice_ns[i]));
	err |= json_object_set_new(o, "slices_ns", list);
	if (interference_known(&r->interference))
		err |= json_object_set_new(o, "machine",
					   json_object_of(fields_interference,
							  &r->interference));
	err |= json_object_set_new(o, "why", json_findings(&r->why));
	return unless(err, o);
}

json_t *json_counter(const void *counter)
{
	return json_object_of(fields_counter, counter);
}

static json_t *json_count(const struct count *c)
{
	json_t *o = json_object_of(fields_count, c);
	int err = c->status ? json_fields(o, fields_count_status, c) : 0;

	return unless(err, o);
}

json_t *json_counted(const void *sample)
{
	const struct sample *r = sample;
	json_t *o = json_sample(r);
	json_t *list = json_array();
	int err = 0;

	for (size_t i = 0; i < r->nr_counts; i++)
		err |= json_array_append_new(list, json_count(&r->counts[i]));
	err |= json_object_set_new(o, "counts", list);
	return unless(err, o);
}

/* The numbers that the outliers have among all runs. */
static json_t *json_outliers(const struct entry *e, const struct stats *st)
{
	json_t *list = json_array();
	size_t valid = 0, next = 0;
	int err = 0;

	for (size_t i = 0; i < e->nr_runs && next < st->nr_outliers; i++) {
		const struct sample *r = &e->runs[i];

		if (!r->valid || valid++ != st->outliers[next])
			continue;
		err |= json_array_append_new(list, json_integer(r->index));
		next++;
	}
	return unless(err, list);
}

static json_t *json_stats(const struct entry *e, const struct stats *st)
{
	json_t *o = json_object_of(fields_stats, st);
	json_t *flags = json_array();
	int err = 0;

	for (size_t i = 0; stats_flag_words[i]; i++) {
		if (st->flags & 1u << i)
			err |= json_array_append_new(
				flags, json_string(stats_flag_words[i]));
	}
	err |= json_object_set_new(o, "outliers", json_outliers(e, st));
	err |= json_object_set_new(o, "flags", flags);
	return unless(err, o);
}

static json_t *json_counter_list(const struct entry *e,
				 const struct summary *sum)
{
	json_t *list = json_array();
	int err = 0;

	for (size_t i = 0; i < sum->nr_counters; i++) {
		json_t *o = json_object();

		err |= json_object_set_new(o, "name",
					   json_text(e->counters[i].name));
		err |= json_fields(o, fields_counter_stats, &sum->counters[i]);
		err |= json_array_append_new(list, o);
	}
	return unless(err, list);
}

static json_t *json_derived_list(const struct entry *e,
				 const struct summary *sum)
{
	json_t *list = json_array();
	int err = 0;

	for (size_t i = 0; i < sum->nr_derived; i++) {
		const struct derived *d = &sum->derived[i];
		json_t *o = json_object_of(fields_derived, d);

		err |= json_object_set_new(
			o, "of", json_text(e->counters[d->counter].name));
		err |= json_array_append_new(list, o);
	}
	return unless(err, list);
}

json_t *json_summary(const struct entry *e, const struct summary *sum)
{
	json_t *o = json_object();
	int err = 0;

	err |= json_object_set_new(o, "time", json_stats(e, &sum->time));
	err |= json_fields(o, fields_summary, sum);
	if (sum->nr_counters) {
		err |= json_object_set_new(o, "counters",
					   json_counter_list(e, sum));
		err |= json_object_set_new(o, "derived",
					   json_derived_list(e, sum));
		err |= json_object_set_new(o, "counting",
					   json_object_of(fields_cost, sum));
	}
	return unless(err, o);
}

int json_print(FILE *out, json_t *value)
{
	char *text = value ? json_dumps(value, JSON_INDENT(2)) : NULL;

	json_decref(value);
	if (!text)
		return -ENOMEM;
	fprintf(out, "%s\n", text);
	free(text);
	return 0;
}
