/* SPDX-License-Identifier: MIT */
/*
 * core/compare/key.c - what must be alike for two entries to be compared.
 */
#include "compare/key.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/types.h"
#include "result/entry_key.h"
#include "util/memory.h"

/* What harness run does without options. */
const struct compare_usual compare_usual[] = {
	{ "cpus", "same" },  { "tasks", "processes" }, { "sched", "other" },
	{ "calls", "libc" }, { "groups", "1" },	       { NULL, NULL },
};

static int add_part(struct compare_key *k, const char *name, const char *value)
{
	void *array = k->parts;
	struct param *p = array_append(&array, &k->nr_parts, sizeof(*p));

	k->parts = array;
	if (!p)
		return -ENOMEM;
	p->name = strdup(name);
	p->value = strdup(value ? value : COMPARE_UNKNOWN);
	return p->name && p->value ? 0 : -ENOMEM;
}

char *compare_cpus_text(const struct entry *e)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return NULL;
	for (size_t i = 0; i < e->nr_cpus; i++)
		fprintf(f, "%s%d", i ? "," : "", e->cpus[i]);
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}

static int add_list(struct compare_key *k, const struct entry *e)
{
	char *text = compare_cpus_text(e);
	int err = text ? add_part(k, "list", text) : -ENOMEM;

	free(text);
	return err;
}

bool compare_list_matters(const struct entry *e)
{
	return e->sweep || (e->relation && !strcmp(e->relation, "list"));
}

static int fill_parts(struct compare_key *k, const struct entry *e,
		      bool with_list)
{
	struct key_part part;
	int err = 0;

	k->name = strdup(e->name);
	k->nr_params = e->nr_params;
	for (size_t i = 0; !err && entry_key(e, i, &part); i++)
		err = add_part(k, part.name, part.value);
	if (!err && with_list)
		err = add_list(k, e);
	return k->name ? err : -ENOMEM;
}

/* The name and the parts that are @shown (NULL: all); malloc'ed. */
static char *join(const struct compare_key *k,
		  bool (*shown)(const void *arg, size_t part), const void *arg)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return NULL;
	fputs(k->name, f);
	for (size_t i = 0; i < k->nr_parts; i++) {
		if (!shown || shown(arg, i))
			fprintf(f, " %s=%s", k->parts[i].name,
				k->parts[i].value);
	}
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}

static bool same_key(const void *array, uint32_t index, const void *key)
{
	return !strcmp(((const struct compare_key *)array)[index].text, key);
}

/* Takes over what @k owns. */
static int add_key(struct compare *c, struct compare_key *k, uint32_t *key)
{
	void *array = c->keys;
	struct compare_key *slot =
		array_append(&array, &c->nr_keys, sizeof(*slot));

	c->keys = array;
	if (!slot)
		return -ENOMEM;
	*slot = *k;
	*k = (struct compare_key){ 0 };
	*key = (uint32_t)c->nr_keys - 1;
	return hash_put(&c->key_table, hash_text(slot->text), *key);
}

int compare_key_of(struct compare *c, const struct entry *e, bool with_list,
		   uint32_t *key)
{
	struct compare_key k = { 0 };
	int err = fill_parts(&k, e, with_list);

	if (!err)
		k.text = join(&k, NULL, NULL);
	if (err || !k.text) {
		compare_key_free(&k);
		return -ENOMEM;
	}
	*key = hash_find(&c->key_table, hash_text(k.text), same_key, c->keys,
			 k.text);
	if (*key == COMPARE_NONE)
		err = add_key(c, &k, key);
	compare_key_free(&k);
	return err;
}

void compare_key_free(struct compare_key *k)
{
	for (size_t i = 0; i < k->nr_parts; i++) {
		free(k->parts[i].name);
		free(k->parts[i].value);
	}
	free(k->parts);
	free(k->text);
	free(k->name);
	free(k->label);
	*k = (struct compare_key){ 0 };
}

/* The value of a part of a key, or NULL. */
static const char *compare_part(const struct compare_key *k, const char *name)
{
	for (size_t i = 0; i < k->nr_parts; i++) {
		if (!strcmp(k->parts[i].name, name))
			return k->parts[i].value;
	}
	return NULL;
}

/* --- labels ----------------------------------------------------------------- */

/**
 * struct labeller - which parts of the keys tell something
 * @c:		the whole
 * @key:	being labelled
 * @first:	per key: the first one of the same benchmark
 * @differs:	per key that is a first one: bit i, parameter i has several
 *		values
 * @common:	bit i: the part i behind the parameters is the same everywhere
 */
struct labeller {
	const struct compare *c;
	uint32_t key;
	uint32_t *first;
	uint64_t *differs;
	uint32_t common;
};

#define MOST_BITS 64

static bool same_name(const void *array, uint32_t index, const void *key)
{
	return !strcmp(((const struct compare_key *)array)[index].name, key);
}

static int find_firsts(struct labeller *l)
{
	struct hash_table t = { 0 };
	int err = 0;

	for (uint32_t i = 0; !err && i < l->c->nr_keys; i++) {
		const char *name = l->c->keys[i].name;
		uint64_t hash = hash_text(name);

		if (!l->c->keys[i].used)
			continue;

		l->first[i] = hash_find(&t, hash, same_name, l->c->keys, name);
		if (l->first[i] == COMPARE_NONE) {
			l->first[i] = i;
			err = hash_put(&t, hash, i);
		}
	}
	hash_free(&t);
	return err;
}

