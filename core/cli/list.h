/* SPDX-License-Identifier: MIT */
/*
 * core/cli/list.h - what harness list prints.
 */
#ifndef CORE_CLI_LIST_H
#define CORE_CLI_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "plugin/registry.h"
#include "plugin/suites.h"

/* struct list_flag - one of enum bench_flags and the word for it */
struct list_flag {
	uint32_t flag;
	const char *word;
};

/* All flags, ended by a row without a word. */
extern const struct list_flag list_flags[];

/**
 * list_text - one line each, in groups, for people
 * @r:		probed registry
 * @shown:	registry_nr() flags: which plugins; broken ones are passed over
 * @verbose:	say more about each
 */
void list_text(FILE *out, const struct registry *r, const bool *shown,
	       bool verbose);

/**
 * list_json - the same and the broken ones as a JSON document
 * @suites:	which suites
 *
 * Return: 0, or -ENOMEM with nothing printed.
 */
int list_json(FILE *out, const struct registry *r, const bool *shown,
	      const struct suites *suites);

#endif
