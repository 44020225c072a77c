/* SPDX-License-Identifier: MIT */
/*
 * core/util/memory.c - memory shared by the harness, its runner and the tasks.
 */
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/*
 * Arrays that grow.
 */

/* Most arrays have one element, or many. A power of two. */
#define FIRST_ROOM 4

void *array_append(void **array, size_t *nr, size_t size)
{
	char *element;

	if (!*nr || (*nr >= FIRST_ROOM && !(*nr & (*nr - 1)))) {
		size_t room = *nr ? *nr * 2 : FIRST_ROOM;
		void *bigger = reallocarray(*array, room, size);

		if (!bigger)
			return NULL;
		*array = bigger;
	}
	element = (char *)*array + *nr * size;
	memset(element, 0, size);
	(*nr)++;
	return element;
}

/*
 * Memory that a process and its children share.
 */

/**
 * struct arena - lies at the start of its own mapping
 * @size:	of the whole mapping
 * @used:	handed out, this header included
 */
struct arena {
	size_t size;
	size_t used;
};

#define ALIGNMENT _Alignof(max_align_t)

static size_t round_up(size_t len)
{
	return (len + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

struct arena *arena_open(size_t size)
{
	struct arena *a = mmap(NULL, size, PROT_READ | PROT_WRITE,
			       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1,
			       0);

	if (a == MAP_FAILED)
		return NULL;
	a->size = size;
	a->used = round_up(sizeof(*a));
	return a;
}

void arena_close(struct arena *a)
{
	if (a)
		munmap(a, a->size);
}

void *arena_alloc(struct arena *a, size_t len)
{
	char *p = (char *)a + a->used;

	if (len > a->size - a->used || round_up(len) > a->size - a->used)
		return NULL;
	a->used += round_up(len);
	return memset(p, 0, len);
}

char *arena_strdup(struct arena *a, const char *text)
{
	size_t len = strlen(text) + 1;
	char *copy = arena_alloc(a, len);

	return copy ? memcpy(copy, text, len) : NULL;
}

size_t arena_mark(const struct arena *a)
{
	return a->used;
}

void arena_reset(struct arena *a, size_t mark)
{
	a->used = mark;
}

/*
 * Memory shared by the harness, its runner and the tasks.
 */

void *shm_alloc(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

void shm_free(void *p, size_t size)
{
	if (p)
		munmap(p, size);
}
