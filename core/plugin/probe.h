/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/probe.h - load plugins in a child process and hear what they say.
 */
#ifndef CORE_PLUGIN_PROBE_H
#define CORE_PLUGIN_PROBE_H

#include <harness/bench.h>
#include <stddef.h>

#include "util/memory.h"

/**
 * plugin_copy - copy a description and all that it points to
 * @a:	where to; on error nothing of it stays in use
 * @b:	checked by plugin_check()
 *
 * The callbacks keep their values, which mean nothing outside the process
 * that loaded the plugin but "there is one".
 *
 * Return: the copy, or NULL when the arena is full.
 */
const struct bench *plugin_copy(struct arena *a, const struct bench *b);

/* What loading one plugin may take before it counts as hanging. */
#define PROBE_LIMIT_SECONDS 2

/**
 * struct probe_item - one plugin to be loaded
 * @path, @name: as for plugin_load()
 * @bench:	its description, in the arena; NULL if it is broken
 * @unsupported: what its supported() said, in the arena, or NULL
 * @broken:	why it could not be loaded, or NULL
 */
struct probe_item {
	const char *path;
	const char *name;
	const struct bench *bench;
	const char *unsupported;
	const char *broken;
};

/**
 * probe_run - fill in @nr items
 * @arena:	where what the plugins say is kept
 * @items:	@path and @name are given, the rest NULL
 *
 * One child loads one plugin after the other; when it dies or hangs, that
 * plugin is broken and a new child goes on behind it. The child has no
 * terminal, writes to /dev/null, leaves no core file and dies with this
 * process.
 *
 * Return: 0: each item has either @bench or @broken; or -errno, with a
 * message, when no child could be started or the arena is full.
 */
int probe_run(struct arena *arena, struct probe_item *items, size_t nr);

#endif
