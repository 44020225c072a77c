/* SPDX-License-Identifier: MIT */
/*
 * core/report/convert_json.h - a session as hyperfine and google-benchmark
 * write their results.
 */
#ifndef CORE_REPORT_CONVERT_JSON_H
#define CORE_REPORT_CONVERT_JSON_H

#include "report/convert.h"

/* As hyperfine --export-json: a benchmark is a command, a run's time per op a
 * time. */
convert_fn convert_hyperfine;

/* As --benchmark_out_format=json: ops are iterations, runs repetitions. */
convert_fn convert_google;

#endif
