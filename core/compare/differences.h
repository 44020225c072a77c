/* SPDX-License-Identifier: MIT */
/*
 * core/compare/differences.h - the facts in which machines differ, side by side.
 */
#ifndef CORE_COMPARE_DIFFERENCES_H
#define CORE_COMPARE_DIFFERENCES_H

#include "compare/types.h"
#include "util/grid.h"

/**
 * compare_differences - a table of them, the shortest values first
 * @all:	values of any length, any number of facts
 * @g:		filled in; nothing where no fact differs
 * @left:	facts that are not in it
 *
 * Return: 0 or -ENOMEM.
 */
int compare_differences(const struct compare *c, bool all, struct grid *g,
			size_t *left);

#endif
