/* SPDX-License-Identifier: MIT */
/*
 * core/util/suggest.h - how alike two words are, for "did you mean". Pure.
 */
#ifndef CORE_UTIL_SUGGEST_H
#define CORE_UTIL_SUGGEST_H

#include <stddef.h>

/**
 * suggest_distance - edits that turn one word into the other
 *
 * An edit inserts, deletes or replaces one character, or swaps two
 * neighbours (optimal string alignment).
 *
 * Return: the number of edits; SIZE_MAX if a word is longer than 64 bytes.
 */
size_t suggest_distance(const char *a, const char *b);

/**
 * struct suggest - a search for the word that was meant
 * @word:	as typed
 * @best:	the nearest candidate so far, or NULL; borrowed
 * @distance:	of @best
 *
 * Starts as { .word = word }; then suggest_try() for each candidate.
 */
struct suggest {
	const char *word;
	const char *best;
	size_t distance;
};

/**
 * suggest_try - consider one candidate
 *
 * It is near if at most one character in three was mistyped (and at least
 * one may be), or if it starts with the word. Of equally near ones the first
 * wins.
 */
void suggest_try(struct suggest *s, const char *candidate);

/**
 * suggest_word - the word of a list most like a mistyped one
 * @word:	as typed
 * @words:	NULL-terminated
 *
 * Return: one of @words, or NULL if none is near; see suggest_try().
 */
const char *suggest_word(const char *word, const char *const *words);

#endif
