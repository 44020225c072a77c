/* SPDX-License-Identifier: MIT */
/*
 * core/result_decode.h - the two halves of result_decode().
 */
#ifndef CORE_RESULT_DECODE_H
#define CORE_RESULT_DECODE_H

#include <jansson.h>

#include "result.h"

struct doc;

/**
 * decode_entry - read one element of "benchmarks"
 * @d:	holds the first error
 * @o:	the element, not trusted
 * @e:	empty entry of a session, which frees it also after an error
 */
void decode_entry(struct doc *d, const json_t *o, struct entry *e);

#endif
