/* SPDX-License-Identifier: MIT */
/*
 * core/machine/config_change.c - whether the machine is still configured as it was.
 */
#include "machine/config_change.h"

#include <errno.h>
#include <string.h>

#include "machine/facts.h"

static const char *shown(const char *value)
{
	return value ? value : "unknown";
}

static int note_change(struct session *s, const struct fact *before,
		       const char *after)
{
	int ret = 0;

	for (size_t i = 0; i < s->nr_entries && !ret; i++)
		ret = findings_add(
			&s->entries[i].notes, "W-CONFIG",
			"%s was %s before the runs and is %s after them",
			before->name, shown(before->value), shown(after));
	return ret;
}

/* The hash changes with any other fact and says nothing of its own. */
static bool is_told(const char *name)
{
	return strcmp(name, "config_id") && strcmp(name, "machine_id");
}

int config_compare(struct session *s)
{
	struct session now = { 0 };
	int ret;

	if (!s->nr_facts)
		return 0;
	ret = facts_collect(&now);
	for (size_t i = 0; i < s->nr_facts && !ret; i++) {
		const struct fact *f = &s->facts[i];
		const char *after = session_fact(&now, f->name);

		if (is_told(f->name) && strcmp(shown(f->value), shown(after)))
			ret = note_change(s, f, after);
	}
	session_free(&now);
	return ret;
}
