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
 * struct ab_side - one side
 * @o:		as harness run would have them; first, so that its table of
 *		options fits
 * @before, @after: commands around each of its runs, or NULL
 * @name:	"A" or "B"
 * @nr_words, @words: its options as typed, borrowed
 * @r:		where its benchmark comes from
 * @plan:	of one entry
 * @variant:	what is measured, of @plan
 */
struct ab_side {
	struct run_opts o;
	const char *before, *after;
	const char *name;
	int nr_words;
	char **words;
	struct registry *r;
	struct plan plan;
	const struct variant *variant;
};

/* Options that only a side has, for the help of ab too; ended by OPT_END. */
#define AB_ARM_ROWS 4
extern const struct opt ab_arm_rows[AB_ARM_ROWS];

#endif
