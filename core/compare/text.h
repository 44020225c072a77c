/* SPDX-License-Identifier: MIT */
/*
 * core/compare/text.h - the comparison as a table, for people and as Markdown.
 *
 * A row is a line that fits a terminal; what else there is to say about it
 * stands in footnotes, and the rest behind -v.
 */
#ifndef CORE_COMPARE_TEXT_H
#define CORE_COMPARE_TEXT_H

#include <stdio.h>

#include "compare/types.h"

int compare_text(FILE *out, const struct compare_view *v);

int compare_markdown(FILE *out, const struct compare_view *v);

/* The notes of a row, "a; b"; malloc'ed or NULL. */
char *compare_notes(const struct compare_row *r);

/* "same machine and configuration", ...; static. */
const char *compare_host_word(int host);

#endif
