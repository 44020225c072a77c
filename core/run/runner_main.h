/* SPDX-License-Identifier: MIT */
/*
 * core/run/runner_main.h - what the two sides of a runner share.
 */
#ifndef CORE_RUN_RUNNER_MAIN_H
#define CORE_RUN_RUNNER_MAIN_H

#include <sys/types.h>

#include "run/runner.h"

/**
 * runner_main - be the runner; does not return
 * @r:		the runner
 * @harness:	process id of the harness
 * @work, @data: of the job
 */
void runner_main(struct runner *r, pid_t harness,
		 int (*work)(struct runner *r, void *data), void *data)
	__attribute__((noreturn));

#endif
