/* SPDX-License-Identifier: MIT */
/*
 * core/stats/buckets.c - a histogram as a result keeps it.
 */
#include "stats/buckets.h"

#include <errno.h>
#include <stdlib.h>

void buckets_expand(const struct buckets *b, struct histogram *h)
{
	histogram_reset(h);
	for (size_t i = 0; i < b->nr; i++)
		histogram_add_many(h, b->v[i].lowest, b->v[i].count);
	h->max = b->max;
}

int buckets_add(struct buckets *b, const struct histogram *h)
{
	struct histogram all;
	struct bucket *v;
	size_t nr = 0;

	buckets_expand(b, &all);
	histogram_merge(&all, h);
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++)
		nr += all.count[i] != 0;
	v = reallocarray(b->v, nr + 1, sizeof(*v));
	if (!v)
		return -ENOMEM;
	*b = (struct buckets){ .max = all.max, .v = v };
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++)
		if (all.count[i])
			v[b->nr++] = (struct bucket){ histogram_lowest(i),
						      all.count[i] };
	return 0;
}

uint64_t buckets_total(const struct buckets *b)
{
	uint64_t total = 0;

	for (size_t i = 0; i < b->nr; i++)
		total += b->v[i].count;
	return total;
}

void buckets_free(struct buckets *b)
{
	free(b->v);
	*b = (struct buckets){ 0 };
}
