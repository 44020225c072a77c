/* SPDX-License-Identifier: MIT */
/*
 * core/report/benchfmt.h - result files in formats of other programs.
 *
 * Pure but for the stream.
 */
#ifndef CORE_REPORT_BENCHFMT_H
#define CORE_REPORT_BENCHFMT_H

#include <stdio.h>

#include "result/result.h"

/**
 * convert_benchfmt - a session in the format of Go's benchmarks
 * @before:	the session that was printed before, or NULL
 *
 * One line per valid run, which benchstat reads:
 *
 *	BenchmarkSched/pipe/msg=4/cpus=same/... 47000 2105.3 ns/op
 *
 * What an entry's key is made of becomes parts of its name, the facts about
 * the machine become configuration lines.
 */
void convert_benchfmt(FILE *out, const struct session *s,
		      const struct session *before);

#endif
