/* SPDX-License-Identifier: MIT */
/*
 * core/report/cpu_matrix.h - a sweep over pairs of CPUs: the matrix, where it fits
 * on a screen, and the relations.
 */
#ifndef CORE_REPORT_CPU_MATRIX_H
#define CORE_REPORT_CPU_MATRIX_H

#include "report/view.h"

/* A matrix, and a row for each relation: core/report/cpu_matrix.c. Likewise. */
int report_pairs(const struct sweep_view *s);

#endif
