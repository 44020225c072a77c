/* SPDX-License-Identifier: MIT */
/*
 * core/compare/rows.c - which rows there are.
 */
#include <errno.h>
#include <stdlib.h>

#include "compare/internal.h"

static int by_key_and_group(const void *a, const void *b)
{
	const struct compare_cell *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->group < y->group ? -1 : x->group > y->group;
}

static int add_row(struct compare *c, const struct compare_cell *base,
		   const struct compare_cell *new, uint32_t group)
{
	void *array = c->rows;
	struct compare_row *r = array_append(&array, &c->nr_rows, sizeof(*r));

	c->rows = array;
	if (!r)
		return -ENOMEM;
	r->key = base ? base->key : new->key;
	r->group = group;
	r->base = base;
	r->new = new;
	return 0;
}

/*
 * The cells @from to @to are of one key. What the base has is missed in every
 * other group; what it does not have is only mentioned where it is.
 */
static int add_key_rows(struct compare *c, size_t from, size_t to)
{
	const struct compare_cell *base = &c->cells[from];
	int err = 0;

	if (base->group) {
		for (size_t i = from; !err && i < to; i++)
			err = add_row(c, NULL, &c->cells[i], c->cells[i].group);
		return err;
	}
	from++;
	for (uint32_t g = 1; !err && g < c->nr_groups; g++) {
		const struct compare_cell *new = NULL;

		if (from < to && c->cells[from].group == g)
			new = &c->cells[from++];
		err = add_row(c, base, new, g);
	}
	return err;
}

int compare_judge(struct compare *c, const struct compare_rule *rule)
{
	size_t from = 0, to;
	int err = compare_match_unknown(c);

	if (!err)
		err = compare_label_keys(c);
	if (c->nr_cells)
		qsort(c->cells, c->nr_cells, sizeof(*c->cells),
		      by_key_and_group);
	compare_table_free(&c->cell_table);
	for (; !err && from < c->nr_cells; from = to) {
		to = from + 1;
		while (to < c->nr_cells &&
		       c->cells[to].key == c->cells[from].key)
			to++;
		err = add_key_rows(c, from, to);
	}
	for (size_t i = 0; !err && i < c->nr_rows; i++) {
		err = compare_row_numbers(c, &c->rows[i], rule);
		if (!err)
			err = compare_note_unknown(c, &c->rows[i]);
		compare_row_gates(c, &c->rows[i], rule);
	}
	for (size_t i = 0; !err && i < rule->nr_gates; i++)
		c->idle_gate |= !compare_gate_decides(c, &rule->gates[i]);
	return err ? err : compare_conclude(c, rule->correction);
}
