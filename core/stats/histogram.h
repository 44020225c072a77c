/* SPDX-License-Identifier: MIT */
/*
 * core/stats/histogram.h - log-linear histogram of per-op times.
 *
 * Values up to 255 have a bucket each; above, every power of two is cut into
 * 128 buckets, so a bucket is at most 1/128 of its value wide: two significant
 * digits over the whole range of uint64_t, and no value is ever out of range.
 *
 * Fixed size and no pointers: it may lie in shared memory, and zeroed memory
 * is an empty histogram. One writer at a time; give each task its own and
 * merge. Percentiles of several runs come from the merged histogram, never
 * from an average of percentiles.
 */
#ifndef CORE_STATS_HISTOGRAM_H
#define CORE_STATS_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#define HISTOGRAM_SUB_BITS 7
#define HISTOGRAM_BUCKETS ((65 - HISTOGRAM_SUB_BITS) << HISTOGRAM_SUB_BITS)

/**
 * struct histogram - counts of values of one unit (ns or ticks)
 * @total:	values added
 * @max:	largest of them, exact; 0 while @total is 0
 * @count:	values per bucket, see histogram_index()
 */
struct histogram {
	uint64_t total;
	uint64_t max;
	uint64_t count[HISTOGRAM_BUCKETS];
};

/* Empties it. Also touches every page, so that adding does not fault. */
void histogram_reset(struct histogram *h);

/* Adds one value. No system call, no allocation, no lock. */
void histogram_add(struct histogram *h, uint64_t value);

/* Adds one value @count times. */
void histogram_add_many(struct histogram *h, uint64_t value, uint64_t count);

/* Adds all that is in @from, of the same unit, to @to. */
void histogram_merge(struct histogram *to, const struct histogram *from);

/* The bucket of a value, 0 to HISTOGRAM_BUCKETS - 1. */
size_t histogram_index(uint64_t value);

/**
 * histogram_lowest - smallest value of a bucket
 * @index:	0 to HISTOGRAM_BUCKETS - 1
 *
 * A bucket ends before the lowest value of the next one.
 */
uint64_t histogram_lowest(size_t index);

/* The value in the middle of a bucket. */
double histogram_middle(size_t index);

/**
 * histogram_quantile - value below or at which a share of the values lies
 * @p:	0 to 1; 1 gives the exact maximum
 *
 * Return: the middle of the bucket that holds value number ceil(@p * total),
 * within 0.4 % of that value; exact below 256. NaN if the histogram is empty
 * or @p is outside.
 */
double histogram_quantile(const struct histogram *h, double p);

/* struct bucket - @count values, the smallest of them at least @lowest */
struct bucket {
	uint64_t lowest, count;
};

/**
 * struct buckets - zeroed: an empty histogram
 * @max:	largest value, exact; 0 without values
 * @nr, @v:	buckets in ascending order; owned, see buckets_free()
 */
struct buckets {
	uint64_t max;
	size_t nr;
	struct bucket *v;
};

/* Adds all that is in @h, of the same unit. Return: 0 or -ENOMEM. */
int buckets_add(struct buckets *b, const struct histogram *h);

/* Writes them into @h, whatever was in it. */
void buckets_expand(const struct buckets *b, struct histogram *h);

/* How many values there are. */
uint64_t buckets_total(const struct buckets *b);

void buckets_free(struct buckets *b);

#endif
