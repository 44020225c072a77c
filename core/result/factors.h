/* SPDX-License-Identifier: MIT */
/*
 * core/result/factors.h - what would make an op faster or slower: each factor
 * by itself against the same without it.
 */
#ifndef CORE_RESULT_FACTORS_H
#define CORE_RESULT_FACTORS_H

#include <stddef.h>
#include <stdio.h>

#include "result/result.h"

/**
 * struct factor - one thing that is changed
 * @name:	"threads", static
 * @words:	options of harness run that change it, static: "-T"
 * @paired:	time with it by time without it; NaN where there is none
 * @reason:	why it does not apply here, or NULL
 */
struct factor {
	const char *name, *words;
	struct paired paired;
	char *reason;
};

/**
 * struct factors - all that were tried
 * @bench, @op, @config: what they were tried on
 * @ns_per_op:	of that, as harness run has it; NaN: not known
 * @switches:	per op
 * @nr, @v:	each owns its comparison
 */
struct factors {
	char *bench, *op, *config;
	double ns_per_op, switches;
	size_t nr;
	struct factor *v;
};

/* Whether a factor has a ratio that can be told from 1. */
bool factor_is_told(const struct factor *f);

/* What a factor adds to a switch, in ns; NaN: not known. */
double factor_ns(const struct factors *all, const struct factor *f);

/* Sorts by ratio; those without one come last, in the order they had. */
void factors_sort(struct factors *all);

/* Writes them, schema harness.factors. Return: 0, -EIO, or what failed. */
int factors_write(FILE *out, const struct factors *all);

void factors_free(struct factors *all);

#endif
