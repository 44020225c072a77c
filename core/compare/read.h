/* SPDX-License-Identifier: MIT */
/*
 * core/compare/read.h - many files into one comparison. Never prints.
 */
#ifndef CORE_COMPARE_READ_H
#define CORE_COMPARE_READ_H

#include "compare/compare.h"

/* So many files are a column each with COMPARE_BY_AUTO. */
#define COMPARE_MOST_COLUMNS 8

/**
 * struct compare_visit - what is done with each of many files
 * @file:	gets them in their order, from one thread. @s is what could be
 *		read, freed afterwards, or NULL: then @why says why not. Returns
 *		0, or a negative errno that ends it
 * @arg:	for it
 * @parts:	bits of enum result_parts that are wanted
 */
struct compare_visit {
	int (*file)(void *arg, size_t index, const char *path,
		    const struct session *s, int err, const char *why);
	void *arg;
	unsigned int parts;
};

/* Reads @nr files on all CPUs that may be used. Return: 0, -ENOMEM, or what
 * ended it. */
int compare_visit(const char *const *paths, size_t nr,
		  const struct compare_visit *v);

/**
 * compare_read - read files and add them
 * @paths:	@nr files, the base first
 * @starts:	whether a column starts with each of them; NULL: @by says
 * @by:		enum compare_by
 * @strict:	no file may be left out
 * @why:	on error one line: which file, and what is wrong with it
 *
 * A file that cannot be read is left out and kept in @c's list of these, as
 * long as it is not the base and something is left to compare it with.
 *
 * Files are read on all CPUs that may be used and added in their order; of
 * more than COMPARE_MOST_COLUMNS only the parts that a comparison uses.
 *
 * Return: 0; -ENOMEM; another negative errno: that file cannot be read.
 */
int compare_read(struct compare *c, const char *const *paths, size_t nr,
		 const bool *starts, int by, bool strict, char *why,
		 size_t len);

#endif
