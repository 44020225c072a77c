/* SPDX-License-Identifier: MIT */
/*
 * core/util/grid.h - a table of texts whose columns line up.
 *
 * An error stays in @err: ask for it when the last row is there. Control
 * characters become '?', so that a row is one line.
 */
#ifndef CORE_UTIL_GRID_H
#define CORE_UTIL_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/**
 * struct grid - start with {0}
 * @nr_columns:	of the first row; others may be shorter
 * @nr:		cells, row by row
 * @cells:	malloc'ed texts; NULL ends a row
 * @err:	0 or -ENOMEM
 */
struct grid {
	size_t nr_columns, nr, room;
	char **cells;
	int err;
};

/* The next cell of the row. */
void grid_add(struct grid *g, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The row is complete. The first one is the heading. */
void grid_end_row(struct grid *g);

/* Columns two blanks apart, texts to the left, what looks like a number to the
 * right; the last column is as wide as it is. */
void grid_text(FILE *out, const struct grid *g);

/* A table as in GitHub's Markdown. */
void grid_markdown(FILE *out, const struct grid *g);

void grid_free(struct grid *g);

#endif
