/* SPDX-License-Identifier: MIT */
/*
 * core/util/json_write.h - JSON, written as it goes, without a tree of it.
 *
 * Every function below takes the key of what it writes, or NULL where that is
 * an element of an array or the document itself. Errors of the stream are kept
 * and returned at the end, so that callers need not ask each time.
 */
#ifndef CORE_UTIL_JSON_WRITE_H
#define CORE_UTIL_JSON_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/**
 * struct json_writer - a document being written; from json_writer()
 * @out:	stream, borrowed
 * @indent:	blanks for each level
 * @ascii:	what is not ASCII is escaped
 * @depth:	objects and arrays that are open, 31 at most
 * @arrays:	bit i: the one at depth i is an array
 * @flat:	depth from which on all is on one line, 0: nowhere
 * @first:	nothing is in the innermost one yet
 * @err:	0 or the first error
 */
struct json_writer {
	FILE *out;
	unsigned int indent;
	bool ascii;
	unsigned int depth;
	uint32_t arrays;
	unsigned int flat;
	bool first;
	int err;
};

/* A writer of one document; see struct json_writer. */
struct json_writer json_writer(FILE *out, unsigned int indent, bool ascii);

/* Ends the document with a newline. Return: 0, -EIO, or what failed. */
int json_write_finish(struct json_writer *w);

/* Notes an error, so that the document is known to be incomplete. */
void json_write_fail(struct json_writer *w, int err);

/* Open one whose members or elements stand on a line each. */
void json_write_object(struct json_writer *w, const char *key);
void json_write_array(struct json_writer *w, const char *key);

/* Open one that stands on one line with all that is in it. */
void json_write_flat_object(struct json_writer *w, const char *key);
void json_write_flat_array(struct json_writer *w, const char *key);

/* Closes what was opened last. */
void json_write_end(struct json_writer *w);

void json_write_null(struct json_writer *w, const char *key);
void json_write_bool(struct json_writer *w, const char *key, bool value);
void json_write_int(struct json_writer *w, const char *key, int64_t value);

/* Above INT64_MAX a string of digits: most readers have signed integers. */
void json_write_u64(struct json_writer *w, const char *key, uint64_t value);

/* With all digits that a double needs; null if it is not finite. */
void json_write_real(struct json_writer *w, const char *key, double value);

/* NULL is null. Each byte that is not UTF-8 becomes U+FFFD. */
void json_write_text(struct json_writer *w, const char *key, const char *text);

#endif
