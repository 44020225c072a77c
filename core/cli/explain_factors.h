/* SPDX-License-Identifier: MIT */
/*
 * core/cli/explain_factors.h - "explain --factors": one option changed at a
 * time.
 */
#ifndef CORE_CLI_EXPLAIN_FACTORS_H
#define CORE_CLI_EXPLAIN_FACTORS_H

#include "cli/explain_options.h"

/* Tries all factors and prints them. Return: exit status. */
int explain_factors(struct explain_opts *o);

#endif
