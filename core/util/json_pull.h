/* SPDX-License-Identifier: MIT */
/*
 * core/util/json_pull.h - walk through plain JSON text without building a tree.
 *
 * For documents as this program writes them: ASCII, integers of at most 18
 * digits, little nesting. It accepts nothing that is not JSON, but gives up on
 * some documents that are (other bytes, surrogates, huge numbers): who needs
 * to know which it is asks a full parser. After it has given up every
 * function fails.
 */
#ifndef CORE_UTIL_JSON_PULL_H
#define CORE_UTIL_JSON_PULL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct pull - where the reader is
 * @at:		next byte
 * @end:	behind the last one
 * @bad:	given up
 */
struct pull {
	const char *at, *end;
	bool bad;
};

/* struct pull_text - bytes of the document, not NUL-terminated */
struct pull_text {
	const char *v;
	size_t len;
};

/* Gives up. Return: false. */
bool pull_give_up(struct pull *p);

/* Into a list or object. Return: whether it has an element. */
bool pull_list(struct pull *p);
bool pull_object(struct pull *p);

/* Behind an element. Return: whether there is another. */
bool pull_next_element(struct pull *p);
bool pull_next_member(struct pull *p);

/* The key of a member and its colon. */
struct pull_text pull_key(struct pull *p);

/* Whether null comes next; then it is passed. */
bool pull_null(struct pull *p);

/* A value of that type, or giving up. Texts with escapes are given up. */
bool pull_bool(struct pull *p);
uint64_t pull_u64(struct pull *p, uint64_t max);
double pull_real(struct pull *p);
struct pull_text pull_string(struct pull *p);

/* The same, malloc'ed and with its escapes undone; NULL if given up. */
char *pull_text(struct pull *p);

/* Passes a value of any kind. */
void pull_skip(struct pull *p);

/* Gives up unless nothing but white space is left. */
void pull_end(struct pull *p);

/* Whether @t is that word. */
bool pull_is(struct pull_text t, const char *word);

#endif
