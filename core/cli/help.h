/* SPDX-License-Identifier: MIT */
/*
 * core/cli/help.h - what "harness help BENCH" says. Pure but for the stream.
 */
#ifndef CORE_CLI_HELP_H
#define CORE_CLI_HELP_H

#include <stdio.h>

#include "plugin/registry.h"

/**
 * bench_page_print - describe one benchmark out of what its plugin says
 * @p:		a plugin that could be loaded
 *
 * Not wider than 78 columns, but for words that are.
 */
void bench_page_print(FILE *out, const struct plugin *p);

#endif
