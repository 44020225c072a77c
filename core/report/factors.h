/* SPDX-License-Identifier: MIT */
/*
 * core/report/factors.h - what would make an op faster or slower, as a table.
 */
#ifndef CORE_REPORT_FACTORS_H
#define CORE_REPORT_FACTORS_H

#include <stdio.h>

#include "result/factors.h"
#include "session/factors.h"

/**
 * report_factors - sorted factors, those that do not apply, settings to try
 * @settings:	@nr of them
 *
 * Return: 0 or -ENOMEM.
 */
int report_factors(FILE *out, const struct factors *all,
		   const struct factor_setting *settings, size_t nr);

#endif
