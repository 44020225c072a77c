/* SPDX-License-Identifier: MIT */
/*
 * core/run/runner.h - the process between the harness and the tasks.
 *
 * A runner is forked for one run (or one pair of a contrast). It sits on
 * another CPU than the tasks where there is one, drives their crews, notices
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

#include "run/team.h"

#define RUNNER_TEXT 560
#define RUNNER_CREWS 2

/**
 * struct runner_shm - shared by harness, runner and tasks
 * @events:	counts arrivals, failures and deaths; the runner sleeps on it
 * @suspended:	the harness has stopped the tasks (Ctrl-Z)
 * @pgid:	process group of the tasks, 0 before there is one
 * @failed:	some member's error is set
 * @ops_done:	progress of the timed phase, for display
 * @error:	negative errno of the runner's work
 * @finished:	the work was done (well or not)
 * @text:	message for @error
 * @cgroups:	of each crew
 */
struct runner_shm {
	_Alignas(128) uint32_t events;
	_Alignas(128) uint32_t suspended;
	pid_t pgid;
	uint32_t failed;
	int error;
	uint32_t finished;
	char text[RUNNER_TEXT];
	struct cgroups cgroups[RUNNER_CREWS];
};

/**
 * struct runner - a runner at work; in its own process
 * @shm:	shared
 * @place:	the CPUs to stay away from
 * @timeout_ns:	--timeout, or 0
 * @crews:	the crews that are alive
 * @nr_crews:	how many
 * @held_pages:	how many of a CPU's free pages the first task of a crew keeps
 *		from those that follow; see measure_pair.c
 */
struct runner {
	struct runner_shm *shm;
	const struct placement *place;
	uint64_t timeout_ns;
	struct crew *crews[RUNNER_CREWS];
	uint32_t nr_crews;
	uint32_t held_pages;
};

/**
 * runner_fail - leave the message of a failure; the first one stays
 *
 * Return: @err as a negative errno.
 */
int runner_fail(struct runner *r, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/**
 * runner_await - sleep until all tasks of a crew have arrived
 * @c:		the crew
 * @bound_ns:	longest time to wait, not counting time spent stopped
 *
 * Return: 0, or a negative errno after runner_fail(): a task reported an
 * error, died, was stopped, or overran the bound.
 */
int runner_await(struct runner *r, struct crew *c, uint64_t bound_ns);

/* Waits until the crew's leaders have ended, all with success. */
int runner_await_end(struct runner *r, struct crew *c, uint64_t bound_ns);

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
 * @interrupted: the signal that asked the harness to end, or 0
 * @text:	on error, the message
 */
struct runner_outcome {
	bool suspended;
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

/* Zeroed memory that survives fork() as shared; NULL: none. */
void *shm_alloc(size_t size);

void shm_free(void *p, size_t size);

#endif
