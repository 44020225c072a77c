/* SPDX-License-Identifier: MIT */
/*
 * core/result/entry_key.c - what must be alike for two entries to be the same
 * configuration of the same benchmark.
 */
#include "result/entry_key.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Behind the parameters, by number. */
enum { PART_CPUS, PART_TASKS, PART_SCHED, PART_CALLS, PART_GROUPS };

static const char *const names[] = {
	[PART_CPUS] = "cpus",	  [PART_TASKS] = "tasks",
	[PART_SCHED] = "sched",	  [PART_CALLS] = "calls",
	[PART_GROUPS] = "groups",
};

static const char *value_of(const struct entry *e, size_t i, char *number,
			    size_t len)
{
	switch (i) {
	case PART_CPUS:
		return e->relation;
	case PART_TASKS:
		return e->threads ? "threads" : "processes";
	case PART_SCHED:
		return e->policy;
	case PART_CALLS:
		return e->calls;
	default:
		snprintf(number, len, "%" PRIu32, e->nr_groups);
		return number;
	}
}

bool entry_key(const struct entry *e, size_t i, struct key_part *part)
{
	size_t behind = i - e->nr_params;

	if (i < e->nr_params) {
		part->name = e->params[i].name;
		part->value = e->params[i].value;
		return true;
	}
	if (behind > PART_GROUPS)
		return false;
	part->name = names[behind];
	part->value = value_of(e, behind, part->number, sizeof(part->number));
	return true;
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

bool entry_same_key(const struct entry *a, const struct entry *b, bool any_cpus)
{
	struct key_part x, y;

	if (!same_text(a->name, b->name) || a->nr_params != b->nr_params)
		return false;
	for (size_t i = 0; entry_key(a, i, &x) && entry_key(b, i, &y); i++) {
		if (any_cpus && i == a->nr_params + PART_CPUS)
			continue;
		if (!same_text(x.name, y.name) || !same_text(x.value, y.value))
			return false;
	}
	return true;
}
