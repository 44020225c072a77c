/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/suite.h - suites: lists of benchmarks with the options to run them
 * with, as text.
 *
 * One line is what could stand after "harness run": "sched/pipe -s batch".
 * Empty lines and what follows a '#' mean nothing.
 */
#ifndef CORE_PLUGIN_SUITE_H
#define CORE_PLUGIN_SUITE_H

#include <stddef.h>
#include <stdio.h>

#include "plugin/registry.h"

/**
 * suite_read - hand over the lines of a suite
 * @name:	without "@" and ending
 * @line:	called for each: @argv[0] is "run", @argv[argc] is NULL; anything
 *		but 0 ends the reading
 * @data:	its first argument
 * @why:	on an error of the file, one line; else untouched
 * @len:	size of @why
 *
 * A suite is a regular file of at most 64 KiB that nobody else can change
 * where plugins that others can change are refused.
 *
 * Return: what @line returned last, -ENOENT (no such suite; @why is not set),
 * -EINVAL for a file without a line or with one of more than SUITE_WORDS
 * words, or a negative errno.
 */
int suite_read(const struct registry *r, const char *name,
	       int (*line)(void *data, int argc, char **argv), void *data,
	       char *why, size_t len);

#define SUITE_WORDS 64

#define SUITE_SUMMARY_LEN 128

/* struct suites - @nr names, sorted, each of them once */
struct suites {
	char **name;
	size_t nr;
};

/**
 * suites_find - the suites in the plugin directories
 * @out:	to be freed with suites_free() also after an error
 *
 * Return: 0, -ENOMEM, or what reading a directory failed of.
 */
int suites_find(const struct registry *r, struct suites *out);

void suites_free(struct suites *s);

/**
 * suites_summary - the first line of a suite, if it is a comment
 * @name:	without "@"
 * @buf:	empty where there is no such line
 *
 * Return: @buf.
 */
const char *suites_summary(const struct registry *r, const char *name,
			   char buf[SUITE_SUMMARY_LEN]);

/* Prints "  @name  summary" for each. */
void suites_print(FILE *out, const struct registry *r, const struct suites *s);

/**
 * suites_page - what harness help says of a suite
 * @name:	without "@"
 * @why:	on an error one line
 *
 * Return: 0, -ENOENT (no such suite; @why is not set), or a negative errno.
 */
int suites_page(FILE *out, const struct registry *r, const char *name,
		char *why, size_t len);

/* The name most like a mistyped one, without "@", or NULL. */
const char *suites_suggest(const struct suites *s, const char *name);

#endif
