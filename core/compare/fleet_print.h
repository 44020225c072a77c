/* SPDX-License-Identifier: MIT */
/*
 * core/compare/fleet_print.h - a fleet on one screen, or as a document.
 */
#ifndef CORE_COMPARE_FLEET_PRINT_H
#define CORE_COMPARE_FLEET_PRINT_H

#include <stdio.h>

#include "compare/fleet.h"

/**
 * fleet_print - print a judged fleet
 * @format:	enum compare_format. CSV has a row for each machine and benchmark
 * @verbose:	all machines, configurations and benchmarks, not one screen
 *
 * Return: 0 or -ENOMEM.
 */
int fleet_print(FILE *out, const struct fleet *f, int format, bool verbose);

#endif
