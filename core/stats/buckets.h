/* SPDX-License-Identifier: MIT */
/*
 * core/stats/buckets.h - a histogram as a result keeps it: only what is not empty.
 */
#ifndef CORE_STATS_BUCKETS_H
#define CORE_STATS_BUCKETS_H

#include <stddef.h>
#include <stdint.h>

#include "stats/histogram.h"

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
