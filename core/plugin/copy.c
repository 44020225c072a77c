/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/copy.c - a description that outlives the plugin.
 */
#include "plugin/copy.h"

#include <string.h>

/* struct copier - @full is set once something had no room */
struct copier {
	struct arena *arena;
	bool full;
};

static void *copy_bytes(struct copier *c, const void *from, size_t len)
{
	void *to = arena_alloc(c->arena, len);

	if (!to)
		c->full = true;
	return to ? memcpy(to, from, len) : NULL;
}

static const char *copy_text(struct copier *c, const char *text)
{
	return text ? copy_bytes(c, text, strlen(text) + 1) : NULL;
}

static const char *const *copy_choices(struct copier *c,
				       const char *const *words)
{
	const char **copy;
	size_t n = 0;

	while (words && words[n])
		n++;
	copy = n ? copy_bytes(c, words, (n + 1) * sizeof(*words)) : NULL;
	for (size_t i = 0; copy && i < n; i++)
		copy[i] = copy_text(c, words[i]);
	return copy;
}

static const struct bench_option *copy_options(struct copier *c,
					       const struct bench_option *o)
{
	struct bench_option *copy;
	size_t n = 0;

	while (o && o[n].name)
		n++;
	copy = n ? copy_bytes(c, o, (n + 1) * sizeof(*o)) : NULL;
	for (size_t i = 0; copy && i < n; i++) {
		copy[i].name = copy_text(c, o[i].name);
		copy[i].help = copy_text(c, o[i].help);
		copy[i].choices = copy_choices(c, o[i].choices);
	}
	return copy;
}

static const struct bench_peer *copy_peers(struct copier *c,
					   const struct bench_peer *p)
{
	struct bench_peer *copy;
	size_t n = 0;

	while (p && p[n].name)
		n++;
	copy = n ? copy_bytes(c, p, (n + 1) * sizeof(*p)) : NULL;
	for (size_t i = 0; copy && i < n; i++) {
		copy[i].name = copy_text(c, p[i].name);
		copy[i].unit = copy_text(c, p[i].unit);
		copy[i].note = copy_text(c, p[i].note);
	}
	return copy;
}

const struct bench *plugin_copy(struct arena *a, const struct bench *b)
{
	struct copier c = { .arena = a };
	size_t mark = arena_mark(a);
	struct bench *copy = copy_bytes(&c, b, sizeof(*b));

	if (copy) {
		copy->name = copy_text(&c, b->name);
		copy->summary = copy_text(&c, b->summary);
		copy->op = copy_text(&c, b->op);
		copy->description = copy_text(&c, b->description);
		copy->options = copy_options(&c, b->options);
		copy->peers = copy_peers(&c, b->peers);
	}
	if (!c.full)
		return copy;
	arena_reset(a, mark);
	return NULL;
}
