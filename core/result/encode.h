/* SPDX-License-Identifier: MIT */
/*
 * core/result/encode.h - a session as a JSON document.
 *
 * The document is put together piece by piece, so that no tree of all runs
 * is ever in memory, and broken into lines by what people compare: one fact,
 * one check, one run a line.
 */
#ifndef CORE_RESULT_ENCODE_H
#define CORE_RESULT_ENCODE_H

#include "result/file.h"

/**
 * result_encode - a session as a JSON document
 * @text:	malloc'ed, NUL-terminated, ends with a newline
 *
 * Integers stay integers, doubles have 17 digits, NaN and NOT_MEASURED become
 * null. The summaries in it are a cache.
 *
 * Return: 0, or -ENOMEM.
 */
int result_encode(const struct session *s, char **text);

#endif
