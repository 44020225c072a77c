/* SPDX-License-Identifier: MIT */
/*
 * core/result/counter_text.c - words about events: what they are called, and which
 * were not counted.
 */
#include "result/counter_text.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

const char *counter_filter(const struct counter *c)
{
	size_t n = strlen(c->name);

	if (n > 2 &&
	    (!strcmp(c->name + n - 2, ":u") || !strcmp(c->name + n - 2, ":k")))
		return c->name + n - 2;
	return "";
}

const char *counter_unit(const char *name)
{
	if (!strcmp(name, "task-clock") || !strcmp(name, "cpu-clock"))
		return "ns";
	return "";
}

static bool same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

size_t counter_find(const struct entry *e, const struct counter *like,
		    const char *metric, const char *filter)
{
	size_t i = 0;

	for (; i < e->nr_counters; i++) {
		const struct counter *c = &e->counters[i];

		if (same(c->metric, metric) && same(c->pmu, like->pmu) &&
		    !strcmp(counter_filter(c), filter))
			break;
	}
	return i;
}

/* Whether two neighbours, as hybrid machines have them, have one name. */
static bool ambiguous(const struct entry *e, size_t i)
{
	const char *name = e->counters[i].name;

	return (i && !strcmp(e->counters[i - 1].name, name)) ||
	       (i + 1 < e->nr_counters &&
		!strcmp(e->counters[i + 1].name, name));
}

const char *counter_label(const struct entry *e, size_t i, char *buf,
			  size_t len)
{
	const struct counter *c = &e->counters[i];
	bool both = c->pmu && ambiguous(e, i);

	snprintf(buf, len, "%s%s%s", c->name, both ? "@" : "",
		 both ? c->pmu : "");
	return buf;
}
