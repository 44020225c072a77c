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

/**
 * struct compare_gate_result - what became of what a gate means
 * @judged:	numbers with a verdict
 * @regressions: of these
 * @open:	numbers without: too few runs, missing, invalid, failed,
 *		inconclusive
 * @why:	"sched/pipe: too few runs": the first of these
 */
struct compare_gate_result {
	size_t judged, regressions, open;
	char why[192];
};

struct compare_gate_result compare_gate_result(const struct compare *c,
					       const struct compare_gate *g);

/* Whether there is anything that a gate means. */
bool compare_gate_decides(const struct compare *c,
			  const struct compare_gate *g);

/**
 * compare_status - the exit status that what decides stands for
 * @strict:	also what could not be decided, is missing or failed
 *
 * What a gate names and could not be judged is never EXIT_DONE.
 *
 * Return: EXIT_REGRESSION, EXIT_NOT_COMPARABLE (something is not the same
 * work, or nothing could be compared, or a gate means nothing),
 * EXIT_INCONCLUSIVE or EXIT_DONE, the first of them that applies.
 */
int compare_status(const struct compare *c, bool strict);

/* "time", "quiet", ..., "cycles": enum compare_metric; ended by NULL. */
extern const char *const compare_metrics[COMPARE_METRICS + 2];

const char *compare_metric_word(int metric);

/* "run", "session", "file", "boot": enum compare_unit. */
const char *compare_unit_word(int unit);

/* "slower", "not the same work", "failed in B", ... into @buf; returns it. */
const char *compare_word(const struct compare *c, const struct compare_row *r,
			 char *buf, size_t len);

/* "cycles:k"; of either side. */
const char *compare_counter_name(const struct compare_counter *k);

/* The counter of that name, or NULL. */
const struct compare_counter *compare_row_counter(const struct compare_row *r,
						  const char *name);

/* Why there is no ratio; "" where there is one, or it is not known. */
const char *compare_counter_why(const struct compare_counter *k);

/* "more", "not the same", "not counted in B", ... into @buf; returns it. */
const char *compare_counter_word(const struct compare *c,
				 const struct compare_row *r,
				 const struct compare_counter *k, char *buf,
				 size_t len);

#endif
