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
#include "util/memory.h"
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

/* Hands them over in their order, and frees them. */
static int hand_over(struct batch *b, size_t first,
		     const struct compare_visit *v)
{
	int err = 0;

	for (size_t i = 0; i < b->nr; i++) {
		struct item *it = &b->items[i];

		if (!err)
			err = v->file(v->arg, first + i, it->path,
				      it->err ? NULL : &it->session, it->err,
				      it->why);
		if (!it->err)
			session_free(&it->session);
	}
	return err;
}

int compare_visit(const char *const *paths, size_t nr,
		  const struct compare_visit *v)
{
	int err = 0;

	for (size_t at = 0; !err && at < nr; at += BATCH) {
		struct batch *b = calloc(1, sizeof(*b));

		if (!b)
			return -ENOMEM;
		b->nr = nr - at < BATCH ? nr - at : BATCH;
		b->parts = v->parts;
		for (size_t i = 0; i < b->nr; i++)
			b->items[i].path = paths[at + i];
		decode_batch(b);
		err = hand_over(b, at, v);
		free(b);
	}
	return err;
}

/**
 * struct adding - files on their way into a comparison
 * @starts:	whether a column starts with each, or NULL
 * @start:	the column that should have started with a file left out starts
 *		with the next
 * @why:	on error, what is wrong
 */
struct adding {
	struct compare *c;
	const bool *starts;
	bool start, strict;
	int by;
	char *why;
	size_t len;
};

static int leave_out(struct adding *a, const char *path, int err,
		     const char *why)
{
	struct compare *c = a->c;
	struct finding *f;

	if (err == -ENOMEM || a->strict || !c->nr_groups)
		return why_set(a->why, a->len, err, "cannot read %s: %s", path,
			       why);
	f = array_append((void **)&c->left_out.v, &c->left_out.nr, sizeof(*f));
	if (f) {
		f->id = strdup(path);
		f->text = strdup(why);
	}
	return f && f->id && f->text ?
		       0 :
		       why_set(a->why, a->len, -ENOMEM, "no memory");
}

static int add_file(void *arg, size_t index, const char *path,
		    const struct session *s, int err, const char *why)
{
	struct adding *a = arg;
	int by = a->by;

	if (a->starts) {
		a->start |= a->starts[index];
		by = a->start ? COMPARE_BY_FILE : COMPARE_BY_LAST;
	}
	if (!s)
		return leave_out(a, path, err, why);
	a->start = false;
	if (compare_add(a->c, s, path, by))
		return why_set(a->why, a->len, -ENOMEM, "no memory");
	return 0;
}

static int read_all(struct adding *a, const char *const *paths, size_t nr)
{
	struct compare_visit v = {
		.file = add_file,
		.arg = a,
		.parts = nr <= COMPARE_MOST_COLUMNS || a->c->metric ?
				 RESULT_WHOLE :
				 0,
	};

	return compare_visit(paths, nr, &v);
}

/* Where nothing is left to compare, what was left out is why. */
static int enough(const struct compare *c, char *why, size_t len)
{
	const struct finding *f = c->left_out.v;

	if (c->nr_groups > 1 || !c->left_out.nr)
		return 0;
	return why_set(why, len, -EINVAL, "cannot read %s: %s", f->id, f->text);
}

int compare_read(struct compare *c, const char *const *paths, size_t nr,
		 const bool *starts, int by, bool strict, char *why, size_t len)
{
	struct adding a = { .c = c,
			    .starts = starts,
			    .strict = strict,
			    .by = by,
			    .why = why,
			    .len = len };
	int err = input_check(paths, nr, why, len);

	if (by == COMPARE_BY_AUTO && nr <= COMPARE_MOST_COLUMNS)
		a.by = COMPARE_BY_FILE;
	else if (!err && by == COMPARE_BY_AUTO && !starts) {
		a.by = COMPARE_BY_FILE;
		err = read_all(&a, paths, 1);
		a.by = COMPARE_BY_CONFIG;
		paths++;
		nr--;
	}
	if (!err)
		err = read_all(&a, paths, nr);
	return err ? err : enough(c, why, len);
}
