/* SPDX-License-Identifier: MIT */
/*
 * core/result/waterfall.c - what an op's time consists of: names, estimates,
 * file.
 */
#include "result/waterfall.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/signed_rank.h"
#include "util/input.h"
#include "util/json_write.h"
#include "util/text.h"
#include "util/why.h"

#define SCHEMA "harness.explain"
#define LEVEL 0.95
#define MOST_BYTES ((size_t)16 << 20)
#define MOST_SAMPLES 10000

const char *const waterfall_keys[WATERFALL_NR_ROWS] = {
	[WATERFALL_ENTRY] = "entry",
	[WATERFALL_WORK] = "work",
	[WATERFALL_SLEEP] = "sleep",
	[WATERFALL_SWITCH] = "switch",
	[WATERFALL_SPACE] = "address-space",
	[WATERFALL_PREEMPT] = "preemption",
	[WATERFALL_REMOTE] = "remote",
	[WATERFALL_IDLE] = "idle",
	[WATERFALL_LOAD] = "load",
	[WATERFALL_REMAINDER] = "remainder",
	[WATERFALL_WHOLE] = "whole",
};

/* enum of_what - what a row's name counts */
enum of_what { OF_NONE, OF_CALLS, OF_SWITCHES };

static const struct {
	const char *text;
	int of;
} names[WATERFALL_NR_ROWS] = {
	[WATERFALL_ENTRY] = { "kernel entry and exit", OF_CALLS },
	[WATERFALL_WORK] = { "the calls' own work", OF_NONE },
	[WATERFALL_SLEEP] = { "sleep and wake-up", OF_SWITCHES },
	[WATERFALL_SWITCH] = { "switch of the CPU", OF_SWITCHES },
	[WATERFALL_SPACE] = { "address space switch", OF_SWITCHES },
	[WATERFALL_PREEMPT] = { "wake-up preemption", OF_NONE },
	[WATERFALL_REMOTE] = { "waking another CPU", OF_NONE },
	[WATERFALL_IDLE] = { "leaving idle", OF_NONE },
	[WATERFALL_LOAD] = { "working set, registers", OF_NONE },
	[WATERFALL_REMAINDER] = { "remainder", OF_NONE },
	[WATERFALL_WHOLE] = { NULL, OF_NONE },
};

const char *waterfall_name(const struct waterfall *w, int row, char *buf,
			   size_t len)
{
	double n = names[row].of == OF_CALLS ? w->calls : w->switches;

	if (row == WATERFALL_WHOLE)
		snprintf(buf, len, "one %s", w->op);
	else if (names[row].of == OF_NONE || !(n > 0))
		snprintf(buf, len, "%s", names[row].text);
	else
		snprintf(buf, len, "%.2g x %s", n, names[row].text);
	return buf;
}

bool waterfall_is_told(const struct waterfall_row *r)
{
	return r->lo > 0 || r->hi < 0;
}

double *waterfall_values(const struct waterfall *w, int row)
{
	double *v = calloc(w->nr_samples + 1, sizeof(*v));

	for (size_t i = 0; v && i < w->nr_samples; i++)
		v[i] = w->rows[row].values[i] / w->slowness[i];
	return v;
}

static int estimate_row(struct waterfall *w, int i)
{
	struct waterfall_row *row = &w->rows[i];
	struct rank_result r;
	double *v;
	int ret;

	row->ns = row->lo = row->hi = NAN;
	if (!row->values)
		return 0;
	v = waterfall_values(w, i);
	ret = v ? rank_signed(v, w->nr_samples, LEVEL, &r) : -ENOMEM;
	free(v);
	if (ret)
		return ret;
	row->ns = r.estimate;
	row->lo = r.lo;
	row->hi = r.hi;
	w->level = r.level;
	return 0;
}

int waterfall_estimate(struct waterfall *w)
{
	struct waterfall_row *rest = &w->rows[WATERFALL_REMAINDER];
	int ret = 0;

	w->level = NAN;
	for (int i = 0; i < WATERFALL_NR_ROWS && !ret; i++)
		ret = estimate_row(w, i);
	rest->ns = w->rows[WATERFALL_WHOLE].ns;
	for (int i = 0; i < WATERFALL_NR_PARTS; i++)
		if (w->rows[i].values)
			rest->ns -= w->rows[i].ns;
	/* Estimates do not add up as the values of each sample do. */
	if (rest->ns < rest->lo)
		rest->lo = rest->ns;
	if (rest->ns > rest->hi)
		rest->hi = rest->ns;
	return ret;
}

