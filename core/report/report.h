/* SPDX-License-Identifier: MIT */
/*
 * core/report/report.h - a session as text, in one of the formats.
 *
 * Pure but for the stream: each format is one file, core/report_<format>.c,
 * and one row in core/report/report.c. Numbers are written in the C locale.
 */
#ifndef CORE_REPORT_REPORT_H
#define CORE_REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "report/view.h"
#include "result/result.h"

/**
 * report_print - print a session
 * @out:	stream
 * @s:		session
 * @format:	enum run_format
 *
 * Nothing is flushed: errors that show only then are the caller's to find.
 *
 * Return: 0, -ENOMEM, or -EIO when the stream has failed.
 */
int report_print(FILE *out, const struct session *s, int format,
		 const struct report_opts *opts);

#endif
