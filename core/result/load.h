/* SPDX-License-Identifier: MIT */
/*
 * core/result/load.h - a file from disk as a session.
 */
#ifndef CORE_RESULT_LOAD_H
#define CORE_RESULT_LOAD_H

#include "result/file.h"

/* The same from a file; also -errno of open and read, -EFBIG over 256 MiB. */
int result_read(const char *path, struct session *out, char *why,
		size_t why_len);

#endif
