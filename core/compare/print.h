/* SPDX-License-Identifier: MIT */
/*
 * core/compare/print.h - a comparison in one of the formats.
 *
 * Pure but for the stream. Numbers are written in the C locale.
 */
#ifndef CORE_COMPARE_PRINT_H
#define CORE_COMPARE_PRINT_H

#include <stdio.h>

#include "compare/compare.h"
#include "util/grid.h"

/* enum compare_format - what --format can be, in this order */
enum compare_format {
	COMPARE_TEXT,
	COMPARE_JSON,
	COMPARE_CSV,
	COMPARE_MARKDOWN,
};

/**
 * struct compare_view - what is printed
 * @c:		judged
 * @rule:	by this
 * @strict:	--strict was given
 * @counters:	counters too
 */
struct compare_view {
	const struct compare *c;
	const struct compare_rule *rule;
	bool strict, counters;
};

/* One format each. Return: 0 or -ENOMEM. */
int compare_text(FILE *out, const struct compare_view *v);
int compare_markdown(FILE *out, const struct compare_view *v);
int compare_csv(FILE *out, const struct compare_view *v);
int compare_json(FILE *out, const struct compare_view *v);

/* Cells of a table: "1.0499", "1.0480 .. 1.0518"; a p-value; "-" for none. */
void compare_add_ratio(struct grid *g, double ratio, double lo, double hi);
void compare_add_p(struct grid *g, double p);

/* Rows for the counters and the parts of the time, if @v has counters. */
void compare_add_counts(struct grid *g, const struct compare_view *v,
			const struct compare_row *r);

/* What stands before and behind the table, each line after @prefix. */
void compare_intro(FILE *out, const struct compare_view *v, const char *prefix);
void compare_legend(FILE *out, const struct compare_view *v,
		    const char *prefix);

/* The notes of a row, "a; b"; malloc'ed or NULL. */
char *compare_notes(const struct compare_row *r);

/* "same machine and configuration", ...; static. */
const char *compare_host_word(int host);

#endif
