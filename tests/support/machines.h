/* SPDX-License-Identifier: MIT */
/*
 * tests/support/machines.h - recorded machines as directory trees.
 *
 * tests/machines/<name>.txt holds the files of one: a line "== /path", then
 * the content.
 */
#ifndef TESTS_SUPPORT_MACHINES_H
#define TESTS_SUPPORT_MACHINES_H

/**
 * machine_unpack - a machine as a directory, to be changed at will
 *
 * Return: its path, the "root" of core/machine/procfs.h; to be freed.
 */
char *machine_unpack(const char *name);

/* Writes one file of a machine, with the directories above it. */
void machine_put(const char *root, const char *path, const char *text);

/* Removes one file of a machine. */
void machine_remove(const char *root, const char *path);

#endif
