/* SPDX-License-Identifier: MIT */
/*
 * core/compare/floor.h - a file of noise floors.
 */
#ifndef CORE_COMPARE_FLOOR_H
#define CORE_COMPARE_FLOOR_H

#include "compare/read.h"

/**
 * compare_read_floors - read a file of noise floors
 * @floors:	@nr of them, malloc'ed; to be freed with compare_free_floors()
 *
 * {"schema": "harness.noise", "schema_version": "1.0",
 *  "floors": [{"benchmark": "sched/pipe", "floor_pct": 1.5}]}
 *
 * Return: 0; -ENOMEM; -EINVAL: no such file, or not of this kind.
 */
int compare_read_floors(const char *path, struct compare_floor **floors,
			size_t *nr, char *why, size_t len);

void compare_free_floors(struct compare_floor *floors, size_t nr);

#endif
