/* SPDX-License-Identifier: MIT */
/*
 * core/result/result.c - build, search and free the tree of a session.
 */
#include "result/result.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/cpumask.h"

void sweep_free(struct sweep *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->nr; i++)
		free(s->cpus[i].type);
	free(s);
}

struct sweep *sweep_copy(const struct sweep *s)
{
	struct sweep *copy = malloc(sizeof(*copy));
	int ok = 1;

	if (!copy)
		return NULL;
	*copy = *s;
	for (size_t i = 0; i < s->nr; i++) {
		const char *type = s->cpus[i].type;

		copy->cpus[i].type = type ? strdup(type) : NULL;
		ok &= !type || copy->cpus[i].type;
	}
	if (ok)
		return copy;
	sweep_free(copy);
	return NULL;
}

struct entry *session_add_entry(struct session *s)
{
	void *array = s->entries;
	struct entry *e = array_append(&array, &s->nr_entries, sizeof(*e));

	s->entries = array;
	if (e) {
		e->regime = REGIME_MIXED;
		e->expect_max = 1e9;
		e->nice = NOT_MEASURED;
	}
	return e;
}

static_assert(sizeof(struct run_figures) % sizeof(int64_t) == 0,
	      "figures are walked as an array");

#define NR_FIGURES (sizeof(struct run_figures) / sizeof(int64_t))

void run_figures_none(struct run_figures *f)
{
	int64_t *v = (int64_t *)f;

	for (size_t i = 0; i < NR_FIGURES; i++)
		v[i] = NOT_MEASURED;
}

static int64_t known_sum(int64_t a, int64_t b)
{
	return a == NOT_MEASURED || b == NOT_MEASURED ? NOT_MEASURED : a + b;
}

void run_figures_add(struct run_figures *sum, const struct run_figures *f)
{
	const int64_t *v = (const int64_t *)f;
	int64_t *to = (int64_t *)sum;

	for (size_t i = 0; i < NR_FIGURES; i++)
		to[i] = known_sum(to[i], v[i]);
}

void run_figures_subtract(struct run_figures *f,
			  const struct run_figures *before)
{
	const int64_t *v = (const int64_t *)before;
	int64_t *to = (int64_t *)f;

	for (size_t i = 0; i < NR_FIGURES; i++)
		to[i] = v[i] == NOT_MEASURED ? NOT_MEASURED :
					       known_sum(to[i], -v[i]);
}

double run_figures_switches(const struct run_figures *f)
{
	int64_t sum = known_sum(f->nvcsw, f->nivcsw);

	return sum == NOT_MEASURED ? NAN : (double)sum;
}

static struct sample *add_sample(struct sample **v, size_t *nr)
{
	void *array = *v;
	struct sample *r = array_append(&array, nr, sizeof(*r));

	*v = array;
	if (!r)
		return NULL;
	r->ticks = r->steal_ns = r->throttled_ns = NOT_MEASURED;
	run_figures_none(&r->figures);
	r->interference = INTERFERENCE_UNKNOWN;
	r->records_ns = r->clock_mhz = NAN;
	return r;
}

struct sample *entry_add_run(struct entry *e)
{
	return add_sample(&e->runs, &e->nr_runs);
}

struct sample *entry_add_counted(struct entry *e)
{
	return add_sample(&e->counted, &e->nr_counted);
}

struct latency *entry_latency(struct entry *e)
{
	if (e->latency)
		return e->latency;
	e->latency = calloc(1, sizeof(*e->latency));
	if (!e->latency)
		return NULL;
	e->latency->ops_per_loop = 1;
	e->latency->clock_ns = NAN;
	return e->latency;
}

struct paired *entry_add_paired(struct entry *e)
{
	void *array = e->paired;
	struct paired *c = array_append(&array, &e->nr_paired, sizeof(*c));

	e->paired = array;
	if (!c)
		return NULL;
	c->ratio = c->lo = c->hi = c->level = c->p = NAN;
	c->switches_per_op_a = c->switches_per_op_b = NAN;
	return c;
}

int entry_add_error(struct entry *e, const char *text)
{
	void *array = e->errors;
	char *copy = strdup(text);
	char **slot;

	if (!copy)
		return -ENOMEM;
	slot = array_append(&array, &e->nr_errors, sizeof(*slot));
	e->errors = array;
	if (!slot) {
		free(copy);
		return -ENOMEM;
	}
	*slot = copy;
	return 0;
}

int findings_add(struct findings *f, const char *id, const char *fmt, ...)
{
	struct finding new = { .id = strdup(id) };
	struct finding *slot = NULL;
	void *array = f->v;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&new.text, fmt, ap) < 0)
		new.text = NULL;
	va_end(ap);
	if (new.id &&new.text)
		slot = array_append(&array, &f->nr, sizeof(*slot));
	f->v = array;
	if (!slot) {
		free(new.id);
		free(new.text);
		return -ENOMEM;
	}
	*slot = new;
	return 0;
}

