/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/scan.h - the plugin files in a plugin directory.
 */
#ifndef CORE_PLUGIN_SCAN_H
#define CORE_PLUGIN_SCAN_H

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

/**
 * struct scan_file - a file that is or should be a plugin
 * @name:	collection/name after its path; less where it lies elsewhere
 * @collection:	the part of @name before its '/'
 * @path:	absolute
 * @broken:	why it is not used, or NULL
 * @order:	files of a directory given earlier have a smaller one
 *
 * The strings are malloc'ed.
 */
struct scan_file {
	char *name;
	char *collection;
	char *path;
	char *broken;
	size_t order;
};

/* struct scan - @nr files; starts as {0} */
struct scan {
	struct scan_file *file;
	size_t nr;
};

/**
 * scan_dir - add the plugins of a directory
 * @dir:	absolute path; its folders are the collections
 * @t:		whose files may be used; others are broken
 *
 * Only names that end in .so count; folders among them, other endings and
 * names with a leading dot are passed over. A folder that cannot be read is
 * an entry of its own. Nothing is opened but folders.
 *
 * Return: 0, -ENOMEM, -EMFILE, -ENFILE, or what reading a folder failed of.
 */
int scan_dir(struct scan *s, const char *dir, const struct trust *t);

/**
 * scan_finish - sort by name and mark those hidden by an earlier directory
 *
 * Return: 0 or -ENOMEM.
 */
int scan_finish(struct scan *s);

/* Frees what @s owns and clears it. */
void scan_free(struct scan *s);

#endif
