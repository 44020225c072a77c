/* SPDX-License-Identifier: MIT */
/*
 * core/run/task.h - how the tasks of a group come to be and end: task 0
 * performs set-up and creates the others.
 */
#ifndef CORE_RUN_TASK_H
#define CORE_RUN_TASK_H

#include "run/shared.h"
#include "run/worker.h"

/**
 * team_lead_process - the life of a process that a runner has forked
 * @group:	be its task 0, from pinning to teardown; where tasks are threads,
 *		create those of all groups and wait for them
 * @runner:	the parent
 *
 * Return: 0 or a negative errno, also left in the member.
 */
int team_lead_process(struct team *c, uint32_t group, pid_t runner);

/* What a new task may be too late to note itself. */
void team_note_process(struct member *m, pid_t pid);

#endif
