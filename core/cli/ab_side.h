/* SPDX-License-Identifier: MIT */
/*
 * core/cli/ab_side.h - one of the two sides of "ab": read and planned.
 */
#ifndef CORE_CLI_AB_SIDE_H
#define CORE_CLI_AB_SIDE_H

#include "util/opts.h"
#include "session/plan.h"
#include "plugin/registry.h"
#include "session/options.h"

/**
 * struct ab_arm - one side
 * @o:		as harness run would have them; first, so that its table of
 *		options fits
 * @before, @after: commands around each of its runs, or NULL
 * @name:	"A" or "B"
 * @nr_words, @words: its options as typed, borrowed
 * @r:		where its benchmark comes from
 * @plan:	of one entry
 * @arm:	what is measured, of @plan
 */
struct ab_arm {
	struct run_opts o;
	const char *before, *after;
	const char *name;
	int nr_words;
	char **words;
	struct registry *r;
	struct plan plan;
	const struct arm *arm;
};

/* Options that only an arm has, for the help of ab too; ended by OPT_END. */
#define AB_ARM_ROWS 4
extern const struct opt ab_arm_rows[AB_ARM_ROWS];

/**
 * ab_arm_read - read an arm's options
 * @s:		all zero; to be freed with ab_arm_free() also after an error
 * @name:	"A" or "B"
 * @bench:	benchmark, borrowed
 * @argc, @argv: from the "--" before them on; @argv[@argc] is NULL
 *
 * Return: 0; 1: --help was there; -EINVAL or -ENOMEM with one line on stderr.
 */
int ab_arm_read(struct ab_arm *s, const char *name, const char *bench, int argc,
		char **argv);

/**
 * ab_arm_plan - find out what the arm's tasks will be
 *
 * Return: 0; -ENODEV: it cannot be measured here; -EINVAL (usage) or another
 * negative errno; with a message.
 */
int ab_arm_plan(struct ab_arm *s);

void ab_arm_free(struct ab_arm *s);

#endif
