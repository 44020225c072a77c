/* SPDX-License-Identifier: MIT */
/*
 * core/compare/json.c - the comparison as JSON, schema harness.compare 1.x.
 *
 * One group and one row a line.
 */
#include "compare/json.h"

#include <math.h>
#include <string.h>

#include "compare/group.h"
#include "compare/status.h"
#include "compare/text.h"
#include "pmu.h"
#include "result/encode.h"

#define SCHEMA "harness.compare"
#define SCHEMA_VERSION "1.0"
#define WORD_LEN 64

static void write_interval(struct json_writer *w, double ratio, double lo,
			   double hi)
{
	json_write_real(w, "ratio", ratio);
	json_write_real(w, "lo", lo);
	json_write_real(w, "hi", hi);
}

/*
 * Counters of a row, and what its time is made of.
 */

/* What was counted on a side; null: it was not asked for. */
static void write_count(struct json_writer *w, const char *key,
			const struct compare_count *k, size_t n, double median,
			double rsd)
{
	if (!k) {
		json_write_null(w, key);
		return;
	}
	json_write_object(w, key);
	json_write_u64(w, "runs", n);
	json_write_real(w, "median", median);
	json_write_real(w, "rsd", rsd);
	json_write_text(w, "class",
			k->class < 0 ? NULL : pmu_class_word(k->class));
	json_write_text(w, "kind", k->kind);
	json_write_text(w, "pmu", k->pmu);
	json_write_text(w, "reason", k->reason);
	json_write_end(w);
}

static void write_counter(struct json_writer *w, const struct compare *c,
			  const struct compare_row *r,
			  const struct compare_counter *k)
{
	char word[WORD_LEN];

	json_write_object(w, NULL);
	json_write_text(w, "name", (k->base ? k->base : k->new)->label);
	write_count(w, "base", k->base, k->n_a, k->a, k->rsd_a);
	write_count(w, "new", k->new, k->n_b, k->b, k->rsd_b);
	json_write_text(w, "level", compare_unit_word(k->t.unit));
	write_interval(w, k->t.ratio, k->t.lo, k->t.hi);
	json_write_real(w, "confidence", k->t.level);
	json_write_real(w, "p", k->t.p);
	json_write_real(w, "p_adjusted", k->p_adjusted);
	json_write_real(w, "threshold", k->threshold);
	json_write_text(w, "verdict",
			compare_counter_word(c, r, k, word, sizeof(word)));
	json_write_bool(w, "decides", k->gated);
	json_write_bool(w, "regression", k->gate);
	json_write_text(w, "why", k->why);
	json_write_end(w);
}

static void write_factor(struct json_writer *w, const char *key,
			 const char *name, double a, double b)
{
	json_write_object(w, key);
	json_write_text(w, "name", name);
	json_write_real(w, "base", a);
	json_write_real(w, "new", b);
	json_write_real(w, "ratio", b / a);
	json_write_real(w, "log_ratio", log(b / a));
	json_write_end(w);
}

/* null: nothing by which it can be divided was counted on both sides. */
static void write_time_parts(struct json_writer *w,
			     const struct compare_parts *p)
{
	if (!p->nr) {
		json_write_null(w, "time_parts");
		return;
	}
	json_write_object(w, "time_parts");
	json_write_u64(w, "base_runs", p->n_a);
	json_write_u64(w, "new_runs", p->n_b);
	write_factor(w, "time", "ns/op", p->a, p->b);
	json_write_array(w, "factors");
	for (size_t i = 0; i < p->nr; i++)
		write_factor(w, NULL, p->factors[i].name, p->factors[i].a,
			     p->factors[i].b);
	json_write_end(w);
	json_write_text(w, "missing", p->missing);
	json_write_end(w);
}

/*
 * Groups.
 */

/* A fact whose values differ. */
static void write_change(struct json_writer *w, const struct compare *c,
			 const struct compare_group *g, const char *name)
{
	if (!compare_changed(c, g, name))
		return;
	json_write_object(w, NULL);
	json_write_text(w, "fact", name);
	json_write_text(w, "base", compare_fact(&c->groups[0], name));
	json_write_text(w, "new", compare_fact(g, name));
	json_write_end(w);
}

