/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/file.h - whether a file can be a plugin, found out before the
 * dynamic loader sees it.
 *
 * The loader dies on a truncated file, blocks on a FIFO and calls most other
 * troubles by names that help nobody.
 */
#ifndef CORE_PLUGIN_FILE_H
#define CORE_PLUGIN_FILE_H

#include <stddef.h>

/**
 * plugin_file_check - a whole shared object for this machine?
 * @path:	absolute path
 * @why:	on error, one line that says what is wrong
 * @len:	size of @why
 *
 * Return: 0, -ENOEXEC (no such shared object), or -errno of stat, open, read.
 */
int plugin_file_check(const char *path, char *why, size_t len);

/* Digits of a hash of a plugin, and the end. */
#define PLUGIN_HASH_LEN 33

/* A hash of the file, as far as equal ones mean identical code. Return: 0 or a
 * negative errno. */
int plugin_file_hash(const char *path, char hash[PLUGIN_HASH_LEN]);

#endif
