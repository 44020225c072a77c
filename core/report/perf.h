/* SPDX-License-Identifier: MIT */
/*
 * core/report/perf.h - what perf bench 6.1 would print, byte for byte.
 *
 * Scripts read these lines. What perf does not say follows the block as "# "
 * lines, in words that its parsers do not take for a second result.
 */
#ifndef CORE_REPORT_PERF_H
#define CORE_REPORT_PERF_H

#include "report/view.h"

int report_perf(FILE *out, const struct session *s,
		const struct report_opts *opts);

int report_simple(FILE *out, const struct session *s,
		  const struct report_opts *opts);

#endif
