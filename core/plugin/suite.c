/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/suite.c - suites: lists of benchmarks with the options to run them
 * with, as text.
 */
#include "plugin/suite.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/why.h"

/* Splits @text in place; returns the number of words, or -EINVAL. */
static int split(char *text, char **argv)
{
	int argc = 0;
	char *word, *save = NULL;

	argv[argc++] = (char *)"run";
	text[strcspn(text, "#")] = '\0';
	for (word = strtok_r(text, " \t\r\n", &save); word;
	     word = strtok_r(NULL, " \t\r\n", &save)) {
		if (argc > SUITE_WORDS)
			return -EINVAL;
		argv[argc++] = word;
	}
	argv[argc] = NULL;
	return argc;
}

static int read_lines(FILE *f, int (*line)(void *data, int argc, char **argv),
		      void *data, char *why, size_t len)
{
	char *argv[SUITE_WORDS + 2], *text = NULL;
	size_t size = 0, nr = 0, number = 0;
	int ret = 0;

	while (!ret && getline(&text, &size, f) >= 0) {
		int argc = split(text, argv);

		number++;
		if (argc < 0)
			ret = why_set(why, len, argc,
				      "line %zu has too many words", number);
		else if (argc > 1) {
			ret = line(data, argc, argv);
			nr++;
		}
	}
	free(text);
	if (!ret && !nr)
		ret = why_set(why, len, -EINVAL, "has no line");
	return ret;
}

int suite_read(const char *path, int (*line)(void *data, int argc, char **argv),
	       void *data, char *why, size_t len)
{
	FILE *f = fopen(path, "re");
	int ret;

	if (!f) {
		int err = -errno;

		return why_set(why, len, err, "%s: %s", path, strerror(-err));
	}
	ret = read_lines(f, line, data, why, len);
	fclose(f);
	return ret;
}
