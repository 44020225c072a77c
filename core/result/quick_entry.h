/* SPDX-License-Identifier: MIT */
/*
 * core/result/quick_entry.h - shared by the files behind result_quick.h only.
 */
#ifndef CORE_RESULT_QUICK_ENTRY_H
#define CORE_RESULT_QUICK_ENTRY_H

#include "result/result.h"
#include "util/json_pull.h"

/* Read "counters" and "counted" of an entry. */
void quick_counters(struct pull *p, void *entry);
void quick_counted(struct pull *p, void *entry);

/* Reads one element of "benchmarks". */
void quick_entry(struct pull *p, struct entry *e);

#endif
