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

/* Names of events that a sentence has room for. */
#define MOST_NAMES 6

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

static bool has_reason(const struct summary *s, size_t i, const char *reason)
{
	return s->counters[i].reason && !strcmp(s->counters[i].reason, reason);
}

/* Names of the events that have the reason of event @i, or nothing. */
static void put_names(FILE *f, const struct entry *e, const struct summary *s,
		      size_t i)
{
	size_t len = strlen(e->counters[i].name), nr = 0;
	const char *reason = s->counters[i].reason;

	/* A sentence about one event names it. */
	if (!strncmp(reason, e->counters[i].name, len) && reason[len] == ':')
		return;
	for (size_t k = i; k < s->nr_counters; k++) {
		char label[128];

		if (!has_reason(s, k, reason) || nr++ >= MOST_NAMES)
			continue;
		fprintf(f, "%s%s", nr > 1 ? ", " : "",
			counter_label(e, k, label, sizeof(label)));
	}
	if (nr > MOST_NAMES)
		fprintf(f, " and %zu more", nr - MOST_NAMES);
	fputs(": ", f);
}

int uncounted_text(const struct entry *e, const struct summary *s, size_t i,
		   char **text)
{
	const char *reason = s->counters[i].reason;
	size_t len;
	FILE *f;

	*text = NULL;
	for (size_t k = 0; k < i && reason; k++) {
		if (has_reason(s, k, reason))
			return 0;
	}
	if (!reason)
		return 0;
	f = open_memstream(text, &len);
	if (!f)
		return -ENOMEM;
	put_names(f, e, s, i);
	fputs(reason, f);
	return fclose(f) ? -ENOMEM : 0;
}
