/* SPDX-License-Identifier: MIT */
/*
 * tests/support/words.h - command lines for what reads argc and argv.
 */
#ifndef TESTS_SUPPORT_WORDS_H
#define TESTS_SUPPORT_WORDS_H

#include <check.h>
#include <string.h>

#define WORDS_MAX 32

/**
 * words_split - cut a line at its blanks; two blanks enclose an empty word
 * @line:	used up: the words lie in it
 * @argv:	of WORDS_MAX + 1
 *
 * Return: argc.
 */
static inline int words_split(char *line, char **argv)
{
	int argc = 0;
	char *word;

	while ((word = strsep(&line, " ")) != NULL) {
		ck_assert_int_lt(argc, WORDS_MAX);
		argv[argc++] = word;
	}
	argv[argc] = NULL;
	return argc;
}

#endif
