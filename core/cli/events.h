/* SPDX-License-Identifier: MIT */
/*
 * core/cli/events.h - what harness events prints.
 */
#ifndef CORE_CLI_EVENTS_H
#define CORE_CLI_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "pmu.h"

/**
 * struct event_row - one name, resolved and tried
 * @name:	as it is typed
 * @source:	where the name comes from, see struct pmu_name
 * @summary:	one line, or NULL
 * @umasks:	unit masks of which one must be added; then there is no @event
 * @event:	what it is here; its status says whether it can be counted
 *
 * All are owned; on hybrid machines a name may have several rows.
 */
struct event_row {
	char *name;
	char *source;
	char *summary;
	char *umasks;
	struct pmu_event event;
};

/* struct event_rows - the names shown, @nr of @v, by source */
struct event_rows {
	size_t nr;
	struct event_row *v;
};

/**
 * events_collect - resolve and try names
 * @p:		from pmu_open()
 * @words:	@nr_words names or patterns; none: what is not of libpfm4's
 *		tables and no tracepoint
 * @scope:	as it would be counted
 * @cpus:	@nr_cpus CPUs
 * @rows:	to be freed with events_free(), also after an error
 * @why:	for -EINVAL one line
 * @len:	size of @why
 *
 * A word that is a name stands for itself; one with "*", "?" or "[" for what
 * it matches; another one for all names that contain it. Case is ignored.
 *
 * Return: 0; -EINVAL with @why: a word stands for nothing; -ENOMEM.
 */
int events_collect(struct pmu *p, const char *const *words, size_t nr_words,
		   enum pmu_scope scope, const int *cpus, size_t nr_cpus,
		   struct event_rows *rows, char *why, size_t len);

void events_free(struct event_rows *rows);

/* For people: a line each, then each reason once. */
void events_text(FILE *out, struct pmu *p, const struct event_rows *rows,
		 bool verbose);

/* Return: 0, or -ENOMEM with nothing printed. */
int events_json(FILE *out, struct pmu *p, const struct event_rows *rows);

#endif
