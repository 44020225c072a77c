/* SPDX-License-Identifier: MIT */
/*
 * core/report/text.h - the report for people.
 */
#ifndef CORE_REPORT_TEXT_H
#define CORE_REPORT_TEXT_H

#include "report/view.h"

int report_text(FILE *out, const struct session *s,
		const struct report_opts *opts);

#endif
