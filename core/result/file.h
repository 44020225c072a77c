/* SPDX-License-Identifier: MIT */
/*
 * core/result/file.h - result files on disk, replaced as a whole or not at all.
 * Never prints.
 */
#ifndef CORE_RESULT_FILE_H
#define CORE_RESULT_FILE_H

#include <stdbool.h>
#include <stdio.h>

/**
 * struct result_writer - a place reserved for a result file
 *
 * Opened before anything is measured, so that an unwritable path is an error
 * at once and a descriptor is there when the limit is reached later.
 */
struct result_writer;

/**
 * result_writer_open - reserve
 * @path:	target; an existing file stays as it is until commit. "-": standard
 *		output
 *
 * A temporary file is made in the same directory (unnamed where the file
 * system allows it, so that nothing is left when the harness is killed). It
 * takes over mode and owner of the file that it will replace, else it has the
 * mode that umask leaves. A symbolic link stays: what it leads to is replaced.
 * A pipe or device, and the file that standard output or standard error goes
 * to, is written directly on commit, with nothing to restore after an error;
 * flush stdout before.
 *
 * Return: 0, or -errno: -EISDIR, -EACCES (also for a target that is
 * write-protected), -ENOENT, -ENXIO (a pipe that nobody reads), ...
 */
int result_writer_open(const char *path, struct result_writer **out);

/* Whether a target is standard output; NULL is none. */
bool result_to_stdout(const char *path);

/* What the content is written to; it stays the writer's. */
FILE *result_writer_stream(struct result_writer *w);

/**
 * result_writer_commit - sync and rename over the target
 * @w:		freed
 * @err:	0, or why the content is incomplete: the target stays as it was
 *
 * Return: 0 or -errno; @err, unless a write had failed before.
 */
int result_writer_commit(struct result_writer *w, int err);

/* Gives the place up; the target is as it was. NULL is allowed. */
void result_writer_abort(struct result_writer *w);

#endif
