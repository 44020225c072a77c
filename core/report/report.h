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

#include "result/result.h"

/**
 * struct report_opts - how to print
 * @quiet:	no header lines
 * @verbose:	every run, every note
 * @force:	numbers of entries all of whose runs are invalid
 * @continued:	another session was printed before: what separates the two
 *		is printed, what is printed once is not
 */
struct report_opts {
	bool quiet, verbose, force;
	bool continued;
};

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

/* One format each. */
int report_text(FILE *out, const struct session *s,
		const struct report_opts *opts);
int report_perf(FILE *out, const struct session *s,
		const struct report_opts *opts);
int report_simple(FILE *out, const struct session *s,
		  const struct report_opts *opts);
int report_csv(FILE *out, const struct session *s,
	       const struct report_opts *opts);

#endif
