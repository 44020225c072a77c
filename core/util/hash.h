/* SPDX-License-Identifier: MIT */
/*
 * core/util/hash.h - a hash table of indices into somebody's array.
 */
#ifndef CORE_UTIL_HASH_H
#define CORE_UTIL_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define COMPARE_NONE UINT32_MAX

/**
 * struct hash_slot - an index and the hash of what it stands for
 */
struct hash_slot {
	uint64_t hash;
	uint32_t index;
};

/* struct hash_table - start with {0}; @slots: @room, a power of two */
struct hash_table {
	size_t nr, room;
	struct hash_slot *slots;
};

/* FNV-1a of a text. */
uint64_t hash_text(const char *text);

/**
 * hash_find - look up
 * @same:	whether the element of that index is the one meant by @key
 *
 * Return: its index, or COMPARE_NONE.
 */
uint32_t hash_find(const struct hash_table *t, uint64_t hash,
		      bool (*same)(const void *array, uint32_t index,
				   const void *key),
		      const void *array, const void *key);

/* Remembers @index under @hash. Return: 0 or -ENOMEM. */
int hash_put(struct hash_table *t, uint64_t hash, uint32_t index);

void hash_free(struct hash_table *t);

#endif