const struct paired *entry_paired(const struct entry *e, const char *name)
{
	for (size_t i = 0; i < e->nr_paired; i++) {
		if (!strcmp(e->paired[i].name, name))
			return &e->paired[i];
	}
	return NULL;
}

uint32_t entry_distinct_cpus(const struct entry *e)
{
	uint32_t n = 0;

	for (size_t i = 0; i < e->nr_cpus; i++)
		n += !cpumask_has(e->cpus, i, e->cpus[i]);
	return n;
}

bool entry_one_cpu(const struct entry *e)
{
	return entry_distinct_cpus(e) == 1;
}

const char *session_fact(const struct session *s, const char *name)
{
	for (size_t i = 0; i < s->nr_facts; i++) {
		if (!strcmp(s->facts[i].name, name))
			return s->facts[i].value;
	}
	return NULL;
}

const char *session_label(const struct session *s, const char *name)
{
	for (size_t i = 0; i < s->nr_labels; i++)
		if (!strcmp(s->labels[i].name, name))
			return s->labels[i].value;
	return NULL;
}

/* Of a name that is there already, the last value counts. */
int session_set_label(struct session *s, const char *name, const char *value)
{
	void *array = s->labels;
	struct param *p = NULL;

	for (size_t i = 0; i < s->nr_labels && !p; i++)
		if (!strcmp(s->labels[i].name, name))
			p = &s->labels[i];
	if (!p) {
		p = array_append(&array, &s->nr_labels, sizeof(*p));
		s->labels = array;
		if (!p)
			return -ENOMEM;
		p->name = strdup(name);
	}
	free(p->value);
	p->value = strdup(value);
	return p->name && p->value ? 0 : -ENOMEM;
}

void findings_free(struct findings *f)
{
	for (size_t i = 0; i < f->nr; i++) {
		free(f->v[i].id);
		free(f->v[i].text);
	}
	free(f->v);
	*f = (struct findings){ 0 };
}

static void strings_free(char **v, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		free(v[i]);
	free(v);
}

static void samples_free(struct sample *v, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		free(v[i].slice_ns);
		free(v[i].chain_ns);
		for (size_t c = 0; c < v[i].nr_counts; c++)
			free(v[i].counts[c].status);
		free(v[i].counts);
		findings_free(&v[i].why);
	}
	free(v);
}

static void counters_free(struct entry *e)
{
	for (size_t i = 0; i < e->nr_counters; i++) {
		struct counter *c = &e->counters[i];

		free(c->name);
		free(c->metric);
		free(c->kind);
		free(c->pmu);
		free(c->encoding);
		free(c->class);
		free(c->status);
		free(c->reason);
		free(c->of_switch);
	}
	free(e->counters);
	free(e->scope);
}

static void latency_free(struct latency *l)
{
	if (!l)
		return;
	buckets_free(&l->buckets);
	free(l->reason);
	free(l);
}

void paired_free(struct paired *c)
{
	free(c->name);
	free(c->log_ratios);
	free(c->log_products);
	free(c->by_run);
	free(c->reason);
	*c = (struct paired){ 0 };
}

static void free_paired(struct entry *e)
{
	for (size_t i = 0; i < e->nr_paired; i++)
		paired_free(&e->paired[i]);
	free(e->paired);
}

static void params_free(struct param *v, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		free(v[i].name);
		free(v[i].value);
	}
	free(v);
}

void entry_free(struct entry *e)
{
	free(e->name);
	free(e->summary);
	free(e->op);
	params_free(e->params, e->nr_params);
	free(e->cpus);
	free(e->relation);
	sweep_free(e->sweep);
	free(e->policy);
	free(e->calls);
	free(e->code_id);
	samples_free(e->runs, e->nr_runs);
	samples_free(e->counted, e->nr_counted);
	counters_free(e);
	latency_free(e->latency);
	strings_free(e->errors, e->nr_errors);
	findings_free(&e->notes);
	findings_free(&e->absent);
	free_paired(e);
	free(e->reason);
	*e = (struct entry){ 0 };
}

static void checks_free(struct session *s)
{
	for (size_t i = 0; i < s->nr_checks; i++) {
		free(s->checks[i].id);
		free(s->checks[i].value);
		free(s->checks[i].path);
		free(s->checks[i].text);
	}
	free(s->checks);
}

static void facts_free(struct session *s)
{
	for (size_t i = 0; i < s->nr_facts; i++) {
		free(s->facts[i].name);
		free(s->facts[i].value);
	}
	free(s->facts);
}

void session_free(struct session *s)
{
	for (size_t i = 0; i < s->nr_entries; i++)
		entry_free(&s->entries[i]);
	free(s->entries);
	checks_free(s);
	facts_free(s);
	params_free(s->labels, s->nr_labels);
	strings_free(s->argv, s->argc);
	free(s->id);
	free(s->created);
	free(s->version);
	free(s->compiler);
	free(s->cflags);
	memset(s, 0, sizeof(*s));
}
