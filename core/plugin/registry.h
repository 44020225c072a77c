/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/registry.h - which benchmarks exist.
 *
 * The harness itself never loads a plugin: a probe, a child process, loads
 * it, checks it and copies what it says into memory shared with the harness.
 * A plugin that crashes, hangs or prints while it is loaded takes only the
 * probe down. What the probe copied is owned by the registry.
 */
#ifndef CORE_PLUGIN_REGISTRY_H
#define CORE_PLUGIN_REGISTRY_H

#include <harness/bench.h>
#include <stdbool.h>
#include <stddef.h>

/**
 * struct plugin - a file that is or should be a benchmark
 * @name:	collection/name after its path, also of a broken one
 * @path:	absolute path of the shared object
 * @bench:	copy of its description; the function pointers in it only say
 *		which callbacks there are and must not be called. NULL if it
 *		could not be loaded
 * @unsupported: why this machine cannot run it, or NULL
 * @broken:	why it could not be loaded, one line that names the cause, or
 *		NULL
 * @collection:	the part of @name before its '/'
 */
struct plugin {
	const char *name;
	const char *path;
	const struct bench *bench;
	const char *unsupported;
	const char *broken;
	const char *collection;
};

struct registry;

/**
 * registry_open - find out which plugins there are, by file name only
 * @dirs:	NULL-terminated list from --plugins, searched first, or NULL;
 *		then HARNESS_PATH, then ../lib/harness beside the executable
 * @out:	the registry
 *
 * Nothing is loaded. The first directory that has a name wins; a later one
 * of the same name is listed as broken ("hidden by PATH").
 *
 * Return: 0; -ENOENT with a message for a directory that was asked for and
 * is not there, -EINVAL for an empty or relative HARNESS_PATH entry or an
 * empty --plugins, -EPERM for one that another user can write, -EMFILE or
 * -ENFILE when no more files may be open, -ENOMEM.
 */
int registry_open(const char *const *dirs, struct registry **out);

void registry_close(struct registry *r);

/**
 * registry_suite_path - the file of a suite
 * @name:	without "@" and ending: letters, digits, "_", "-"
 * @path:	malloc'ed, DIR/NAME.suite of the first directory that has one
 * @why:	@len bytes; why it is not believed
 *
 * Return: 0, -ENOENT, -ENOMEM, -EPERM or another error of trust_path() with
 * @why.
 */
int registry_suite_path(const struct registry *r, const char *name, char **path,
			char *why, size_t len);

/* The directories that were searched, from 0 on; NULL: there are no more. */
const char *registry_dir(const struct registry *r, size_t i);

/* The directories that were searched, "DIR, DIR"; owned by the registry. */
const char *registry_where(const struct registry *r);

/* Whether there is a plugin at all. Return: 0, -ENOENT with a message. */
int registry_any(const struct registry *r);

/* Number of plugins, broken ones too; sorted by name. */
size_t registry_nr(const struct registry *r);

/* Plugin @i as known so far; @bench is NULL until it was probed. */
const struct plugin *registry_get(const struct registry *r, size_t i);

/**
 * registry_match - the plugins that a word on the command line means
 * @word:	"sched/pipe", "sched", "all", or a glob ("sched/p*")
 * @idx:	malloc'ed indices, ascending; to be freed by the caller
 * @nr:		how many; at least 1 on success
 *
 * Broken plugins are among them, but none that is hidden by another one of
 * its name.
 *
 * Return: 0, -ENOENT (no such benchmark), -ENOMEM.
 */
int registry_match(const struct registry *r, const char *word, size_t **idx,
		   size_t *nr);

/* Whether such a word means the benchmark of that name. */
bool registry_means(const char *word, const char *name);

/**
 * registry_suggest - the name most like a mistyped one
 *
 * Benchmarks with and without their collection, and collections, are
 * compared ("pipe" means "sched/pipe").
 *
 * Return: a name owned by the registry, or NULL if none is near.
 */
const char *registry_suggest(const struct registry *r, const char *word);

/**
 * registry_probe - load and describe plugins, in a child process
 * @idx:	@nr indices
 *
 * Afterwards each of them has @bench, or @broken. Already probed ones are
 * left alone.
 *
 * Return: 0, also when plugins are broken; -errno when probing itself failed
 * (with a message).
 */
int registry_probe(struct registry *r, const size_t *idx, size_t nr);

#endif
