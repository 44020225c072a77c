/* SPDX-License-Identifier: MIT */
/*
 * core/compare/json.c - the comparison as JSON, schema harness.compare 1.x.
 *
 * One group and one row a line, so that no tree of all rows is in memory.
 */
#include "compare/json.h"

#include <errno.h>
#include <math.h>

#include "compare/group.h"
#include "compare/status.h"
#include "compare/text.h"
#include "compare/types.h"
#include "pmu.h"
#include "result/json.h"

/*
 * Counters of a compared row as JSON.
 */

#define WORD_LEN 64

/* What was counted on a side; null: it was not asked for. */
static json_t *count_side(const struct compare_count *k, size_t n,
			  double median, double rsd)
{
	if (!k)
		return json_null();
	return json_pack(
		"{s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "runs", (json_int_t)n,
		"median", json_number(median), "rsd", json_number(rsd), "class",
		json_text(k->class < 0 ? NULL : pmu_class_word(k->class)),
		"kind", json_text(k->kind), "pmu", json_text(k->pmu), "reason",
		json_text(k->reason));
}

static json_t *counter(const struct compare *c, const struct compare_row *r,
		       const struct compare_counter *k)
{
	char word[WORD_LEN];

	return json_pack(
		"{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:f, s:o, s:b, "
		"s:b, s:o}",
		"name", json_text((k->base ? k->base : k->new)->label), "base",
		count_side(k->base, k->n_a, k->a, k->rsd_a), "new",
		count_side(k->new, k->n_b, k->b, k->rsd_b), "ratio",
		json_number(k->ratio), "lo", json_number(k->lo), "hi",
		json_number(k->hi), "confidence", json_number(k->level), "p",
		json_number(k->p), "p_adjusted", json_number(k->p_adjusted),
		"threshold", k->threshold, "verdict",
		json_text(compare_counter_word(c, r, k, word, sizeof(word))),
		"decides", (int)k->gated, "regression", (int)k->gate, "why",
		json_text(k->why));
}

static json_t *counters(const struct compare *c, const struct compare_row *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->nr_counters; i++) {
		if (!json_array_append_new(list,
					   counter(c, r, &r->counters[i])))
			continue;
		json_decref(list);
		return NULL;
	}
	return list;
}

static json_t *factor(const char *name, double a, double b)
{
	return json_pack("{s:s, s:o, s:o, s:o, s:o}", "name", name, "base",
			 json_number(a), "new", json_number(b), "ratio",
			 json_number(b / a), "log_ratio",
			 json_number(log(b / a)));
}

/* null: nothing by which it can be divided was counted on both sides. */
static json_t *time_parts(const struct compare_parts *p)
{
	json_t *list;

	if (!p->nr)
		return json_null();
	list = json_array();
	for (size_t i = 0; i < p->nr; i++)
		json_array_append_new(list,
				      factor(p->factors[i].name,
					     p->factors[i].a, p->factors[i].b));
	return json_pack("{s:I, s:I, s:o, s:o, s:o}", "base_runs",
			 (json_int_t)p->n_a, "new_runs", (json_int_t)p->n_b,
			 "time", factor("ns/op", p->a, p->b), "factors", list,
			 "missing", json_text(p->missing));
}

/* Adds "counters" and "time_parts" to @o. Return: 0, or not: no memory. */
static int compare_json_counts(json_t *o, const struct compare *c,
			       const struct compare_row *r)
{
	int err = json_object_set_new(o, "counters", counters(c, r));

	return err |
	       json_object_set_new(o, "time_parts", time_parts(&r->parts));
}

#define SCHEMA "harness.compare"
#define SCHEMA_VERSION "1.0"

#define FLAGS                                                 \
	(JSON_COMPACT | JSON_ENCODE_ANY | JSON_ENSURE_ASCII | \
	 JSON_REAL_PRECISION(17))

/* Writes @v and gives it up. A failed @out is noticed where it is closed. */
static int put(FILE *out, json_t *v)
{
	int err = 0;

	if (!v || (json_dumpf(v, out, FLAGS) && !ferror(out)))
		err = -ENOMEM;
	json_decref(v);
	return err;
}

static json_t *fact_change(const struct compare *c,
			   const struct compare_group *g, const char *name)
{
	return json_pack("{s:o, s:o, s:o}", "fact", json_text(name), "base",
			 json_text(compare_fact(&c->groups[0], name)), "new",
			 json_text(compare_fact(g, name)));
}

/* Facts of either side whose values differ. */
static json_t *changes(const struct compare *c, const struct compare_group *g)
{
	const struct compare_group *base = &c->groups[0];
	json_t *list = json_array();

	for (size_t i = 0; i < base->nr_facts; i++) {
		const char *name = base->facts[i].name;

		if (compare_changed(c, g, name))
			json_array_append_new(list, fact_change(c, g, name));
	}
	for (size_t i = 0; i < g->nr_facts; i++) {
		const char *name = g->facts[i].name;

		if (!compare_has_fact(base, name) &&
		    compare_changed(c, g, name))
			json_array_append_new(list, fact_change(c, g, name));
	}
	return list;
}

