/* SPDX-License-Identifier: MIT */
/*
 * core/util/grid.c - a table of texts whose columns line up and which fits the
 * terminal.
 */
#include "util/grid.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/strbuf.h"
#include "util/text.h"

#define GAP 2

/* A text that has less room is put below its row. */
#define LEAST_TEXT 30

/* What is put there, and the rest of a line, where it has to be short. */
#define INDENT 4

/**
 * struct grid_row - cells, or one line
 * @cells:	@nr malloc'ed texts
 * @line:	the only cell is a line; it goes on at column @indent
 * @wraps:	and is folded where the grid says so
 */
struct grid_row {
	size_t nr;
	char **cells;
	bool line, wraps;
	int indent;
};

/*
 * Rows on their way in.
 */

/* Return: the row that is open, or NULL: no memory. */
static struct grid_row *open_row(struct grid *g)
{
	if (!g->open &&
	    !array_append((void **)&g->rows, &g->nr, sizeof(*g->rows))) {
		g->err = -ENOMEM;
		return NULL;
	}
	g->open = true;
	return &g->rows[g->nr - 1];
}

static void add_cell(struct grid *g, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

static void add_cell(struct grid *g, const char *fmt, va_list ap)
{
	struct grid_row *r = open_row(g);
	char **cell = r ? array_append((void **)&r->cells, &r->nr,
				       sizeof(*r->cells)) :
			  NULL;

	if (cell && vasprintf(cell, fmt, ap) < 0) {
		*cell = NULL;
		r->nr--;
		cell = NULL;
	}
	if (!cell)
		g->err = -ENOMEM;
	else
		text_clean(*cell);
}

void grid_columns(struct grid *g, const struct grid_column *columns, size_t nr)
{
	static const struct grid_column plain;

	for (size_t i = 0; i < nr; i++) {
		struct grid_column *c = array_append(
			(void **)&g->columns, &g->nr_columns, sizeof(*c));

		if (!c) {
			g->err = -ENOMEM;
			return;
		}
		*c = columns ? columns[i] : plain;
	}
}

void grid_add(struct grid *g, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add_cell(g, fmt, ap);
	va_end(ap);
}

void grid_title(struct grid *g, int rank, const char *fmt, ...)
{
	const struct grid_column c = { .rank = rank };
	va_list ap;

	grid_columns(g, &c, 1);
	va_start(ap, fmt);
	add_cell(g, fmt, ap);
	va_end(ap);
}

void grid_end_row(struct grid *g)
{
	struct grid_row *r = open_row(g);

	if (r && r->nr > g->nr_columns)
		grid_columns(g, NULL, r->nr - g->nr_columns);
	g->open = false;
}

static void add_line(struct grid *g, int indent, bool wraps, const char *fmt,
		     va_list ap) __attribute__((format(printf, 4, 0)));

static void add_line(struct grid *g, int indent, bool wraps, const char *fmt,
		     va_list ap)
{
	struct grid_row *r = open_row(g);

	add_cell(g, fmt, ap);
	if (r) {
		r->line = true;
		r->wraps = wraps;
		r->indent = indent;
	}
	g->open = false;
}

void grid_line(struct grid *g, int indent, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add_line(g, indent, false, fmt, ap);
	va_end(ap);
}

void grid_paragraph(struct grid *g, int indent, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add_line(g, indent, true, fmt, ap);
	va_end(ap);
}

static void drop_rows(struct grid *g)
{
	for (size_t i = 0; i < g->nr; i++) {
		for (size_t k = 0; k < g->rows[i].nr; k++)
			free(g->rows[i].cells[k]);
		free(g->rows[i].cells);
	}
	free(g->rows);
	g->rows = NULL;
	g->nr = 0;
	g->open = false;
}

void grid_free(struct grid *g)
{
	drop_rows(g);
	free(g->columns);
	*g = (struct grid){ 0 };
}

/*
 * Columns: how wide they are, and which are there.
 */

/**
 * struct column - how a column is printed
 * @width:	of its longest cell
 * @right:	its cells stand at the right
 * @out:	it does not fit
 * @rest:	of the cell being printed
 */
struct column {
	int width;
	bool right, out;
	const char *rest;
};

/**
 * struct layout - a grid as it is to be printed
 * @c:		one for each of its columns
 * @block:	indexes of the @nr_block columns that are printed side by side
 * @width:	of a line; 0: any
 * @last:	the last column that is there
 * @text:	that one is of texts, which may be folded
 * @below:	they stand below their rows
 */
struct layout {
	FILE *out;
	const struct grid *g;
	struct column *c;
	size_t *block, nr_block;
	int width;
	size_t last;
	bool text, below;
};

static bool starts_number(const char *cell)
{
	return !*cell || strchr("-0123456789", *cell);
}

static int cell_width(const char *cell)
{
	return text_columns(cell, strlen(cell));
}

static void measure_cell(const struct layout *l, size_t row, size_t at)
{
	const struct grid_column *spec = &l->g->columns[at];
	const char *cell = l->g->rows[row].cells[at];
	struct column *c = &l->c[at];
	int width = cell_width(cell);

	if (width > c->width && (l->width || !spec->max || width <= spec->max))
		c->width = width;
	if (spec->align == GRID_AUTO && (row || l->g->untitled))
		c->right &= starts_number(cell);
}

static void measure(struct layout *l)
{
	const struct grid *g = l->g;

	for (size_t i = 0; i < g->nr_columns; i++) {
		l->c[i].width = g->columns[i].min;
		l->c[i].right = g->columns[i].align != GRID_LEFT;
		l->c[i].out = g->columns[i].left_out;
	}
	for (size_t i = 0; i < g->nr; i++)
		for (size_t k = 0; !g->rows[i].line && k < g->rows[i].nr; k++)
			measure_cell(l, i, k);
}

static int margin(const struct layout *l)
{
	return l->g->margin ? (int)strlen(l->g->margin) : 0;
}

static int gap(const struct layout *l, size_t at)
{
	if (!at)
		return 0;
	return l->g->columns[at].gap ? l->g->columns[at].gap : GAP;
}

/* What a column takes at least, its gap included: texts can be folded. */
static int least(const struct layout *l, size_t at)
{
	int width = l->c[at].width;

	if (l->c[at].out || (l->below && at == l->last))
		return 0;
	if (l->text && at == l->last && width > LEAST_TEXT)
		width = LEAST_TEXT;
	return gap(l, at) + width;
}

/* Whether all columns that are there have room side by side. */
static bool fits(const struct layout *l)
{
	int sum = margin(l);

	for (size_t i = 0; i < l->g->nr_columns; i++)
		sum += least(l, i);
	return !l->width || sum <= l->width;
}

static void find_last(struct layout *l)
{
	l->last = 0;
	for (size_t i = 0; i < l->g->nr_columns; i++)
		if (!l->c[i].out)
			l->last = i;
	l->text = l->g->nr_columns && !l->c[l->last].right;
}

/* Return: whether there was one that may go. */
static bool leave_out_one(struct layout *l)
{
	size_t worst = 0;

	for (size_t i = 1; i < l->g->nr_columns; i++)
		if (!l->c[i].out &&
		    l->g->columns[i].rank >= l->g->columns[worst].rank)
			worst = i;
	if (!l->g->columns[worst].rank)
		return false;
	l->c[worst].out = true;
	find_last(l);
	return true;
}

/* A single column that is wider than the line has its cells cut. */
static void limit_columns(struct layout *l)
{
	int first = l->c[0].width, room = l->width - margin(l);

	if (first > room / 2)
		l->c[0].width = l->last ? room / 2 : room;
	for (size_t i = 1; i < l->g->nr_columns; i++) {
		int most = room - l->c[0].width - gap(l, i);

		if (l->c[i].width > most && !(l->text && i == l->last))
			l->c[i].width = most;
	}
}

static void fit(struct layout *l)
{
	find_last(l);
	while (!fits(l) && leave_out_one(l))
		;
	l->below = !fits(l) && l->text && l->last;
	if (!fits(l))
		limit_columns(l);
}

/* What fits from column @from on. Return: the column that follows. */
static size_t make_block(struct layout *l, size_t from)
{
	int sum = margin(l) + (from ? l->c[0].width : 0);

	l->nr_block = 0;
	if (from)
		l->block[l->nr_block++] = 0;
	for (size_t first = from; from < l->g->nr_columns; from++) {
		sum += least(l, from);
		if (l->width && sum > l->width && from > first)
			break;
		if (least(l, from))
			l->block[l->nr_block++] = from;
	}
	return from;
}

/*
 * Lines on their way out.
 */

/* Columns of a line of what is folded everywhere. */
static int wrap_at(const struct layout *l)
{
	int wrap = l->g->wrap;

	return wrap && (!l->width || wrap < l->width) ? wrap : l->width;
}

/* Columns that a cell may take which starts at column @start. */
static int room_for(const struct layout *l, size_t at, int start)
{
	int width = l->width;

	if (at != l->last || !l->text)
		return width ? l->c[at].width : INT_MAX;
	if (l->g->columns[at].wraps)
		width = wrap_at(l);
	return width ? width - start : INT_MAX;
}

/* Prints what of a cell is on this line. */
static void put_cell(const struct layout *l, size_t at, int start, bool pad)
{
	struct column *c = &l->c[at];
	const char *text = c->rest;
	size_t len =
		text_fold(text, room_for(l, at, start), l->width, &c->rest);
	int blanks = c->width - text_columns(text, len);

	if (blanks < 0)
		blanks = 0;
	fprintf(l->out, "%*s%.*s%*s", c->right ? blanks : 0, "", (int)len, text,
		!c->right && pad ? blanks : 0, "");
}

/* Cells at the end of a line that are empty leave no blanks. */
static size_t line_end(const struct layout *l)
{
	size_t end = l->nr_block;

	while (end && !*l->c[l->block[end - 1]].rest)
		end--;
	return end;
}

static void put_line(const struct layout *l, size_t nr_cells)
{
	int column = margin(l);
	size_t end = line_end(l);

	fputs(end && l->g->margin ? l->g->margin : "", l->out);
	for (size_t i = 0; i < end; i++) {
		size_t at = l->block[i];

		fprintf(l->out, "%*s", gap(l, at), "");
		put_cell(l, at, column + gap(l, at),
			 l->width ? i + 1 < end : at + 1 < nr_cells);
		column += gap(l, at) + l->c[at].width;
	}
	fputc('\n', l->out);
}

/* The last cell, where there is no room for it beside the others. */
static void put_below(const struct layout *l)
{
	int indent = margin(l) + INDENT;

	while (*l->c[l->last].rest) {
		fprintf(l->out, "%-*s", indent,
			l->g->margin ? l->g->margin : "");
		put_cell(l, l->last, indent, false);
		fputc('\n', l->out);
	}
}

static void put_row(const struct layout *l, const struct grid_row *r, bool last)
{
	for (size_t i = 0; i < l->g->nr_columns; i++)
		l->c[i].rest = i < r->nr ? r->cells[i] : "";
	do {
		put_line(l, r->nr);
	} while (line_end(l));
	if (l->below && last)
		put_below(l);
}

static void put_single(const struct layout *l, const struct grid_row *r)
{
	int width = r->wraps ? wrap_at(l) : l->width, indent = r->indent;
	const char *text = r->cells[0];
	int blanks = (int)strspn(text, " ");

	if (width && indent > width / 2) {
		indent = INDENT;
		text += blanks > INDENT ? blanks - INDENT : 0;
	}
	text_lines(l->out, text, indent, 0, width ? width : INT_MAX, l->width);
}

/* All rows, in blocks of columns that fit. */
static void put_rows(struct layout *l)
{
	size_t at = 0, nr = l->g->nr_columns;

	do {
		bool first = !at;

		at = make_block(l, at);
		for (size_t i = 0; i < l->g->nr; i++) {
			const struct grid_row *r = &l->g->rows[i];

			if (!r->line)
				put_row(l, r, at == nr);
			else if (first && r->nr)
				put_single(l, r);
		}
		if (at < nr)
			fputc('\n', l->out);
	} while (at < nr);
}

static void put_left_out(const struct layout *l)
{
	struct strbuf names = { 0 };

	for (size_t i = 0; !l->g->untitled && i < l->g->nr_columns; i++)
		if (l->c[i].out && !l->g->columns[i].left_out &&
		    i < l->g->rows->nr)
			strbuf_addf(&names, "%s%s",
				    names.len ? ", " : "# too narrow for: ",
				    l->g->rows->cells[i]);
	if (names.len)
		text_lines(l->out, strbuf_text(&names), INDENT, 0, l->width,
			   true);
	strbuf_free(&names);
}

/* Return: 0 or -ENOMEM, and nothing printed. */
static int layout_open(struct layout *l, FILE *out, const struct grid *g)
{
	*l = (struct layout){
		.out = out,
		.g = g,
		.c = calloc(g->nr_columns + 1, sizeof(*l->c)),
		.block = calloc(g->nr_columns + 1, sizeof(*l->block)),
		.width = g->width ? g->width : text_width(out),
	};
	if (!l->c || !l->block || g->err)
		return -ENOMEM;
	measure(l);
	fit(l);
	return 0;
}

static void layout_close(struct layout *l)
{
	free(l->c);
	free(l->block);
}

static int print(FILE *out, const struct grid *g, struct layout *l)
{
	int err = layout_open(l, out, g);

	if (!err && g->nr) {
		put_rows(l);
		put_left_out(l);
	}
	return err;
}

void grid_text(FILE *out, const struct grid *g)
{
	struct layout l;

	print(out, g, &l);
	layout_close(&l);
}

void grid_flush(FILE *out, struct grid *g)
{
	struct layout l;
	int err = print(out, g, &l);

	for (size_t i = 0; !err && i < g->nr_columns; i++)
		g->columns[i].left_out = l.c[i].out;
	layout_close(&l);
	drop_rows(g);
	g->untitled = true;
}

/*
 * Markdown.
 */

static void put_escaped(FILE *out, const char *cell)
{
	for (; *cell; cell++) {
		if (strchr("|\\<*_`[", *cell))
			fputc('\\', out);
		fputc(*cell, out);
	}
}

static void put_rule(const struct layout *l)
{
	for (size_t i = 0; i < l->g->nr_columns; i++)
		fputs(l->c[i].right ? "| ---: " : "| --- ", l->out);
	fputs("|\n", l->out);
}

void grid_markdown(FILE *out, const struct grid *g)
{
	struct layout l;
	int err = layout_open(&l, out, g);

	for (size_t i = 0; !err && i < g->nr; i++) {
		const struct grid_row *r = &g->rows[i];

		for (size_t k = 0; k < g->nr_columns; k++) {
			fputs("| ", out);
			put_escaped(out, k < r->nr ? r->cells[k] : "");
			fputc(' ', out);
		}
		fputs("|\n", out);
		if (!i)
			put_rule(&l);
	}
	layout_close(&l);
}
