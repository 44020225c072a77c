/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/registry.c - which benchmarks exist.
 */
#include "plugin/registry.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "machine/limits.h"
#include "plugin/probe.h"
#include "plugin/scan.h"
#include "plugin/trust.h"
#include "util/log.h"
#include "util/strbuf.h"
#include "util/memory.h"
#include "util/suggest.h"

/*
 * Which benchmarks a word means.
 */

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

/* What all descriptions together may take. */
#define ARENA_SIZE (4UL << 20)

/**
 * struct registry - all files found and what is known about them
 * @found:	owns their names, paths and reasons
 * @plugins:	one for each of @found, sorted by name
 * @dirs:	where they were searched
 * @where:	see registry_where()
 * @arena:	what the probe copied; NULL before the first one
 * @trust:	whose files may be used
 */
struct registry {
	struct scan found;
	struct plugin *plugins;
	struct plugin_dirs dirs;
	char *where;
	struct arena *arena;
	struct trust trust;
};

static char *join(const struct plugin_dirs *d)
{
	struct strbuf b = { 0 };

	for (size_t i = 0; i < d->nr; i++)
		strbuf_join(&b, ", ", "%s", d->dir[i]);
	if (!d->nr && d->usual)
		strbuf_add(&b, d->usual);
	return strbuf_take(&b);
}

static int search_failed(int err)
{
	char hint[LIMITS_TEXT];

	log_error(0, "cannot search for benchmarks: %s%s", strerror(-err),
		  limits_text(err, "", hint));
	return err;
}

static int fill(struct registry *r)
{
	const struct plugin_dirs *d = &r->dirs;
	int err = 0;

	r->where = join(d);
	for (size_t i = 0; !err && r->where && i < d->nr; i++)
		err = scan_dir(&r->found, d->dir[i], &r->trust);
	if (!err && r->where)
		err = scan_finish(&r->found);
	r->plugins = calloc(r->found.nr + 1, sizeof(*r->plugins));
	if (err || !r->where || !r->plugins)
		return search_failed(err ? err : -ENOMEM);
	for (size_t i = 0; i < r->found.nr; i++) {
		r->plugins[i].name = r->found.file[i].name;
		r->plugins[i].path = r->found.file[i].path;
		r->plugins[i].broken = r->found.file[i].broken;
		r->plugins[i].collection = r->found.file[i].collection;
	}
	return 0;
}

int registry_open(const char *const *dirs, struct registry **out)
{
	struct registry *r = calloc(1, sizeof(*r));
	int err;

	if (!r)
		return log_error(ENOMEM, "list of benchmarks");
	trust_read(&r->trust);
	err = plugin_dirs_find(dirs, &r->trust, &r->dirs);
	if (!err)
		err = fill(r);
	if (err)
		registry_close(r);
	else
		*out = r;
	return err;
}

void registry_close(struct registry *r)
{
	if (!r)
		return;
	arena_close(r->arena);
	scan_free(&r->found);
	free(r->plugins);
	free(r->where);
	plugin_dirs_free(&r->dirs);
	free(r);
}

static bool suite_name_valid(const char *name)
{
	size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-");

	return len > 0 && !name[len];
}

/* One that is not there is passed over, anything else in its place is not. */
static bool is_absent(const char *path)
{
	struct stat st;

	return lstat(path, &st) && errno == ENOENT;
}

int registry_suite_path(const struct registry *r, const char *name, char **path,
			char *why, size_t len)
{
	int err;

	if (!suite_name_valid(name))
		return -ENOENT;
	for (size_t i = 0; i < r->dirs.nr; i++) {
		if (asprintf(path, "%s/%s.suite", r->dirs.dir[i], name) < 0)
			return -ENOMEM;
		err = is_absent(*path) ? -ENOENT :
					 trust_path(&r->trust, *path, why, len);
		if (!err)
			return 0;
		free(*path);
		if (err != -ENOENT)
			return err;
	}
	return -ENOENT;
}

const char *registry_dir(const struct registry *r, size_t i)
{
	return i < r->dirs.nr ? r->dirs.dir[i] : NULL;
}

const char *registry_where(const struct registry *r)
{
	return r->where;
}

int registry_any(const struct registry *r)
{
	if (r->found.nr)
		return 0;
	if (!*r->where)
		log_error(0, "no directory of benchmarks is known: name one "
			     "with --plugins DIR");
	else
		log_error(0,
			  "no benchmarks in %s: build them with make, or name "
			  "their directory with --plugins DIR",
			  r->where);
	return -ENOENT;
}

size_t registry_nr(const struct registry *r)
{
	return r->found.nr;
}

const struct plugin *registry_get(const struct registry *r, size_t i)
{
	return &r->plugins[i];
}

static bool unknown(const struct plugin *p)
{
	return !p->bench && !p->broken;
}

/* Probes the plugins @idx[0] to @idx[@nr - 1], all of them still unknown. */
static int probe(struct registry *r, const size_t *idx, size_t nr)
{
	struct probe_item *items = calloc(nr, sizeof(*items));
	int err;

	if (!items)
		return log_error(ENOMEM, "cannot look at %zu plugins", nr);
	for (size_t i = 0; i < nr; i++) {
		items[i].path = r->plugins[idx[i]].path;
		items[i].name = r->plugins[idx[i]].name;
	}
	err = probe_run(r->arena, items, nr);
	for (size_t i = 0; i < nr; i++) {
		r->plugins[idx[i]].bench = items[i].bench;
		r->plugins[idx[i]].unsupported = items[i].unsupported;
		r->plugins[idx[i]].broken = items[i].broken;
	}
	free(items);
	return err;
}

int registry_probe(struct registry *r, const size_t *idx, size_t nr)
{
	size_t *left = calloc(nr + 1, sizeof(*left));
	size_t nr_left = 0;
	int err = 0;

	if (!left)
		return log_error(ENOMEM, "cannot look at %zu plugins", nr);
	for (size_t i = 0; i < nr; i++) {
		if (unknown(&r->plugins[idx[i]]))
			left[nr_left++] = idx[i];
	}
	if (nr_left && !r->arena) {
		r->arena = arena_open(ARENA_SIZE);
		if (!r->arena)
			err = log_error(errno, "cannot look at the plugins");
	}
	if (nr_left && !err)
		err = probe(r, left, nr_left);
	free(left);
	return err;
}
