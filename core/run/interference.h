/* SPDX-License-Identifier: MIT */
/*
 * core/run/interference.h - what the machine does to CPUs while tasks are timed; in the
 * runner, before the gate opens and after the last task is done.
 */
#ifndef CORE_RUN_INTERFERENCE_H
#define CORE_RUN_INTERFERENCE_H

#include <stddef.h>
#include <stdint.h>

#include "machine/cgroup.h"
#include "machine/place.h"
#include "machine/procfs.h"
#include "result/result.h"

/* enum interference_part - what can fail to be known, each for one reason */
enum interference_part {
	INTERFERENCE_TIMES,
	INTERFERENCE_SIBLINGS,
	INTERFERENCE_OTHERS,
	INTERFERENCE_INTERRUPTS,
	INTERFERENCE_HEAT,
	INTERFERENCE_NR,
};

/**
 * struct interference_reading - counts at one moment, or what they grew by
 * @steal_ns, @throttled_ns: see struct sample
 * @u:		the rest; its clock rates are not read here
 * @err:	0, or a negative errno why a part of @u is not known
 */
struct interference_reading {
	int64_t steal_ns, throttled_ns;
	struct interference u;
	int err[INTERFERENCE_NR];
};

/**
 * struct interference_watch - CPUs that are watched
 * @root:	see procfs.h
 * @cpus:	@nr CPUs of tasks, borrowed; @nr 0: they are not pinned
 * @siblings:	@nr_siblings CPUs that share their cores
 * @nr_others:	online CPUs that are not used
 * @cgroup:	that the tasks are in
 * @before:	the first reading
 */
struct interference_watch {
	const char *root;
	const int *cpus;
	size_t nr;
	int *siblings;
	size_t nr_siblings, nr_others;
	struct cgroup cgroup;
	struct interference_reading before;
};

/* Nothing is known. @err: why */
void interference_none(struct interference_reading *r, int err);

/* The first look. */
void interference_begin(struct interference_watch *w, const char *root,
		  const struct placement *p);

/* The second look; @grown receives the differences. Frees what @w owns. */
void interference_end(struct interference_watch *w, struct interference_reading *grown);

#endif
