/* SPDX-License-Identifier: MIT */
/*
 * core/compare/counters.c - counters of entries, kept for a comparison.
 */
#include "util/array.h"
#include "compare/counters.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/internal.h"
#include "result/counter_text.h"
#include "pmu.h"

#define LABEL_LEN 256

static int class_of(const char *word)
{
	for (int i = PMU_SEMANTIC; word && i <= PMU_MICRO; i++) {
		if (!strcmp(word, pmu_class_word(i)))
			return i;
	}
	return -1;
}

static bool same(const char *a, const char *b)
{
	return !strcmp(a ? a : "", b ? b : "");
}

static struct compare_count *find(const struct compare_counts *c,
				  const struct compare_count *like)
{
	for (size_t i = 0; i < c->nr; i++) {
		if (same(c->v[i].name, like->name) &&
		    same(c->v[i].pmu, like->pmu))
			return &c->v[i];
	}
	return NULL;
}

static void count_free(struct compare_count *k)
{
	free(k->name);
	free(k->label);
	free(k->kind);
	free(k->pmu);
	free(k->reason);
	free(k->values);
}

/* The count of that description, which is given up; NULL: no memory. */
static struct compare_count *count_of(struct compare_counts *c,
				      struct compare_count *wanted)
{
	struct compare_count *k = find(c, wanted);
	void *array = c->v;

	if (k) {
		k->mixed |= !same(k->kind, wanted->kind) ||
			    k->class != wanted->class;
		count_free(wanted);
		return k;
	}
	k = array_append(&array, &c->nr, sizeof(*k));
	c->v = array;
	if (k)
		*k = *wanted;
	else
		count_free(wanted);
	return k;
}

static int copy(char **to, const char *from)
{
	*to = from ? strdup(from) : NULL;
	return *to || !from ? 0 : -ENOMEM;
}

static struct compare_count *event_count(struct compare_counts *c,
					 const struct entry *e, size_t i)
{
	const struct counter *k = &e->counters[i];
	struct compare_count wanted = { .class = class_of(k->class) };
	char label[LABEL_LEN];

	if (copy(&wanted.name, k->name) || copy(&wanted.kind, k->kind) ||
	    copy(&wanted.pmu, k->pmu) ||
	    copy(&wanted.label, counter_label(e, i, label, sizeof(label)))) {
		count_free(&wanted);
		return NULL;
	}
	return count_of(c, &wanted);
}

/* Instructions @i per cycle @j. */
static struct compare_count *
ipc_count(struct compare_counts *c, const struct entry *e, size_t i, size_t j)
{
	const char *filter = counter_filter(&e->counters[i]);
	const char *cycles = e->counters[j].kind;
	struct compare_count wanted = { .class = PMU_ISA };
	char label[LABEL_LEN];
	const char *pmu =
		strchr(counter_label(e, i, label, sizeof(label)), '@');

	if (asprintf(&wanted.name, "IPC%s", filter) < 0 ||
	    asprintf(&wanted.label, "IPC%s%s", filter, pmu ? pmu : "") < 0 ||
	    asprintf(&wanted.kind, "instructions/%s", cycles ? cycles : "?") <
		    0 ||
	    copy(&wanted.pmu, e->counters[i].pmu)) {
		count_free(&wanted);
		return NULL;
	}
	return count_of(c, &wanted);
}

static bool usable(const struct sample *r)
{
	return r->valid && r->ops && r->elapsed_ns;
}

/* Count @i of a run; NaN where there is no number. */
static double count_in(const struct sample *r, size_t i)
{
	if (i >= r->nr_counts || r->counts[i].value == NOT_MEASURED)
		return NAN;
	return (double)r->counts[i].value;
}

static int add_value(struct compare_count *k, double value)
{
	void *array = k->values;
	double *slot;

	if (!isfinite(value))
		return 0;
	slot = array_append(&array, &k->n, sizeof(*slot));
	k->values = array;
	if (!slot)
		return -ENOMEM;
	*slot = value;
	return 0;
}

