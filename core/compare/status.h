/* SPDX-License-Identifier: MIT */
/*
 * core/compare/status.h - which rows decide the exit status of a comparison.
 */
#ifndef CORE_COMPARE_STATUS_H
#define CORE_COMPARE_STATUS_H

#include "compare/types.h"

/**
 * compare_gate_parse - read BENCH[:METRIC][:PCT]
 * @out:	to be freed with compare_gate_free()
 * @why:	on error, what is wrong with it
 *
 * Return: 0, -EINVAL or -ENOMEM.
 */
int compare_gate_parse(const char *text, struct compare_gate *out, char *why,
		       size_t len);

/* Whether it is about that metric of that benchmark. */
bool compare_gate_means(const struct compare_gate *g, const char *benchmark,
			const char *metric);

void compare_gate_free(struct compare_gate *g);

/* Whether anything that a gate means was compared. */
bool compare_gate_decides(const struct compare *c,
			  const struct compare_gate *g);

/**
 * compare_status - the exit status that what decides stands for
 * @strict:	also what could not be decided, is missing or failed
 *
 * Return: EXIT_REGRESSION, EXIT_NOT_COMPARABLE (something is not the same
 * work, or nothing could be compared, or nothing of what a gate means), EXIT_INCONCLUSIVE or EXIT_DONE, the
 * first of them that applies.
 */
int compare_status(const struct compare *c, bool strict);

/* "slower", "not the same work", "failed in B", ... into @buf; returns it. */
const char *compare_word(const struct compare *c, const struct compare_row *r,
			 char *buf, size_t len);

/* "cycles:k"; of either side. */
const char *compare_counter_name(const struct compare_counter *k);

/* Why there is no ratio; "" where there is one, or it is not known. */
const char *compare_counter_why(const struct compare_counter *k);

/* "more", "not the same", "not counted in B", ... into @buf; returns it. */
const char *compare_counter_word(const struct compare *c,
				 const struct compare_row *r,
				 const struct compare_counter *k, char *buf,
				 size_t len);

#endif