static void write_group(struct json_writer *w, const struct compare *c,
			const struct compare_group *g)
{
	const struct compare_group *base = &c->groups[0];

	json_write_flat_object(w, NULL);
	json_write_text(w, "label", g->label);
	json_write_text(w, "path", g->path);
	json_write_u64(w, "files", g->nr_files);
	json_write_u64(w, "copies", g->nr_copies);
	json_write_u64(w, "interrupted", g->nr_partial);
	json_write_text(w, "machine_id", compare_fact(g, "machine_id"));
	json_write_text(w, "config_id", compare_fact(g, "config_id"));
	json_write_text(w, "host", compare_host_word(compare_host(c, g)));
	json_write_array(w, "changed");
	for (size_t i = 0; i < base->nr_facts; i++)
		write_change(w, c, g, base->facts[i].name);
	for (size_t i = 0; i < g->nr_facts; i++)
		if (!compare_has_fact(base, g->facts[i].name))
			write_change(w, c, g, g->facts[i].name);
	json_write_end(w);
	json_write_end(w);
}

static void write_mean(struct json_writer *w, const struct compare *c, size_t i)
{
	const struct compare_mean *m = &c->means[i];

	json_write_flat_object(w, NULL);
	json_write_text(w, "group", c->groups[i].label);
	write_interval(w, m->ratio, m->lo, m->hi);
	json_write_u64(w, "rows", m->nr_rows);
	json_write_u64(w, "of", m->nr_keys);
	json_write_end(w);
}

/*
 * Rows.
 */

static void write_side(struct json_writer *w, const char *key,
		       const struct compare_side *s)
{
	json_write_object(w, key);
	json_write_u64(w, "runs", s->n);
	json_write_u64(w, "sessions", s->nr_sessions);
	json_write_real(w, "median_ns", s->median);
	json_write_real(w, "mean_ns", s->mean);
	json_write_real(w, "rsd", s->rsd);
	json_write_real(w, "switches_per_op", s->switches);
	json_write_real(w, "foreign_share", s->foreign);
	json_write_real(w, "beside_share", s->beside);
	json_write_real(w, "clock_mhz", s->mhz);
	json_write_end(w);
}

/* The last part of a name, or NULL if an earlier one than @i has it. */
static const char *part_value(const struct compare_key *k, size_t i)
{
	const char *value = k->parts[i].value;

	for (size_t j = 0; j < k->nr_parts; j++) {
		if (strcmp(k->parts[j].name, k->parts[i].name))
			continue;
		if (j < i)
			return NULL;
		value = k->parts[j].value;
	}
	return value;
}

/*
 * A parameter of the benchmark may have the name of an option of the harness:
 * the key holds the option's value then.
 */
static void write_key(struct json_writer *w, const struct compare_key *k)
{
	json_write_text(w, "benchmark", k->name);
	json_write_object(w, "key");
	for (size_t i = 0; i < k->nr_parts; i++) {
		const char *value = part_value(k, i);

		if (value)
			json_write_text(w, k->parts[i].name, value);
	}
	json_write_end(w);
	json_write_object(w, "params");
	for (size_t i = 0; i < k->nr_params; i++)
		json_write_text(w, k->parts[i].name, k->parts[i].value);
	json_write_end(w);
}

/* The noise of the level above the one that was compared. */
static void write_between(struct json_writer *w, const struct compare_test *t)
{
	static const char *const sources[] = {
		[COMPARE_SAMPLED] = "sampled",
		[COMPARE_FROM_FLOOR] = "floor",
		[COMPARE_STATED] = "stated",
		[COMPARE_ASSUMED] = "assumed",
	};

	if (t->few || isnan(t->ratio)) {
		json_write_null(w, "between");
		return;
	}
	json_write_object(w, "between");
	json_write_text(w, "level", t->one_boot ? "session" : "boot");
	json_write_text(w, "source", sources[t->source]);
	json_write_u64(w, "base", t->clusters_a);
	json_write_u64(w, "new", t->clusters_b);
	json_write_real(w, "sd", t->between);
	json_write_real(w, "df", t->between_df);
	json_write_end(w);
}

static void write_order(struct json_writer *w, const char *key,
			const struct compare_order *o)
{
	if (!o->nr_sessions) {
		json_write_null(w, key);
		return;
	}
	json_write_object(w, key);
	json_write_real(w, "lag1", o->lag1);
	json_write_real(w, "n_eff", o->n_eff);
	json_write_real(w, "drift", o->drift);
	json_write_u64(w, "drifting", o->nr_drift);
	json_write_u64(w, "correlated", o->nr_correlated);
	json_write_u64(w, "warming_up", o->nr_warmup);
	json_write_end(w);
}

