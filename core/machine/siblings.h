/* SPDX-License-Identifier: MIT */
/*
 * core/machine/siblings.h - CPUs that share their core with others.
 */
#ifndef CORE_MACHINE_SIBLINGS_H
#define CORE_MACHINE_SIBLINGS_H

#include <stddef.h>

/**
 * siblings_find - the CPUs that share a core with some, but are none of them
 * @root:	see procfs.h
 * @cpus:	@nr CPU numbers
 * @out:	malloc'ed, each once; NULL where there are none
 * @nr_out:	how many
 *
 * Return: 0; -ENOENT: this machine does not say; or a negative errno; then
 * there are none.
 */
int siblings_find(const char *root, const int *cpus, size_t nr, int **out,
		  size_t *nr_out);

#endif