static json_t *group(const struct compare *c, const struct compare_group *g)
{
	return json_pack("{s:s, s:o, s:I, s:I, s:I, s:o, s:o, s:s, s:o}",
			 "label", g->label, "path", json_text(g->path), "files",
			 (json_int_t)g->nr_files, "copies",
			 (json_int_t)g->nr_copies, "interrupted",
			 (json_int_t)g->nr_partial, "machine_id",
			 json_text(compare_fact(g, "machine_id")), "config_id",
			 json_text(compare_fact(g, "config_id")), "host",
			 compare_host_word(compare_host(c, g)), "changed",
			 changes(c, g));
}

static json_t *side(const struct compare_side *s)
{
	return json_pack("{s:I, s:I, s:o, s:o, s:o, s:o}", "runs",
			 (json_int_t)s->n, "sessions",
			 (json_int_t)s->nr_sessions, "median_ns",
			 json_number(s->median), "mean_ns",
			 json_number(s->mean), "rsd", json_number(s->rsd),
			 "switches_per_op", json_number(s->switches));
}

static json_t *parts(const struct compare_key *k)
{
	json_t *o = json_object();

	for (size_t i = 0; i < k->nr_parts; i++)
		json_object_set_new(o, k->parts[i].name,
				    json_text(k->parts[i].value));
	return o;
}

/* What the test says; null for what there is not. */
static json_t *test(const struct compare_row *r)
{
	return json_pack(
		"{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:f, s:o, s:o}",
		"level", r->by_session ? "session" : "run", "ratio",
		json_number(r->ratio), "lo", json_number(r->lo), "hi",
		json_number(r->hi), "confidence", json_number(r->level), "p",
		json_number(r->p), "p_adjusted", json_number(r->p_adjusted),
		"welch_p", json_number(r->welch_p), "threshold", r->threshold,
		"visible", json_number(r->visible), "needed",
		json_number(r->needed));
}

static json_t *row(const struct compare_view *v, const struct compare_row *r)
{
	const struct compare *c = v->c;
	const struct compare_key *k = &c->keys[r->key];
	char word[WORD_LEN];
	json_t *o = json_pack("{s:o, s:o, s:s, s:o, s:o}", "benchmark",
			      json_text(k->name), "key", parts(k), "group",
			      c->groups[r->group].label, "base", side(&r->a),
			      "new", side(&r->b));
	json_t *t = test(r);
	int err = json_object_update(o, t);

	json_decref(t);
	err |= json_object_set_new(
		o, "verdict",
		json_text(compare_word(c, r, word, sizeof(word))));
	err |= json_object_set_new(o, "decides", json_boolean(r->gated));
	err |= json_object_set_new(o, "regression", json_boolean(r->gate));
	err |= json_object_set_new(o, "notes", json_findings(&r->notes));
	if (v->counters)
		err |= compare_json_counts(o, c, r);
	if (!err)
		return o;
	json_decref(o);
	return NULL;
}

static json_t *mean(const struct compare *c, size_t i)
{
	const struct compare_mean *m = &c->means[i];

	return json_pack("{s:s, s:o, s:o, s:o, s:I, s:I}", "group",
			 c->groups[i].label, "ratio", json_number(m->ratio),
			 "lo", json_number(m->lo), "hi", json_number(m->hi),
			 "rows", (json_int_t)m->nr_rows, "of",
			 (json_int_t)m->nr_keys);
}

static int put_head(FILE *out, const struct compare_view *v)
{
	static const char *const corrections[] = { "holm", "bh", "none" };

	fputs("{\n  \"schema\": \"" SCHEMA "\",\n"
	      "  \"schema_version\": \"" SCHEMA_VERSION "\",\n"
	      "  \"rule\": ",
	      out);
	return put(out, json_pack("{s:f, s:s, s:I, s:f, s:b, s:b}", "threshold",
				  v->rule->threshold, "correction",
				  corrections[v->rule->correction], "tests",
				  (json_int_t)v->c->nr_tests, "alpha",
				  COMPARE_ALPHA, "strict", (int)v->strict,
				  "force", (int)v->rule->force));
}

int compare_json(FILE *out, const struct compare_view *v)
{
	const struct compare *c = v->c;
	int err = put_head(out, v);

	fputs(",\n  \"groups\": [", out);
	for (size_t i = 0; i < c->nr_groups; i++) {
		fputs(i ? ",\n    " : "\n    ", out);
		err |= put(out, group(c, &c->groups[i]));
	}
	fputs("\n  ],\n  \"rows\": [", out);
	for (size_t i = 0; i < c->nr_rows; i++) {
		fputs(i ? ",\n    " : "\n    ", out);
		err |= put(out, row(v, &c->rows[i]));
	}
	fputs("\n  ],\n  \"means\": [", out);
	for (size_t i = 1; i < c->nr_groups; i++) {
		fputs(i > 1 ? ",\n    " : "\n    ", out);
		err |= put(out, mean(c, i));
	}
	fprintf(out, "\n  ],\n  \"status\": %d\n}\n",
		compare_status(c, v->strict));
	return err ? -ENOMEM : 0;
}
