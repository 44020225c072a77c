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

#endif
