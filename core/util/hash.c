/* SPDX-License-Identifier: MIT */
/*
 * core/util/hash.c - a hash table of indices into somebody's array.
 *
 * Open addressing, linear probing, at most half full.
 */
#include "util/hash.h"

#include <errno.h>
#include <stdlib.h>

#define FIRST_ROOM 64

uint64_t hash_text(const char *text)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
	return hash;
}

/* The slot of that hash at or after @i, or an empty one. */
static size_t probe(const struct hash_table *t, uint64_t hash, size_t i)
{
	i &= t->room - 1;
	while (t->slots[i].index != COMPARE_NONE && t->slots[i].hash != hash)
		i = (i + 1) & (t->room - 1);
	return i;
}

uint32_t hash_find(const struct hash_table *t, uint64_t hash,
		   bool (*same)(const void *array, uint32_t index,
				const void *key),
		   const void *array, const void *key)
{
	size_t i;

	if (!t->room)
		return COMPARE_NONE;
	for (i = probe(t, hash, hash); t->slots[i].index != COMPARE_NONE;
	     i = probe(t, hash, i + 1)) {
		if (same(array, t->slots[i].index, key))
			break;
	}
	return t->slots[i].index;
}

static void insert(struct hash_table *t, struct hash_slot s)
{
	size_t i = s.hash & (t->room - 1);

	while (t->slots[i].index != COMPARE_NONE)
		i = (i + 1) & (t->room - 1);
	t->slots[i] = s;
}

static int grow(struct hash_table *t)
{
	struct hash_table bigger = {
		.nr = t->nr,
		.room = t->room ? 2 * t->room : FIRST_ROOM,
	};

	bigger.slots = calloc(bigger.room, sizeof(*bigger.slots));
	if (!bigger.slots)
		return -ENOMEM;
	for (size_t i = 0; i < bigger.room; i++)
		bigger.slots[i].index = COMPARE_NONE;
	for (size_t i = 0; i < t->room; i++) {
		if (t->slots[i].index != COMPARE_NONE)
			insert(&bigger, t->slots[i]);
	}
	free(t->slots);
	*t = bigger;
	return 0;
}

int hash_put(struct hash_table *t, uint64_t hash, uint32_t index)
{
	if (2 * (t->nr + 1) > t->room && grow(t))
		return -ENOMEM;
	insert(t, (struct hash_slot){ hash, index });
	t->nr++;
	return 0;
}

void hash_free(struct hash_table *t)
{
	free(t->slots);
	*t = (struct hash_table){ 0 };
}
