/* SPDX-License-Identifier: MIT */
/*
 * core/result/param_sweep.c - which entries of a session are one sweep.
 */
#include "result/param_sweep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same_text(const char *a, const char *b)
{
	return !strcmp(a ? a : "", b ? b : "");
}

static bool has_cpu(const struct entry *e, int cpu)
{
	for (size_t i = 0; i < e->nr_cpus; i++)
		if (e->cpus[i] == cpu)
			return true;
	return false;
}

static bool within(const struct entry *a, const struct entry *b)
{
	for (size_t i = 0; i < a->nr_cpus; i++)
		if (!has_cpu(b, a->cpus[i]))
			return false;
	return true;
}

/* More tasks that have a CPU each have other CPUs of necessity. */
static bool same_cpus(const struct entry *a, const struct entry *b)
{
	bool spread = a->nr_cpus && b->nr_cpus && !entry_one_cpu(a) &&
		      !entry_one_cpu(b);

	if (spread && a->nr_tasks != b->nr_tasks)
		return same_text(a->relation, b->relation);
	return !a->nr_cpus == !b->nr_cpus && within(a, b) && within(b, a);
}

static bool same_setup(const struct entry *a, const struct entry *b)
{
	return same_text(a->policy, b->policy) &&
	       same_text(a->calls, b->calls) && same_cpus(a, b);
}

static const char *param_value(const struct entry *e, const char *name)
{
	for (size_t i = 0; i < e->nr_params; i++)
		if (same_text(e->params[i].name, name))
			return e->params[i].value;
	return NULL;
}

const char *param_sweep_value(const struct entry *e, const char *column,
			      char buf[VALUE_SWEEP_TEXT])
{
	const char *value = param_value(e, column);

	if (!strcmp(column, VALUE_SWEEP_GROUPS))
		snprintf(buf, VALUE_SWEEP_TEXT, "%u", e->nr_groups);
	else
		snprintf(buf, VALUE_SWEEP_TEXT, "%s", value ? value : "");
	return buf;
}

/* --- the sweeps of one benchmark ------------------------------------------ */

static bool same_options(const struct entry *a, const struct entry *b)
{
	bool same = a->nr_params == b->nr_params;

	for (size_t i = 0; i < a->nr_params && same; i++)
		same = same_text(a->params[i].name, b->params[i].name);
	return same;
}

static bool belongs(const struct param_sweep *w, const struct entry *e)
{
	const struct entry *first = w->entries[0];

	return same_text(first->name, e->name) &&
	       first->threads == e->threads && same_options(first, e) &&
	       same_setup(first, e);
}

/* All entries from @s's entry @i on that differ from it in values only. */
static int collect(const struct session *s, size_t i, bool *taken,
		   struct param_sweep *w)
{
	w->entries = calloc(s->nr_entries, sizeof(*w->entries));
	if (!w->entries)
		return -ENOMEM;
	w->entries[w->nr++] = &s->entries[i];
	for (size_t j = i + 1; j < s->nr_entries; j++) {
		if (taken[j] || !belongs(w, &s->entries[j]))
			continue;
		taken[j] = true;
		w->entries[w->nr++] = &s->entries[j];
	}
	return 0;
}

static bool varies(const struct param_sweep *w, const char *column)
{
	char first[VALUE_SWEEP_TEXT], other[VALUE_SWEEP_TEXT];

	param_sweep_value(w->entries[0], column, first);
	for (size_t i = 1; i < w->nr; i++)
		if (strcmp(first,
			   param_sweep_value(w->entries[i], column, other)))
			return true;
	return false;
}

static int find_columns(struct param_sweep *w)
{
	const struct entry *e = w->entries[0];

	w->names = calloc(1, sizeof(*w->names));
	w->columns = calloc(e->nr_params + 1, sizeof(*w->columns));
	if (!w->names || !w->columns)
		return -ENOMEM;
	w->names[w->nr_names++] = e->name;
	for (size_t i = 0; i < e->nr_params; i++)
		if (e->params[i].name && varies(w, e->params[i].name))
			w->columns[w->nr_columns++] = e->params[i].name;
	if (varies(w, VALUE_SWEEP_GROUPS))
		w->columns[w->nr_columns++] = VALUE_SWEEP_GROUPS;
	return 0;
}

