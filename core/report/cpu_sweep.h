/* SPDX-License-Identifier: MIT */
/*
 * core/report/cpu_sweep.h - what the two tables of a sweep over CPUs share.
 */
#ifndef CORE_REPORT_CPU_SWEEP_H
#define CORE_REPORT_CPU_SWEEP_H

#include "report/view.h"

/**
 * report_sweep - one table for all places of a sweep
 * @first:	index of its first entry
 * @nr:		how many there are, at least 2
 *
 * Return: 0 or -ENOMEM.
 */
int report_sweep(FILE *out, const struct session *s, size_t first, size_t nr,
		 const struct report_opts *opts);

#endif
