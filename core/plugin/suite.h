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

/**
 * suite_read - hand over the lines of a suite
 * @path:	file
 * @line:	called for each: @argv[0] is "run", @argv[argc] is NULL; anything
 *		but 0 ends the reading
 * @data:	its first argument
 * @why:	on an error of the file, one line; else untouched
 * @len:	size of @why
 *
 * Return: what @line returned last, -EINVAL for a file without a line or with
 * one of more than SUITE_WORDS words, or a negative errno.
 */
int suite_read(const char *path, int (*line)(void *data, int argc, char **argv),
	       void *data, char *why, size_t len);

#define SUITE_WORDS 64

#endif
