/* SPDX-License-Identifier: MIT */
/*
 * core/result/decode.h - the parts of result_decode().
 */
#ifndef CORE_RESULT_DECODE_H
#define CORE_RESULT_DECODE_H

#include <jansson.h>

#include "result/result.h"

struct doc;

/**
 * decode_entry - read one element of "benchmarks"
 * @d:	holds the first error
 * @o:	the element, not trusted
 * @e:	empty entry of a session, which frees it also after an error
 */
void decode_entry(struct doc *d, const json_t *o, struct entry *e);

/* decode_sample - read a run, without its counts; @r: empty sample */
void decode_sample(struct doc *d, const json_t *o, struct sample *r);

/* decode_counts - read what decode_entry() leaves: counters, counted runs */
void decode_counts(struct doc *d, const json_t *o, struct entry *e);

/* decode_latency - read the distribution of loop times, if there is one */
void decode_latency(struct doc *d, const json_t *o, struct entry *e);

/* decode_sweep - read the place in a sweep over CPUs, if there is one */
void decode_sweep(struct doc *d, const json_t *o, struct entry *e);

#endif
