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
 * struct compare_slot - an index and the hash of what it stands for
 */
struct compare_slot {
	uint64_t hash;
	uint32_t index;
};

/* struct compare_table - start with {0}; @slots: @room, a power of two */
struct compare_table {
	size_t nr, room;
	struct compare_slot *slots;
};

/* FNV-1a of a text. */
uint64_t compare_hash(const char *text);

/**
 * compare_find - look up
 * @same:	whether the element of that index is the one meant by @key
 *
 * Return: its index, or COMPARE_NONE.
 */
uint32_t compare_find(const struct compare_table *t, uint64_t hash,
		      bool (*same)(const void *array, uint32_t index,
				   const void *key),
		      const void *array, const void *key);

/* Remembers @index under @hash. Return: 0 or -ENOMEM. */
int compare_put(struct compare_table *t, uint64_t hash, uint32_t index);

void compare_table_free(struct compare_table *t);

#endif
