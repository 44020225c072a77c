/* SPDX-License-Identifier: MIT */
/*
 * core/machine/checks.c - what about this machine can spoil numbers.
 */
#include "machine/checks.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/check.h"
#include "machine/checks_cpu.h"
#include "machine/checks_kernel.h"
#include "machine/checks_system.h"
#include "machine/facts.h"
#include "machine/place.h"
#include "util/cpumask.h"
#include "util/log.h"

/* gcc defines a macro, clang answers a question. */
#if defined(__has_feature) && !defined(__SANITIZE_ADDRESS__) && \
	!defined(__SANITIZE_THREAD__)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZER 1
#endif

/* A program that was not optimised is no measuring instrument. */
static void check_build(struct checker *c)
{
#ifdef SANITIZER
	const char *build = "sanitizer";
#elif !defined(__OPTIMIZE__)
	const char *build = "not optimised";
#else
	const char *build = NULL;
#endif

	if (build)
		check_add(
			c, "build", CHECK_WARN, build, NULL,
			"this harness was built for tests, not for measurement: rebuild with plain make");
	else
		check_add(c, "build", CHECK_OK, "optimised", NULL,
			  "the harness is an optimised build");
}

static int collect(struct checker *c)
{
	c->some = calloc(c->nr, sizeof(*c->some));
	if (!c->some)
		return -ENOMEM;
	checks_cpu(c);
	checks_idle(c);
	checks_kernel(c);
	checks_calls(c);
	checks_noise(c);
	checks_system(c);
	checks_clock(c);
	check_build(c);
	free(c->some);
	return c->err;
}

/* Tasks on @nr CPUs, each of which is looked at once. */
static int collect_pinned(struct checker *c, const int *cpus, size_t nr)
{
	int *once = calloc(nr, sizeof(*once));
	int ret;

	if (!once)
		return -ENOMEM;
	for (size_t i = 0; i < nr; i++)
		if (!cpumask_has(once, c->nr, cpus[i]))
			once[c->nr++] = cpus[i];
	c->cpus = once;
	c->pinned = true;
	ret = collect(c);
	free(once);
	return ret;
}

static int collect_here(struct checker *c, const int *cpus, size_t nr)
{
	int ret;

	if (nr)
		return collect_pinned(c, cpus, nr);
	ret = place_allowed(&c->cpus, &c->nr);
	return ret ? ret : collect(c);
}

int checks_collect_at(struct session *s, const char *root, const int *cpus,
		      size_t nr)
{
	struct checker c = { .s = s, .root = root };

	return collect_pinned(&c, cpus, nr);
}

int checks_collect(struct session *s, const int *cpus, size_t nr)
{
	struct checker c = { .s = s, .root = "" };

	return collect_here(&c, cpus, nr);
}

int checks_quick(struct session *s, const int *cpus, size_t nr)
{
	struct checker c = { .s = s, .root = "", .quick = true };

	return collect_here(&c, cpus, nr);
}

/*
 * What a person is warned of before runs.
 */

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
	"mitigations.task",
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
