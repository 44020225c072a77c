/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/dirs.h - where plugins are searched.
 */
#ifndef CORE_PLUGIN_DIRS_H
#define CORE_PLUGIN_DIRS_H

#include <stddef.h>

#include "plugin/trust.h"

/**
 * struct plugin_dirs - directories in the order in which they are searched
 * @dir:	@nr absolute paths without symbolic links, all of which exist and
 *		are different
 * @usual:	where the default directory is expected, or NULL; searched if
 *		it exists
 */
struct plugin_dirs {
	char **dir;
	size_t nr;
	char *usual;
};

/**
 * plugin_dirs_find - --plugins, then HARNESS_PATH, then ../lib/harness
 * @asked:	NULL-terminated arguments of --plugins, or NULL
 * @t:		whose directories may be used
 * @d:		filled in; to be freed with plugin_dirs_free() also after errors
 *
 * Return: 0, or a negative errno with a message: -EINVAL for an empty
 * directory or a relative one in HARNESS_PATH, -EPERM for one that others can
 * change, -ENOMEM, else what the kernel said (-ENOENT, -ENOTDIR, -EACCES).
 */
int plugin_dirs_find(const char *const *asked, const struct trust *t,
		     struct plugin_dirs *d);

void plugin_dirs_free(struct plugin_dirs *d);

#endif
