/* SPDX-License-Identifier: MIT */
/*
 * core/machine/perf_users.h - whether other processes have performance events.
 */
#ifndef CORE_MACHINE_PERF_USERS_H
#define CORE_MACHINE_PERF_USERS_H

#include <stddef.h>

#include "machine/fact_source.h"

/**
 * fact_perf_events - look for performance events of others, which slow switches
 * @buf:	"none" or "in use by others"
 *
 * Return: length; -ENODATA: this user may not look at all processes, or there
 * are too many; another negative errno.
 */
int fact_perf_events(const struct fact_source *src, char *buf, size_t len);

#endif
