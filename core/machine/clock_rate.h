/* SPDX-License-Identifier: MIT */
/*
 * core/machine/clock_rate.h - how fast a CPU runs right now.
 */
#ifndef CORE_MACHINE_CLOCK_RATE_H
#define CORE_MACHINE_CLOCK_RATE_H

#include <stdbool.h>

#include "result/clock.h"

/**
 * clock_chain - let some cycles of the core's clock pass
 * @cycles: a multiple of 64
 *
 * By additions in registers, each of which takes one cycle and needs the one
 * before. Does nothing where no such chain is known for this architecture.
 */
void clock_chain(unsigned int cycles);

bool clock_chain_known(void);

/**
 * clock_rate_mhz - the clock of the CPU that this runs on
 *
 * By a chain of additions, each of which takes one cycle and needs the one
 * before: 50 us. Interrupts and other tasks do not lower what is found unless
 * they hit each of some tries.
 *
 * Return: MHz; NaN on an architecture for which no such chain is known.
 */
double clock_rate_mhz(void);

#endif