static void param_sweep_free(struct param_sweep *w)
{
	free(w->entries);
	free(w->names);
	free(w->columns);
	*w = (struct param_sweep){ 0 };
}

/* --- benchmarks swept alike ------------------------------------------------ */

static bool same_columns(const struct param_sweep *a,
			 const struct param_sweep *b)
{
	bool same = a->nr_columns == b->nr_columns;

	for (size_t i = 0; i < a->nr_columns && same; i++)
		same = same_text(a->columns[i], b->columns[i]);
	return same;
}

static bool has_name(const struct param_sweep *w, const char *name)
{
	for (size_t i = 0; i < w->nr_names; i++)
		if (same_text(w->names[i], name))
			return true;
	return false;
}

static bool joins(const struct param_sweep *into, const struct param_sweep *w)
{
	return !has_name(into, w->names[0]) && same_columns(into, w) &&
	       same_setup(into->entries[0], w->entries[0]);
}

static int append(struct param_sweep *into, const struct param_sweep *w)
{
	size_t nr = into->nr + w->nr, nr_names = into->nr_names + 1;
	const struct entry **entries =
		reallocarray(into->entries, nr, sizeof(*entries));
	const char **names;

	if (!entries)
		return -ENOMEM;
	into->entries = entries;
	names = reallocarray(into->names, nr_names, sizeof(*names));
	if (!names)
		return -ENOMEM;
	into->names = names;
	memcpy(entries + into->nr, w->entries, w->nr * sizeof(*entries));
	names[into->nr_names] = w->names[0];
	into->nr = nr;
	into->nr_names = nr_names;
	return 0;
}

/* Takes what @w owns. */
static int keep(struct param_sweeps *all, struct param_sweep *w)
{
	struct param_sweep *v;
	int ret;

	for (size_t i = 0; i < all->nr; i++) {
		if (!joins(&all->v[i], w))
			continue;
		ret = append(&all->v[i], w);
		param_sweep_free(w);
		return ret;
	}
	v = reallocarray(all->v, all->nr + 1, sizeof(*v));
	if (!v) {
		param_sweep_free(w);
		return -ENOMEM;
	}
	all->v = v;
	v[all->nr++] = *w;
	return 0;
}

static int find_from(const struct session *s, size_t i, bool *taken,
		     struct param_sweeps *out)
{
	struct param_sweep w = { 0 };
	int ret = collect(s, i, taken, &w);

	if (!ret)
		ret = find_columns(&w);
	if (!ret && w.nr_columns)
		return keep(out, &w);
	param_sweep_free(&w);
	return ret;
}

int param_sweeps_find(const struct session *s, struct param_sweeps *out)
{
	bool *taken = calloc(s->nr_entries + 1, sizeof(*taken));
	size_t nr = s->nr_entries > VALUE_SWEEP_MOST ? 0 : s->nr_entries;
	int ret = taken ? 0 : -ENOMEM;

	*out = (struct param_sweeps){ 0 };
	for (size_t i = 0; i < nr && !ret; i++)
		if (!taken[i])
			ret = find_from(s, i, taken, out);
	free(taken);
	return ret;
}

void param_sweeps_free(struct param_sweeps *all)
{
	for (size_t i = 0; i < all->nr; i++)
		param_sweep_free(&all->v[i]);
	free(all->v);
	*all = (struct param_sweeps){ 0 };
}

bool param_sweep_same_row(const struct param_sweep *w, size_t i, size_t j)
{
	const struct entry *a = w->entries[i], *b = w->entries[j];
	char x[VALUE_SWEEP_TEXT], y[VALUE_SWEEP_TEXT];

	for (size_t c = 0; c < w->nr_columns; c++)
		if (strcmp(param_sweep_value(a, w->columns[c], x),
			   param_sweep_value(b, w->columns[c], y)))
			return false;
	return true;
}

size_t param_sweep_cell(const struct param_sweep *w, size_t row,
			const char *name)
{
	size_t i = 0;

	while (i < w->nr && !(same_text(w->entries[i]->name, name) &&
			      param_sweep_same_row(w, row, i)))
		i++;
	return i;
}
