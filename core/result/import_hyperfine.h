/* SPDX-License-Identifier: MIT */
/*
 * core/result/import_hyperfine.h - what hyperfine --export-json writes.
 *
 * Each command is a benchmark of its own, with the command and what -L put
 * into it as parameters; each time is a run.
 */
#ifndef CORE_RESULT_IMPORT_HYPERFINE_H
#define CORE_RESULT_IMPORT_HYPERFINE_H

#include "result/import.h"

/* The commands of one file: one session. */
int import_hyperfine(struct import_source *s, struct import_result *out,
		     char *why, size_t len);

#endif
