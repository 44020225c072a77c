/* SPDX-License-Identifier: MIT */
/*
 * core/util/csv_row.h - rows of CSV, as RFC 4180 has it: cells may be quoted,
 * and then hold separators and ends of lines.
 */
#ifndef CORE_UTIL_CSV_ROW_H
#define CORE_UTIL_CSV_ROW_H

#include <stddef.h>

/**
 * struct csv_row - start with {0}, end with csv_row_free()
 * @nr:		cells of the row that was read
 * @cells:	they stand in the text
 * @separator:	between cells
 */
struct csv_row {
	size_t nr;
	char **cells;
	char separator;
};

/**
 * csv_row_read - cut the next row off a text
 * @text:	is modified: quotes are undone in place; set behind the row, NULL
 *		at the end
 *
 * A line ends with LF, CR LF or CR. Return: 1; 0: there is none; -EINVAL: a
 * quote is not closed, or something stands behind one: the line is passed over;
 * -ENOMEM.
 */
int csv_row_read(struct csv_row *r, char **text);

/*
 * The same for the first row, which tells the separator: a semicolon or a tab
 * if it has one and no comma.
 */
int csv_row_first(struct csv_row *r, char **text);

void csv_row_free(struct csv_row *r);

#endif
