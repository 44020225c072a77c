/* SPDX-License-Identifier: MIT */
/*
 * core/result/pull_fields.h - the flat fields of a result file out of JSON text, by
 * the tables of result_fields.h.
 *
 * This program writes members in the order of the rows, so the row after the
 * last one is tried first.
 */
#ifndef CORE_RESULT_PULL_FIELDS_H
#define CORE_RESULT_PULL_FIELDS_H

#include "result/fields.h"
#include "util/json_pull.h"

/**
 * struct target - a table and what its fields are stored into
 * @rows:	the table
 * @base:	the structure
 * @seen:	bit i: row i was there
 * @next:	row to be tried first
 */
struct target {
	const struct field *rows;
	void *base;
	uint32_t seen;
	uint32_t next;
};

/**
 * struct part - a member that is more than a flat field
 * @key:	its name
 * @take:	reads it into the session or entry
 */
struct part {
	const char *key;
	void (*take)(struct pull *p, void *owner);
};

/* Takes the value of member @key if it is in the table. Return: whether. */
bool pull_field(struct pull *p, struct target *t, struct pull_text key);

/* Gives up unless all that the table requires was there. */
void pull_required(struct pull *p, const struct target *t);

/* An object of which only the fields of a table are taken. */
void pull_flat(struct pull *p, const struct field *rows, void *base);

/**
 * pull_part - take the member @key if it is a part
 * @parts:	ended by a row without a key
 * @owner:	what they are read into
 * @seen:	bit i: part i was there
 *
 * Return: whether it is one.
 */
bool pull_part(struct pull *p, const struct part *parts, void *owner,
	       uint32_t *seen, struct pull_text key);

#endif
