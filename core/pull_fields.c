/* SPDX-License-Identifier: MIT */
/*
 * core/pull_fields.c - the flat fields of a result file out of JSON text.
 */
#include "pull_fields.h"

#include <stdlib.h>
#include <string.h>

static int word_index(struct pull *p, const char *const *words)
{
	struct pull_text t = pull_string(p);

	for (int i = 0; words[i]; i++) {
		if (pull_is(t, words[i]))
			return i;
	}
	pull_give_up(p);
	return 0;
}

static void take_value(struct pull *p, const struct field *f, void *at)
{
	switch (f->type) {
	case FIELD_BOOL:
		*(bool *)at = pull_bool(p);
		break;
	case FIELD_U32:
		*(uint32_t *)at = pull_u64(p, UINT32_MAX);
		break;
	case FIELD_U64:
		*(uint64_t *)at = pull_u64(p, UINT64_MAX);
		break;
	case FIELD_SIZE:
		*(size_t *)at = pull_u64(p, SIZE_MAX);
		break;
	case FIELD_I64:
		*(int64_t *)at = pull_u64(p, INT64_MAX);
		break;
	case FIELD_REAL:
		*(double *)at = pull_real(p);
		break;
	case FIELD_WORD:
		*(int *)at = word_index(p, f->words);
		break;
	case FIELD_TEXT:
		*(char **)at = pull_text(p);
		break;
	}
}

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
	take_value(p, f, (char *)t->base + f->offset);
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
