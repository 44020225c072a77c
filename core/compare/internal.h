/* SPDX-License-Identifier: MIT */
/*
 * core/compare/internal.h - shared by the files behind compare.h only.
 */
#ifndef CORE_COMPARE_INTERNAL_H
#define CORE_COMPARE_INTERNAL_H

#include "compare/compare.h"
#include "stats/mann_whitney.h"
#include "stats/rank.h"
#include "util/memory.h"

/**
 * compare_group_of - the group of a session, made if need be
 * @group:	its index; COMPARE_NONE: the session is already in it
 *
 * Return: 0 or -ENOMEM.
 */
int compare_group_of(struct compare *c, const struct session *s,
		     const char *path, int by, uint32_t *group);

void compare_group_free(struct compare_group *g);

/**
 * compare_key_of - the key of an entry, made if need be
 * @with_list:	the list of CPUs is part of it
 *
 * Return: 0 or -ENOMEM.
 */
int compare_key_of(struct compare *c, const struct entry *e, bool with_list,
		   uint32_t *key);

void compare_key_free(struct compare_key *k);

/* What stands in a key for a value that a file does not have. */
#define COMPARE_UNKNOWN "?"

/**
 * compare_match_unknown - cells whose key is not fully known, to the only key
 *	that they agree with
 *
 * Return: 0 or -ENOMEM.
 */
int compare_match_unknown(struct compare *c);

/* Says of a row what was not known of its sides. Return: 0 or -ENOMEM. */
int compare_note_unknown(const struct compare *c, struct compare_row *r);

/* Gives every key its label. Return: 0 or -ENOMEM. */
int compare_label_keys(struct compare *c);

/* The value of that part that all keys of @c have; NULL: there is none. */
const char *compare_common(const struct compare *c, const char *part);

/* struct compare_usual - the value of a part that labels leave out */
struct compare_usual {
	const char *part, *value;
};

/* Parts behind a benchmark's parameters; ended by a row without a part. */
extern const struct compare_usual compare_usual[];

/**
 * compare_ratio - rank_ratio() of any number of values
 * @a:	@n values, > 0, ascending
 * @b:	@m values, > 0, ascending
 */
int compare_ratio(const double *a, size_t n, const double *b, size_t m,
		  double level, struct rank_result *r);

/* struct compare_values - what is compared: @n of them, ascending, malloc'ed */
struct compare_values {
	double *v;
	size_t n;
};

/**
 * compare_rank - ratio of two sets, its interval and p-value
 * @a, @b:	at least COMPARE_MIN_RUNS values, > 0; fewer: Welch's t
 *
 * The same numbers, or their inverses, whichever side is called the base.
 *
 * Return: 0; -EINVAL: no number that fits; -ENOMEM.
 */
int compare_rank(const struct compare_values *a, const struct compare_values *b,
		 struct rank_result *r);

/* b / a, which are > 0; the exact inverse for the sides exchanged. */
double compare_bare_ratio(double a, double b);

/**
 * compare_test - ratio, interval, p-value and cross-check of two sets
 * @r:	sides, number of values, by_session are set
 *
 * Return: 0 or -ENOMEM.
 */
int compare_test(struct compare_row *r, const struct compare_values *a,
		 const struct compare_values *b);

/**
 * compare_row_numbers - fill in a row but for what takes all rows
 * @r:	key, group and cells are set; notes are added
 *
 * Return: 0 or -ENOMEM.
 */
int compare_row_numbers(const struct compare *c, struct compare_row *r,
			const struct compare_rule *rule);

/**
 * compare_row_counters - fill in the counters of a row
 * @r:		cells are set; nothing happens where a side has no counters
 *
 * Return: 0 or -ENOMEM.
 */
int compare_row_counters(const struct compare *c, struct compare_row *r);

/* Whether both sides of a row counted the events of the same tasks. */
bool compare_same_scope(const struct compare_row *r);

void compare_counters_free(struct compare_row *r);

/* Divides the time of an op of a row by what was counted. Return: 0, -ENOMEM */
int compare_row_parts(const struct compare *c, struct compare_row *r);

/**
 * compare_work - why two cells are not the same work
 * @buf:	one sentence
 *
 * Return: whether there is a reason.
 */
bool compare_work(const struct compare *c, const struct compare_row *r,
		  char *buf, size_t len);

/* Which numbers of a row decide, and by which threshold. */
void compare_row_gates(const struct compare *c, struct compare_row *r,
		       const struct compare_rule *rule);

/**
 * compare_correct - p-values of all that decides, corrected for their number;
 *	those of other counters, for the number in their row
 * @how:	enum compare_correction
 *
 * Return: 0 or -ENOMEM.
 */
int compare_correct(struct compare *c, int how);

/* Corrects p-values, judges, takes means. Return: 0 or -ENOMEM. */
int compare_conclude(struct compare *c, int correction);

#endif
