/* SPDX-License-Identifier: MIT */
/*
 * core/result/pull_fields.c - the flat fields of a result file out of JSON text.
 */
#include "result/pull_fields.h"

#include <stdlib.h>
#include <string.h>

static bool take_bool(void *from)
{
	return pull_bool(from);
}

static uint64_t take_integer(void *from, uint64_t max)
{
	return pull_u64(from, max);
}

static double take_real(void *from)
{
	return pull_real(from);
}

static int take_word(void *from, const char *const *words)
{
	struct pull_text t = pull_string(from);

	for (int i = 0; words[i]; i++) {
		if (pull_is(t, words[i]))
			return i;
	}
	pull_give_up(from);
	return 0;
}

static char *take_text(void *from)
{
	return pull_text(from);
}

static const struct field_source pull_source = {
	.boolean = take_bool,
	.integer = take_integer,
	.real = take_real,
	.word = take_word,
	.text = take_text,
};

/* The row of that key, from @t->next on and round; -1 if there is none. */
static int find_row(const struct target *t, struct pull_text key)
{
	for (uint32_t i = t->next; t->rows[i].key; i++) {
		if (pull_is(key, t->rows[i].key))
			return (int)i;
	}
	for (uint32_t i = 0; i < t->next; i++) {
		if (pull_is(key, t->rows[i].key))
			return (int)i;
	}
	return -1;
}

bool pull_field(struct pull *p, struct target *t, struct pull_text key)
{
	int i = find_row(t, key);
	const struct field *f = &t->rows[i < 0 ? 0 : i];

	if (i < 0)
		return false;
	if (t->seen & 1u << i) {
		pull_give_up(p);
		return true;
	}
	t->next = (uint32_t)i + 1;
	if (pull_null(p))
		return true;
	t->seen |= 1u << i;
	field_take(f, t->base, &pull_source, p);
	return true;
}

void pull_required(struct pull *p, const struct target *t)
{
	for (uint32_t i = 0; t->rows[i].key; i++) {
		if (t->rows[i].required && !(t->seen & 1u << i))
			pull_give_up(p);
	}
}

void pull_flat(struct pull *p, const struct field *rows, void *base)
{
	struct target t = { .rows = rows, .base = base };

	for (bool more = pull_object(p); more; more = pull_next_member(p)) {
		if (!pull_field(p, &t, pull_key(p)))
			pull_skip(p);
	}
	pull_required(p, &t);
}

bool pull_part(struct pull *p, const struct part *parts, void *owner,
	       uint32_t *seen, struct pull_text key)
{
	for (uint32_t i = 0; parts[i].key; i++) {
		if (!pull_is(key, parts[i].key))
			continue;
		if (*seen & 1u << i)
			pull_give_up(p);
		else
			parts[i].take(p, owner);
		*seen |= 1u << i;
		return true;
	}
	return false;
}
