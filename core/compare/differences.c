/* SPDX-License-Identifier: MIT */
/*
 * core/compare/differences.c - the facts in which machines differ, side by side.
 */
#include "compare/differences.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "compare/group.h"
#include "util/memory.h"

/* Longer values are cut, and no more facts told, unless all is asked for. */
#define LONGEST_FACT 30
#define MOST_FACTS 8

/* struct difference - a fact, and how long its values are together */
struct difference {
	const char *name;
	size_t len;
};

/* struct differences - @nr facts in which groups differ, the shortest first */
struct differences {
	size_t nr;
	struct difference *v;
};

static size_t fact_len(const struct compare *c, const char *name)
{
	size_t len = 0;

	for (size_t i = 0; i < c->nr_groups; i++) {
		const char *value = compare_fact(&c->groups[i], name);

		len += value ? strlen(value) : 0;
	}
	return len;
}

static bool listed(const struct differences *d, const char *name)
{
	for (size_t i = 0; i < d->nr; i++) {
		if (!strcmp(d->v[i].name, name))
			return true;
	}
	return false;
}

static bool changed(const struct compare *c, const char *name)
{
	for (size_t i = 1; i < c->nr_groups; i++) {
		if (compare_changed(c, &c->groups[i], name))
			return true;
	}
	return false;
}

static int by_length(const void *a, const void *b)
{
	const struct difference *x = a, *y = b;

	if (x->len != y->len)
		return x->len < y->len ? -1 : 1;
	return strcmp(x->name, y->name);
}

static int find_differences(const struct compare *c, struct differences *d)
{
	for (size_t g = 0; g < c->nr_groups; g++) {
		const struct compare_group *group = &c->groups[g];

		for (size_t i = 0; i < group->nr_facts; i++) {
			const char *name = group->facts[i].name;
			void *array = d->v;
			struct difference *slot;

			if (listed(d, name) || !changed(c, name))
				continue;
			slot = array_append(&array, &d->nr, sizeof(*slot));
			d->v = array;
			if (!slot)
				return -ENOMEM;
			slot->name = name;
			slot->len = fact_len(c, name);
		}
	}
	if (d->nr)
		qsort(d->v, d->nr, sizeof(*d->v), by_length);
	return 0;
}

static void add_fact(struct grid *g, const char *value, bool verbose)
{
	if (!value)
		grid_add(g, "?");
	else if (verbose || strlen(value) <= LONGEST_FACT)
		grid_add(g, "%s", value);
	else
		grid_add(g, "%.*s...", LONGEST_FACT - 3, value);
}

int compare_differences(const struct compare *c, bool all, struct grid *g,
			size_t *left)
{
	struct differences d = { 0 };
	int err = find_differences(c, &d);
	size_t nr = all || d.nr <= MOST_FACTS ? d.nr : MOST_FACTS;

	*left = d.nr - nr;
	if (!err && nr) {
		grid_add(g, "differs");
		for (size_t i = 0; i < c->nr_groups; i++)
			grid_add(g, "%s", c->groups[i].label);
		grid_end_row(g);
	}
	for (size_t i = 0; !err && i < nr; i++) {
		const char *name = d.v[i].name;

		grid_add(g, "%s", name);
		for (size_t k = 0; k < c->nr_groups; k++)
			add_fact(g, compare_fact(&c->groups[k], name), all);
		grid_end_row(g);
	}
	free(d.v);
	return err;
}
