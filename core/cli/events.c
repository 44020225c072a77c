/* SPDX-License-Identifier: MIT */
/*
 * core/cli/events.c - names of counters, found, resolved and tried.
 */
#include "cli/events.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/**
 * struct collector - rows being collected
 * @word:	what the names must match, NULL: any
 * @match:	how much of a name it must be
 * @tmp:	room for one name's events
 * others:	as for events_collect()
 */
struct collector {
	struct pmu *p;
	enum pmu_scope scope;
	const int *cpus;
	size_t nr_cpus;
	struct event_rows *rows;
	const char *word;
	enum { WHOLE, BARE, PART } match;
	struct pmu_events *tmp;
};

/* A copy, NULL for NULL; *@failed is set when there is no memory. */
static char *copy(const char *text, bool *failed)
{
	char *c = text ? strdup(text) : NULL;

	*failed |= text && !c;
	return c;
}

static int add_row(struct event_rows *rows, const struct pmu_name *n,
		   const struct pmu_event *e)
{
	bool failed = false;
	struct event_row *v = reallocarray(rows->v, rows->nr + 1, sizeof(*v));

	if (!v)
		return -ENOMEM;
	rows->v = v;
	v[rows->nr++] = (struct event_row){
		.name = copy(n->name, &failed),
		.source = copy(n->source, &failed),
		.summary = copy(n->summary, &failed),
		.umasks = copy(n->umasks, &failed),
		.event = *e,
	};
	return failed ? -ENOMEM : 0;
}

/* Adds a name; one that cannot be resolved is passed over. */
static int add_name(struct collector *c, const struct pmu_name *n)
{
	static const struct pmu_event none = { .status = PMU_OK };
	char why[PMU_WHY_LEN];
	int ret;

	if (n->umasks)
		return add_row(c->rows, n, &none);
	ret = pmu_resolve(c->p, n->name, c->cpus, c->nr_cpus, c->tmp, why,
			  sizeof(why));
	if (ret)
		return ret == -ENOMEM ? ret : 0;
	pmu_probe(c->p, c->scope, c->cpus, c->nr_cpus, c->tmp);
	for (size_t i = 0; i < c->tmp->nr && !ret; i++)
		ret = add_row(c->rows, n, &c->tmp->v[i]);
	return ret;
}

/* With and without its table: "skx::L2_RQSTS", "L2_RQSTS" */
static bool matches(const struct collector *c, const char *name)
{
	const char *sep = strstr(name, "::");
	const char *bare = sep ? sep + 2 : name;

	if (!c->word)
		return true;
	if (c->match != PART)
		return !strcasecmp(c->match == WHOLE ? name : bare, c->word);
	if (strpbrk(c->word, "*?["))
		return !fnmatch(c->word, name, FNM_CASEFOLD) ||
		       !fnmatch(c->word, bare, FNM_CASEFOLD);
	return strcasestr(name, c->word);
}

static bool shown(const struct event_rows *rows, const char *name)
{
	for (size_t i = 0; i < rows->nr; i++) {
		if (!strcmp(rows->v[i].name, name))
			return true;
	}
	return false;
}

static int take_name(const struct pmu_name *n, void *data)
{
	struct collector *c = data;

	if (!matches(c, n->name) || shown(c->rows, n->name))
		return 0;
	return add_name(c, n);
}

/* Something that is in no list: "r01c2", "cycles:uk", "EVENT:UMASK". */
static int take_typed(struct collector *c, char *why, size_t len)
{
	int ret = pmu_resolve(c->p, c->word, c->cpus, c->nr_cpus, c->tmp, why,
			      len);

	if (ret)
		return ret;
	pmu_probe(c->p, c->scope, c->cpus, c->nr_cpus, c->tmp);
	for (size_t i = 0; i < c->tmp->nr && !ret; i++) {
		const struct pmu_event *e = &c->tmp->v[i];
		struct pmu_name n = { .name = e->name, .source = e->pmu };

		ret = add_row(c->rows, &n, e);
	}
	return ret;
}

static int take_word(struct collector *c, const char *word, char *why,
		     size_t len)
{
	size_t before = c->rows->nr;
	int ret;

	/* A part of every name: it would try each tracepoint there is. */
	if (!*word) {
		snprintf(why, len, "no event '' (harness events shows them)");
		return -EINVAL;
	}
	c->word = word;
	for (c->match = WHOLE; c->match <= PART; c->match++) {
		ret = pmu_each_name(c->p, true, take_name, c);
		if (ret || c->rows->nr > before)
			return ret;
	}
	return take_typed(c, why, len);
}

int events_collect(struct pmu *p, const char *const *words, size_t nr_words,
		   enum pmu_scope scope, const int *cpus, size_t nr_cpus,
		   struct event_rows *rows, char *why, size_t len)
{
	struct collector c = { .p = p,
			       .scope = scope,
			       .cpus = cpus,
			       .nr_cpus = nr_cpus,
			       .rows = rows };
	int ret = 0;

	*rows = (struct event_rows){ 0, NULL };
	c.tmp = malloc(sizeof(*c.tmp));
	if (!c.tmp)
		return -ENOMEM;
	if (!nr_words)
		ret = pmu_each_name(p, false, take_name, &c);
	for (size_t i = 0; i < nr_words && !ret; i++)
		ret = take_word(&c, words[i], why, len);
	free(c.tmp);
	return ret;
}

void events_free(struct event_rows *rows)
{
	for (size_t i = 0; i < rows->nr; i++) {
		free(rows->v[i].name);
		free(rows->v[i].source);
		free(rows->v[i].summary);
		free(rows->v[i].umasks);
	}
	free(rows->v);
	*rows = (struct event_rows){ 0, NULL };
}
