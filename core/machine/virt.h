/* SPDX-License-Identifier: MIT */
/*
 * core/machine/virt.h - whether this is a virtual machine, and whose.
 */
#ifndef CORE_MACHINE_VIRT_H
#define CORE_MACHINE_VIRT_H

#include <stddef.h>

#include "machine/fact_source.h"

/**
 * fact_virt - name the hypervisor
 * @buf:	"none", its name, or "guest" where it has none
 *
 * Return: length, or -ENODATA: not known.
 */
int fact_virt(const struct fact_source *src, char *buf, size_t len);

#endif
