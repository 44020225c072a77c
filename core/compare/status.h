/* SPDX-License-Identifier: MIT */
/*
 * core/compare/status.h - which rows decide the exit status of a comparison.
 */
#ifndef CORE_COMPARE_STATUS_H
#define CORE_COMPARE_STATUS_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct compare_gate - "sched/p*:instructions:k:0.5"
 * @benchmarks:	a benchmark, collection, glob, or "all"
 * @metric:	"time", or the name of a counter
 * @threshold:	smallest change that matters, as a share; NaN: as for others
 */
struct compare_gate {
	char *benchmarks, *metric;
	double threshold;
};

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

#endif