static int add_event(struct compare_counts *c, const struct entry *e, size_t i)
{
	struct compare_count *k = event_count(c, e, i);
	int err = k ? 0 : -ENOMEM;

	for (size_t n = 0; !err && n < e->nr_counted; n++) {
		const struct sample *r = &e->counted[n];

		if (usable(r))
			err = add_value(k, count_in(r, i) / (double)r->ops);
	}
	if (err || k->n || k->reason)
		return err;
	return copy(&k->reason, e->counters[i].reason);
}

static int add_ipc(struct compare_counts *c, const struct entry *e, size_t i)
{
	const struct counter *k = &e->counters[i];
	struct compare_count *ipc;
	int err;
	size_t j;

	if (!k->metric || strcmp(k->metric, "instructions"))
		return 0;
	j = counter_find(e, k, "cycles", counter_filter(k));
	if (j == e->nr_counters)
		return 0;
	ipc = ipc_count(c, e, i, j);
	err = ipc ? 0 : -ENOMEM;
	for (size_t n = 0; !err && n < e->nr_counted; n++) {
		const struct sample *r = &e->counted[n];

		if (usable(r))
			err = add_value(ipc, count_in(r, i) / count_in(r, j));
	}
	return err;
}

/* --- runs ------------------------------------------------------------------- */

/* Only the other type of core can count nothing and yet miss nothing. */
static bool of_other_core(const struct counter *k)
{
	return k->status &&
	       !strcmp(k->status, pmu_status_word(PMU_WRONG_CPU_TYPE));
}

/*
 * Events of a metric and filter added up: hybrid machines have several. NaN
 * where one is missing.
 */
static double sum_of(const struct entry *e, const struct sample *r,
		     const char *metric, const char *filter)
{
	double sum = 0;
	size_t nr = 0;

	for (size_t i = 0; i < e->nr_counters; i++) {
		const struct counter *k = &e->counters[i];

		if (!k->metric || strcmp(k->metric, metric) ||
		    strcmp(counter_filter(k), filter) || of_other_core(k))
			continue;
		sum += count_in(r, i);
		nr++;
	}
	return nr ? sum : NAN;
}

/* User mode and kernel, per op; NaN where not all was counted, or nothing. */
static double whole(const struct entry *e, const struct sample *r,
		    const char *metric)
{
	double all = sum_of(e, r, metric, "");

	if (isnan(all))
		all = sum_of(e, r, metric, ":u") + sum_of(e, r, metric, ":k");
	return all > 0 ? all / (double)r->ops : NAN;
}

static int add_run(struct compare_counts *c, const struct entry *e,
		   const struct sample *r)
{
	void *array = c->runs;
	struct compare_counted *slot =
		array_append(&array, &c->nr_runs, sizeof(*slot));

	c->runs = array;
	if (!slot)
		return -ENOMEM;
	slot->ns = (double)r->elapsed_ns / (double)r->ops;
	slot->instructions = whole(e, r, "instructions");
	slot->cycles = whole(e, r, "cycles");
	return 0;
}

static int take_scope(struct compare_counts *c, const struct entry *e)
{
	const char *scope = e->scope;

	if (!e->nr_counters || (c->nr && same(c->scope, scope)))
		return 0;
	if (c->nr)
		scope = "mixed";
	free(c->scope);
	return copy(&c->scope, scope);
}

int compare_counts_add(struct compare_counts *c, const struct entry *e)
{
	int err = take_scope(c, e);

	for (size_t i = 0; !err && i < e->nr_counters; i++)
		err = add_event(c, e, i);
	for (size_t i = 0; !err && i < e->nr_counters; i++)
		err = add_ipc(c, e, i);
	for (size_t i = 0; !err && e->nr_counters && i < e->nr_counted; i++) {
		if (usable(&e->counted[i]))
			err = add_run(c, e, &e->counted[i]);
	}
	return err;
}

void compare_counts_free(struct compare_counts *c)
{
	for (size_t i = 0; i < c->nr; i++)
		count_free(&c->v[i]);
	free(c->scope);
	free(c->v);
	free(c->runs);
}
