/* SPDX-License-Identifier: MIT */
/*
 * bench/mem/walk.h - the working sets of two tasks, and the walk of a set that
 * is recorded.
 */
#ifndef BENCH_MEM_WALK_H
#define BENCH_MEM_WALK_H

#include <harness/bench.h>

#include "huge.h"

#include <string.h>
#include <sys/mman.h>

enum { WALK_AFTER, WALK_AGAIN };
enum { WALK_READ, WALK_WRITE };

/**
 * struct walk_state - shared by the two tasks
 * @size, @stride, @pages, @walk, @rw, @shared, @huge: options
 * @bytes:	from the first word of a set to behind the last
 * @step:	from one word that is visited to the next
 * @room:	bytes mapped for a set
 * @set:	of each task; one and the same if @shared
 * @turn:	the task whose turn it is
 */
struct walk_state {
	uint64_t size, stride, pages, walk, rw, shared, huge;
	uint64_t bytes, step, room;
	char *set[2];
	_Alignas(128) uint32_t turn;
};

#define WALK_OPTION_WALK                                                 \
	BENCH_CHOICE(struct walk_state, walk, WALK_AFTER,                \
		     "walk to record: the one after the switch, or the " \
		     "second one",                                       \
		     "after", "again")
#define WALK_OPTION_RW                                                         \
	BENCH_CHOICE(struct walk_state, rw, WALK_READ, "how to access a word", \
		     "read", "write")

static inline void walk_once(const struct walk_state *s, char *set)
{
	for (uint64_t at = 0; at < s->bytes; at += s->step) {
		volatile uint64_t *word = (void *)(set + at);

		if (s->rw == WALK_WRITE)
			*word = at;
		else
			(void)*word;
	}
}

/* Walks twice, so that either walk can be the one that is recorded. */
static inline void walk(struct bench_task *t)
{
	const struct walk_state *s = t->state;
	uint64_t begin = bench_now(t), middle;

	walk_once(s, s->set[t->id]);
	middle = bench_now(t);
	walk_once(s, s->set[t->id]);
	if (s->walk == WALK_AGAIN)
		bench_record(t, bench_now(t) - middle);
	else
		bench_record(t, middle - begin);
}

/* Return: a set with all its pages there, or MAP_FAILED. */
static inline char *walk_new_set(const struct walk_state *s)
{
	int kind = s->shared ? MAP_SHARED : MAP_PRIVATE;
	char *set = mmap(NULL, s->room, PROT_READ | PROT_WRITE,
			 kind | MAP_ANONYMOUS, -1, 0);

	if (set == MAP_FAILED)
		return set;
	madvise(set, s->room, s->huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
	memset(set, 1, s->bytes);
	return set;
}

/* A set is @visits words, @step bytes apart. */
static inline int walk_setup(struct bench_task *t, uint64_t visits,
			     uint64_t step)
{
	struct walk_state *s = t->state;
	int ret = huge_check(t, s->huge);

	if (ret)
		return ret;
	t->group->ops_per_loop = 2;
	s->step = step;
	s->bytes = (visits - 1) * step + sizeof(uint64_t);
	s->room = (s->bytes | ((2UL << 20) - 1)) + 1;
	s->set[0] = s->set[1] = walk_new_set(s);
	if (s->set[0] == MAP_FAILED)
		return bench_error(t, errno, "mmap of a working set");
	return 0;
}

static int walk_prepare(struct bench_task *t)
{
	struct walk_state *s = t->state;

	if (t->id == 0 || s->shared)
		return 0;
	s->set[1] = walk_new_set(s);
	if (s->set[1] == MAP_FAILED)
		return bench_error(t, errno, "mmap of a working set");
	return 0;
}

static int walk_teardown(struct bench_task *t)
{
	const struct walk_state *s = t->state;

	munmap(s->set[0], s->room);
	if (t->group->threads && s->set[1] != s->set[0])
		munmap(s->set[1], s->room);
	return 0;
}

#endif
