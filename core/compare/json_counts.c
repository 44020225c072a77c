/* SPDX-License-Identifier: MIT */
/*
 * core/compare/json_counts.c - counters of a compared row as JSON.
 */
#include "compare/json_counts.h"

#include <math.h>

#include "pmu.h"

#define WORD_LEN 64

/* What was counted on a side; null: it was not asked for. */
static json_t *side(const struct compare_count *k, size_t n, double median,
		    double rsd)
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
		side(k->base, k->n_a, k->a, k->rsd_a), "new",
		side(k->new, k->n_b, k->b, k->rsd_b), "ratio",
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
static json_t *parts(const struct compare_parts *p)
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

int compare_json_counts(json_t *o, const struct compare *c,
			const struct compare_row *r)
{
	int err = json_object_set_new(o, "counters", counters(c, r));

	return err | json_object_set_new(o, "time_parts", parts(&r->parts));
}
