/* SPDX-License-Identifier: MIT */
/*
 * core/machine/checks_warn.c - what a person is warned of before runs.
 */
#include <string.h>

#include "machine/facts.h"
#include "util/log.h"

#define MOST_LINES 5

/*
 * The most serious first. What is not among them is no news for each session,
 * as being a virtual machine, or may be the last session's doing, as the load
 * of the last minute.
 */
static const char *const ids[] = {
	"build",
	"cgroup.quota",
	"sched.ext",
	"kernel.tracer",
	"kernel.lockdep",
	"sched.rt_limit",
	"load.running",
	"nice",
	"clock",
	"power",
	"affinity",
	"cpu.kind",
	"seccomp",
	"aslr",
	"cpu.governor",
	"cpu.boost",
	"idle.latency",
	"sched.numa_balancing",
	"sched.schedstats",
};

/* Whether an id stands in a list divided by commas, or "all" does. */
static bool is_allowed(const char *id, const char *list)
{
	size_t len = strlen(id);

	while (list && *list) {
		size_t n = strcspn(list, ",");

		if ((n == len && !memcmp(list, id, n)) ||
		    (n == 3 && !memcmp(list, "all", n)))
			return true;
		list += n + (list[n] == ',');
	}
	return false;
}

static const struct check *find(const struct session *s, const char *id)
{
	for (size_t i = 0; i < s->nr_checks; i++)
		if (!strcmp(s->checks[i].id, id))
			return &s->checks[i];
	return NULL;
}

void checks_warn(const struct session *s, const char *allow)
{
	size_t nr = 0;

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		const struct check *k = find(s, ids[i]);

		if (!k || k->state != CHECK_WARN || is_allowed(k->id, allow))
			continue;
		if (nr++ < MOST_LINES)
			log_warn("%s%s%s: %s", k->id, k->value ? " " : "",
				 k->value ? k->value : "", k->text);
	}
	if (nr > MOST_LINES)
		log_warn("and %zu more: harness info shows all",
			 nr - MOST_LINES);
}
