/* SPDX-License-Identifier: MIT */
/*
 * core/util/memory.h - arrays that grow, memory that processes share,
 * and arenas of it.
 *
 * What a child puts into shared memory stays at the same address for its
 * parent, also after the child is gone. An arena is handed out in order and
 * given back all at once; one process uses it at a time.
 */
#ifndef CORE_UTIL_MEMORY_H
#define CORE_UTIL_MEMORY_H

#include <stddef.h>

/**
 * array_append - make room for one more element
 * @array:	of @nr elements of @size bytes; NULL while there are none
 *
 * Arrays grow when their length is a power of two from 4 up, so that no
 * capacity needs to be kept.
 *
 * Return: the new element, zeroed; NULL: no memory.
 */
void *array_append(void **array, size_t *nr, size_t size);

/* The same for an array and its length as they are declared. */
#define ARRAY_ADD(array, nr)                                             \
	({                                                               \
		void *grown = (array);                                   \
		__typeof__(array) element =                              \
			array_append(&grown, &(nr), sizeof(*(array)));   \
		(array) = grown;                                         \
		element;                                                 \
	})

/* Zeroed memory that survives fork() as shared; NULL: none. */
void *shm_alloc(size_t size);

void shm_free(void *p, size_t size);

struct arena;

/**
 * arena_open - reserve address space
 * @size:	bytes at most; a page costs memory once it is written
 *
 * Return: the arena, or NULL with errno set.
 */
struct arena *arena_open(size_t size);

/* Gives everything back. NULL is allowed. */
void arena_close(struct arena *a);

/**
 * arena_alloc - zeroed memory, aligned for any type
 *
 * Return: @len bytes, or NULL when the arena is full.
 */
void *arena_alloc(struct arena *a, size_t len);

/* A copy of a string; NULL when the arena is full. */
char *arena_strdup(struct arena *a, const char *text);

/* How much is in use, for arena_reset(). */
size_t arena_mark(const struct arena *a);

/* Gives back all that was handed out since @mark. */
void arena_reset(struct arena *a, size_t mark);

#endif
