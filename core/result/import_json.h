/* SPDX-License-Identifier: MIT */
/*
 * core/result/import_json.h - a JSON document of another program, which has a
 * list of records.
 *
 * A value of another kind than expected is none: it costs its record, not the
 * document.
 */
#ifndef CORE_RESULT_IMPORT_JSON_H
#define CORE_RESULT_IMPORT_JSON_H

#include "result/import.h"
#include "util/json_read.h"

/**
 * struct import_json_file - what a document is like
 * @list:	member of the top object that has the records
 * @take:	reads one of them into the session. Return: 0, -ENOMEM, -E2BIG;
 *		what is wrong with the JSON stays in the reader
 * @context:	reads the member "context" into the session, or NULL
 * @what:	said of a document that has no record
 */
struct import_json_file {
	const char *list;
	int (*take)(struct json_read *j, struct import_result *out,
		    const struct import_source *s);
	int (*context)(struct json_read *j, struct session *s);
	const char *what;
};

/* Reads a document into one session. Return: as of every format. */
int import_json(struct import_source *s, struct import_result *out,
		const struct import_json_file *file, char *why, size_t len);

/* A number; NaN for a value of another kind. */
double import_json_number(struct json_read *j);

/* A string, malloc'ed; NULL for a value of another kind. */
char *import_json_text(struct json_read *j);

#endif
