/* SPDX-License-Identifier: MIT */
/*
 * core/result/entry_key.h - what must be alike for two entries to be the same
 * configuration of the same benchmark. Pure.
 */
#ifndef CORE_RESULT_ENTRY_KEY_H
#define CORE_RESULT_ENTRY_KEY_H

#include <stdbool.h>
#include <stddef.h>

#include "result/result.h"

/**
 * struct key_part - one thing that must be alike
 * @value:	valid as long as the entry and this; NULL: not known
 * @number:	room for a value that is a number
 */
struct key_part {
	const char *name, *value;
	char number[12];
};

/**
 * entry_key - the parts of a key one by one
 * @i:		from 0: the parameters, then cpus, tasks, sched, calls, groups
 *
 * The name of the benchmark is not among them. Return: whether there is one.
 */
bool entry_key(const struct entry *e, size_t i, struct key_part *part);

/* Whether names and all parts are alike, but for the CPUs if @any_cpus. */
bool entry_same_key(const struct entry *a, const struct entry *b,
		    bool any_cpus);

#endif
