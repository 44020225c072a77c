/* SPDX-License-Identifier: MIT */
/*
 * core/result/clock.h - the clock of the CPU during a run, from readings
 * between its slices.
 *
 * A reading is how long a chain of CLOCK_CHAIN_CYCLES dependent additions
 * took. These are cycles of the core's clock, as a chain of dependent
 * instructions sees it: not ticks of the constant-rate counter, and not a
 * PMU's count. What waits for memory does not scale with this clock.
 */
#ifndef CORE_RESULT_CLOCK_H
#define CORE_RESULT_CLOCK_H

#include "result/result.h"

/* Additions in a chain: about a microsecond. */
#define CLOCK_CHAIN_CYCLES 4096

/**
 * clock_of_slices - the clock during each slice of a run
 * @s:	 with as many readings as slices, one before each
 * @mhz: filled in, @s->nr_slices of them
 *
 * The median of the nine readings around it: an interrupt, which makes a
 * reading longer, moves none.
 *
 * Return: 0, -ENODATA: @s has no readings, or -ENOMEM.
 */
int clock_of_slices(const struct sample *s, double *mhz);

/**
 * clock_of_run - mean clock over the slices of a run, by their length
 * @mhz: filled in; NaN: @s has no readings
 *
 * Return: 0, or -ENOMEM.
 */
int clock_of_run(const struct sample *s, double *mhz);

#endif
