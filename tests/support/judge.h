/* SPDX-License-Identifier: MIT */
/*
 * tests/support/judge.h - the reader of result files and jansson, one the judge
 * of the other. Used by unit tests and by the fuzz target, so without libcheck.
 */
#ifndef TESTS_SUPPORT_JUDGE_H
#define TESTS_SUPPORT_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether jansson takes @text, of @len bytes, for JSON without twin keys. */
bool judge_is_json(const char *text, size_t len);

/**
 * judge_json - json_read.h against jansson
 * @text:	@len bytes
 *
 * Return: NULL, or what they disagree on: whether it is JSON, or a value.
 */
const char *judge_json(const char *text, size_t len);

/**
 * judge_parts - a session read as a whole against one without its optional parts
 * @text:	a result file
 *
 * Return: NULL if both say the same where both have it, else what is wrong.
 */
const char *judge_parts(const char *text, size_t len);

#endif
