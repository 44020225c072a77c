/* SPDX-License-Identifier: MIT */
/*
 * core/compare/json_counts.h - counters of a compared row as JSON.
 */
#ifndef CORE_COMPARE_JSON_COUNTS_H
#define CORE_COMPARE_JSON_COUNTS_H

#include "compare/compare.h"
#include "result/json.h"

/* Adds "counters" and "time_parts" to @o. Return: 0, or not: no memory. */
int compare_json_counts(json_t *o, const struct compare *c,
			const struct compare_row *r);

#endif
