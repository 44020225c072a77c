/* SPDX-License-Identifier: MIT */
/*
 * core/run/outside.h - what others did to the tasks while they were timed: who
 * made them wait for a CPU, who stopped them.
 */
#ifndef CORE_RUN_OUTSIDE_H
#define CORE_RUN_OUTSIDE_H

#include <stdint.h>

#include "run/shared.h"

/* Of more tasks the waits are not read: it would take longer than the run. */
#define OUTSIDE_MOST_TASKS 256

/**
 * struct outside - a first look, with all tasks at the gate
 * @wait_ns:	of each task, @nr; -1: not known
 * @sleep_ns:	how long the machine has been suspended since boot
 * @frozen_ns:	of the runner
 */
struct outside {
	uint32_t nr;
	int64_t wait_ns[OUTSIDE_MOST_TASKS];
	uint64_t sleep_ns, frozen_ns;
};

/**
 * outside_wait_ns - how long a task has waited for a CPU since it was created
 * @pid, @tid:	of its process and its own; 0: the calling process
 *
 * Return: ns, or a negative errno; -ENODATA: the kernel does not keep it.
 */
int64_t outside_wait_ns(pid_t pid, pid_t tid);

void outside_begin(struct outside *o, const struct team *c);

/* The second look: what it grew by is added to the phase. */
void outside_end(const struct outside *o, const struct team *c,
		 struct phase *p);

/*
 * Who traces a task; @pid is 0 for nobody, also where that is not known. One
 * of the tasks themselves, which are in the group @pgid, is none.
 */
struct tracer outside_tracer(pid_t tid, pid_t pgid);

#endif
