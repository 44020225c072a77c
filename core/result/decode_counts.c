/* SPDX-License-Identifier: MIT */
/*
 * core/result/decode_counts.c - counters and counted runs of one benchmark
 * out of a JSON document.
 */
#include <errno.h>

#include "result/decode.h"
#include "result/fields.h"
#include "result/read.h"

/* Many more than anything counts; reports compare them one by one. */
#define MOST_EVENTS 1024

static void read_events(struct doc *d, const json_t *counters, struct entry *e)
{
	const json_t *list = doc_array(d, counters, "events"), *v;
	size_t nr = json_array_size(list);

	if (nr > MOST_EVENTS)
		doc_fail(d, -EINVAL, "more than %d events", MOST_EVENTS);
	e->counters = doc_calloc(d, nr, sizeof(*e->counters));
	if (!e->counters)
		return;
	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".events[%zu]", i);

		if (doc_is_object(d, v))
			doc_fields(d, v, fields_counter,
				   &e->counters[e->nr_counters++]);
		doc_leave(d, mark);
	}
}

static void read_count(struct doc *d, const json_t *o, struct count *c)
{
	c->value = c->enabled_ns = c->running_ns = NOT_MEASURED;
	if (!doc_is_object(d, o))
		return;
	doc_fields(d, o, fields_count, c);
	doc_fields(d, o, fields_count_status, c);
	if (c->value != NOT_MEASURED && c->status)
		doc_fail(d, -EINVAL,
			 "a value, and '%.20s' as why there is none",
			 c->status);
}

/* All events in their order, or none. */
static void read_counts(struct doc *d, const json_t *o, const struct entry *e,
			struct sample *r)
{
	const json_t *list = doc_array(d, o, "counts"), *v;
	size_t nr = json_array_size(list);

	if (nr && nr != e->nr_counters)
		doc_fail(d, -EINVAL, "%zu counts for %zu events", nr,
			 e->nr_counters);
	r->counts = doc_calloc(d, nr, sizeof(*r->counts));
	if (!r->counts)
		return;
	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".counts[%zu]", i);

		read_count(d, v, &r->counts[r->nr_counts++]);
		doc_leave(d, mark);
	}
}

static void read_counted(struct doc *d, const json_t *o, struct entry *e)
{
	const json_t *list = doc_array(d, o, "counted"), *v;

	for (size_t i = 0; (v = doc_element(d, list, i)); i++) {
		size_t mark = doc_enter(d, ".counted[%zu]", i);
		struct sample *r = entry_add_counted(e);

		if (doc_added(d, r)) {
			decode_sample(d, v, r);
			read_counts(d, v, e, r);
		}
		doc_leave(d, mark);
	}
}

void decode_counts(struct doc *d, const json_t *o, struct entry *e)
{
	const json_t *counters = doc_object(d, o, "counters");
	size_t mark = doc_enter(d, ".counters");

	doc_fields(d, counters, fields_counting, e);
	read_events(d, counters, e);
	doc_leave(d, mark);
	read_counted(d, o, e);
}
