/* SPDX-License-Identifier: MIT */
/*
 * core/compare/unknown.c - entries of which not everything is known, beside
 * those that they can only stand for.
 *
 * Imported results often do not say the policy, or how calls were made. Such an
 * entry is compared with the one configuration that agrees with it in all that
 * is known, if there is exactly one; the row then says what was not known.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/internal.h"

static bool is_unknown(const struct param *part)
{
	return !strcmp(part->value, COMPARE_UNKNOWN);
}

static bool has_unknown(const struct compare_key *k)
{
	for (size_t i = 0; i < k->nr_parts; i++)
		if (is_unknown(&k->parts[i]))
			return true;
	return false;
}

/* Whether @known is @k with values in place of what is unknown. */
static bool completes(const struct compare_key *known,
		      const struct compare_key *k)
{
	if (!known->used || has_unknown(known) ||
	    known->nr_parts != k->nr_parts || strcmp(known->name, k->name))
		return false;
	for (size_t i = 0; i < k->nr_parts; i++) {
		const struct param *a = &k->parts[i], *b = &known->parts[i];

		if (strcmp(a->name, b->name) ||
		    (!is_unknown(a) && strcmp(a->value, b->value)))
			return false;
	}
	return true;
}

static uint32_t only_completion(const struct compare *c, uint32_t key)
{
	uint32_t found = COMPARE_NONE;

	for (uint32_t i = 0; i < c->nr_keys; i++) {
		if (!completes(&c->keys[i], &c->keys[key]))
			continue;
		if (found != COMPARE_NONE)
			return COMPARE_NONE;
		found = i;
	}
	return found;
}

/* Marks the groups that have cells of @key. @groups has room for all. */
static void mark_groups(const struct compare *c, uint32_t key, bool *groups)
{
	for (size_t i = 0; i < c->nr_cells; i++)
		if (c->cells[i].key == key)
			groups[c->cells[i].group] = true;
}

/* Gives the cells of @key to @known, but for groups that have both. */
static void give(struct compare *c, uint32_t key, uint32_t known,
		 const bool *taken)
{
	bool left = false;

	for (size_t i = 0; i < c->nr_cells; i++) {
		struct compare_cell *cell = &c->cells[i];

		if (cell->key != key)
			continue;
		if (taken[cell->group])
			left = true;
		else
			cell->key = known;
	}
	c->keys[key].used = left;
}

int compare_match_unknown(struct compare *c)
{
	bool *taken = calloc(c->nr_groups + 1, sizeof(*taken));

	if (!taken)
		return -ENOMEM;
	for (size_t i = 0; i < c->nr_cells; i++)
		c->cells[i].own_key = c->cells[i].key;
	for (uint32_t key = 0; key < c->nr_keys; key++) {
		uint32_t known;

		if (!c->keys[key].used || !has_unknown(&c->keys[key]))
			continue;
		known = only_completion(c, key);
		if (known == COMPARE_NONE)
			continue;
		memset(taken, 0, c->nr_groups * sizeof(*taken));
		mark_groups(c, known, taken);
		give(c, key, known, taken);
	}
	free(taken);
	return 0;
}

/* "sched, calls" */
static void list_unknown(const struct compare_key *k, char *text, size_t len)
{
	size_t at = 0;

	for (size_t i = 0; i < k->nr_parts && at < len; i++)
		if (is_unknown(&k->parts[i]))
			at += (size_t)snprintf(text + at, len - at, "%s%s",
					       at ? ", " : "",
					       k->parts[i].name);
}

static int note_cell(const struct compare *c, struct compare_row *r,
		     const struct compare_cell *cell)
{
	char text[256] = "";

	if (!cell || cell->own_key == cell->key)
		return 0;
	list_unknown(&c->keys[cell->own_key], text, sizeof(text));
	return findings_add(&r->notes, "N-UNKNOWN", "%s: not known: %s",
			    c->groups[cell->group].label, text);
}

int compare_note_unknown(const struct compare *c, struct compare_row *r)
{
	int err = r->base && r->new ? note_cell(c, r, r->base) : 0;

	return err || !r->base || !r->new ? err : note_cell(c, r, r->new);
}
