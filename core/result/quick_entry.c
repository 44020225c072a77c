/* SPDX-License-Identifier: MIT */
/*
 * core/result/quick_entry.c - what a comparison needs of one entry.
 */
#include "result/quick_entry.h"

#include <stdlib.h>
#include <string.h>

#include "result/pull_fields.h"

#define MOST_CPU (1 << 20)

static void take_run(struct pull *p, struct entry *e)
{
	struct sample *r = entry_add_run(e);

	if (!r) {
		pull_give_up(p);
		return;
	}
	pull_flat(p, fields_sample, r);
	if (r->valid && !r->ops)
		pull_give_up(p);
}

static void take_runs(struct pull *p, void *entry)
{
	for (bool more = pull_list(p); more; more = pull_next_element(p))
		take_run(p, entry);
}

static void take_param(struct pull *p, struct entry *e)
{
	struct pull_text key = pull_key(p);
	size_t n = e->nr_params + 1;
	struct param *bigger = reallocarray(e->params, n, sizeof(*bigger));

	if (!bigger) {
		pull_give_up(p);
		return;
	}
	e->params = bigger;
	e->params[e->nr_params++] = (struct param){
		.name = strndup(key.v, key.len),
		.value = pull_text(p),
	};
	if (!bigger[n - 1].name)
		pull_give_up(p);
	for (size_t i = 0; !p->bad && i + 1 < n; i++) {
		if (!strcmp(bigger[i].name, bigger[n - 1].name))
			pull_give_up(p);
	}
}

static void take_params(struct pull *p, void *entry)
{
	for (bool more = pull_object(p); more; more = pull_next_member(p))
		take_param(p, entry);
}

static void take_cpus(struct pull *p, struct entry *e)
{
	size_t room = 0;

	for (bool more = pull_list(p); more; more = pull_next_element(p)) {
		if (e->nr_cpus == room) {
			int *bigger;

			room = room ? 2 * room : 2;
			bigger = reallocarray(e->cpus, room, sizeof(*bigger));
			if (!bigger) {
				pull_give_up(p);
				return;
			}
			e->cpus = bigger;
		}
		e->cpus[e->nr_cpus++] = (int)pull_u64(p, MOST_CPU);
	}
}

static void take_placement(struct pull *p, void *entry)
{
	struct entry *e = entry;
	struct target t = { .rows = fields_placement, .base = e };

	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		struct pull_text key = pull_key(p);

		if (pull_field(p, &t, key))
			continue;
		if (!pull_is(key, "cpus"))
			pull_skip(p);
		else if (e->cpus)
			pull_give_up(p);
		else
			take_cpus(p, e);
	}
	pull_required(p, &t);
	if (e->nr_cpus && e->nr_cpus != (uint64_t)e->nr_tasks * e->nr_groups)
		pull_give_up(p);
}

/* A recorded value is in ns, any other time in ns/op. */
static void check_unit(struct pull *p, const struct entry *e)
{
	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		if (!pull_is(pull_key(p), "unit"))
			pull_skip(p);
		else if (!pull_is(pull_string(p), e->records ? "ns" : "ns/op"))
			pull_give_up(p);
	}
}

static void check_metrics(struct pull *p, void *entry)
{
	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		if (pull_is(pull_key(p), "time"))
			check_unit(p, entry);
		else
			pull_skip(p);
	}
}

/* Bits of the rows below. */
#define HAS_PLACEMENT (1u << 2)
#define HAS_METRICS (1u << 3)

static const struct part entry_parts[] = {
	{ "runs", take_runs },
	{ "params", take_params },
	{ "placement", take_placement },
	{ "metrics", check_metrics },
	{ "counters", quick_counters },
	{ "counted", quick_counted },
	{ NULL, NULL },
};

void quick_entry(struct pull *p, struct entry *e)
{
	struct target t[] = {
		{ .rows = fields_entry, .base = e },
		{ .rows = fields_work, .base = e },
		{ .rows = fields_outcome, .base = e },
	};
	uint32_t seen = 0;
	bool records = false;

	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		struct pull_text key = pull_key(p);

		if (pull_is(key, "metrics"))
			records = e->records;
		if (!pull_field(p, &t[0], key) && !pull_field(p, &t[1], key) &&
		    !pull_field(p, &t[2], key) &&
		    !pull_part(p, entry_parts, e, &seen, key))
			pull_skip(p);
	}
	for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++)
		pull_required(p, &t[i]);
	if (!(seen & HAS_PLACEMENT) ||
	    (seen & HAS_METRICS && e->records != records))
		pull_give_up(p);
}
