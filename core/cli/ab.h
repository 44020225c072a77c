/* SPDX-License-Identifier: MIT */
/*
 * core/cli/ab.h - one of the two sides of "ab": read and planned.
 */
#ifndef CORE_CLI_AB_H
#define CORE_CLI_AB_H

#include "plugin/registry.h"
#include "session/options.h"
#include "session/plan.h"
#include "util/opts.h"

/**
 * struct ab_opts - what holds for both sides: how often, and what is printed
 * @pairs:	samples, each of fresh tasks of both sides
 * @slices:	slice pairs in each
 * @threshold:	smallest change that matters, as a share
 */
struct ab_opts {
	uint32_t pairs, slices;
	double threshold;
	bool by_run, json, strict, no_progress;
	uint64_t seed, timeout_ns;
};

/**
 * struct ab_side - one side
 * @o:		as harness run would have them; first, so that its table of
 *		options fits
 * @before, @after: commands around each of its runs, or NULL
 * @common:	of the words before both sides
 * @name:	"A" or "B"
 * @nr_words, @words: its options as typed, borrowed
 * @r:		where its benchmark comes from
 * @plan:	of one entry
 * @variant:	what is measured, of @plan
 */
struct ab_side {
	struct run_opts o;
	const char *before, *after;
	struct ab_opts common;
	const char *name;
	int nr_words;
	char **words;
	struct registry *r;
	struct plan plan;
	const struct variant *variant;
};

/* Options that only a side has, ended by OPT_END. */
#define AB_SIDE_ROWS 4
extern const struct opt ab_side_rows[AB_SIDE_ROWS];

#endif
