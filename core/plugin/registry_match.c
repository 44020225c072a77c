/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/registry_match.c - which benchmarks a word means.
 */
#include "plugin/registry.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "util/suggest.h"

static const char *name_of(const struct registry *r, size_t i)
{
	return registry_get(r, i)->name;
}

/* Another plugin of that name, in an earlier directory, stands before it. */
static bool hidden(const struct registry *r, size_t i)
{
	return i && !strcmp(name_of(r, i - 1), name_of(r, i));
}

bool registry_means(const char *word, const char *name)
{
	size_t len = strlen(word);

	return !strcmp(word, "all") || !strcmp(word, name) ||
	       (!strncmp(word, name, len) && name[len] == '/') ||
	       !fnmatch(word, name, 0);
}

int registry_match(const struct registry *r, const char *word, size_t **idx,
		   size_t *nr)
{
	size_t *found = calloc(registry_nr(r) + 1, sizeof(*found));
	size_t n = 0;

	if (!found)
		return -ENOMEM;
	for (size_t i = 0; i < registry_nr(r); i++) {
		if (!hidden(r, i) && registry_means(word, name_of(r, i)))
			found[n++] = i;
	}
	if (!n) {
		free(found);
		return -ENOENT;
	}
	*idx = found;
	*nr = n;
	return 0;
}

/* Considers @part, which stands for @whole. */
static void try_part(struct suggest *s, const char **best, const char *whole,
		     const char *part)
{
	const char *before = s->best;

	suggest_try(s, part);
	if (s->best != before)
		*best = whole;
}

const char *registry_suggest(const struct registry *r, const char *word)
{
	struct suggest s = { .word = word };
	const char *best = NULL;

	for (size_t i = 0; i < registry_nr(r); i++) {
		const struct plugin *p = registry_get(r, i);
		const char *slash = strchr(p->name, '/');

		if (slash && !strchr(word, '/')) {
			try_part(&s, &best, p->collection, p->collection);
			try_part(&s, &best, p->name, slash + 1);
		}
		try_part(&s, &best, p->name, p->name);
	}
	return best;
}
