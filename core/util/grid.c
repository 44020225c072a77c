/* SPDX-License-Identifier: MIT */
/*
 * core/util/grid.c - a table of texts whose columns line up.
 */
#include "util/grid.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/text.h"

static bool append(struct grid *g, char *cell)
{
	if (g->nr == g->room) {
		size_t room = g->room ? 2 * g->room : 64;
		char **bigger = reallocarray(g->cells, room, sizeof(*bigger));

		if (!bigger) {
			g->err = -ENOMEM;
			return false;
		}
		g->cells = bigger;
		g->room = room;
	}
	g->cells[g->nr++] = cell;
	return true;
}

void grid_add(struct grid *g, const char *fmt, ...)
{
	char *cell;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&cell, fmt, ap) < 0)
		cell = NULL;
	va_end(ap);
	if (!cell) {
		g->err = -ENOMEM;
		return;
	}
	text_clean(cell);
	if (!append(g, cell))
		free(cell);
}

void grid_end_row(struct grid *g)
{
	if (!g->nr_columns)
		g->nr_columns = g->nr;
	append(g, NULL);
}

/**
 * struct column - how a column is printed
 * @width:	of its longest cell
 * @number:	no cell below the heading starts with a letter
 */
struct column {
	size_t width;
	bool number;
};

static bool starts_number(const char *cell)
{
	return !*cell || strchr("-0123456789", *cell);
}

/* One per column, malloc'ed; NULL: no memory. */
static struct column *measure(const struct grid *g)
{
	struct column *c = calloc(g->nr_columns + 1, sizeof(*c));
	size_t at = 0;

	if (!c)
		return NULL;
	for (size_t i = 0; i < g->nr_columns; i++)
		c[i].number = true;
	for (size_t i = 0; i < g->nr; i++) {
		size_t len = g->cells[i] ? strlen(g->cells[i]) : 0;

		if (!g->cells[i]) {
			at = 0;
			continue;
		}
		if (len > c[at].width)
			c[at].width = len;
		if (i >= g->nr_columns)
			c[at].number &= starts_number(g->cells[i]);
		at++;
	}
	return c;
}

static void put_cell(FILE *out, const struct grid *g, const struct column *c,
		     size_t i, size_t at)
{
	const char *cell = g->cells[i];
	int width = (int)c[at].width;

	if (at)
		fputs("  ", out);
	if (c[at].number)
		fprintf(out, "%*s", width, cell);
	else if (g->cells[i + 1])
		fprintf(out, "%-*s", width, cell);
	else
		fputs(cell, out);
}

/* Cells at the end of a row that are empty leave no blanks. */
static bool rest_empty(const struct grid *g, size_t i)
{
	while (g->cells[i] && !*g->cells[i])
		i++;
	return !g->cells[i];
}

static size_t row_end(const struct grid *g, size_t i)
{
	while (g->cells[i])
		i++;
	return i;
}

void grid_text(FILE *out, const struct grid *g)
{
	struct column *c = measure(g);

	for (size_t i = 0; c && i < g->nr; i = row_end(g, i) + 1) {
		for (size_t at = 0; !rest_empty(g, i + at); at++)
			put_cell(out, g, c, i + at, at);
		fputc('\n', out);
	}
	free(c);
}

static void put_escaped(FILE *out, const char *cell)
{
	for (; *cell; cell++) {
		if (strchr("|\\<*_`[", *cell))
			fputc('\\', out);
		fputc(*cell, out);
	}
}

static void put_rule(FILE *out, const struct grid *g, const struct column *c)
{
	for (size_t i = 0; i < g->nr_columns; i++)
		fputs(c[i].number ? "| ---: " : "| --- ", out);
	fputs("|\n", out);
}

void grid_markdown(FILE *out, const struct grid *g)
{
	struct column *c = measure(g);

	for (size_t i = 0; c && i < g->nr; i = row_end(g, i) + 1) {
		for (size_t at = 0; at < g->nr_columns; at++) {
			bool there = i + at < row_end(g, i);

			fputs("| ", out);
			put_escaped(out, there ? g->cells[i + at] : "");
			fputc(' ', out);
		}
		fputs("|\n", out);
		if (!i)
			put_rule(out, g, c);
	}
	free(c);
}

void grid_free(struct grid *g)
{
	for (size_t i = 0; i < g->nr; i++)
		free(g->cells[i]);
	free(g->cells);
	*g = (struct grid){ 0 };
}
