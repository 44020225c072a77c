/* SPDX-License-Identifier: MIT */
/*
 * core/result/import.h - results of other programs as sessions. Pure: no I/O.
 *
 * Imported values are kept exactly. A run holds whole numbers, ops and
 * elapsed_ns, whose quotient is the value: 2.105 us/op is 1 op in 2105 ns,
 * 0.1234567 us/op is 10000 ops in 1234567 ns, 475059.5 ops/s is 4750595 ops in
 * 10^10 ns. So they are fractions, not counts of what ran, and a note of the
 * entry says so. Only the contextswitch table has counts.
 */
#ifndef CORE_RESULT_IMPORT_H
#define CORE_RESULT_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "result/result.h"

/* enum import_unit - what a sample is given in */
enum import_unit {
	IMPORT_NS_PER_OP,
	IMPORT_US_PER_OP,
	IMPORT_MS_PER_OP,
	IMPORT_S_PER_OP,
	IMPORT_OPS_PER_S,
};

/* "ns/op", "us/op", "ms/op", "s/op", "ops/s"; NULL-terminated, in that order */
extern const char *const import_units[];

/**
 * import_decimal - a decimal number as a fraction of whole numbers
 * @text:	"2.105", "1e6": a number above 0, without a sign
 * @unit:	enum import_unit
 * @ops, @elapsed_ns: the fraction, neither above 10^18
 *
 * Digits beyond the 18th are dropped.
 *
 * Return: 0; -EINVAL: not such a number; -ERANGE: too large or too small.
 */
int import_decimal(const char *text, int unit, uint64_t *ops,
		   uint64_t *elapsed_ns);

/**
 * import_plain - a number without separators of thousands, with a '.'
 * @text:	"1,050.383" or, of other locales, "1.050,383"
 * @whole:	it has no fraction: "1.050" may be a thousand
 * @buf:	@len bytes for the result
 *
 * Thousands are in groups of three. What is no number at all is copied.
 *
 * Return: 0; -ENOTUNIQ: one separator before three digits, which may be of
 * either kind; -EINVAL: other separators.
 */
int import_plain(const char *text, bool whole, char *buf, size_t len);

/* Records that are named when they are left out; of others the number. */
#define IMPORT_MOST_NAMED 8

/* Runs of a session: a file of so many is one that can be read again. */
#define IMPORT_MOST_RUNS 2000000

/**
 * struct import_result - sessions read from one text
 * @sessions:	@nr, malloc'ed; session_free() each, then free()
 * @left_out:	"NAME (why), ..." of records without a usable value, or
 *		NULL; malloc'ed
 * @nr_left_out: how many there are, each NAME (why) once
 */
struct import_result {
	size_t nr;
	struct session *sessions;
	char *left_out;
	size_t nr_left_out;
};

/**
 * struct import_source - what is imported
 * @text:	@len bytes, NUL-terminated; is modified
 * @path:	its file
 * @title:	the same without folders, for notes
 * @name:	benchmark's name, where the text has none; NULL: a name that
 *		says where it is from
 * @unit:	enum import_unit, for samples and columns
 * @column:	name of the column with the values
 * @by:		names of columns, with commas between: rows that differ in them
 *		are runs of different things; or NULL
 */
struct import_source {
	char *text;
	size_t len;
	const char *path, *title;
	const char *name;
	int unit;
	const char *column, *by;
};

/*
 * One format each. On error @why is one line, with the number of the line.
 * A record that cannot be read costs that record, see @left_out.
 * Return: 0, -EINVAL or -ENOMEM; @out is empty then.
 */

/*
 * One number a line, which may have a unit of its own behind it; empty lines
 * and what follows a '#' do not count.
 */
int import_samples(struct import_source *s, struct import_result *out,
		   char *why, size_t len);

/* What the formats share. */

/**
 * import_session - append a session; no harness measured it
 * @seed:	its id is a hash of this text
 *
 * Return: the session, valid until the next one is added; NULL: no memory.
 */
struct session *import_session(struct import_result *out, const char *seed);

/* Appends an entry of a benchmark. Return: the entry; NULL: no memory. */
struct entry *import_entry(struct session *s, const char *name,
			   const char *op);

/**
 * import_leave_out - note a record that has no usable value
 * @record:	what it is called: "line 7", "sched/pipe"
 * @fmt:	why
 *
 * Return: 0 or -ENOMEM.
 */
int import_leave_out(struct import_result *out, const char *record,
		     const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/**
 * import_value - the value of a record as a fraction
 * @number:	as import_plain() takes it
 * others:	as for import_plain(), import_decimal() and import_leave_out()
 *
 * Return: 0; 1: it is none, which is noted; -ENOMEM.
 */
int import_value(struct import_result *out, const char *record,
		 const char *number, bool whole, int unit, uint64_t *ops,
		 uint64_t *elapsed_ns);

/* The same for a number that was read from JSON; NaN: it was none. */
int import_real(struct import_result *out, const char *record, double number,
		int unit, uint64_t *ops, uint64_t *elapsed_ns);

/* Appends a parameter to an entry. Return: 0 or -ENOMEM. */
int import_param(struct entry *e, const char *name, const char *value);

/*
 * Notes in an entry where its values are from: "samples of s.txt". Return: 0 or
 * -ENOMEM.
 */
int import_note(struct entry *e, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * import_end - whether a text that was read had a run at all
 * @err:	of the reader, or 0
 * @what:	said if it had none, and nothing was left out
 *
 * Sets how many runs each benchmark has, or frees @out. Return: 0, @err,
 * -EINVAL.
 */
int import_end(struct import_result *out, int err, const char *what, char *why,
	       size_t len);

/* Appends a valid run. Return: 0, -ENOMEM; -E2BIG: IMPORT_MOST_RUNS. */
int import_run(struct entry *e, uint64_t ops, uint64_t elapsed_ns);

/* Cuts the next line off @text (LF, CR LF, CR). Return: it; NULL at the end. */
char *import_line(char **text);

void import_free(struct import_result *r);

#endif
