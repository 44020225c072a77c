/* SPDX-License-Identifier: MIT */
/*
 * core/compare/json.h - the comparison as JSON, schema harness.compare 1.x.
 */
#ifndef CORE_COMPARE_JSON_H
#define CORE_COMPARE_JSON_H

#include <stdio.h>

#include "compare/types.h"

/* Return: 0; that @out failed is noticed where it is closed. */
int compare_json(FILE *out, const struct compare_view *v);

#endif
