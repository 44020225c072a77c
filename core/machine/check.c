/* SPDX-License-Identifier: MIT */
/*
 * core/machine/check.c - what the checks of the environment share: how one is
 * written down.
 */
#include "machine/check.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/facts.h"
#include "machine/place.h"
#include "util/cpumask.h"
#include "util/log.h"
#include "util/memory.h"

void check_add(struct checker *c, const char *id, int state, const char *value,
	       const char *path, const char *fmt, ...)
{
	struct check *k = NULL;
	va_list ap;

	if (!c->err)
		k = array_append((void **)&c->s->checks, &c->s->nr_checks,
				 sizeof(*k));
	if (!k) {
		c->err = -ENOMEM;
		return;
	}
	k->id = strdup(id);
	k->state = state;
	k->value = value ? strdup(value) : NULL;
	k->path = path ? strdup(path) : NULL;
	va_start(ap, fmt);
	if (vasprintf(&k->text, fmt, ap) < 0)
		k->text = NULL;
	va_end(ap);
	if (!k->id || !k->text || (value && !k->value) || (path && !k->path))
		c->err = -ENOMEM;
}

const char *check_fact(const struct checker *c, const char *name,
		       int (*read)(const struct fact_source *src, char *buf,
				   size_t len),
		       char *buf, size_t len)
{
	const char *known = session_fact(c->s, name);
	struct fact_source src;

	if (c->s->nr_facts) {
		snprintf(buf, len, "%s", known ? known : "");
		return known ? buf : NULL;
	}
	/* Opening /proc/cpuinfo takes some kernels 20 ms. */
	if (c->quick)
		src = (struct fact_source){ .root = c->root, .cpu = *c->cpus };
	else
		fact_source_init(&src, c->root, *c->cpus);
	return read(&src, buf, len) > 0 ? buf : NULL;
}

char *check_cpus_text(const int *cpus, size_t nr)
{
	char *numbers = place_list_text(cpus, nr), *text = NULL;

	if (numbers &&
	    asprintf(&text, "%s %s", nr == 1 ? "CPU" : "CPUs", numbers) < 0)
		text = NULL;
	free(numbers);
	return text;
}
