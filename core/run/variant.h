/* SPDX-License-Identifier: MIT */
/*
 * core/run/variant.h - one benchmark under one configuration: what a team of tasks
 * performs, and what a paired comparison sets against another variant.
 */
#ifndef CORE_RUN_VARIANT_H
#define CORE_RUN_VARIANT_H

#include <harness/bench.h>
#include <stdbool.h>
#include <stdint.h>

#include "machine/place.h"
#include "plugin/params.h"
#include "run/confine.h"
#include "run/work.h"

struct event_set;

/**
 * struct variant - immutable from the plan on
 * @name:	of the benchmark
 * @path:	of the plugin
 * @bench:	the registry's copy; only its data, its functions are not here
 * @params:	the benchmark's options, @config: which of their configurations
 * @place:	CPUs, groups and tasks
 * @threads:	tasks are threads
 * @cgroups:	control groups made for the tasks, which are in them by turns;
 *		0: they stay where the harness is
 * @policy, @prio: scheduling policy
 * @libc:	system calls through libc
 * @poll:	the CPUs are kept out of idle states: see core/run/spinner.h
 * @control:	perform the baseline
 * @env:	NAME=VALUE for the tasks, NULL-terminated; or NULL
 * @confine:	what tasks put on themselves
 * @work:	what tasks do each time they have got the CPU
 * @event_set:	counters to be open, NULL in a bare variant
 * @each:	read the clock in each loop: see core/run/timing.c
 * @regime:	enum bench_regime
 */
struct variant {
	const char *name;
	const char *path;
	const struct bench *bench;
	const struct params *params;
	size_t config;
	struct placement place;
	bool threads;
	uint32_t cgroups;
	int policy, prio;
	bool libc;
	bool poll;
	bool control;
	const char *const *env;
	struct confine confine;
	struct work_spec work;
	const struct event_set *event_set;
	bool each;
	uint32_t regime;
};

/* Tasks that exist in a group: the control has one. */
static inline uint32_t variant_members(const struct variant *a)
{
	return a->control ? 1 : a->place.nr_tasks;
}

/* Puts @env into this process's environment. Return: 0 or a negative errno. */
int variant_set_environment(const struct variant *a);

/* enum bench_regime of tasks placed like that under that policy. */
uint32_t variant_regime(const struct placement *p, int policy);

#endif
