/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/copy.h - a description that outlives the plugin.
 */
#ifndef CORE_PLUGIN_COPY_H
#define CORE_PLUGIN_COPY_H

#include <harness/bench.h>

#include "util/arena.h"

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

#endif
