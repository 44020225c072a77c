/* SPDX-License-Identifier: MIT */
/*
 * core/stats/histogram.c - log-linear histogram of per-op times.
 */
#include "stats/histogram.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SUB_BUCKETS ((uint64_t)1 << HISTOGRAM_SUB_BITS)

void histogram_reset(struct histogram *h)
{
	memset(h, 0, sizeof(*h));
}

size_t histogram_index(uint64_t value)
{
	unsigned int shift;

	if (value < 2 * SUB_BUCKETS)
		return value;
	shift = 63 - HISTOGRAM_SUB_BITS - __builtin_clzll(value);
	return (shift << HISTOGRAM_SUB_BITS) + (value >> shift);
}

/* log2 of the width of a bucket. */
static unsigned int bucket_shift(size_t index)
{
	return index < 2 * SUB_BUCKETS ? 0 : (index >> HISTOGRAM_SUB_BITS) - 1;
}

uint64_t histogram_lowest(size_t index)
{
	unsigned int shift = bucket_shift(index);

	return (index - ((uint64_t)shift << HISTOGRAM_SUB_BITS)) << shift;
}

void histogram_add_many(struct histogram *h, uint64_t value, uint64_t count)
{
	h->count[histogram_index(value)] += count;
	h->total += count;
	if (value > h->max)
		h->max = value;
}

void histogram_add(struct histogram *h, uint64_t value)
{
	histogram_add_many(h, value, 1);
}

void histogram_merge(struct histogram *to, const struct histogram *from)
{
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++)
		to->count[i] += from->count[i];
	to->total += from->total;
	if (from->max > to->max)
		to->max = from->max;
}

double histogram_middle(size_t index)
{
	uint64_t width = (uint64_t)1 << bucket_shift(index);

	return (double)histogram_lowest(index) + (double)(width - 1) / 2;
}

double histogram_quantile(const struct histogram *h, double p)
{
	double rank, seen = 0;

	if (!h->total || !(p >= 0 && p <= 1))
		return NAN;
	/* 0.07 * 100 is a little above 7 in binary, yet means the 7th. */
	rank = p * (double)h->total;
	rank = ceil(rank - 4 * DBL_EPSILON * rank);
	if (rank >= (double)h->total)
		return (double)h->max;
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		seen += (double)h->count[i];
		if (h->count[i] && seen >= rank)
			return fmin(histogram_middle(i), (double)h->max);
	}
	return (double)h->max;
}

/*
 * A histogram as a result keeps it.
 */

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
