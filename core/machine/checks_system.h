/* SPDX-License-Identifier: MIT */
/*
 * core/machine/checks_system.h - checks of what surrounds the tasks: the hypervisor,
 * other load, limits, power.
 */
#ifndef CORE_MACHINE_CHECKS_SYSTEM_H
#define CORE_MACHINE_CHECKS_SYSTEM_H

#include "machine/check.h"

void checks_system(struct checker *c);

void checks_noise(struct checker *c);

#endif
