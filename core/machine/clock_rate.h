/* SPDX-License-Identifier: MIT */
/*
 * core/machine/clock_rate.h - how fast a CPU runs right now.
 */
#ifndef CORE_MACHINE_CLOCK_RATE_H
#define CORE_MACHINE_CLOCK_RATE_H

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
