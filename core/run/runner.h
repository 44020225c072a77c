/* SPDX-License-Identifier: MIT */
/*
 * core/run/runner.h - the process between the harness and the tasks.
 *
 * A runner is forked for one run (or one pair of a paired comparison). It sits on
 * another CPU than the tasks where there is one, drives their teams, notices
 * tasks that die, stop or never end, and leaves what it measured in memory
 * shared with the harness. It never runs a benchmark's code except the
 * loading of the plugin. Whatever ends it, its tasks end with it: they are
 * in one process group that it kills, and each has a parent-death signal.
 */
#ifndef CORE_RUN_RUNNER_H
#define CORE_RUN_RUNNER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "run/shared.h"

/**
 * runner_fail - leave the message of a failure; the first one stays
 *
 * Return: @err as a negative errno.
 */
int runner_fail(struct runner *r, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* How long an untimed step may take: --timeout, or 30 s. */
uint64_t runner_bound_ns(const struct runner *r);

/**
 * runner_fork_task - fork a process of the tasks' group
 *
 * In the child: signals as the harness found them, parent-death signal set.
 *
 * Return: as fork(), or a negative errno.
 */
pid_t runner_fork_task(struct runner *r);

/* In a process that a task forked: die with it. Exits if it is gone. */
void runner_adopt(pid_t parent);

/**
 * struct runner_job - what the harness asks of a runner
 * @work:	runs in the runner; its result is left in @data, which lies in
 *		memory from shm_alloc()
 * @data:	argument
 * @place:	CPUs of the tasks
 * @timeout_ns:	--timeout, or 0
 * @limit_ns:	longest time for the whole of @work, or 0: it sets bounds itself
 * @sheltered:	it undoes something: signals that end the harness do not end it
 * @tick:	called in the harness about four times a second, or NULL
 * @tick_data:	its argument
 */
struct runner_job {
	int (*work)(struct runner *r, void *data);
	void *data;
	const struct placement *place;
	uint64_t timeout_ns;
	uint64_t limit_ns;
	bool sheltered;
	void (*tick)(void *data);
	void *tick_data;
};

/**
 * struct runner_outcome - how it went
 * @suspended:	it was stopped and resumed on the way (Ctrl-Z)
 * @stopped_ns:	for how long it was, or was frozen with all that it runs in
 * @interrupted: the signal that asked the harness to end, or 0
 * @refused:	the error is that this machine does not allow a call that the
 *		benchmark needs
 * @text:	on error, the message
 */
struct runner_outcome {
	bool suspended;
	bool refused;
	uint64_t stopped_ns;
	int interrupted;
	char text[RUNNER_TEXT];
};

/*
 * Makes this process fit to call runners: signals are waited for, orphans of a
 * runner come to it. Once, before the first call.
 */
void runner_prepare(void);

/**
 * runner_call - fork a runner, let it work, reap it and all its tasks
 *
 * With @job->sheltered @out->interrupted says what is then left to do.
 *
 * Return: 0; -EINTR when interrupted; another negative errno with
 * @out->text when the work failed.
 */
int runner_call(const struct runner_job *job, struct runner_outcome *out);

#endif
