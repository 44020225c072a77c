/* SPDX-License-Identifier: MIT */
/*
 * core/result/fields.h - the flat fields of a result file as tables.
 *
 * Writer, reader, schema and manual go by the same rows, so that a field is
 * added in one place. Lists and nested objects are in encode.c and read.c.
 */
#ifndef CORE_RESULT_FIELDS_H
#define CORE_RESULT_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * enum field_type - a C type and what it is in JSON
 * @FIELD_BOOL:	bool
 * @FIELD_U32:	uint32_t, integer
 * @FIELD_U64:	uint64_t, integer; above INT64_MAX a string of digits, because
 *		most readers have signed integers
 * @FIELD_SIZE:	size_t, integer
 * @FIELD_I64:	int64_t from 0 up, integer; NOT_MEASURED is null
 * @FIELD_REAL:	double; NaN and infinity are null
 * @FIELD_TEXT:	char *, string; NULL is null
 * @FIELD_WORD:	int, one of @words
 */
enum field_type {
	FIELD_BOOL,
	FIELD_U32,
	FIELD_U64,
	FIELD_SIZE,
	FIELD_I64,
	FIELD_REAL,
	FIELD_TEXT,
	FIELD_WORD,
};

/**
 * struct field - one member of a structure
 * @key:	in the file, @len bytes; NULL ends a table
 * @type:	enum field_type
 * @required:	a file without it is refused; else it stays as it was
 * @offset:	in the structure
 * @words:	for FIELD_WORD, NULL-terminated, the index is the value
 * @help:	what it is, one line of the manual and the schema
 */
struct field {
	const char *key;
	uint8_t len;
	uint8_t type;
	bool required;
	size_t offset;
	const char *const *words;
	const char *help;
};

/**
 * struct field_table - where the fields of a table stand in a document
 * @path:	what stands before their keys, "benchmarks[].runs[]."
 * @name:	of the table
 */
struct field_table {
	const char *path, *name;
	const struct field *rows;
};

extern const struct field fields_session[];
extern const struct field fields_tool[];    /* of struct session */
extern const struct field fields_command[]; /* of struct session */
extern const struct field fields_check[];
extern const struct field fields_entry[];
extern const struct field fields_placement[]; /* of struct entry */
extern const struct field fields_sweep[];
extern const struct field fields_sweep_cpu[];
extern const struct field fields_work[];      /* of struct entry */
extern const struct field fields_switches[];  /* of struct entry; null stands
						 for no promise */
extern const struct field fields_outcome[];   /* of struct entry */
extern const struct field fields_paired[];
extern const struct field fields_sample[];
extern const struct field fields_sample_more[]; /* of struct sample; an
						   imported one has none */
extern const struct field fields_interference[];
extern const struct field fields_counting[]; /* of struct entry */
extern const struct field fields_counter[];
extern const struct field fields_count[];
extern const struct field fields_count_status[]; /* of struct count */
extern const struct field fields_latency[];
extern const struct field fields_latency_stats[];
extern const struct field fields_finding[];
extern const struct field fields_stats[];
extern const struct field fields_summary[];
extern const struct field fields_counter_stats[];
extern const struct field fields_derived[];
extern const struct field fields_cost[]; /* of struct summary */

/* All of them, ended by one without rows. For make docs-fields. */
extern const struct field_table field_tables[];

/* Names of enum stats_flag, bit 0 first, NULL-terminated. */
extern const char *const stats_flag_words[];

/* Name of an enum result_regime; static. */
const char *regime_word(int regime);

/* "ok", "warn", "unknown", "n/a", of enum check_state. */
const char *check_state_word(int state);

#endif
