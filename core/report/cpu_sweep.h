/* SPDX-License-Identifier: MIT */
/*
 * core/report/cpu_sweep.h - what the two tables of a sweep over CPUs share.
 */
#ifndef CORE_REPORT_CPU_SWEEP_H
#define CORE_REPORT_CPU_SWEEP_H

#include "report/view.h"

/**
 * struct sweep_view - the places of one sweep being printed
 * @v:		@nr views, in one unit of time
 * @e:		their entries, @nr that follow each other
 */
struct sweep_view {
	size_t nr;
	struct view *v;
	const struct entry *e;
};

/**
 * report_sweep - one table for all places of a sweep
 * @first:	index of its first entry
 * @nr:		how many there are, at least 2
 *
 * Return: 0 or -ENOMEM.
 */
int report_sweep(FILE *out, const struct session *s, size_t first, size_t nr,
		 const struct report_opts *opts);

/* A matrix, and a row for each relation: core/report/cpu_matrix.c. Likewise. */
int report_pairs(const struct sweep_view *s);

/* Mean time of a place in ns; NaN where there is none. */
double sweep_mean_ns(const struct sweep_view *s, size_t i);

/* "CPU 3", "CPUs 3,7" */
const char *sweep_cpus_text(const struct entry *e, char *buf, size_t len);

#endif