/* What the test says; null for what there is not. */
static void write_test(struct json_writer *w, const struct compare_row *r)
{
	const struct compare_test *t = &r->t;

	json_write_text(w, "level", compare_unit_word(t->unit));
	write_interval(w, t->ratio, t->lo, t->hi);
	json_write_real(w, "confidence", t->level);
	json_write_real(w, "p", t->p);
	json_write_real(w, "p_adjusted", r->p_adjusted);
	json_write_real(w, "welch_p", t->welch_p);
	json_write_real(w, "threshold", r->threshold);
	json_write_real(w, "visible", t->visible);
	json_write_real(w, "needed", r->needed);
	write_between(w, t);
	write_order(w, "base_order", &t->order_a);
	write_order(w, "new_order", &t->order_b);
}

static void write_row(struct json_writer *w, const struct compare_view *v,
		      const struct compare_row *r)
{
	const struct compare *c = v->c;
	char word[WORD_LEN];

	json_write_flat_object(w, NULL);
	write_key(w, &c->keys[r->key]);
	json_write_text(w, "group", c->groups[r->group].label);
	write_side(w, "base", &r->a);
	write_side(w, "new", &r->b);
	json_write_bool(w, "in_cycles", r->in_cycles);
	json_write_real(w, "clock_slope", r->clock_slope);
	write_test(w, r);
	json_write_text(w, "verdict", compare_word(c, r, word, sizeof(word)));
	json_write_bool(w, "decides", r->gated);
	json_write_bool(w, "regression", r->gate);
	json_write_findings(w, "notes", &r->notes);
	if (v->counters) {
		json_write_array(w, "counters");
		for (size_t i = 0; i < r->nr_counters; i++)
			write_counter(w, c, r, &r->counters[i]);
		json_write_end(w);
		write_time_parts(w, &r->parts);
	}
	json_write_end(w);
}

static void write_rows(struct json_writer *w, const struct compare_view *v)
{
	json_write_array(w, "rows");
	/* Who reads by lines finds the list's end on a line also without rows. */
	if (!v->c->nr_rows)
		fputs("\n  ", w->out);
	for (size_t i = 0; i < v->c->nr_rows; i++)
		write_row(w, v, &v->c->rows[i]);
	json_write_end(w);
}

static void write_rule(struct json_writer *w, const struct compare_view *v)
{
	static const char *const corrections[] = { "holm", "bh", "none" };

	json_write_flat_object(w, "rule");
	json_write_real(w, "threshold", v->rule->threshold);
	json_write_text(w, "metric", compare_metric_word(v->c->metric));
	json_write_text(w, "correction", corrections[v->rule->correction]);
	json_write_u64(w, "tests", v->c->nr_tests);
	json_write_real(w, "alpha", COMPARE_ALPHA);
	json_write_bool(w, "strict", v->strict);
	json_write_bool(w, "force", v->rule->force);
	json_write_text(w, "floors", v->floor);
	json_write_end(w);
}

static void write_gate(struct json_writer *w, const struct compare *c,
		       const struct compare_gate *g)
{
	const struct compare_gate_result r = compare_gate_result(c, g);

	json_write_flat_object(w, NULL);
	json_write_text(w, "benchmarks", g->benchmarks);
	json_write_text(w, "metric", g->metric);
	json_write_real(w, "threshold", g->threshold);
	json_write_u64(w, "judged", r.judged);
	json_write_u64(w, "regressions", r.regressions);
	json_write_u64(w, "open", r.open);
	json_write_text(w, "why", *r.why ? r.why : NULL);
	json_write_end(w);
}

int compare_json(FILE *out, const struct compare_view *v)
{
	struct json_writer w = json_writer(out, 2, true);
	const struct compare *c = v->c;

	json_write_object(&w, NULL);
	json_write_text(&w, "schema", SCHEMA);
	json_write_text(&w, "schema_version", SCHEMA_VERSION);
	write_rule(&w, v);
	json_write_array(&w, "groups");
	for (size_t i = 0; i < c->nr_groups; i++)
		write_group(&w, c, &c->groups[i]);
	json_write_end(&w);
	write_rows(&w, v);
	json_write_array(&w, "means");
	for (size_t i = 1; i < c->nr_groups; i++)
		write_mean(&w, c, i);
	json_write_end(&w);
	json_write_array(&w, "gates");
	for (size_t i = 0; i < v->rule->nr_gates; i++)
		write_gate(&w, c, &v->rule->gates[i]);
	json_write_end(&w);
	json_write_int(&w, "status", compare_status(c, v->strict));
	json_write_end(&w);
	json_write_finish(&w);
	return 0;
}
