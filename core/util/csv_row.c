/* SPDX-License-Identifier: MIT */
/*
 * core/util/csv_row.c - rows of CSV.
 */
#include "util/csv_row.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

/* The quote that ends a cell, which starts at @at; NULL: there is none. */
static char *closing_quote(char *at)
{
	while ((at = strchr(at, '"')) && at[1] == '"')
		at += 2;
	return at;
}

/* Makes one quote of two, up to @end. */
static void undo_quotes(char *at, const char *end)
{
	char *to = at;

	while (at < end) {
		*to++ = *at;
		at += 1 + (*at == '"');
	}
	*to = '\0';
}

/*
 * The cell at @at. Return: the separator or end of line behind it, which still
 * stands; NULL: this is no cell, and nothing was changed.
 */
static char *take_cell(const struct csv_row *r, char *at, char **cell)
{
	const char ends[] = { r->separator, '\r', '\n', '\0' };
	char *end;

	*cell = at + (*at == '"');
	if (*at != '"')
		return at + strcspn(at, ends);
	end = closing_quote(*cell);
	if (!end || (end[1] && !strchr(ends, end[1])))
		return NULL;
	undo_quotes(*cell, end);
	return end + 1;
}

/* Ends the line at @end. Return: where the next one starts, NULL: nowhere. */
static char *end_line(char *end)
{
	char last = *end;

	*end = '\0';
	if (!last)
		return NULL;
	return end + 1 + (last == '\r' && end[1] == '\n');
}

int csv_row_read(struct csv_row *r, char **text)
{
	char *at = *text, *end, *line = at, **cell;

	r->nr = 0;
	if (!at || !*at)
		return 0;
	line += strcspn(line, "\r\n");
	for (;; at = end + 1) {
		cell = ARRAY_ADD(r->cells, r->nr);
		if (!cell)
			return -ENOMEM;
		end = take_cell(r, at, cell);
		if (!end || *end != r->separator || !*end)
			break;
		*end = '\0';
	}
	*text = end_line(end ? end : line);
	return end ? 1 : -EINVAL;
}

int csv_row_first(struct csv_row *r, char **text)
{
	const char *at = *text;
	size_t len = at ? strcspn(at, "\r\n") : 0;

	r->separator = ',';
	if (len && !memchr(at, ',', len))
		r->separator = memchr(at, ';', len) ? ';' : '\t';
	return csv_row_read(r, text);
}

void csv_row_free(struct csv_row *r)
{
	free(r->cells);
	*r = (struct csv_row){ 0 };
}
