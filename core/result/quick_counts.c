/* SPDX-License-Identifier: MIT */
/*
 * core/result/quick_counts.c - counters and counted runs of one entry.
 */
#include <stdlib.h>

#include "result/pull_fields.h"
#include "result/quick_entry.h"

/* More is left to the whole reader, which has its own limit. */
#define MOST_EVENTS 256

static void take_event(struct pull *p, struct entry *e)
{
	if (e->nr_counters == MOST_EVENTS) {
		pull_give_up(p);
		return;
	}
	pull_flat(p, fields_counter, &e->counters[e->nr_counters++]);
}

static void take_events(struct pull *p, struct entry *e)
{
	bool more = pull_list(p);

	if (more && e->counters)
		pull_give_up(p);
	else if (more)
		e->counters = calloc(MOST_EVENTS, sizeof(*e->counters));
	if (more && !e->counters)
		pull_give_up(p);
	for (; !p->bad && more; more = pull_next_element(p))
		take_event(p, e);
}

void quick_counters(struct pull *p, void *entry)
{
	struct entry *e = entry;
	struct target t = { .rows = fields_counting, .base = e };
	bool seen = false;

	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		struct pull_text key = pull_key(p);

		if (pull_field(p, &t, key))
			continue;
		if (!pull_is(key, "events"))
			pull_skip(p);
		else if (seen)
			pull_give_up(p);
		else
			take_events(p, e);
		seen |= pull_is(key, "events");
	}
}

static void take_count(struct pull *p, struct count *c)
{
	struct target t[] = {
		{ .rows = fields_count, .base = c },
		{ .rows = fields_count_status, .base = c },
	};

	c->value = c->enabled_ns = c->running_ns = NOT_MEASURED;
	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		struct pull_text key = pull_key(p);

		if (!pull_field(p, &t[0], key) && !pull_field(p, &t[1], key))
			pull_skip(p);
	}
	if (c->value != NOT_MEASURED && c->status)
		pull_give_up(p);
}

/* All events, which stand before the runs, in their order, or none. */
static void take_counts(struct pull *p, const struct entry *e, struct sample *r)
{
	bool more = pull_list(p);

	if (!more)
		return;
	r->counts = calloc(e->nr_counters + 1, sizeof(*r->counts));
	if (!r->counts)
		pull_give_up(p);
	for (; !p->bad && more; more = pull_next_element(p)) {
		if (r->nr_counts == e->nr_counters)
			pull_give_up(p);
		else
			take_count(p, &r->counts[r->nr_counts++]);
	}
	if (r->nr_counts != e->nr_counters)
		pull_give_up(p);
}

static void take_counted(struct pull *p, struct entry *e)
{
	struct sample *r = entry_add_counted(e);
	struct target t = { .rows = fields_sample, .base = r };
	bool seen = false;

	if (!r) {
		pull_give_up(p);
		return;
	}
	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		struct pull_text key = pull_key(p);

		if (pull_field(p, &t, key))
			continue;
		if (!pull_is(key, "counts"))
			pull_skip(p);
		else if (seen)
			pull_give_up(p);
		else
			take_counts(p, e, r);
		seen |= pull_is(key, "counts");
	}
	pull_required(p, &t);
	if (r->valid && !r->ops)
		pull_give_up(p);
}

void quick_counted(struct pull *p, void *entry)
{
	for (bool more = pull_list(p); more; more = pull_next_element(p))
		take_counted(p, entry);
}
