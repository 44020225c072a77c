/* SPDX-License-Identifier: MIT */
/*
 * core/util/arena.c - memory that a process and its children share.
 */
#include "util/arena.h"

#include <string.h>
#include <sys/mman.h>

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
