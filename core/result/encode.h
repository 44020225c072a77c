/* SPDX-License-Identifier: MIT */
/*
 * core/result/encode.h - a session as a JSON document, and the parts that it
 * has in common with others.
 *
 * The document is broken into lines by what people compare: one fact, one
 * check, one run a line.
 */
#ifndef CORE_RESULT_ENCODE_H
#define CORE_RESULT_ENCODE_H

#include "result/fields.h"
#include "result/result.h"
#include "util/json_write.h"

/**
 * result_encode - write a session as a JSON document
 * @out:	stream; after an error the document is incomplete
 *
 * Integers stay integers, doubles have 17 digits, NaN and NOT_MEASURED become
 * null. The summaries in it are a cache.
 *
 * Return: 0, -ENOMEM, or -EIO when the stream has failed.
 */
int result_encode(FILE *out, const struct session *s);

/* The fields of a table, as members of the object that is open. */
void json_write_fields(struct json_writer *w, const struct field *table,
		       const void *base);

/* An object that has the fields of a table and nothing else, on one line. */
void json_write_row(struct json_writer *w, const char *key,
		    const struct field *table, const void *base);

/* An array with a row for each of @nr elements of @size bytes. */
void json_write_rows(struct json_writer *w, const char *key,
		     const struct field *table, const void *base, size_t nr,
		     size_t size);

void json_write_findings(struct json_writer *w, const char *key,
			 const struct findings *f);

/* An object with a member for each fact of the machine. */
void json_write_facts(struct json_writer *w, const char *key,
		      const struct session *s);

#endif
