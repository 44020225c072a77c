/* SPDX-License-Identifier: MIT */
/*
 * core/machine/checks_cpu.h - checks of the CPUs used: clock, kind, neighbours.
 */
#ifndef CORE_MACHINE_CHECKS_CPU_H
#define CORE_MACHINE_CHECKS_CPU_H

#include "machine/check.h"

void checks_cpu(struct checker *c);

void checks_idle(struct checker *c);

void checks_clock(struct checker *c);

#endif
