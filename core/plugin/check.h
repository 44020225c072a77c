/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/check.h - whether a plugin's description can be believed.
 *
 * A description may come from another release or from a mistake: every field
 * is checked before anybody uses it.
 */
#ifndef CORE_PLUGIN_CHECK_H
#define CORE_PLUGIN_CHECK_H

#include <harness/bench.h>
#include <stdbool.h>
#include <stddef.h>

/* Longest tables that a description may have. */
#define PLUGIN_OPTIONS_MAX 64
#define PLUGIN_CHOICES_MAX 64
#define PLUGIN_PEERS_MAX 32

/* What a group may have in tasks, and a loop in ops. */
#define PLUGIN_TASKS_MAX 32768
#define PLUGIN_LOOP_OPS_MAX 1000000000u

/**
 * plugin_check - the checks on a description, without loading
 * @raw:	the plugin's object; of it only abi, then size, then at most size
 *		bytes are read
 * @name, @out, @why, @len: as above
 *
 * Return: 0, -EPROTO, -E2BIG or -EINVAL, as above.
 */
int plugin_check(const struct bench *raw, const char *name, struct bench *out,
		 char *why, size_t len);

/* Whether @name is collection/name, both in a-z, 0-9, _ and -. */
bool plugin_name_valid(const char *name);

#endif
