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
#include "plugin/suite.h"

/* struct list_flag - one of enum bench_flags and the word for it */
struct list_flag {
	uint32_t flag;
	const char *word;
};

/* All flags, ended by a row without a word. */
extern const struct list_flag list_flags[];

#endif
