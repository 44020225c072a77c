/* SPDX-License-Identifier: MIT */
/*
 * core/result/read.h - take values out of a JSON tree that is not trusted.
 *
 * The first error stays and says where; after it every function does nothing
 * and returns an empty value, so that callers need not ask each time.
 */
#ifndef CORE_RESULT_READ_H
#define CORE_RESULT_READ_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "result/fields.h"

/**
 * struct doc - a document being read
 * @err:	0 or the negative errno of the first error
 * @path:	where the reader is, "benchmarks[2].runs[17]"
 * @path_len:	its length
 * @why:	@why_len bytes for the message
 */
struct doc {
	int err;
	char path[192];
	size_t path_len;
	char *why;
	size_t why_len;
};

/* Notes the first error: "PATH: text", or the text alone at the top. */
void doc_fail(struct doc *d, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Goes down to a member or element. Return: what doc_leave() wants. */
size_t doc_enter(struct doc *d, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void doc_leave(struct doc *d, size_t mark);

/* A member of that type, or NULL where it is missing or null. */
const json_t *doc_object(struct doc *d, const json_t *o, const char *key);
const json_t *doc_array(struct doc *d, const json_t *o, const char *key);

/* The same, but a document without it is refused. */
const json_t *doc_needed_array(struct doc *d, const json_t *o, const char *key);

/* An element of an array; NULL after an error. */
const json_t *doc_element(struct doc *d, const json_t *array, size_t i);

/* An array of @nr zeroed elements; NULL for none, or after an error. */
void *doc_calloc(struct doc *d, size_t nr, size_t size);

/* Fails unless @element, just appended to an array, is there. */
bool doc_added(struct doc *d, const void *element);

/* Fails unless @v is an object. */
bool doc_is_object(struct doc *d, const json_t *v);

/* The value itself; the place is that which was entered. */
char *doc_text(struct doc *d, const json_t *v);
double doc_real(struct doc *d, const json_t *v);
uint64_t doc_u64(struct doc *d, const json_t *v, uint64_t max);

/**
 * doc_fields - read the fields of a table
 * @o:		object
 * @f:		table
 * @base:	the structure; fields that are missing or null stay as they are
 */
void doc_fields(struct doc *d, const json_t *o, const struct field *f,
		void *base);

/* Whether a text could not be parsed for want of memory. */
bool doc_lacked_memory(const json_error_t *e);

#endif
