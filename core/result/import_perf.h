/* SPDX-License-Identifier: MIT */
/*
 * core/result/import_perf.h - what perf bench prints.
 *
 * "# Running 'sched/pipe' benchmark:" starts a result; "N usecs/op" is its
 * value, and where there is none "Total time: N [sec]" is, for a whole run.
 * What stands in comments between them tells processes from threads and small
 * from large: results that differ in it are not runs of one thing.
 */
#ifndef CORE_RESULT_IMPORT_PERF_H
#define CORE_RESULT_IMPORT_PERF_H

#include "result/import.h"

/* What perf bench prints (its default format), any number of benchmarks and
 * repetitions. */
int import_perf(struct import_source *s, struct import_result *out, char *why,
		size_t len);

#endif