/* --- writing ----------------------------------------------------------------- */

static void write_values(struct json_writer *w, const char *key,
			 const double *v, size_t nr)
{
	json_write_flat_array(w, key);
	for (size_t i = 0; v && i < nr; i++)
		json_write_real(w, NULL, v[i]);
	json_write_end(w);
}

static void write_row(struct json_writer *w, const struct waterfall *f, int i)
{
	const struct waterfall_row *row = &f->rows[i];
	char name[64];

	if (!row->values && !row->reason)
		return;
	json_write_object(w, NULL);
	json_write_text(w, "part", waterfall_keys[i]);
	json_write_text(w, "name", waterfall_name(f, i, name, sizeof(name)));
	json_write_text(w, "reason", row->reason);
	json_write_real(w, "ns", row->ns);
	json_write_real(w, "lo", row->lo);
	json_write_real(w, "hi", row->hi);
	write_values(w, "values", row->values, f->nr_samples);
	json_write_end(w);
}

int waterfall_write(FILE *out, const struct waterfall *f)
{
	struct json_writer w = json_writer(out, 1, false);

	json_write_object(&w, NULL);
	json_write_text(&w, "schema", SCHEMA);
	json_write_text(&w, "schema_version", "1.0");
	json_write_text(&w, "created", f->created);
	json_write_text(&w, "benchmark", f->bench);
	json_write_text(&w, "op", f->op);
	json_write_text(&w, "config", f->config);
	json_write_text(&w, "cpu_model", f->cpu_model);
	json_write_text(&w, "kernel", f->kernel);
	json_write_u64(&w, "variants", f->nr_variants);
	json_write_text(&w, "time", f->cpu_time ? "cpu" : "wall");
	json_write_real(&w, "calls_per_op", f->calls);
	json_write_real(&w, "switches_per_op", f->switches);
	json_write_u64(&w, "samples", f->nr_samples);
	json_write_real(&w, "level", f->level);
	write_values(&w, "slowness", f->slowness, f->nr_samples);
	json_write_array(&w, "parts");
	for (int i = 0; i < WATERFALL_NR_ROWS; i++)
		write_row(&w, f, i);
	json_write_end(&w);
	json_write_end(&w);
	return json_write_finish(&w);
}

/* --- reading ----------------------------------------------------------------- */

/* A copy of a text; what is not one leaves NULL. */
static char *take_text(const json_t *o, const char *key)
{
	const char *text = json_string_value(json_object_get(o, key));

	return text ? strdup(text) : NULL;
}

static int row_of(const char *key)
{
	for (int i = 0; key && i < WATERFALL_NR_ROWS; i++)
		if (!strcmp(key, waterfall_keys[i]))
			return i;
	return -1;
}

/* As many numbers as there are samples, malloc'ed. */
static int take_values(const struct waterfall *w, const json_t *list,
		       const char *what, double **out, char *why, size_t len)
{
	if (json_array_size(list) != w->nr_samples)
		return why_set(why, len, -EINVAL, "'%s' has not %zu values",
			       what, w->nr_samples);
	*out = calloc(w->nr_samples, sizeof(**out));
	if (!*out)
		return -ENOMEM;
	for (size_t k = 0; k < w->nr_samples; k++) {
		const json_t *v = json_array_get(list, k);

		if (!json_is_number(v))
			return why_set(why, len, -EINVAL, "'%s': not a number",
				       what);
		(*out)[k] = json_number_value(v);
	}
	return 0;
}

static int take_slowness(struct waterfall *w, const json_t *root, char *why,
			 size_t len)
{
	int ret = take_values(w, json_object_get(root, "slowness"), "slowness",
			      &w->slowness, why, len);

	for (size_t i = 0; i < w->nr_samples && !ret; i++)
		if (!(w->slowness[i] > 0))
			ret = why_set(why, len, -EINVAL,
				      "'slowness': not above 0");
	return ret;
}

