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
 * ask_tasks - how many tasks a group has under these options
 * @arm:	its placement is not looked at
 * @why:	on error one line, ASK_TEXT bytes
 *
 * Return: at least 1; -EINTR when interrupted; or another negative errno.
 */
int64_t ask_tasks(const struct arm *arm, char *why);

/**
 * ask_accepts - whether the benchmark makes sense under this placement
 * @why:	the benchmark's reason, or on error one line; ASK_TEXT bytes
 *
 * Return: 1, 0 (refused), -EINTR when interrupted, or another negative errno.
 */
int ask_accepts(const struct arm *arm, char *why);

#endif
