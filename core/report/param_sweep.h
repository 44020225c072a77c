/* SPDX-License-Identifier: MIT */
/*
 * core/report/param_sweep.h - a table for each sweep of a session.
 */
#ifndef CORE_REPORT_PARAM_SWEEP_H
#define CORE_REPORT_PARAM_SWEEP_H

#include <stdio.h>

#include "report/view.h"
#include "result/result.h"

/**
 * report_value_sweeps - print the tables
 *
 * Nothing where no entry was swept.
 *
 * Return: 0 or -ENOMEM.
 */
int report_param_sweeps(FILE *out, const struct session *s,
			const struct report_opts *opts);

#endif
