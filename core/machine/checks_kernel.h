/* SPDX-License-Identifier: MIT */
/*
 * core/machine/checks_kernel.h - checks of the kernel's settings.
 */
#ifndef CORE_MACHINE_CHECKS_KERNEL_H
#define CORE_MACHINE_CHECKS_KERNEL_H

#include "machine/check.h"

void checks_kernel(struct checker *c);

void checks_calls(struct checker *c);

#endif
