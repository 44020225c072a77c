/* SPDX-License-Identifier: MIT */
/*
 * core/cli/fleet.h - harness compare --fleet: many machines on one screen.
 */
#ifndef CORE_CLI_FLEET_H
#define CORE_CLI_FLEET_H

#include <stdbool.h>

#include "util/opts.h"

/**
 * struct fleet_opts - of harness compare, as far as --fleet goes
 * @format:	enum compare_format
 * @expect:	the file of --expect, or NULL
 */
struct fleet_opts {
	int format;
	bool strict, verbose;
	const char *expect;
};

/* Return: an exit status. */
int fleet_compare(const struct opts_words *w, const struct fleet_opts *o);

#endif
