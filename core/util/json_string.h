/* SPDX-License-Identifier: MIT */
/*
 * core/util/json_string.h - strings as JSON writes them: escapes, pairs of
 * surrogates, UTF-8.
 */
#ifndef CORE_UTIL_JSON_STRING_H
#define CORE_UTIL_JSON_STRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * json_string_scan - find the quote that ends a string
 * @at:		behind the one that begins it; moved to the end quote, to what
 *		is wrong, or to @end if there is no end quote
 * @plain:	whether it is without escapes
 *
 * Return: NULL, or what is wrong: a control character, an escape that there
 * is not, NUL as an escape, half of a surrogate pair, a byte that is not UTF-8.
 */
const char *json_string_scan(const char **at, const char *end, bool *plain);

/**
 * json_string_copy - undo escapes
 * @to:		room for @len bytes: an escape is longer than what it stands for
 * @from:	@len bytes that json_string_scan() has passed
 *
 * Return: the length of the copy, which has no NUL behind it.
 */
size_t json_string_copy(char *to, const char *from, size_t len);

/**
 * utf8_char - the character that stands somewhere
 * @at:		before @end
 *
 * Return: its bytes, 1 to 4; 0: not UTF-8, which also forms that are too long,
 * surrogates and what is beyond U+10FFFF are not.
 */
size_t utf8_char(const char *at, const char *end, uint32_t *code);

#endif
