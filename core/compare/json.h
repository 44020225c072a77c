/* SPDX-License-Identifier: MIT */
/*
 * core/compare/json.h - counters of a compared row as JSON.
 */
#ifndef CORE_COMPARE_JSON_H
#define CORE_COMPARE_JSON_H

#include <stdio.h>

#include "compare/types.h"
#include "result/json.h"

int compare_json(FILE *out, const struct compare_view *v);

#endif
