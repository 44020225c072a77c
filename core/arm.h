/* SPDX-License-Identifier: MIT */
/*
 * core/arm.h - one benchmark under one configuration: what a crew of tasks
 * performs, and what a contrast sets against another arm.
 */
#ifndef CORE_ARM_H
#define CORE_ARM_H

#include <stdbool.h>
#include <stdint.h>

#include <harness/bench.h>

#include "params.h"
#include "place.h"

/**
 * struct arm - immutable from the plan on
 * @name:	of the benchmark
 * @path:	of the plugin
 * @bench:	the registry's copy; only its data, its functions are not here
 * @params:	the benchmark's options, @config: which of their configurations
 * @place:	CPUs, groups and tasks
 * @threads:	tasks are threads
 * @policy, @prio: scheduling policy
 * @libc:	system calls through libc
 * @control:	perform the baseline
 * @regime:	enum bench_regime
 */
struct arm {
	const char *name;
	const char *path;
	const struct bench *bench;
	const struct params *params;
	size_t config;
	struct placement place;
	bool threads;
	int policy, prio;
	bool libc;
	bool control;
	uint32_t regime;
};

/* Tasks that exist in a group: the control has one. */
static inline uint32_t arm_members(const struct arm *a)
{
	return a->control ? 1 : a->place.nr_tasks;
}

/* enum bench_regime of tasks placed like that under that policy. */
uint32_t arm_regime(const struct placement *p, int policy);

#endif
