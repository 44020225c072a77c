/* SPDX-License-Identifier: MIT */
/*
 * core/report/benchfmt.h - sessions in the format of Go's benchmarks.
 */
#ifndef CORE_REPORT_BENCHFMT_H
#define CORE_REPORT_BENCHFMT_H

#include "report/convert.h"

/**
 * convert_benchfmt - what benchstat reads, one line per valid run
 *
 *	BenchmarkSched/pipe/msg=4/cpus=same/... 47000 2105.3 ns/op
 *
 * What an entry's key is made of becomes parts of its name; goos, goarch and
 * cpu are keys, kernel and host too where there are several sessions.
 */
int convert_benchfmt(FILE *out, const struct convert_source *src);

#endif
