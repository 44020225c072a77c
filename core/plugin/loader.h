/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/loader.h - open one plugin in this process and check it.
 *
 * Used by the probe and by the process that performs a run; never by the
 * harness itself. Does not print.
 */
#ifndef CORE_PLUGIN_LOADER_H
#define CORE_PLUGIN_LOADER_H

#include <harness/bench.h>
#include <stdbool.h>
#include <stddef.h>

/**
 * plugin_load - dlopen a plugin and check its description
 * @path:	absolute path
 * @name:	the name that its path promises, collection/name
 * @out:	filled in, at most sizeof(*out) bytes of the plugin's
 *		description, the rest zero; its pointers lead into the plugin,
 *		which stays loaded until the process ends
 * @why:	on error, one line that says what is wrong
 * @len:	size of @why
 *
 * Return: 0, or a negative errno: -ENOEXEC not loadable, -ENOENT no
 * harness_bench in it, -EPROTO another interface version, -E2BIG made for a
 * newer interface, -EINVAL a required field is missing or wrong.
 */
int plugin_load(const char *path, const char *name, struct bench *out,
		char *why, size_t len);

#endif
