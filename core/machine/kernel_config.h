/* SPDX-License-Identifier: MIT */
/*
 * core/machine/kernel_config.h - how the kernel was built.
 */
#ifndef CORE_MACHINE_KERNEL_CONFIG_H
#define CORE_MACHINE_KERNEL_CONFIG_H

#include <stddef.h>

/**
 * kernel_config - the value of an option of the running kernel's build
 * @root:	see procfs.h
 * @name:	"CONFIG_HZ"
 * @buf:	"250", "y", "m"; empty where it is not set
 *
 * Read from /boot/config-RELEASE, where distributions put it; /proc/config.gz
 * would have to be unpacked.
 *
 * Return: length, 0 if the option is not set; -ENOENT: the file is not there;
 * or another negative errno.
 */
int kernel_config(const char *root, const char *name, char *buf, size_t len);

#endif
