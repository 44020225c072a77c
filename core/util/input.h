/* SPDX-License-Identifier: MIT */
/*
 * core/util/input.h - read a file that somebody names, as a whole.
 *
 * The one way in for suites, results, floors and samples: bounded, never
 * opened before it is known what it is, and nothing that waits with signals
 * blocked.
 */
#ifndef CORE_UTIL_INPUT_H
#define CORE_UTIL_INPUT_H

#include <stdbool.h>
#include <stddef.h>

/**
 * input_read - read a file as a whole
 * @path:	as given; "-": standard input
 * @most:	bytes that it may have
 * @regular:	nothing but a regular file will do. To a privileged process
 *		only what was opened for it (/dev/stdin, /dev/fd/N), /dev/null
 *		and /dev/zero may be something else in any case
 * @text:	malloc'ed, @len bytes and a NUL
 *
 * Return: 0; -EFBIG: more than @most bytes; -ENOTSUP: not a regular file;
 * another negative errno.
 */
int input_read(const char *path, size_t most, bool regular, char **text,
	       size_t *len);

/**
 * input_check - whether files can be read one after the other
 * @paths:	@nr of them, as given
 *
 * Return: 0; -EINVAL: more than one is standard input.
 */
int input_check(const char *const *paths, size_t nr, char *why, size_t len);

/* What input_read() says about an error: "larger than 64 KiB". */
const char *input_why(int err, size_t most, char *buf, size_t len);

#endif
