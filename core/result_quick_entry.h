/* SPDX-License-Identifier: MIT */
/*
 * core/result_quick_entry.h - shared by the files behind result_quick.h only.
 */
#ifndef CORE_RESULT_QUICK_ENTRY_H
#define CORE_RESULT_QUICK_ENTRY_H

#include "json_pull.h"
#include "result.h"

/* Reads one element of "benchmarks". */
void quick_entry(struct pull *p, struct entry *e);

#endif
