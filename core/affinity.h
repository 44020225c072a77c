/* SPDX-License-Identifier: MIT */
/*
 * core/affinity.h - back to the CPU mask that the harness was started with.
 */
#ifndef CORE_AFFINITY_H
#define CORE_AFFINITY_H

/* For the calling thread. Return: 0 or a negative errno. */
int affinity_restore(void);

#endif
