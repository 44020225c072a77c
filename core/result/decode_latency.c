/* SPDX-License-Identifier: MIT */
/*
 * core/result/decode_latency.c - the distribution of loop times of one
 * benchmark out of a JSON document.
 */
#include <errno.h>
#include <string.h>

#include "result/decode.h"
#include "result/fields.h"
#include "result/read.h"

static uint64_t read_number(struct doc *d, const json_t *pair, size_t i)
{
	const json_t *v = doc_element(d, pair, i);

	if (!v)
		doc_fail(d, -EINVAL, "not a pair of numbers");
	return v ? doc_u64(d, v, UINT64_MAX) : 0;
}

/* A maximum below a bucket would put a percentile above it. */
static void read_bucket(struct doc *d, const json_t *pair, uint64_t max,
			struct bucket *b)
{
	b->lowest = read_number(d, pair, 0);
	b->count = read_number(d, pair, 1);
	if (b->lowest > max)
		doc_fail(d, -EINVAL, "above the maximum");
}

static void read_buckets(struct doc *d, const json_t *o, struct buckets *b)
{
	const json_t *list = doc_array(d, o, "buckets"), *v;
	uint64_t total = 0;

	b->v = doc_calloc(d, json_array_size(list), sizeof(*b->v));
	for (size_t i = 0; b->v && (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".buckets[%zu]", i);

		read_bucket(d, v, b->max, &b->v[i]);
		if (b->v[i].count > UINT64_MAX - total)
			doc_fail(d, -EINVAL, "more values than can be counted");
		total += b->v[i].count;
		b->nr++;
		doc_leave(d, mark);
	}
}

/* Without a unit it is ns; another one would be read wrongly. */
static void check_unit(struct doc *d, const json_t *o)
{
	const char *unit = json_string_value(json_object_get(o, "unit"));

	if (unit && strcmp(unit, "ns"))
		doc_fail(d, -EINVAL, "times in '%.20s', expected 'ns'", unit);
}

void decode_latency(struct doc *d, const json_t *o, struct entry *e)
{
	const json_t *latency = doc_object(d, o, "latency");
	size_t mark;

	if (!latency)
		return;
	mark = doc_enter(d, ".latency");
	if (doc_added(d, entry_latency(e))) {
		check_unit(d, latency);
		doc_fields(d, latency, fields_latency, e->latency);
		read_buckets(d, latency, &e->latency->buckets);
		if (!e->latency->ops_per_loop)
			doc_fail(d, -EINVAL, "loops of 0 ops");
	}
	doc_leave(d, mark);
}
