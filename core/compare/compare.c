/* SPDX-License-Identifier: MIT */
/*
 * core/compare/compare.c - take in sessions, keep what is compared of them.
 */
#include "compare/compare.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/internal.h"

/* --- cells ------------------------------------------------------------------ */

static bool same_cell(const void *array, uint32_t index, const void *key)
{
	const struct compare_cell *cell =
		(const struct compare_cell *)array + index;
	const struct compare_cell *wanted = key;

	return cell->group == wanted->group && cell->key == wanted->key;
}

static uint64_t cell_hash(uint32_t group, uint32_t key)
{
	uint64_t h = ((uint64_t)group << 32 | key) * 0x9e3779b97f4a7c15;

	return h ^ h >> 32;
}

static struct compare_cell *add_cell(struct compare *c, uint32_t group,
				     uint32_t key)
{
	void *array = c->cells;
	uint32_t index = (uint32_t)c->nr_cells;
	struct compare_cell *cell =
		array_append(&array, &c->nr_cells, sizeof(*cell));

	c->cells = array;
	if (!cell)
		return NULL;
	cell->group = group;
	cell->key = key;
	c->keys[key].used = true;
	cell->switches_min = cell->switches_max = NAN;
	if (compare_put(&c->cell_table, cell_hash(group, key), index))
		return NULL;
	return cell;
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* What the first entry of a group says holds for the others. */
static int describe(struct compare_cell *cell, const struct entry *e)
{
	if (cell->op)
		return 0;
	cell->op = strdup(e->op ? e->op : "op");
	cell->tasks = e->nr_tasks;
	cell->bytes_per_op = e->bytes_per_op;
	cell->records = e->records;
	return cell->op ? 0 : -ENOMEM;
}

static bool agrees(const struct compare_cell *cell, const struct entry *e)
{
	return same_text(cell->op, e->op ? e->op : "op") &&
	       cell->tasks == e->nr_tasks && cell->records == e->records &&
	       cell->bytes_per_op == e->bytes_per_op;
}

static struct compare_cell *cell_of(struct compare *c, uint32_t group,
				    uint32_t key, const struct entry *e)
{
	struct compare_cell wanted = { .group = group, .key = key }, *cell;
	uint32_t i = compare_find(&c->cell_table, cell_hash(group, key),
				  same_cell, c->cells, &wanted);

	cell = i == COMPARE_NONE ? add_cell(c, group, key) : &c->cells[i];
	if (!cell || describe(cell, e))
		return NULL;
	if (!agrees(cell, e))
		cell->mixed = true;
	return cell;
}

static void count_switches(struct compare_cell *cell, const struct sample *r)
{
	double switches;

	if (r->nvcsw == NOT_MEASURED || r->nivcsw == NOT_MEASURED)
		return;
	switches = (double)r->nvcsw + (double)r->nivcsw;
	cell->switches += switches;
	cell->ops += (double)r->ops;
	switches /= (double)r->ops;
	cell->switches_min = fmin(cell->switches_min, switches);
	cell->switches_max = fmax(cell->switches_max, switches);
}

static double time_of(const struct entry *e, const struct sample *r)
{
	if (e->records)
		return r->records_ns;
	return (double)r->elapsed_ns / (double)r->ops;
}

/* A run counts if it is valid and its time has a logarithm. */
static bool usable(const struct entry *e, const struct sample *r)
{
	return r->valid && r->ops && isfinite(time_of(e, r)) &&
	       time_of(e, r) > 0;
}

static int make_room(struct compare_cell *cell, size_t more)
{
	size_t room = cell->room ? cell->room : more;
	uint64_t *session;
	double *times;

	while (room < cell->n + more)
		room *= 2;
	if (room == cell->room)
		return 0;
	times = reallocarray(cell->times, room, sizeof(*times));
	if (!times)
		return -ENOMEM;
	cell->times = times;
	session = reallocarray(cell->session, room, sizeof(*session));
	if (!session)
		return -ENOMEM;
	cell->session = session;
	cell->room = room;
	return 0;
}

/* Sessions are numbered by file, then as the file numbers them. */
static int add_runs(struct compare_cell *cell, const struct entry *e,
		    uint64_t file)
{
	if (e->nr_runs && make_room(cell, e->nr_runs))
		return -ENOMEM;
	for (size_t i = 0; i < e->nr_runs; i++) {
		const struct sample *r = &e->runs[i];

		if (!usable(e, r)) {
			cell->nr_invalid++;
			continue;
		}
		cell->times[cell->n] = time_of(e, r);
		cell->session[cell->n++] = file << 32 | r->session;
		count_switches(cell, r);
	}
	return 0;
}

static int keep_reason(struct compare_cell *cell, const struct entry *e)
{
	cell->status = e->status;
	if (!e->reason)
		return 0;
	free(cell->reason);
	cell->reason = strdup(e->reason);
	return cell->reason ? 0 : -ENOMEM;
}

static int add_entry(struct compare *c, uint32_t group, uint32_t key,
		     const struct entry *e)
{
	struct compare_cell *cell = cell_of(c, group, key, e);
	int err = cell ? keep_reason(cell, e) : -ENOMEM;

	if (!err)
		err = add_runs(cell, e, c->nr_files);
	return err ? err : compare_counts_add(&cell->counts, e);
}

/* --- sessions --------------------------------------------------------------- */

/*
 * A sweep over CPUs has entries that differ by nothing else: their list of
 * CPUs then becomes part of the key.
 */
static int key_entries(struct compare *c, const struct session *s,
		       uint32_t *keys)
{
	uint32_t *uses;
	int err = 0;

	for (size_t i = 0; !err && i < s->nr_entries; i++)
		err = compare_key_of(c, &s->entries[i], false, &keys[i]);
	uses = err ? NULL : calloc(c->nr_keys + 1, sizeof(*uses));
	if (!uses)
		return -ENOMEM;
	for (size_t i = 0; i < s->nr_entries; i++)
		uses[keys[i]]++;
	for (size_t i = 0; !err && i < s->nr_entries; i++) {
		if (uses[keys[i]] > 1)
			err = compare_key_of(c, &s->entries[i], true, &keys[i]);
	}
	free(uses);
	return err;
}

static int add_entries(struct compare *c, const struct session *s,
		       uint32_t group)
{
	uint32_t *keys = calloc(s->nr_entries + 1, sizeof(*keys));
	int err = keys ? key_entries(c, s, keys) : -ENOMEM;

	for (size_t i = 0; !err && i < s->nr_entries; i++)
		err = add_entry(c, group, keys[i], &s->entries[i]);
	free(keys);
	return err;
}

int compare_add(struct compare *c, const struct session *s, const char *path,
		int by)
{
	uint32_t group;
	int err = compare_group_of(c, s, path, by, &group);

	if (err || group == COMPARE_NONE)
		return err;
	c->nr_files++;
	return add_entries(c, s, group);
}

static void cell_free(struct compare_cell *cell)
{
	free(cell->op);
	free(cell->reason);
	free(cell->times);
	free(cell->session);
	compare_counts_free(&cell->counts);
}

void compare_free(struct compare *c)
{
	for (size_t i = 0; i < c->nr_groups; i++)
		compare_group_free(&c->groups[i]);
	for (size_t i = 0; i < c->nr_keys; i++)
		compare_key_free(&c->keys[i]);
	for (size_t i = 0; i < c->nr_cells; i++)
		cell_free(&c->cells[i]);
	for (size_t i = 0; i < c->nr_rows; i++) {
		findings_free(&c->rows[i].notes);
		compare_counters_free(&c->rows[i]);
	}
	free(c->groups);
	free(c->keys);
	free(c->cells);
	free(c->rows);
	free(c->means);
	compare_table_free(&c->group_table);
	compare_table_free(&c->key_table);
	compare_table_free(&c->cell_table);
	*c = (struct compare){ 0 };
}
