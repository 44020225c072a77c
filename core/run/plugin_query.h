/* SPDX-License-Identifier: MIT */
/*
 * core/run/plugin_query.h - what a plugin has to say about options and placement.
 *
 * The plugin's code runs in a process of its own.
 */
#ifndef CORE_RUN_PLUGIN_QUERY_H
#define CORE_RUN_PLUGIN_QUERY_H

#include <stddef.h>
#include <stdint.h>

#include "run/variant.h"

#define ASK_TEXT 512

/**
 * plugin_query_tasks - how many tasks a group has under these options
 * @variant:	its placement is not looked at
 * @why:	on error one line, ASK_TEXT bytes
 *
 * Return: at least 1; -EINTR when interrupted; or another negative errno.
 */
int64_t plugin_query_tasks(const struct variant *variant, char *why);

/**
 * plugin_query_accepts - whether the benchmark makes sense under this placement
 * @why:	the benchmark's reason, or on error one line; ASK_TEXT bytes
 *
 * Return: 1, 0 (refused), -EINTR when interrupted, or another negative errno.
 */
int plugin_query_accepts(const struct variant *variant, char *why);

#endif
