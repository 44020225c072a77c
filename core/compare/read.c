/* SPDX-License-Identifier: MIT */
/*
 * core/compare/read.c - many files into one comparison.
 *
 * Decoding takes far longer than adding, so batches of files are decoded by
 * several threads; only one batch is ever in memory as a whole.
 */
#include "compare/read.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"
#include "result/read.h"
#include "util/input.h"
#include "util/why.h"

#define BATCH 64
#define MOST_THREADS 16
#define WHY_LEN 256

/* struct item - one file of a batch */
struct item {
	const char *path;
	struct session session;
	int err;
	char why[WHY_LEN];
};

/* struct batch - @nr items, of which @parts are read; @next is to be taken */
struct batch {
	struct item items[BATCH];
	size_t nr, next;
	unsigned int parts;
};

static void *decode(void *batch)
{
	struct batch *b = batch;

	for (;;) {
		size_t i = __atomic_fetch_add(&b->next, 1, __ATOMIC_RELAXED);
		struct item *it = &b->items[i < b->nr ? i : 0];

		if (i >= b->nr)
			return NULL;
		it->err = result_read(it->path, b->parts, &it->session, it->why,
				      sizeof(it->why));
	}
}

/* Other CPUs that may be used. */
static size_t helpers(size_t files)
{
	cpu_set_t set;
	size_t nr = 1;

	if (!sched_getaffinity(0, sizeof(set), &set))
		nr = (size_t)CPU_COUNT(&set);
	nr = nr < MOST_THREADS ? nr : MOST_THREADS;
	nr = nr < files ? nr : files;
	return nr ? nr - 1 : 0;
}

/* A thread that cannot be had is not needed: this one decodes too. */
static void decode_batch(struct batch *b)
{
	pthread_t threads[MOST_THREADS];
	size_t wanted = helpers(b->nr), nr = 0;

	while (nr < wanted && !pthread_create(&threads[nr], NULL, decode, b))
		nr++;
	decode(b);
	while (nr)
		pthread_join(threads[--nr], NULL);
}

static int add_item(struct compare *c, struct item *it, int by, char *why,
		    size_t len)
{
	if (it->err)
		return why_set(why, len, it->err, "cannot read %s: %s",
			       it->path, it->why);
	if (compare_add(c, &it->session, it->path, by))
		return why_set(why, len, -ENOMEM, "no memory");
	return 0;
}

/* @starts: of the batch, or NULL. */
static int read_batch(struct compare *c, struct batch *b, const bool *starts,
		      int by, char *why, size_t len)
{
	int err = 0;

	decode_batch(b);
	for (size_t i = 0; i < b->nr; i++) {
		if (starts)
			by = starts[i] ? COMPARE_BY_FILE : COMPARE_BY_LAST;
		if (!err)
			err = add_item(c, &b->items[i], by, why, len);
		if (!b->items[i].err)
			session_free(&b->items[i].session);
	}
	return err;
}

static int read_all(struct compare *c, const char *const *paths, size_t nr,
		    const bool *starts, int by, char *why, size_t len)
{
	struct batch *b;
	int err = 0;

	for (size_t at = 0; !err && at < nr; at += BATCH) {
		b = calloc(1, sizeof(*b));
		if (!b)
			return why_set(why, len, -ENOMEM, "no memory");
		b->nr = nr - at < BATCH ? nr - at : BATCH;
		b->parts = nr <= COMPARE_MOST_COLUMNS || c->metric ?
				   RESULT_WHOLE :
				   0;
		for (size_t i = 0; i < b->nr; i++)
			b->items[i].path = paths[at + i];
		err = read_batch(c, b, starts ? starts + at : NULL, by, why,
				 len);
		free(b);
	}
	return err;
}

int compare_read(struct compare *c, const char *const *paths, size_t nr,
		 const bool *starts, int by, char *why, size_t len)
{
	int err = input_check(paths, nr, why, len);

	if (by == COMPARE_BY_AUTO && nr <= COMPARE_MOST_COLUMNS)
		by = COMPARE_BY_FILE;
	if (!err && by == COMPARE_BY_AUTO && !starts) {
		by = COMPARE_BY_CONFIG;
		err = read_all(c, paths, 1, NULL, COMPARE_BY_FILE, why, len);
		paths++;
		nr--;
	}
	return err ? err : read_all(c, paths, nr, starts, by, why, len);
}