static void find_differences(struct labeller *l)
{
	for (uint32_t i = 0; i < l->c->nr_keys; i++) {
		const struct compare_key *a = &l->c->keys[l->first[i]];
		const struct compare_key *b = &l->c->keys[i];

		if (!a->used || !b->used)
			continue;
		for (size_t p = 0; p < MOST_BITS; p++) {
			bool in_a = p < a->nr_params, in_b = p < b->nr_params;

			if (in_a != in_b ||
			    (in_a &&
			     (strcmp(a->parts[p].name, b->parts[p].name) ||
			      strcmp(a->parts[p].value, b->parts[p].value))))
				l->differs[l->first[i]] |= UINT64_C(1) << p;
		}
	}
}

/* The first used key, or NULL. */
static const struct compare_key *first_used(const struct compare *c)
{
	for (size_t i = 0; i < c->nr_keys; i++) {
		if (c->keys[i].used)
			return &c->keys[i];
	}
	return NULL;
}

const char *compare_common(const struct compare *c, const char *part)
{
	const struct compare_key *k = first_used(c);
	const char *first = k ? compare_part(k, part) : NULL;

	for (size_t i = 0; first && i < c->nr_keys; i++) {
		const char *value = compare_part(&c->keys[i], part);

		if (c->keys[i].used && (!value || strcmp(first, value)))
			return NULL;
	}
	return first;
}

static bool is_usual(const struct param *p)
{
	for (const struct compare_usual *u = compare_usual; u->part; u++) {
		if (!strcmp(u->part, p->name))
			return !strcmp(u->value, p->value);
	}
	return false;
}

static bool shown(const void *arg, size_t part)
{
	const struct labeller *l = arg;
	const struct compare_key *k = &l->c->keys[l->key];

	if (part >= k->nr_params)
		return !(l->common & 1u << (part - k->nr_params)) &&
		       !is_usual(&k->parts[part]);
	return part >= MOST_BITS ||
	       l->differs[l->first[l->key]] & UINT64_C(1) << part;
}

/* The parts that all keys have, in the order of fill_parts(). */
static uint32_t common_parts(const struct compare *c)
{
	const struct compare_key *k = first_used(c);
	uint32_t common = 0;

	for (size_t i = 0; k && k->nr_params + i < k->nr_parts; i++) {
		if (compare_common(c, k->parts[k->nr_params + i].name))
			common |= 1u << i;
	}
	return common;
}

int compare_label_keys(struct compare *c)
{
	struct labeller l = { .c = c, .common = common_parts(c) };
	int err = 0;

	l.first = calloc(c->nr_keys + 1, sizeof(*l.first));
	l.differs = calloc(c->nr_keys + 1, sizeof(*l.differs));
	if (!l.first || !l.differs)
		err = -ENOMEM;
	if (!err)
		err = find_firsts(&l);
	if (!err)
		find_differences(&l);
	for (; !err && l.key < c->nr_keys; l.key++) {
		struct compare_key *k = &c->keys[l.key];

		k->label = join(k, shown, &l);
		err = k->label ? 0 : -ENOMEM;
	}
	free(l.first);
	free(l.differs);
	return err;
}

/*
 * Entries of which not everything is known, beside
 * those that they can only stand for.
 *
 * Imported results often do not say the policy, or how calls were made. Such an
 * entry is compared with the one configuration that agrees with it in all that
 * is known, if there is exactly one; the row then says what was not known.
 */

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

/*
 * A session that has one list of CPUs beside one that has several: the list
 * that it is says which of them is meant.
 */

static uint32_t with_list(const struct compare *c,
			  const struct compare_cell *cell)
{
	uint32_t found = COMPARE_NONE;
	char *text = NULL;

	if (asprintf(&text, "%s list=%s", c->keys[cell->key].text, cell->cpus) <
	    0)
		return COMPARE_NONE;
	found = hash_find(&c->key_table, hash_text(text), same_key, c->keys,
			  text);
	free(text);
	return found;
}

int compare_match_lists(struct compare *c)
{
	bool *taken = calloc(c->nr_groups + 1, sizeof(*taken));
	size_t nr = c->nr_cells;

	if (!taken)
		return -ENOMEM;
	for (size_t i = 0; i < nr; i++) {
		struct compare_cell *cell = &c->cells[i];
		uint32_t key = cell->several_cpus ? COMPARE_NONE :
						    with_list(c, cell);

		if (key == COMPARE_NONE || !c->keys[key].used)
			continue;
		memset(taken, 0, c->nr_groups * sizeof(*taken));
		mark_groups(c, key, taken);
		if (!taken[cell->group]) {
			uint32_t was = cell->key;

			cell->key = key;
			memset(taken, 0, c->nr_groups * sizeof(*taken));
			mark_groups(c, was, taken);
			c->keys[was].used = false;
			for (size_t g = 0; g < c->nr_groups; g++)
				c->keys[was].used |= taken[g];
		}
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
