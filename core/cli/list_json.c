/* SPDX-License-Identifier: MIT */
/*
 * core/cli/list_json.c - the benchmarks as a JSON document.
 *
 * jansson refuses to store a NULL: so a lack of memory anywhere shows in the
 * status of the object or array that it belongs to.
 */
#include "cli/list.h"

#include <jansson.h>

#include "result/json.h"

/* Return: @value; NULL, and @value freed, if @err says it is not complete. */
static json_t *complete(json_t *value, int err)
{
	if (!err)
		return value;
	json_decref(value);
	return NULL;
}

static json_t *expect_json(const struct bench_expect *e)
{
	static const struct bench_expect reported = BENCH_REPORTED;
	json_t *o;
	int err = 0;

	if (e->max >= reported.max)
		return json_null();
	o = json_object();
	err |= json_object_set_new(o, "min", json_number(e->min));
	err |= json_object_set_new(o, "max", json_number(e->max));
	return complete(o, err);
}

static json_t *switches_json(const struct bench *b)
{
	static const char *const names[BENCH_NR_REGIMES] = {
		[BENCH_FORCED] = "forced",
		[BENCH_PREEMPT] = "preempt",
		[BENCH_SPREAD] = "spread",
	};
	json_t *o = json_object();
	int err = 0;

	for (size_t i = 0; i < BENCH_NR_REGIMES; i++)
		err |= json_object_set_new(o, names[i],
					   expect_json(&b->expect[i]));
	return complete(o, err);
}

static json_t *tasks_json(const struct bench *b)
{
	if (b->nr_tasks == BENCH_PER_CPU)
		return json_string("per-cpu");
	return b->nr_tasks ? json_u64(b->nr_tasks) : json_string("options");
}

static json_t *flags_json(const struct bench *b)
{
	json_t *list = json_array();
	int err = 0;

	for (const struct list_flag *f = list_flags; f->word; f++) {
		if (b->flags & f->flag)
			err |= json_array_append_new(list, json_text(f->word));
	}
	return complete(list, err);
}

static json_t *choices_json(const struct bench_option *o)
{
	json_t *list;
	int err = 0;

	if (!o->choices)
		return json_null();
	list = json_array();
	for (size_t i = 0; o->choices[i]; i++)
		err |= json_array_append_new(list, json_text(o->choices[i]));
	return complete(list, err);
}

static json_t *option_json(const struct bench_option *o)
{
	static const char *const units[] = {
		[BENCH_COUNT] = "count",
		[BENCH_BYTES] = "B",
		[BENCH_NS] = "ns",
		[BENCH_BOOL] = "bool",
	};
	json_t *v = json_object();
	int err = 0;

	err |= json_object_set_new(v, "name", json_text(o->name));
	err |= json_object_set_new(v, "help", json_text(o->help));
	err |= json_object_set_new(v, "unit", json_text(units[o->unit]));
	err |= json_object_set_new(v, "default", json_u64(o->def));
	err |= json_object_set_new(v, "min", json_u64(o->min));
	err |= json_object_set_new(v, "max", json_u64(o->max));
	err |= json_object_set_new(v, "choices", choices_json(o));
	return complete(v, err);
}

static json_t *options_json(const struct bench *b)
{
	json_t *list = json_array();
	int err = 0;

	for (const struct bench_option *o = b->options; o && o->name; o++)
		err |= json_array_append_new(list, option_json(o));
	return complete(list, err);
}

static json_t *bench_json(const struct plugin *p)
{
	const struct bench *b = p->bench;
	json_t *o = json_object();
	int err = 0;

	err |= json_object_set_new(o, "name", json_text(p->name));
	err |= json_object_set_new(o, "collection", json_text(p->collection));
	err |= json_object_set_new(o, "summary", json_text(b->summary));
	err |= json_object_set_new(o, "op", json_text(b->op));
	err |= json_object_set_new(o, "description", json_text(b->description));
	err |= json_object_set_new(o, "tasks", tasks_json(b));
	err |= json_object_set_new(o, "flags", flags_json(b));
	err |= json_object_set_new(o, "switches_per_op", switches_json(b));
	err |= json_object_set_new(o, "options", options_json(b));
	err |= json_object_set_new(o, "supported",
				   json_boolean(!p->unsupported));
	err |= json_object_set_new(o, "reason", json_text(p->unsupported));
	err |= json_object_set_new(o, "path", json_text(p->path));
	return complete(o, err);
}

static json_t *broken_json(const struct plugin *p)
{
	json_t *o = json_object();
	int err = 0;

	err |= json_object_set_new(o, "name", json_text(p->name));
	err |= json_object_set_new(o, "path", json_text(p->path));
	err |= json_object_set_new(o, "reason", json_text(p->broken));
	return complete(o, err);
}

static json_t *suites_json(const struct registry *r,
			   const struct suites *suites)
{
	char summary[SUITE_SUMMARY_LEN];
	json_t *list = json_array();
	int err = 0;

	for (size_t i = 0; i < suites->nr; i++) {
		json_t *o = json_object();

		suites_summary(r, suites->name[i], summary);
		err |= json_object_set_new(o, "suite",
					   json_text(suites->name[i]));
		err |= json_object_set_new(o, "summary", json_text(summary));
		err |= json_array_append_new(list, o);
	}
	return complete(list, err);
}

static json_t *plugins_json(const struct registry *r, const bool *shown,
			    const struct suites *suites)
{
	json_t *good = json_array(), *broken = json_array();
	json_t *root = json_object();
	int err = 0;

	for (size_t i = 0; i < registry_nr(r); i++) {
		const struct plugin *p = registry_get(r, i);

		if (!shown[i])
			continue;
		if (p->bench)
			err |= json_array_append_new(good, bench_json(p));
		else
			err |= json_array_append_new(broken, broken_json(p));
	}
	err |= json_object_set_new(root, "benchmarks", good);
	err |= json_object_set_new(root, "broken", broken);
	err |= json_object_set_new(root, "suites", suites_json(r, suites));
	return complete(root, err);
}

int list_json(FILE *out, const struct registry *r, const bool *shown,
	      const struct suites *suites)
{
	return json_print(out, plugins_json(r, shown, suites));
}
