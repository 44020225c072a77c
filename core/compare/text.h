/* SPDX-License-Identifier: MIT */
/*
 * core/compare/text.h - the comparison as a table, for people and as Markdown.
 *
 * Two groups stand side by side with all there is about a row. Up to
 * MOST_WIDE groups have one column group each. More have a table each.
 */
#ifndef CORE_COMPARE_TEXT_H
#define CORE_COMPARE_TEXT_H

#include <stdio.h>

#include "compare/types.h"
#include "util/grid.h"

int compare_text(FILE *out, const struct compare_view *v);

int compare_markdown(FILE *out, const struct compare_view *v);

void compare_add_p(struct grid *g, double p);

/* The notes of a row, "a; b"; malloc'ed or NULL. */
char *compare_notes(const struct compare_row *r);

/* "same machine and configuration", ...; static. */
const char *compare_host_word(int host);

#endif
