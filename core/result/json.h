/* SPDX-License-Identifier: MIT */
/*
 * core/result/json.h - pieces of a result file as jansson values.
 *
 * A NULL value means: no memory; whoever adds it to something notices.
 */
#ifndef CORE_RESULT_JSON_H
#define CORE_RESULT_JSON_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

#include "result/fields.h"
#include "result/result.h"
#include "result/summary.h"

/* A string; NULL is null. Bytes that are not UTF-8 become U+FFFD. */
json_t *json_text(const char *text);

/* An integer; above INT64_MAX a string of digits. */
json_t *json_u64(uint64_t value);

/* A number; null if it is not finite. */
json_t *json_number(double value);

/* An object that has the fields of a table and nothing else. */
json_t *json_object_of(const struct field *f, const void *base);

/* One element of a list each. */
json_t *json_check(const void *check);
json_t *json_finding(const void *finding);
json_t *json_paired(const void *paired);
json_t *json_sample(const void *sample);
json_t *json_counter(const void *counter);
json_t *json_counted(const void *sample); /* a sample with its counts */
json_t *json_string_item(const void *string);

json_t *json_findings(const struct findings *f);
json_t *json_argv(const struct session *s);
json_t *json_params(const struct entry *e);
json_t *json_placement(const struct entry *e);
json_t *json_sweep(const struct sweep *s);

/* [[lowest value, count], ...] */
json_t *json_buckets(const struct buckets *b);

/* The cache of what summarize() made of @e. */
json_t *json_summary(const struct entry *e, const struct summary *sum);

/* Prints a document that is no result file, and frees it. 0 or -ENOMEM. */
int json_print(FILE *out, json_t *value);

#endif