/* A part that this program does not know is left to the remainder. */
static int take_row(struct waterfall *w, const json_t *o, char *why, size_t len)
{
	int i = row_of(json_string_value(json_object_get(o, "part")));
	struct waterfall_row *row;

	if (i < 0)
		return 0;
	row = &w->rows[i];
	if (row->values || row->reason)
		return why_set(why, len, -EINVAL, "part '%s' is there twice",
			       waterfall_keys[i]);
	row->reason = take_text(o, "reason");
	if (row->reason)
		return 0;
	return take_values(w, json_object_get(o, "values"), waterfall_keys[i],
			   &row->values, why, len);
}

static int take_head(struct waterfall *w, const json_t *root, char *why,
		     size_t len)
{
	const char *schema = json_string_value(json_object_get(root, "schema"));
	const char *version =
		json_string_value(json_object_get(root, "schema_version"));
	json_int_t nr = json_integer_value(json_object_get(root, "samples"));
	const char *time;

	if (!schema || strcmp(schema, SCHEMA))
		return why_set(why, len, -EINVAL,
			       "not a file of harness explain: 'schema' is "
			       "not '" SCHEMA "'");
	if (!version || strncmp(version, "1.", 2))
		return why_set(why, len, -EINVAL,
			       "this harness reads schema version 1.x");
	w->bench = take_text(root, "benchmark");
	w->op = take_text(root, "op");
	w->config = take_text(root, "config");
	w->cpu_model = take_text(root, "cpu_model");
	w->kernel = take_text(root, "kernel");
	w->created = take_text(root, "created");
	time = json_string_value(json_object_get(root, "time"));
	w->cpu_time = time && !strcmp(time, "cpu");
	w->nr_variants =
		(size_t)json_integer_value(json_object_get(root, "variants"));
	w->calls = json_number_value(json_object_get(root, "calls_per_op"));
	w->switches =
		json_number_value(json_object_get(root, "switches_per_op"));
	if (!w->bench || !w->op || !w->config || nr < 1 || nr > MOST_SAMPLES)
		return why_set(why, len, -EINVAL,
			       "'benchmark', 'op', 'config' or 'samples' is "
			       "missing or out of range");
	w->nr_samples = (size_t)nr;
	return 0;
}

static int take_rows(struct waterfall *w, const json_t *root, char *why,
		     size_t len)
{
	const json_t *parts = json_object_get(root, "parts");
	int ret = take_slowness(w, root, why, len);

	for (size_t i = 0; i < json_array_size(parts) && !ret; i++)
		ret = take_row(w, json_array_get(parts, i), why, len);
	if (!ret && (!w->rows[WATERFALL_WHOLE].values ||
		     !w->rows[WATERFALL_REMAINDER].values))
		ret = why_set(why, len, -EINVAL,
			      "the whole or the remainder is missing");
	return ret ? ret : waterfall_estimate(w);
}

int waterfall_read(const char *path, struct waterfall *w, char *why, size_t len)
{
	json_error_t e;
	json_t *root;
	size_t size;
	char *text;
	int ret = input_read(path, MOST_BYTES, false, &text, &size);

	*w = (struct waterfall){ 0 };
	if (ret) {
		input_why(ret, MOST_BYTES, why, len);
		return ret;
	}
	root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &e);
	free(text);
	if (!root)
		return why_set(why, len, -EINVAL, "line %d: %s", e.line,
			       e.text);
	ret = take_head(w, root, why, len);
	if (!ret)
		ret = take_rows(w, root, why, len);
	if (ret == -ENOMEM)
		why_set(why, len, ret, "%s", strerror(ENOMEM));
	if (ret)
		waterfall_free(w);
	json_decref(root);
	return ret;
}

void waterfall_free(struct waterfall *w)
{
	for (int i = 0; i < WATERFALL_NR_ROWS; i++) {
		free(w->rows[i].values);
		free(w->rows[i].reason);
	}
	free(w->slowness);
	free(w->bench);
	free(w->op);
	free(w->config);
	free(w->cpu_model);
	free(w->kernel);
	free(w->created);
	*w = (struct waterfall){ 0 };
}
