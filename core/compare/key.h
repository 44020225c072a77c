/* SPDX-License-Identifier: MIT */
/*
 * core/compare/key.h - what must be alike for two entries to be compared.
 */
#ifndef CORE_COMPARE_KEY_H
#define CORE_COMPARE_KEY_H

#include "compare/types.h"

/**
 * compare_list_matters - whether the list of CPUs tells entries apart
 *
 * A sweep is about single CPUs, and of a list nobody knows how its CPUs are
 * related; else the relation says what is alike, on any machine.
 */
bool compare_list_matters(const struct entry *e);

/**
 * compare_key_of - the key of an entry, made if need be
 * @with_list:	the list of CPUs is part of it
 *
 * Return: 0 or -ENOMEM.
 */
int compare_key_of(struct compare *c, const struct entry *e, bool with_list,
		   uint32_t *key);

/* The CPUs of an entry, "0,3"; malloc'ed; NULL: no memory. */
char *compare_cpus_text(const struct entry *e);

void compare_key_free(struct compare_key *k);

/**
 * compare_match_unknown - cells whose key is not fully known, to the only key
 *	that they agree with
 *
 * Return: 0 or -ENOMEM.
 */
int compare_match_unknown(struct compare *c);

/**
 * compare_match_lists - cells whose key has no list of CPUs, to that with
 *	their list where another session has several
 *
 * Return: 0 or -ENOMEM.
 */
int compare_match_lists(struct compare *c);

/* Says of a row what was not known of its sides. Return: 0 or -ENOMEM. */
int compare_note_unknown(const struct compare *c, struct compare_row *r);

/* Gives every key its label. Return: 0 or -ENOMEM. */
int compare_label_keys(struct compare *c);

/* The value of that part that all keys of @c have; NULL: there is none. */
const char *compare_common(const struct compare *c, const char *part);

/* Parts behind a benchmark's parameters; ended by a row without a part. */
extern const struct compare_usual compare_usual[];

#endif
