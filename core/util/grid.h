/* SPDX-License-Identifier: MIT */
/*
 * core/util/grid.h - a table of texts whose columns line up and which fits the
 * terminal.
 *
 * On anything but a terminal a table is as wide as its cells. On a terminal
 * nothing is wider than it is: the columns that say least are left out first
 * and named below, then a text in the last column is folded or put below its
 * row, and if that is not enough the other columns follow in blocks of their
 * own, the first column before each.
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
 * enum grid_align - where a cell stands in its column
 * @GRID_AUTO:	texts to the left, what looks like a number to the right
 */
enum grid_align { GRID_AUTO, GRID_LEFT, GRID_RIGHT };

/**
 * struct grid_column - how a column is printed
 * @rank:	0: always there; of others, the highest is left out first
 * @min:	columns of the terminal that it takes at least
 * @max:	a longer cell does not widen it, but moves what follows; 0: any
 *		does
 * @gap:	blanks before it; 0: two, none before the first
 * @align:	enum grid_align
 * @wraps:	the last column is folded at the grid's @wrap everywhere
 * @left_out:	for the grid: it does not fit
 */
struct grid_column {
	int rank, min, max, gap, align;
	bool wraps, left_out;
};

struct grid_row;

/**
 * struct grid - start with {0}
 * @columns:	@nr_columns of them, as many as the longest row has
 * @rows:	@nr of them
 * @margin:	stands before each row; NULL: nothing
 * @untitled:	the first row is not the heading
 * @wrap:	columns of a line at which paragraphs and columns that wrap are
 *		folded, also where there is no terminal
 * @width:	of the terminal; 0: as text_width() says
 * @open:	the last row is not complete
 * @err:	0 or -ENOMEM
 */
struct grid {
	size_t nr_columns, nr;
	struct grid_column *columns;
	struct grid_row *rows;
	const char *margin;
	bool untitled, open;
	int wrap, width;
	int err;
};

/* Adds @nr columns; those that are not described are plain. */
void grid_columns(struct grid *g, const struct grid_column *columns, size_t nr);

/* The next cell of the row. */
void grid_add(struct grid *g, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The next cell of the heading, over a column of @rank. */
void grid_title(struct grid *g, int rank, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* The row is complete. The first one is the heading. */
void grid_end_row(struct grid *g);

/**
 * grid_line - a line between rows, as wide as it is
 * @indent:	of what follows where a terminal is narrower
 */
void grid_line(struct grid *g, int indent, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* The same, folded at @wrap also where there is no terminal. */
void grid_paragraph(struct grid *g, int indent, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Columns are as wide as their cells; the last text is not padded. */
void grid_text(FILE *out, const struct grid *g);

/* Prints the rows that there are and forgets them: more may follow, without
 * a heading. They line up if the columns have a @min and an @align. */
void grid_flush(FILE *out, struct grid *g);

/* A table as in GitHub's Markdown, whatever its width; without lines. */
void grid_markdown(FILE *out, const struct grid *g);

void grid_free(struct grid *g);

#endif
