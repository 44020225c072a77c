/* SPDX-License-Identifier: MIT */
/*
 * core/report/cpu_table.h - a table of CPUs: one row for each CPU of -c each.
 */
#ifndef CORE_REPORT_CPU_TABLE_H
#define CORE_REPORT_CPU_TABLE_H

#include "report/view.h"

/* The table, and what it finds. Return: 0 or a negative errno. */
int report_each(const struct sweep_view *s);

#endif
