/* SPDX-License-Identifier: MIT */
/*
 * core/compare/noise.h - the noise between sessions that a row has.
 */
#ifndef CORE_COMPARE_NOISE_H
#define CORE_COMPARE_NOISE_H

#include "compare/types.h"

/**
 * compare_noise - the noise between sessions and boots
 * @cycles:	of cycles, not of time
 * @share:	of that noise that the values of the row have
 *
 * From the rule's floor if it has one of that benchmark and the machine is the
 * base's, else as stated, else assumed by the kind of machine, and how busy it
 * was.
 */
struct compare_noise compare_noise(const struct compare *c,
				   const struct compare_row *r,
				   const struct compare_rule *rule,
				   bool cycles, double share);

/**
 * compare_noise_bound - the smallest change that a row can be held to
 *
 * A floor of interleaved comparisons says nothing about sessions, but what is
 * below it is no change. 0: there is none, or one between sessions.
 */
double compare_noise_bound(const struct compare *c, const struct compare_row *r,
			   const struct compare_rule *rule);

#endif
