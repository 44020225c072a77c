/* SPDX-License-Identifier: MIT */
/*
 * core/result/import_google.h - what programs that use google-benchmark write
 * with --benchmark_out_format=json.
 *
 * Each repetition is a run; means and medians of them are left to the reader.
 * Iterations are ops, and counts if the times allow it.
 */
#ifndef CORE_RESULT_IMPORT_GOOGLE_H
#define CORE_RESULT_IMPORT_GOOGLE_H

#include "result/import.h"

/* The benchmarks of one file: one session. */
int import_google(struct import_source *s, struct import_result *out, char *why,
		  size_t len);

#endif
