/* SPDX-License-Identifier: MIT */
/*
 * core/cli/explain_options.h - the options of "explain".
 */
#ifndef CORE_CLI_EXPLAIN_OPTIONS_H
#define CORE_CLI_EXPLAIN_OPTIONS_H

#include "session/options.h"

#define EXPLAIN_COMMAND "explain"
#define EXPLAIN_USUAL "sched/pipe"

/* Words that a factor adds at most. */
#define FACTOR_WORDS 4

/**
 * struct explain_opts - what was asked for
 * @o:		as harness run would have it; first, so that its table of options
 *		fits
 * @samples:	fresh sets of tasks
 * @slices:	of each variant in each
 * @json:	print the file, not the text
 * @vs:		one or two files to compare, or NULL
 * @factors:	one thing changed at a time
 * @argc, @argv: what was typed
 */
struct explain_opts {
	struct run_opts o;
	uint32_t samples, slices;
	int json;
	const char **vs;
	bool factors;
	int argc;
	char **argv;
};

/**
 * explain_opts_read - read the words after "explain"
 * @o:	to be freed with explain_opts_free() also after an error
 *
 * Return: as opts_read().
 */
int explain_opts_read(int argc, char **argv, struct explain_opts *o);

/**
 * explain_opts_with - what was asked for, with options added
 * @words:	options of harness run, FACTOR_WORDS words with a blank between
 *		them; used up, and borrowed by @out
 * @out:	to be freed with explain_opts_free()
 * @why:	on -EINVAL the reason
 *
 * Return: 0, -EINVAL, -ENOMEM.
 */
int explain_opts_with(const struct explain_opts *o, char *words,
		      struct explain_opts *out, char *why, size_t len);

void explain_opts_free(struct explain_opts *o);

#endif
