/* SPDX-License-Identifier: MIT */
/*
 * core/compare/floor.h - a file of noise floors: what the same differs by on a
 * machine, interleaved and between sessions.
 */
#ifndef CORE_COMPARE_FLOOR_H
#define CORE_COMPARE_FLOOR_H

#include <stdio.h>

#include "compare/types.h"

/**
 * compare_floors_read - read a file of noise floors
 * @f:		filled in; to be freed with compare_floors_free()
 *
 * {"schema": "harness.noise", "schema_version": "1.0",
 *  "floors": [{"benchmark": "sched/pipe", "floor_pct": 1.5, "sessions":
 *	[{"boot": "...", "created": "...", "ns": 2105.5,
 *	  "clock_mhz": 3800.2}, ...]}]}
 *
 * Return: 0; -ENOMEM; -ENOENT; -EINVAL or another negative errno: no such
 * file.
 */
int compare_floors_read(const char *path, struct compare_floors *f, char *why,
			size_t len);

/* Writes such a file. Return: 0, -EIO, or what failed. */
int compare_floors_write(FILE *out, const struct compare_floors *f);

/* The floor of a benchmark, an empty one if there was none; NULL: no memory. */
struct compare_floor *compare_floor_of(struct compare_floors *f,
				       const char *name);

/**
 * compare_floor_add - append a session
 * @ns:		its median time
 * @clock_mhz:	its clock; NaN: not measured
 *
 * Return: 0 or -ENOMEM.
 */
int compare_floor_add(struct compare_floor *f, const char *boot,
		      const char *created, double ns, double clock_mhz);

/* Computes what the sessions show. Return: 0 or -ENOMEM. */
int compare_floor_estimate(struct compare_floor *f);

void compare_floors_free(struct compare_floors *f);

/**
 * compare_floor_path - where the floors of a machine are kept
 * @machine, @config: its ids
 *
 * $XDG_STATE_HOME/harness/MACHINE-CONFIG.json, or below ~/.local/state.
 *
 * Return: malloc'ed; NULL: nowhere.
 */
char *compare_floor_path(const char *machine, const char *config);

#endif
