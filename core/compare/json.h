/* SPDX-License-Identifier: MIT */
/*
 * core/compare/json.h - counters of a compared row as JSON.
 */
#ifndef CORE_COMPARE_JSON_H
#define CORE_COMPARE_JSON_H

#include "compare/compare.h"
#include "result/json.h"

#endif
