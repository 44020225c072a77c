/* SPDX-License-Identifier: MIT */
/*
 * core/result/import_column.c - one column of a table of values.
 */
#include "result/import_column.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/csv_row.h"
#include "util/parse.h"
#include "util/why.h"

#define MOST_BY 32
#define MOST_GROUPS 1000

/**
 * struct table - a table being read
 * @row:	the last one read, the first at the start
 * @line:	rows read
 * @value:	index of the column with the values
 * @by:		@nr_by indices of the columns that tell benchmarks apart
 * @names:	of these
 * @last:	entry of the row before
 */
struct table {
	struct import_source *s;
	struct import_result *out;
	struct csv_row row;
	size_t line, value;
	size_t nr_by, by[MOST_BY];
	char *names[MOST_BY];
	size_t last;
};

/* Index of a column; the number of columns if there is none. */
static size_t column_of(const struct table *t, const char *name)
{
	size_t i = 0;

	while (i < t->row.nr && strcmp(t->row.cells[i], name))
		i++;
	return i;
}

static int no_column(const struct table *t, const char *name, char *why,
		     size_t len)
{
	char quoted[PARSE_QUOTE_LEN];

	return why_set(why, len, -EINVAL,
		       "no column %s in its first row, which has %zu (%.40s, "
		       "...)",
		       parse_quote(name, quoted, sizeof(quoted)), t->row.nr,
		       t->row.cells[0]);
}

static int find_columns(struct table *t, char *why, size_t len)
{
	char *by = t->s->by ? strdup(t->s->by) : NULL, *save = NULL;
	int err = t->s->by && !by ? why_set(why, len, -ENOMEM, "no memory") : 0;

	t->value = column_of(t, t->s->column);
	if (!err && t->value == t->row.nr)
		err = no_column(t, t->s->column, why, len);
	for (char *name = by ? strtok_r(by, ",", &save) : NULL; !err && name;
	     name = strtok_r(NULL, ",", &save)) {
		size_t at = column_of(t, name);

		if (at == t->row.nr)
			err = no_column(t, name, why, len);
		else if (t->nr_by == MOST_BY)
			err = why_set(why, len, -EINVAL,
				      "more than %d columns after --by",
				      MOST_BY);
		else if (!(t->names[t->nr_by] = strdup(name)))
			err = why_set(why, len, -ENOMEM, "no memory");
		else
			t->by[t->nr_by++] = at;
	}
	free(by);
	return err;
}

static bool is_entry(const struct table *t, const struct entry *e)
{
	for (size_t i = 0; i < t->nr_by; i++) {
		if (strcmp(e->params[i].value, t->row.cells[t->by[i]]))
			return false;
	}
	return true;
}

static struct entry *new_entry(struct table *t)
{
	struct entry *e = import_entry(&t->out->sessions[0],
				       t->s->name ?: "import/samples", "op");
	int err = e ? import_note(e, "column %s in %s from %s", t->s->column,
				  import_units[t->s->unit], t->s->title) :
		      -ENOMEM;

	for (size_t i = 0; !err && i < t->nr_by; i++)
		err = import_param(e, t->names[i], t->row.cells[t->by[i]]);
	return err ? NULL : e;
}

/* Of the row. Return: 0, -ENOMEM, -ENOSPC: too many. */
static int entry_of(struct table *t, struct entry **out)
{
	struct session *s = &t->out->sessions[0];

	if (t->last < s->nr_entries && is_entry(t, &s->entries[t->last])) {
		*out = &s->entries[t->last];
		return 0;
	}
	for (size_t i = 0; i < s->nr_entries; i++) {
		if (is_entry(t, &s->entries[i])) {
			t->last = i;
			*out = &s->entries[i];
			return 0;
		}
	}
	if (s->nr_entries == MOST_GROUPS)
		return -ENOSPC;
	t->last = s->nr_entries;
	*out = new_entry(t);
	return *out ? 0 : -ENOMEM;
}

static int take_row(struct table *t, size_t nr_columns)
{
	uint64_t ops, elapsed_ns;
	struct entry *e;
	char record[32];
	int err;

	if (t->row.nr == 1 && !*t->row.cells[0])
		return 0;
	snprintf(record, sizeof(record), "row %zu", t->line);
	if (t->row.nr != nr_columns)
		return import_leave_out(t->out, record,
					"%zu cells for %zu columns", t->row.nr,
					nr_columns);
	err = import_value(t->out, record, t->row.cells[t->value], false,
			   t->s->unit, &ops, &elapsed_ns);
	if (err)
		return err < 0 ? err : 0;
	err = entry_of(t, &e);
	return err ? err : import_run(e, ops, elapsed_ns);
}

static int take_rows(struct table *t, char **text, char *why, size_t len)
{
	size_t nr_columns = t->row.nr;
	char record[32];
	int err = 0, got;

	while (!err && (got = csv_row_read(&t->row, text)) != 0) {
		t->line++;
		snprintf(record, sizeof(record), "row %zu", t->line);
		if (got == -ENOMEM)
			err = got;
		else if (got < 0)
			err = import_leave_out(t->out, record,
					       "a quote out of place");
		else
			err = take_row(t, nr_columns);
	}
	if (err == -ENOSPC) {
		import_free(t->out);
		return why_set(why, len, -EINVAL,
			       "more than %d different values in the columns "
			       "after --by",
			       MOST_GROUPS);
	}
	return import_end(t->out, err, "no values in it", why, len);
}

int import_column(struct import_source *s, struct import_result *out, char *why,
		  size_t len)
{
	struct table t = { .s = s, .out = out, .line = 1 };
	char *text = s->text;
	int err = import_session(out, s->text) ? 0 : -ENOMEM;

	if (err)
		why_set(why, len, err, "no memory");
	else if (csv_row_first(&t.row, &text) <= 0)
		err = why_set(why, len, -EINVAL,
			      "no row with names of columns");
	else
		err = find_columns(&t, why, len);
	if (err)
		import_free(out);
	else
		err = take_rows(&t, &text, why, len);
	for (size_t i = 0; i < t.nr_by; i++)
		free(t.names[i]);
	csv_row_free(&t.row);
	return err;
}
