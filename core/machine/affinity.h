/* SPDX-License-Identifier: MIT */
/*
 * core/machine/affinity.h - the CPU masks of tasks that are not pinned to one CPU.
 */
#ifndef CORE_MACHINE_AFFINITY_H
#define CORE_MACHINE_AFFINITY_H

/**
 * affinity_node0 - keep the calling thread on the CPUs of NUMA node 0
 *
 * Of these on the ones in the mask that the harness was started with. Where the
 * kernel knows no nodes, all CPUs are of one.
 *
 * Return: 0, -ENODEV (none of them is in the mask), or a negative errno.
 */
int affinity_node0(void);

/* For the calling thread. Return: 0 or a negative errno. */
int affinity_restore(void);

#endif
