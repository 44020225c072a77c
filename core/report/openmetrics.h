/* SPDX-License-Identifier: MIT */
/*
 * core/report/openmetrics.h - sessions as OpenMetrics text, for Prometheus.
 *
 * A sample per valid run, at the time when its session started.
 */
#ifndef CORE_REPORT_OPENMETRICS_H
#define CORE_REPORT_OPENMETRICS_H

#include "report/convert.h"

convert_fn convert_openmetrics;

#endif
