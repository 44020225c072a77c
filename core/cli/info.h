/* SPDX-License-Identifier: MIT */
/*
 * core/cli/info.h - what harness info knows, as text and as JSON.
 *
 * Pure but for the stream.
 */
#ifndef CORE_CLI_INFO_H
#define CORE_CLI_INFO_H

#include <stdbool.h>
#include <stdio.h>

#include "machine/topology.h"
#include "result/result.h"

/**
 * struct info - all there is to say
 * @session:	facts and checks
 * @topology:	empty if it is not known
 * @why:	why not
 * @allowed:	@nr_allowed CPUs that may be used, ascending; borrowed
 */
struct info {
	struct session session;
	struct topology topology;
	char why[256];
	const int *allowed;
	size_t nr_allowed;
};

/**
 * info_text - for people: facts, topology, checks with those that warn first
 * @verbose:	also the long facts, the place of every CPU, paths, and checks
 *		that do not apply
 *
 * Return: 0 or -ENOMEM.
 */
int info_text(FILE *out, const struct info *info, bool verbose);

/* All of it as a document, schema harness.info 1.x. */
void info_json(FILE *out, const struct info *info);

#endif
